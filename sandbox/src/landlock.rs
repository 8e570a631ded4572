//! File, network and signal restrictions that hold even where a mount would let the program through.
//!
//! The crate `landlock` allocates while rules are added, which the process between `fork` and `exec` must not do;
//! the rules name files that exist only in that process's file tree.

use std::ffi::CString;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::ptr;

use crate::mounts::Mount;
use crate::sys::{self, Errno, MOUNT_ATTR_NODEV, MOUNT_ATTR_RDONLY};

const EXECUTE: u64 = 1 << 0;
const WRITE_FILE: u64 = 1 << 1;
const READ_FILE: u64 = 1 << 2;
const READ_DIR: u64 = 1 << 3;
const MAKE_CHAR: u64 = 1 << 6;
const MAKE_SOCK: u64 = 1 << 9;
const MAKE_BLOCK: u64 = 1 << 11;
/// Rights that a file has; the others are a folder's.
const OF_FILES: u64 = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV;
const TRUNCATE: u64 = 1 << 14;
const IOCTL_DEV: u64 = 1 << 15;

/// What the kernel's version lets a ruleset handle.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Handled {
    files: u64,
    network: u64,
    scopes: u64,
}

impl Handled {
    const fn by(version: u32) -> Self {
        let rights = match version {
            0 | 1 => 13,
            2 => 14,
            3 | 4 => 15,
            _ => 16,
        };
        Self {
            files: (1 << rights) - 1,
            network: if version >= 4 { 3 } else { 0 },
            scopes: if version >= 6 { 3 } else { 0 },
        }
    }

    /// Older kernels refuse a struct that is longer than theirs and not zero at its end.
    const fn size(version: u32) -> usize {
        match version {
            0..=3 => 8,
            4 | 5 => 16,
            _ => 24,
        }
    }
}

/// The Landlock version of this kernel.
pub(crate) fn version() -> io::Result<u32> {
    const VERSION: u32 = 1;
    // SAFETY: asks for the version, which takes no struct.
    let version =
        sys::check(unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, ptr::null::<Handled>(), 0, VERSION) });
    version.map(|version| version as u32).map_err(io::Error::from_raw_os_error)
}

#[derive(Debug)]
struct Rule {
    path: CString,
    access: u64,
}

/// Rules in preparation. Whatever no rule grants is denied; every network use is.
#[derive(Debug)]
pub(crate) struct Ruleset {
    fd: OwnedFd,
    number: RawFd,
    rules: Vec<Rule>,
}

impl Ruleset {
    /// A ruleset that grants what the mounts show, and no more.
    pub(crate) fn for_mounts(version: u32, mounts: &[Mount]) -> io::Result<Self> {
        let handled = Handled::by(version);
        // SAFETY: the struct is at least as long as the size passed with it.
        let fd = sys::check(unsafe {
            libc::syscall(libc::SYS_landlock_create_ruleset, ptr::from_ref(&handled), Handled::size(version), 0)
        });
        let number = fd.map_err(io::Error::from_raw_os_error)? as RawFd;
        // SAFETY: the kernel just returned this descriptor, close-on-exec.
        let fd = unsafe { OwnedFd::from_raw_fd(number) };
        // Listing is granted everywhere, for the folders that only lead to mounts.
        let root = Rule { path: c"/".to_owned(), access: READ_DIR };
        let rules = mounts.iter().filter_map(|mount| rule(mount, handled.files)).chain([root]).collect();
        Ok(Self { number: fd.as_raw_fd(), fd, rules })
    }

    /// The descriptor, to be moved out of the way of the program's.
    pub(crate) fn fd(&self) -> &OwnedFd {
        &self.fd
    }

    /// Uses a copy of the descriptor from here on.
    pub(crate) fn renumber(&mut self, number: RawFd) {
        self.number = number;
    }

    /// Adds the rules; called inside the jail's file tree.
    pub(crate) fn complete(&self) -> Result<(), Errno> {
        #[repr(C, packed)]
        struct PathBeneath {
            access: u64,
            parent: i32,
        }
        const PATH_BENEATH: u32 = 1;
        for rule in &self.rules {
            let parent = sys::open(&rule.path, libc::O_PATH)?;
            let attr = PathBeneath { access: rule.access, parent };
            // SAFETY: the struct has the layout that the rule type takes.
            let added = sys::check(unsafe {
                libc::syscall(libc::SYS_landlock_add_rule, self.number, PATH_BENEATH, ptr::from_ref(&attr), 0)
            });
            sys::close(parent);
            added?;
        }
        Ok(())
    }

    /// Restricts the calling thread, for good.
    pub(crate) fn enforce(&self) -> Result<(), Errno> {
        // SAFETY: plain integers.
        sys::check(unsafe { libc::syscall(libc::SYS_landlock_restrict_self, self.number, 0) }).map(drop)
    }
}

fn rule(mount: &Mount, handled: u64) -> Option<Rule> {
    let read = EXECUTE | READ_FILE | READ_DIR;
    let write = !(MAKE_CHAR | MAKE_BLOCK | MAKE_SOCK | IOCTL_DEV);
    let (target, access) = match mount {
        Mount::Folder { .. } | Mount::File { .. } | Mount::Link { .. } => return None,
        Mount::Bind { target, recursive, set, .. } => {
            let granted = match (set & MOUNT_ATTR_RDONLY != 0, set & MOUNT_ATTR_NODEV != 0) {
                (true, _) => read,
                (false, true) => write,
                (false, false) => READ_FILE | WRITE_FILE | TRUNCATE | IOCTL_DEV,
            };
            (target, if *recursive { granted } else { granted & OF_FILES })
        }
        Mount::Tmp { target, .. } => (target, write),
        Mount::Kernel { target, read_only, .. } => {
            (target, READ_FILE | READ_DIR | if *read_only { 0 } else { WRITE_FILE | TRUNCATE })
        }
    };
    let path = CString::new([b"/", target.as_bytes()].concat()).ok()?;
    Some(Rule { path, access: access & handled })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_versions_handle_more() {
        assert_eq!(Handled::by(1), Handled { files: 0x1fff, network: 0, scopes: 0 });
        assert_eq!(Handled::by(3).files, 0x7fff);
        assert_eq!(Handled::by(7), Handled { files: 0xffff, network: 3, scopes: 3 });
    }

    #[test]
    fn writing_is_granted_only_where_the_mount_allows_it() {
        let bind = |set, recursive| Mount::Bind {
            source: crate::mounts::Source::Tree(0),
            target: c"x".to_owned(),
            recursive,
            set,
            clear: 0,
        };
        let access = |mount| rule(&mount, u64::MAX).map(|rule| rule.access).unwrap_or_default();
        assert_eq!(access(bind(MOUNT_ATTR_RDONLY, true)), EXECUTE | READ_FILE | READ_DIR);
        assert_eq!(access(bind(MOUNT_ATTR_RDONLY, false)), EXECUTE | READ_FILE);
        assert_eq!(access(bind(MOUNT_ATTR_NODEV, true)) & (WRITE_FILE | MAKE_CHAR | IOCTL_DEV), WRITE_FILE);
        assert_eq!(access(bind(0, false)) & (EXECUTE | IOCTL_DEV), IOCTL_DEV);
    }
}
