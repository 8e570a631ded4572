//! What a jail must see: real files and folders, under every name they are opened by.

use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

/// One read-only mount.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Mount {
    /// File or folder on this machine, without links.
    pub source: PathBuf,
    /// Its path in the jail.
    pub target: PathBuf,
}

/// The mounts that make each of `paths` openable under its own name and under its real one. What lies in a mounted folder is
/// not mounted again.
#[must_use]
pub fn mounts(paths: &[PathBuf]) -> Vec<Mount> {
    let all = paths
        .iter()
        .filter_map(|path| Some((names(path), path.canonicalize().ok()?)))
        .flat_map(|(names, real)| names.into_iter().map(move |target| Mount { source: real.clone(), target }))
        .collect();
    kept(all)
}

/// `one` and `other` together.
#[must_use]
pub fn merged(one: Vec<Mount>, other: Vec<Mount>) -> Vec<Mount> {
    kept(one.into_iter().chain(other).collect())
}

/// In order, each once, and none that lies in another.
fn kept(mut all: Vec<Mount>) -> Vec<Mount> {
    // Folders come before what lies in them.
    all.sort_by(|a, b| a.target.cmp(&b.target));
    all.dedup();
    let mut kept: Vec<Mount> = Vec::new();
    for mount in all {
        if !kept.iter().any(|outer| covers(outer, &mount)) {
            kept.push(mount);
        }
    }
    kept
}

/// Whether `outer` already shows what `inner` would.
fn covers(outer: &Mount, inner: &Mount) -> bool {
    // The target may go through a link inside the folder; what counts is what is found there.
    inner.target.starts_with(&outer.target)
        && inner
            .target
            .strip_prefix(&outer.target)
            .ok()
            .is_some_and(|rest| outer.source.join(rest).canonicalize().is_ok_and(|seen| seen == inner.source))
}

/// Every name on the way from `path` to its real file: its own, each link it leads through, and the real one.
fn names(path: &Path) -> Vec<PathBuf> {
    let mut names = vec![flatten(path)];
    // The kernel gives up after as many links.
    for _ in 0..40 {
        let Some(last) = names.last() else { break };
        let Ok(next) = std::fs::read_link(last) else { break };
        names.push(flatten(&last.parent().unwrap_or(Path::new("/")).join(next)));
    }
    names.extend(path.canonicalize());
    names
}

/// Removes `.` and `name/..` by spelling alone: compilers print such paths.
#[must_use]
pub fn flatten(path: &Path) -> PathBuf {
    let mut flat = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                flat.pop();
            }
            other => flat.push(other),
        }
    }
    flat
}
