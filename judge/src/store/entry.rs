//! One entry: read it, or write it so that a killed judge leaves nothing half-written.

use std::fs::{DirBuilder, File};
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;
use std::time::SystemTime;

use super::StoreError;

/// Reads an entry and marks it as used now.
pub(super) fn read(path: &Path) -> Result<Option<Vec<u8>>, StoreError> {
    let contents = match std::fs::read(path) {
        Ok(contents) => contents,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StoreError::reading(path, error)),
    };
    // Pruning goes by this time; a cache that cannot be written loses nothing but the order.
    let _ = File::open(path).and_then(|file| file.set_modified(SystemTime::now()));
    Ok(Some(contents))
}

/// Writes an entry: temporary file, sync, rename.
pub(super) fn write(root: &Path, path: &Path, contents: &[u8]) -> Result<(), StoreError> {
    if let Some(folder) = path.parent() {
        make_folders(folder).map_err(|source| StoreError::writing(folder, source))?;
    }
    let file = temporary(root, path, contents)?;
    file.persist(path).map_err(|error| StoreError::writing(path, error.error))?;
    Ok(())
}

/// Writes and removes a small file.
pub(super) fn try_write(root: &Path) -> Result<(), StoreError> {
    temporary(root, root, &[0; 4096]).map(drop)
}

/// A synced file with these contents, on the cache's own file system; errors name `path`.
fn temporary(root: &Path, path: &Path, contents: &[u8]) -> Result<tempfile::NamedTempFile, StoreError> {
    let folder = root.join("tmp");
    make_folders(&folder).map_err(|source| StoreError::writing(&folder, source))?;
    let fail = |source| StoreError::writing(path, source);
    let file = tempfile::NamedTempFile::new_in(&folder).map_err(fail)?;
    // Through the plain file: the wrapper's errors hide the system's number.
    file.as_file().write_all(contents).map_err(fail)?;
    file.as_file().sync_all().map_err(fail)?;
    Ok(file)
}

/// Creates the cache's own folder.
pub(super) fn create_folder(path: &Path) -> Result<(), StoreError> {
    make_folders(path).map_err(|source| StoreError::Create { path: path.to_owned(), source })
}

/// Folders only their owner may enter: an entry decides what code runs.
fn make_folders(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}
