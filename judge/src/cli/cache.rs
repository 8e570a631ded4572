//! Which folder is the cache.

use std::path::{Path, PathBuf};

use crate::store::default_folder;

/// The one that was named, else what the environment says.
///
/// # Errors
/// The sentence for a person; always the machine's matter.
pub(super) fn folder(named: Option<&Path>) -> Result<PathBuf, String> {
    match named {
        Some(folder) => std::path::absolute(folder).map_err(|e| format!("--cache {}: {e}", folder.display())),
        None => default_folder(|name| std::env::var_os(name)).map_err(|e| e.to_string()),
    }
}
