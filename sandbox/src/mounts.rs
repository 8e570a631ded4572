//! The jail's file tree as a list of mounts, prepared outside it.

use std::collections::BTreeSet;
use std::ffi::{CStr, CString};
use std::fs;
use std::os::fd::RawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use crate::jail::{Entry, Jail, ProcMount};
use crate::sys::{MOUNT_ATTR_NODEV, MOUNT_ATTR_NOEXEC, MOUNT_ATTR_NOSUID, MOUNT_ATTR_RDONLY};
use crate::{JailError, Step};

/// Where a bound tree comes from.
#[derive(Debug)]
pub(crate) enum Source {
    /// Opened by its name inside the new mount namespace.
    Path(CString),
    /// A detached copy that the caller made.
    Tree(RawFd),
}

/// One thing to create in the jail's tree. Paths are relative to its root and hold no `..`.
#[derive(Debug)]
pub(crate) enum Mount {
    /// An empty folder, unless something is there already.
    Folder { parent: CString, name: CString },
    /// An empty file to bind on, unless something is there already.
    File { parent: CString, name: CString },
    /// A symbolic link.
    Link { parent: CString, name: CString, to: CString },
    /// A file or folder of the host.
    Bind { source: Source, target: CString, recursive: bool, set: u64, clear: u64 },
    /// A private writable folder of bounded size.
    Tmp { target: CString, size: CString, inodes: CString },
    /// A file system that shows the kernel's state.
    Kernel { kind: &'static CStr, target: CString, read_only: bool, step: Step },
}

impl Mount {
    /// The step that a failure belongs to.
    pub(crate) fn step(&self) -> Step {
        match self {
            Self::Folder { .. } | Self::File { .. } | Self::Link { .. } => Step::MountPoint,
            Self::Bind { .. } => Step::Bind,
            Self::Tmp { .. } => Step::Tmp,
            Self::Kernel { step, .. } => *step,
        }
    }

    /// What a message about this mount names.
    pub(crate) fn subject(&self) -> String {
        match self {
            Self::Folder { parent, name } | Self::File { parent, name } | Self::Link { parent, name, .. } => {
                format!("/{}/{}", parent.to_string_lossy(), name.to_string_lossy()).replace("/./", "/")
            }
            Self::Bind { source: Source::Path(path), target, .. } => {
                format!("{}` on `/{}", path.to_string_lossy(), target.to_string_lossy())
            }
            Self::Bind { target, .. } | Self::Tmp { target, .. } | Self::Kernel { target, .. } => {
                format!("/{}", target.to_string_lossy())
            }
        }
    }
}

/// How a bound thing may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    ReadOnly,
    Writable,
    Device,
}

impl Access {
    fn attributes(self) -> (u64, u64) {
        let all = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_RDONLY;
        match self {
            Self::ReadOnly => (all, 0),
            Self::Writable => (MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV, 0),
            Self::Device => (MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC, 0),
        }
    }
}

/// Turns a jail's description into the list of things to create, in order.
pub(crate) fn plan(jail: &Jail) -> Result<Vec<Mount>, JailError> {
    let mut list = List { mounts: Vec::new(), made: BTreeSet::new() };
    for entry in &jail.entries {
        match entry {
            Entry::Bind { host, jail, access } => list.bind(host, jail, *access)?,
            Entry::Link { to, jail } => list.link(to, jail)?,
        }
    }
    if let Some(tmp) = jail.tmp {
        let target = list.folder(Path::new("/tmp"))?;
        let number = |value: u64| c_string("size", value.to_string().as_bytes());
        list.mounts.push(Mount::Tmp { target, size: number(tmp.bytes)?, inodes: number(tmp.inodes)? });
    }
    if jail.proc_mount != ProcMount::None {
        let target = list.folder(Path::new("/proc"))?;
        let read_only = jail.proc_mount == ProcMount::ReadOnly;
        list.mounts.push(Mount::Kernel { kind: c"proc", target, read_only, step: Step::Proc });
    }
    if jail.sys_mount {
        let target = list.folder(Path::new("/sys"))?;
        list.mounts.push(Mount::Kernel { kind: c"sysfs", target, read_only: true, step: Step::Sys });
    }
    Ok(list.mounts)
}

struct List {
    mounts: Vec<Mount>,
    made: BTreeSet<PathBuf>,
}

impl List {
    fn bind(&mut self, host: &Path, jail: &Path, access: Access) -> Result<(), JailError> {
        let kind = fs::metadata(host).map_err(|source| JailError::Source { path: host.to_owned(), source })?;
        let target = if kind.is_dir() { self.folder(jail)? } else { self.file(jail)? };
        let (set, clear) = access.attributes();
        let source = Source::Path(c_string("bind source", host.as_os_str().as_bytes())?);
        self.mounts.push(Mount::Bind { source, target, recursive: kind.is_dir(), set, clear });
        Ok(())
    }

    fn link(&mut self, to: &Path, jail: &Path) -> Result<(), JailError> {
        let (_, parent, name) = self.place(jail)?;
        self.mounts.push(Mount::Link { parent, name, to: c_string("link", to.as_os_str().as_bytes())? });
        Ok(())
    }

    fn folder(&mut self, jail: &Path) -> Result<CString, JailError> {
        let (path, parent, name) = self.place(jail)?;
        let target = c_string("jail path", path.as_os_str().as_bytes())?;
        if self.made.insert(path) {
            self.mounts.push(Mount::Folder { parent, name });
        }
        Ok(target)
    }

    fn file(&mut self, jail: &Path) -> Result<CString, JailError> {
        let (path, parent, name) = self.place(jail)?;
        let target = c_string("jail path", path.as_os_str().as_bytes())?;
        self.mounts.push(Mount::File { parent, name });
        Ok(target)
    }

    /// Makes sure that the folder above `jail` exists; returns the relative path, its parent and its name.
    fn place(&mut self, jail: &Path) -> Result<(PathBuf, CString, CString), JailError> {
        let path = relative(jail)?;
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(bad_path(jail, "is the jail's root, which is always its own empty file system"));
        };
        if parent != Path::new("") && !self.made.contains(parent) {
            self.folder(&Path::new("/").join(parent))?;
        }
        let parent = if parent == Path::new("") { Path::new(".") } else { parent };
        let parent = c_string("jail path", parent.as_os_str().as_bytes())?;
        let name = c_string("jail path", name.as_bytes())?;
        Ok((path, parent, name))
    }
}

/// The path below the root, for an absolute path without `..`.
fn relative(path: &Path) -> Result<PathBuf, JailError> {
    let below = path.strip_prefix("/").map_err(|_| bad_path(path, "is not absolute"))?;
    if below.components().any(|part| !matches!(part, Component::Normal(_))) {
        return Err(bad_path(path, "holds `..`"));
    }
    Ok(below.components().collect())
}

fn bad_path(path: &Path, why: &'static str) -> JailError {
    JailError::Argument { what: "jail path", value: path.display().to_string(), why }
}

/// A string for the system, or an error that names what it was for.
pub(crate) fn c_string(what: &'static str, bytes: &[u8]) -> Result<CString, JailError> {
    CString::new(bytes).map_err(|_| JailError::Argument {
        what,
        value: String::from_utf8_lossy(bytes).escape_debug().to_string(),
        why: "holds a NUL byte",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(jail: &Jail) -> Vec<String> {
        plan(jail).map(|mounts| mounts.iter().map(Mount::subject).collect()).unwrap_or_default()
    }

    #[test]
    fn parents_are_created_once_and_first() {
        let jail = Jail::new("/a").bind_ro("/etc", "/x/y/etc").bind_ro("/etc", "/x/y/other").tmp(1, 1);
        let expected =
            ["/x", "/x/y", "/x/y/etc", "/etc` on `/x/y/etc", "/x/y/other", "/etc` on `/x/y/other", "/tmp", "/tmp"];
        assert_eq!(names(&jail), expected);
    }

    #[test]
    fn paths_that_leave_the_jail_or_are_missing_are_named() {
        let error = |jail: Jail| plan(&jail).err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(error(Jail::new("/a").bind_ro("/etc", "/x/../../y")), "jail path `/x/../../y` holds `..`");
        assert_eq!(error(Jail::new("/a").bind_ro("/etc", "x")), "jail path `x` is not absolute");
        assert!(error(Jail::new("/a").bind_ro("/etc", "/")).contains("root"));
        assert!(error(Jail::new("/a").bind_ro("/no/such", "/x")).contains("`/no/such`"));
        assert!(error(Jail::new("/a").symlink("a\0b", "/x")).contains("NUL"));
    }
}
