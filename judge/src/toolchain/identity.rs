//! Whether a toolchain is still the one that was tried: size, time and inode of each of its files.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::store::{Key, KeyBuilder};

/// A file as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Its path, as it is used.
    pub path: PathBuf,
    /// Size in bytes.
    pub bytes: u64,
    /// Time of its last change, nanoseconds since 1970.
    pub modified: i128,
    /// Inode.
    pub inode: u64,
}

impl Stamp {
    /// Looks at `path` now, following links.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(path).ok()?;
        Some(Self {
            path: path.to_owned(),
            bytes: metadata.size(),
            modified: i128::from(metadata.mtime()) * 1_000_000_000 + i128::from(metadata.mtime_nsec()),
            inode: metadata.ino(),
        })
    }

    /// Whether the file is still as it was.
    #[must_use]
    pub fn holds(&self) -> bool {
        Self::of(&self.path).is_some_and(|now| now == *self)
    }
}

/// One hash over all stamps.
#[must_use]
pub fn identity(version: &str, files: &[Stamp]) -> Key {
    let mut key = KeyBuilder::new("toolchain").part("version", version.as_bytes());
    for file in files {
        key = key
            .part("path", file.path.as_os_str().as_encoded_bytes())
            .part("stamp", format!("{} {} {}", file.bytes, file.modified, file.inode).as_bytes());
    }
    key.finish()
}
