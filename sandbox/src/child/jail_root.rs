//! The jail's file tree: an empty root, then every mount of the plan.

use std::ffi::CStr;
use std::os::fd::RawFd;

use super::{At, Failure};
use crate::Step;
use crate::mounts::{Mount, Source};
use crate::plan::Plan;
use crate::sys::{self, Errno, MountAttr};

/// Builds the tree and makes it the root of this process and of every other one in its mount namespace.
pub(super) fn enter(plan: &Plan) -> Result<(), Failure> {
    let root = empty_root().at(Step::Root)?;
    for (number, mount) in plan.mounts.iter().enumerate() {
        mount_one(root, mount).about(mount.step(), number)?;
    }
    let read_only = MountAttr { set: sys::MOUNT_ATTR_RDONLY, ..MountAttr::default() };
    sys::mount_setattr(root, false, &read_only).at(Step::Root)?;
    let name = c"jail";
    // SAFETY: the pointer and the length describe `name`.
    sys::check(unsafe { libc::sethostname(name.as_ptr(), name.count_bytes()) }.into()).at(Step::HostName)?;
    pivot(root).at(Step::Pivot)
}

/// A small file system on top of `/`; returns its root.
fn empty_root() -> Result<RawFd, Errno> {
    let options = [(c"mode", Some(c"755")), (c"size", Some(c"1m")), (c"nr_inodes", Some(c"4096"))];
    let attributes = sys::MOUNT_ATTR_NOSUID | sys::MOUNT_ATTR_NODEV;
    let root = sys::new_filesystem(c"tmpfs", options.into_iter(), attributes)?;
    let below = sys::open(c"/", libc::O_PATH | libc::O_DIRECTORY)?;
    sys::move_mount(root, below)?;
    sys::close(below);
    Ok(root)
}

fn mount_one(root: RawFd, mount: &Mount) -> Result<(), Errno> {
    match mount {
        Mount::Folder { parent, name } => {
            let parent = sys::open_beneath(root, parent, libc::O_PATH | libc::O_DIRECTORY)?;
            // SAFETY: `name` is NUL-terminated.
            let made = sys::check(unsafe { libc::mkdirat(parent, name.as_ptr(), 0o755) }.into());
            sys::close(parent);
            exists_is_fine(made)
        }
        Mount::File { parent, name } => {
            let parent = sys::open_beneath(root, parent, libc::O_PATH | libc::O_DIRECTORY)?;
            // SAFETY: `name` is NUL-terminated. A regular file needs no privilege.
            let made = sys::check(unsafe { libc::mknodat(parent, name.as_ptr(), libc::S_IFREG | 0o444, 0) }.into());
            sys::close(parent);
            exists_is_fine(made)
        }
        Mount::Link { parent, name, to } => {
            let parent = sys::open_beneath(root, parent, libc::O_PATH | libc::O_DIRECTORY)?;
            // SAFETY: both names are NUL-terminated.
            let made = sys::check(unsafe { libc::symlinkat(to.as_ptr(), parent, name.as_ptr()) }.into());
            sys::close(parent);
            made.map(drop)
        }
        Mount::Bind { source, target, recursive, set, clear } => {
            let tree = match source {
                Source::Path(path) => sys::open_tree(path, *recursive)?,
                Source::Tree(tree) => *tree,
            };
            let attr = MountAttr { set: *set, clear: *clear, ..MountAttr::default() };
            sys::mount_setattr(tree, *recursive, &attr)?;
            attach(root, tree, target)
        }
        Mount::Tmp { target, size, inodes } => {
            let options = [(c"mode", Some(c"1777")), (c"size", Some(&**size)), (c"nr_inodes", Some(&**inodes))];
            let attributes = sys::MOUNT_ATTR_NOSUID | sys::MOUNT_ATTR_NODEV;
            let tree = sys::new_filesystem(c"tmpfs", options.into_iter(), attributes)?;
            attach(root, tree, target)
        }
        Mount::Kernel { kind, target, read_only, .. } => {
            let restricted = sys::MOUNT_ATTR_NOSUID | sys::MOUNT_ATTR_NODEV | sys::MOUNT_ATTR_NOEXEC;
            let attributes = restricted | if *read_only { sys::MOUNT_ATTR_RDONLY } else { 0 };
            let tree = sys::new_filesystem(kind, std::iter::empty(), attributes)?;
            attach(root, tree, target)
        }
    }
}

fn exists_is_fine(made: Result<libc::c_long, Errno>) -> Result<(), Errno> {
    match made {
        Ok(_) | Err(libc::EEXIST) => Ok(()),
        Err(errno) => Err(errno),
    }
}

fn attach(root: RawFd, tree: RawFd, target: &CStr) -> Result<(), Errno> {
    let target = sys::open_beneath(root, target, libc::O_PATH)?;
    let attached = sys::move_mount(tree, target);
    sys::close(target);
    sys::close(tree);
    attached
}

/// Swaps the root for the folder behind `root` and detaches the old one.
fn pivot(root: RawFd) -> Result<(), Errno> {
    let here = c".".as_ptr();
    // SAFETY: the paths are literals. With both arguments "." the old root ends up on top of the new one, where
    // the unmount removes it.
    unsafe {
        sys::check(libc::fchdir(root).into())?;
        sys::check(libc::syscall(libc::SYS_pivot_root, here, here))?;
        sys::check(libc::umount2(here, libc::MNT_DETACH).into())?;
        sys::check(libc::chdir(c"/".as_ptr()).into())?;
    }
    sys::close(root);
    Ok(())
}
