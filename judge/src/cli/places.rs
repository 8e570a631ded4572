//! Where a command looks for a compiler, and where it keeps what it made.

use std::path::PathBuf;

use super::Failure;
use crate::store::{Store, default_folder};
use crate::toolchain::probe::Search;

/// Folders that a command can be pointed to.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Places {
    /// Folder of the compiler, instead of those in PATH and /usr/lib.
    #[arg(long, value_name = "DIR")]
    toolchain: Option<PathBuf>,
    /// Folder of the cache, instead of JUDGE_CACHE or the user's own.
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
}

impl Places {
    /// Where to look for a compiler.
    pub(super) fn search(&self) -> Search {
        Search::from_env(self.toolchain.clone())
    }

    /// The cache's folder, whatever the process's folder becomes.
    pub(super) fn cache(&self) -> Result<PathBuf, Failure> {
        match &self.cache {
            Some(folder) => std::path::absolute(folder)
                .map_err(|error| Failure::usage(format!("--cache {}: {error}", folder.display()))),
            None => default_folder(|name| std::env::var_os(name)).map_err(Failure::judge),
        }
    }

    /// The cache, opened.
    pub(super) fn store(&self) -> Result<Store, Failure> {
        Store::open(&self.cache()?).map_err(Failure::judge)
    }
}
