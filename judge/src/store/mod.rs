//! Content-addressed cache: entries under a sha256 key, written in one rename, bounded in size.
//!
//! An entry is either wholly there or not there: it is written to `tmp/` on the same file system, synced, and renamed, and it begins
//! with its own digest, so that what a disk damaged is made anew. A cache that cannot be written still answers [`Store::get`].

mod entry;
mod error;
mod folder;
mod key;
pub mod lock;
mod prune;

use std::path::{Path, PathBuf};

pub use error::StoreError;
pub use folder::default_folder;
pub use key::{Key, KeyBuilder};
pub use prune::Pruned;

/// Default bound of the cache in bytes.
pub const DEFAULT_BOUND: u64 = 2 << 30;

/// A cache on disk.
#[derive(Debug, Clone)]
pub struct Store {
    root: PathBuf,
    bound: u64,
}

impl Store {
    /// Opens the cache at `folder`, creating it when it is missing.
    ///
    /// # Errors
    /// [`StoreError`] when the folder is neither there nor can be made.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        // The layout's version is part of the path: an older judge never reads a newer one's entries.
        let root = folder.join("v1");
        if !root.is_dir() {
            entry::create_folder(&root)?;
        }
        Ok(Self { root, bound: DEFAULT_BOUND })
    }

    /// The same cache with another size bound in bytes.
    #[must_use]
    pub fn with_bound(mut self, bytes: u64) -> Self {
        self.bound = bytes;
        self
    }

    /// The contents stored under `key`; `None` when there is no such entry or it is damaged.
    ///
    /// # Errors
    /// [`StoreError::Read`] when an entry exists and cannot be read.
    pub fn get(&self, kind: Kind, key: &Key) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(entry::read(&self.path(kind, key))?.and_then(key::unsealed))
    }

    /// Stores `contents` under `key`. An existing entry is replaced.
    ///
    /// # Errors
    /// [`StoreError::Full`], [`StoreError::ReadOnly`] or [`StoreError::Write`].
    pub fn put(&self, kind: Kind, key: &Key, contents: &[u8]) -> Result<(), StoreError> {
        entry::write(&self.root, &self.path(kind, key), &key::sealed(contents))?;
        self.prune().map(drop)
    }

    /// Stores a file under the hash of its contents and returns where it lies.
    ///
    /// # Errors
    /// As [`Store::put`].
    pub fn put_blob(&self, contents: &[u8]) -> Result<(Key, PathBuf), StoreError> {
        let key = Key::of(contents);
        let path = self.blob_path(&key);
        if self.blob(&key)?.is_none() {
            entry::write(&self.root, &path, contents)?;
            self.prune()?;
        }
        Ok((key, path))
    }

    /// Where the blob with this hash lies; `None` when it is absent. A blob whose contents do not match its name counts as absent.
    ///
    /// # Errors
    /// [`StoreError::Read`] when it exists and cannot be read.
    pub fn blob(&self, key: &Key) -> Result<Option<PathBuf>, StoreError> {
        let path = self.blob_path(key);
        Ok(entry::read(&path)?.filter(|contents| Key::of(contents) == *key).map(|_| path))
    }

    /// Whether something can be written.
    ///
    /// # Errors
    /// As [`Store::put`].
    pub fn check_writable(&self) -> Result<(), StoreError> {
        entry::try_write(&self.root)
    }

    /// Removes the entries used longest ago until the cache is within its bound, and what a killed judge left in `tmp/`.
    ///
    /// # Errors
    /// [`StoreError::Read`] when the cache cannot be listed.
    pub fn prune(&self) -> Result<Pruned, StoreError> {
        prune::prune(&self.root, self.bound)
    }

    /// The folder of the cache.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.root
    }

    fn path(&self, kind: Kind, key: &Key) -> PathBuf {
        let hex = key.hex();
        self.root.join(kind.folder()).join(&hex[..2]).join(&hex[2..])
    }

    fn blob_path(&self, key: &Key) -> PathBuf {
        let hex = key.hex();
        self.root.join("blob").join(&hex[..2]).join(&hex[2..])
    }
}

/// What an entry holds; each kind has its own folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A probed toolchain.
    Toolchain,
    /// A built object's record.
    Build,
    /// A compiled shim.
    Shim,
    /// An oracle's output.
    Oracle,
    /// A device's measured limits.
    Device,
}

impl Kind {
    const fn folder(self) -> &'static str {
        match self {
            Self::Toolchain => "toolchain",
            Self::Build => "build",
            Self::Shim => "shim",
            Self::Oracle => "oracle",
            Self::Device => "device",
        }
    }
}

#[cfg(test)]
mod tests;
