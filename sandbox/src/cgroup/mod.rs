//! Control groups: one per run, below the caller's own, with what this machine lets us control.
//!
//! Version 2 where its controllers can be used, version 1 where that has them, neither otherwise; then the caller
//! samples instead. Which it was stands in the evidence.

mod place;
mod stale;
mod v1;
mod v2;

use std::fs::{self, File};
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use crate::isolation::Accounting;
use crate::{JailError, Limits};

/// Where groups can be created on this machine; looked up once, when leftovers of dead callers are removed too.
fn places() -> &'static [Place] {
    static PLACES: OnceLock<Vec<Place>> = OnceLock::new();
    PLACES.get_or_init(|| {
        let places = place::find();
        for place in &places {
            stale::remove(&place.folder);
        }
        places
    })
}

/// What a place can control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Controller {
    Memory,
    Processes,
    CpuTime,
}

/// A folder below which groups can be created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) folder: PathBuf,
    pub(crate) version: Accounting,
    pub(crate) controllers: Vec<Controller>,
}

/// One run's group, in one folder or, with version 1, in several.
#[derive(Debug)]
pub(crate) struct Group {
    folders: Vec<Folder>,
}

#[derive(Debug)]
struct Folder {
    path: PathBuf,
    place: &'static Place,
    members: File,
}

/// What a group has counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) cpu: Option<Duration>,
    pub(crate) peak_memory: Option<u64>,
    pub(crate) oom_kills: u64,
}

impl Group {
    /// Creates the group and sets its limits.
    pub(crate) fn create(limits: &Limits) -> Result<Self, JailError> {
        let name = stale::fresh_name();
        let mut group = Self { folders: Vec::new() };
        for place in places() {
            let path = place.folder.join(&name);
            match fs::create_dir(&path) {
                Ok(()) => {}
                Err(source) => return Err(JailError::Cgroup { action: "create the control group", path, source }),
            }
            // From here on dropping the group removes the folder.
            let members = open(&path.join(match place.version {
                Accounting::CgroupV2 => "cgroup.procs",
                // A thread that moves itself need not wait, as a process must, until no other can fork.
                _ => "tasks",
            }));
            let members = members.inspect_err(|_| drop(fs::remove_dir(&path)))?;
            group.folders.push(Folder { path, place, members });
        }
        for folder in &group.folders {
            let settings = match folder.place.version {
                Accounting::CgroupV2 => v2::settings(limits),
                _ => v1::settings(limits, &folder.place.controllers),
            };
            for setting in settings {
                setting.write(&folder.path)?;
            }
        }
        Ok(group)
    }

    /// Descriptors to write a process id to.
    pub(crate) fn members(&self) -> impl Iterator<Item = RawFd> + '_ {
        self.folders.iter().map(|folder| folder.members.as_raw_fd())
    }

    /// How a resource is held to its limit.
    pub(crate) fn accounting(&self, controller: Controller) -> Accounting {
        let folder = self.folders.iter().find(|folder| folder.place.controllers.contains(&controller));
        folder.map_or(Accounting::Sampled, |folder| folder.place.version)
    }

    /// What was counted so far.
    pub(crate) fn counts(&self) -> Counts {
        self.folders.iter().fold(Counts::default(), |counts, folder| {
            let more = match folder.place.version {
                Accounting::CgroupV2 => v2::counts(&folder.path),
                _ => v1::counts(&folder.path, &folder.place.controllers),
            };
            Counts {
                cpu: counts.cpu.or(more.cpu),
                peak_memory: counts.peak_memory.or(more.peak_memory),
                oom_kills: counts.oom_kills + more.oom_kills,
            }
        })
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        for folder in &self.folders {
            remove(&folder.path);
        }
    }
}

/// Removes an empty group. The kernel may need a moment after its last process was reaped.
fn remove(path: &Path) {
    for pause in [0, 1, 2, 5, 10, 20, 50] {
        std::thread::sleep(Duration::from_millis(pause));
        if !matches!(fs::remove_dir(path), Err(error) if error.kind() == io::ErrorKind::ResourceBusy) {
            return;
        }
    }
}

fn open(path: &Path) -> Result<File, JailError> {
    File::options().write(true).open(path).map_err(|source| JailError::Cgroup {
        action: "open",
        path: path.to_owned(),
        source,
    })
}

/// A value for a file of a group.
struct Setting {
    file: &'static str,
    value: String,
    /// Whether a kernel without this file will do.
    optional: bool,
}

impl Setting {
    fn write(&self, folder: &Path) -> Result<(), JailError> {
        let path = folder.join(self.file);
        match fs::write(&path, &self.value) {
            Err(error) if self.optional && error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(source) => Err(JailError::Cgroup { action: "write", path, source }),
            Ok(()) => Ok(()),
        }
    }
}

/// The number in a file that holds nothing else.
fn number(folder: &Path, file: &str) -> Option<u64> {
    fs::read_to_string(folder.join(file)).ok()?.trim().parse().ok()
}

/// The number behind `key` in a file of lines `key number`.
fn keyed(folder: &Path, file: &str, key: &str) -> Option<u64> {
    keyed_in(&fs::read_to_string(folder.join(file)).ok()?, key)
}

fn keyed_in(text: &str, key: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' ')?.trim().parse().ok())
}

/// How this machine can hold each resource, for the probe.
pub(crate) fn survey() -> Vec<(Controller, Accounting, PathBuf)> {
    let of = |place: &Place| {
        let place = place.clone();
        place.controllers.into_iter().map(move |controller| (controller, place.version, place.folder.clone()))
    };
    places().iter().flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_keyed_files() {
        let text = "low 0\noom_kill 3\noom_kill_group 1\n";
        assert_eq!(keyed_in(text, "oom_kill"), Some(3));
        assert_eq!(keyed_in(text, "oom"), None);
        assert_eq!(keyed_in("", "oom_kill"), None);
    }
}
