//! Bound files of a root caller, as the jail's unprivileged user sees them.
//!
//! That user cannot even walk to a private file of root's, so the caller copies the mounts itself. Where the file's
//! own mode would keep the user out, the copy shows root's files as the user's (an id-mapped mount): what the user
//! writes is root's on disk, and nothing on disk changes its owner.

use std::ffi::{CStr, OsStr};
use std::fs::{self, Metadata};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::Path;
use std::sync::OnceLock;

use crate::JailError;
use crate::ids::Ids;
use crate::mounts::{Mount, Source};
use crate::sys::{self, Errno, MOUNT_ATTR_IDMAP, MOUNT_ATTR_NODEV, MOUNT_ATTR_RDONLY, MountAttr};

/// Replaces every bound path by a copy of its mount. The copies live as long as the returned descriptors.
///
/// A caller without the right to copy mounts, as root in a container often is, leaves the paths to the child.
pub(crate) fn copy_binds(mounts: &mut [Mount], ids: &Ids) -> Result<Vec<OwnedFd>, JailError> {
    let mut copies = Vec::new();
    for mount in mounts {
        let Mount::Bind { source, recursive, set, .. } = mount else { continue };
        let Source::Path(path) = &*source else { continue };
        let tree = match sys::open_tree(path, *recursive) {
            Ok(tree) => tree,
            Err(libc::EPERM) => return Ok(copies),
            Err(errno) => return Err(unusable(path, io::Error::from_raw_os_error(errno))),
        };
        // SAFETY: the kernel just returned this descriptor.
        copies.push(unsafe { OwnedFd::from_raw_fd(tree) });
        let name = Path::new(OsStr::from_bytes(path.to_bytes()));
        show(name, tree, *recursive, *set, ids).map_err(|error| unusable(path, error))?;
        *source = Source::Tree(tree);
    }
    Ok(copies)
}

fn unusable(path: &CStr, source: io::Error) -> JailError {
    JailError::Source { path: path.to_string_lossy().into_owned().into(), source }
}

/// Makes the copy usable for the jail's user.
fn show(path: &Path, tree: RawFd, recursive: bool, set: u64, ids: &Ids) -> io::Result<()> {
    let kind = fs::metadata(path)?;
    let (device, read_only) = (set & MOUNT_ATTR_NODEV == 0, set & MOUNT_ATTR_RDONLY != 0);
    if device || kind.uid() != 0 || (read_only && open_to_all(&kind)) {
        return Ok(());
    }
    match map_owner(tree, recursive, ids) {
        Ok(()) => Ok(()),
        // The file system cannot do it. A writable folder can be given away instead.
        Err(_) if !read_only => chown(path, Some(ids.uid), Some(ids.gid)),
        Err(_) => Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "its mode keeps the jail's user out, and its file system cannot map owners: make it readable by everyone",
        )),
    }
}

fn open_to_all(kind: &Metadata) -> bool {
    let needed = if kind.is_dir() { 0o5 } else { 0o4 };
    kind.mode() & needed == needed
}

fn map_owner(tree: RawFd, recursive: bool, ids: &Ids) -> Result<(), Errno> {
    static NAMESPACE: OnceLock<Option<OwnedFd>> = OnceLock::new();
    let namespace = NAMESPACE.get_or_init(|| user_namespace(ids).ok()).as_ref().ok_or(libc::ENOSYS)?;
    let attr = MountAttr { set: MOUNT_ATTR_IDMAP, userns_fd: namespace.as_raw_fd() as u64, ..MountAttr::default() };
    sys::mount_setattr(tree, recursive, &attr)
}

/// A user namespace whose only use is its map: root's files are the jail user's.
fn user_namespace(ids: &Ids) -> io::Result<OwnedFd> {
    // SAFETY: a plain fork without an exit signal; the child only waits to be killed.
    let child = sys::check(unsafe { libc::syscall(libc::SYS_clone, libc::CLONE_NEWUSER, 0, 0, 0, 0) })
        .map_err(io::Error::from_raw_os_error)? as libc::pid_t;
    if child == 0 {
        // The thread that forked waits for this process, so its death and the caller's are the same.
        let _ = sys::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as libc::c_ulong);
        loop {
            // SAFETY: takes nothing.
            unsafe { libc::pause() };
        }
    }
    let file = |name: &str| format!("/proc/{child}/{name}");
    let namespace = fs::write(file("uid_map"), format!("0 {} 1", ids.uid))
        .and_then(|()| fs::write(file("gid_map"), format!("0 {} 1", ids.gid)))
        .and_then(|()| fs::File::open(file("ns/user")));
    // SAFETY: plain integers; the child is ours and unreaped.
    unsafe {
        libc::kill(child, libc::SIGKILL);
        libc::waitpid(child, std::ptr::null_mut(), libc::__WALL);
    }
    namespace.map(OwnedFd::from)
}
