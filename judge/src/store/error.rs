//! What can go wrong with the cache: always the machine's fault, never the submitter's.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A step of the cache that failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// No variable names a place for the cache.
    #[error("no folder for the cache: set JUDGE_CACHE, XDG_CACHE_HOME or HOME")]
    NoFolder,
    /// The cache's folder cannot be made.
    #[error("cannot create the cache folder {}: {source}; set JUDGE_CACHE to a folder you can write", path.display())]
    Create {
        /// The folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// No room.
    #[error("the disk that holds the cache is full, writing {}: {source}; free some space or set JUDGE_CACHE", path.display())]
    Full {
        /// The file being written.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// No permission to write.
    #[error("the cache is read-only, writing {}: {source}; set JUDGE_CACHE to a folder you can write", path.display())]
    ReadOnly {
        /// The file being written.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Any other failed write.
    #[error("cannot write the cache entry {}: {source}; set JUDGE_CACHE to another folder", path.display())]
    Write {
        /// The file being written.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A failed read of something that exists.
    #[error("cannot read the cache entry {}: {source}; remove it, or set JUDGE_CACHE to a folder of your own", path.display())]
    Read {
        /// The file or folder being read.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
}

impl StoreError {
    /// The variant for a failed write, by the system's reason.
    pub(super) fn writing(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::Full { path, source },
            ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => Self::ReadOnly { path, source },
            _ => Self::Write { path, source },
        }
    }

    pub(super) fn reading(path: &Path, source: io::Error) -> Self {
        Self::Read { path: path.to_owned(), source }
    }
}
