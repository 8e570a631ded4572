//! Digests: of labelled parts, which make keys, and of an entry's contents, which show damage.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A sha256 digest, written as 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Key(String);

impl Key {
    /// The digest of `contents`.
    #[must_use]
    pub fn of(contents: &[u8]) -> Self {
        Self::from_digest(&Sha256::digest(contents))
    }

    /// 64 hexadecimal digits.
    #[must_use]
    pub fn hex(&self) -> &str {
        &self.0
    }

    fn from_digest(digest: &[u8]) -> Self {
        Self(digest.iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Bytes of a digest.
const DIGEST: usize = 32;

/// `contents` behind their digest.
pub(super) fn sealed(contents: &[u8]) -> Vec<u8> {
    [&Sha256::digest(contents)[..], contents].concat()
}

/// What [`sealed`] was given; nothing when it is not what it was.
pub(super) fn unsealed(mut entry: Vec<u8>) -> Option<Vec<u8>> {
    let contents = entry.split_off(DIGEST.min(entry.len()));
    (entry == Sha256::digest(&contents)[..]).then_some(contents)
}

/// Hashes parts so that no two different lists of parts run together.
#[derive(Debug, Clone, Default)]
pub struct KeyBuilder(Sha256);

impl KeyBuilder {
    /// Starts a key; `purpose` keeps keys of different uses apart.
    #[must_use]
    pub fn new(purpose: &str) -> Self {
        Self::default().part("purpose", purpose.as_bytes())
    }

    /// Adds one labelled part.
    #[must_use]
    pub fn part(mut self, label: &str, contents: &[u8]) -> Self {
        for piece in [label.as_bytes(), contents] {
            self.0.update((piece.len() as u64).to_le_bytes());
            self.0.update(piece);
        }
        self
    }

    /// The key of all parts.
    #[must_use]
    pub fn finish(self) -> Key {
        Key::from_digest(&self.0.finalize())
    }
}
