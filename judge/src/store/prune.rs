//! Keeps the cache within its bound: the entries used longest ago go first.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::StoreError;

/// An entry used this recently may be in another judge's hands.
const IN_USE: Duration = Duration::from_secs(3600);

/// A temporary file this old belongs to nobody: no write takes that long.
const ABANDONED: Duration = Duration::from_secs(24 * 3600);

/// What a pruning removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Entries removed.
    pub entries: usize,
    /// Their size in bytes.
    pub bytes: u64,
}

struct Entry {
    path: PathBuf,
    bytes: u64,
    idle: Duration,
}

pub(super) fn prune(root: &Path, bound: u64) -> Result<Pruned, StoreError> {
    let mut entries = Vec::new();
    list(root, &mut entries)?;
    let temporary = root.join("tmp");
    let (unfinished, mut entries): (Vec<_>, Vec<_>) = entries.into_iter().partition(|e| e.path.starts_with(&temporary));
    for file in unfinished.iter().filter(|e| e.idle > ABANDONED) {
        // Another judge may have been quicker; either way it is gone.
        let _ = std::fs::remove_file(&file.path);
    }
    let mut total: u64 = entries.iter().map(|e| e.bytes).sum();
    entries.sort_by_key(|e| std::cmp::Reverse(e.idle));
    let mut pruned = Pruned::default();
    for entry in entries.iter().take_while(|e| e.idle > IN_USE) {
        if total <= bound {
            break;
        }
        if std::fs::remove_file(&entry.path).is_ok() {
            pruned.entries += 1;
            pruned.bytes += entry.bytes;
        }
        total -= entry.bytes;
    }
    Ok(pruned)
}

/// Every regular file below `folder`. What vanishes meanwhile is skipped.
fn list(folder: &Path, into: &mut Vec<Entry>) -> Result<(), StoreError> {
    let found = std::fs::read_dir(folder).map_err(|source| StoreError::reading(folder, source))?;
    let now = SystemTime::now();
    for item in found.flatten() {
        let Ok(metadata) = item.metadata() else { continue };
        if metadata.is_dir() {
            list(&item.path(), into)?;
        } else if metadata.is_file() {
            let idle = metadata.modified().ok().and_then(|used| now.duration_since(used).ok()).unwrap_or_default();
            into.push(Entry { path: item.path(), bytes: metadata.len(), idle });
        }
    }
    Ok(())
}
