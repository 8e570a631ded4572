//! The system calls that neither the standard library nor nix wraps.
//!
//! Everything here is async-signal-safe: no allocation, no lock, no panic. The child side of a spawn runs between
//! `fork` and `exec` of a program with many threads and may use nothing else.

use std::ffi::CStr;
use std::os::fd::RawFd;
use std::ptr;

use libc::{c_int, c_long, c_uint, c_ulong, c_void, pid_t};

/// The number a failed system call left behind.
pub(crate) type Errno = i32;

/// Turns a return value of −1 into the calling thread's `errno`.
pub(crate) fn check(ret: c_long) -> Result<c_long, Errno> {
    if ret < 0 { Err(errno()) } else { Ok(ret) }
}

/// The calling thread's `errno`.
pub(crate) fn errno() -> Errno {
    // SAFETY: the location is valid for the calling thread's whole life.
    unsafe { *libc::__errno_location() }
}

fn fd(ret: c_long) -> Result<RawFd, Errno> {
    // A descriptor always fits: the kernel caps them far below `i32::MAX`.
    check(ret).map(|fd| fd as RawFd)
}

fn done(ret: c_long) -> Result<(), Errno> {
    check(ret).map(drop)
}

/// `struct mount_attr` of `mount_setattr(2)`.
#[repr(C)]
#[derive(Default)]
pub(crate) struct MountAttr {
    pub(crate) set: u64,
    pub(crate) clear: u64,
    pub(crate) propagation: u64,
    pub(crate) userns_fd: u64,
}

pub(crate) const MOUNT_ATTR_RDONLY: u64 = 0x1;
pub(crate) const MOUNT_ATTR_NOSUID: u64 = 0x2;
pub(crate) const MOUNT_ATTR_NODEV: u64 = 0x4;
pub(crate) const MOUNT_ATTR_NOEXEC: u64 = 0x8;
pub(crate) const MOUNT_ATTR_IDMAP: u64 = 0x0010_0000;
pub(crate) const OPEN_TREE_CLONE: c_uint = 1;
pub(crate) const OPEN_TREE_CLOEXEC: c_uint = libc::O_CLOEXEC as c_uint;
pub(crate) const AT_RECURSIVE: c_uint = 0x8000;
const AT_EMPTY_PATH: c_uint = libc::AT_EMPTY_PATH as c_uint;
const MOVE_MOUNT_F_EMPTY_PATH: c_uint = 4;
const MOVE_MOUNT_T_EMPTY_PATH: c_uint = 0x40;
const FSCONFIG_SET_FLAG: c_uint = 0;
const FSCONFIG_SET_STRING: c_uint = 1;
const FSCONFIG_CMD_CREATE: c_uint = 6;

/// A private copy of the mount at `path`, with everything mounted below it when `recursive`.
pub(crate) fn open_tree(path: &CStr, recursive: bool) -> Result<RawFd, Errno> {
    let flags = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | if recursive { AT_RECURSIVE } else { 0 };
    // SAFETY: `path` is NUL-terminated and outlives the call.
    fd(unsafe { libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, path.as_ptr(), flags) })
}

/// Changes the flags of the mount behind `tree`.
pub(crate) fn mount_setattr(tree: RawFd, recursive: bool, attr: &MountAttr) -> Result<(), Errno> {
    let flags = AT_EMPTY_PATH | if recursive { AT_RECURSIVE } else { 0 };
    // SAFETY: the path is a literal and `attr` has the layout and the size that is passed with it.
    done(unsafe {
        libc::syscall(libc::SYS_mount_setattr, tree, c"".as_ptr(), flags, ptr::from_ref(attr), size_of::<MountAttr>())
    })
}

/// Puts the mount `tree` on top of the file or folder behind `target`.
pub(crate) fn move_mount(tree: RawFd, target: RawFd) -> Result<(), Errno> {
    let flags = MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH;
    // SAFETY: both paths are literals.
    done(unsafe { libc::syscall(libc::SYS_move_mount, tree, c"".as_ptr(), target, c"".as_ptr(), flags) })
}

/// A new file system of `kind` with `options`, mounted nowhere yet.
pub(crate) fn new_filesystem<'a>(
    kind: &CStr,
    options: impl Iterator<Item = (&'a CStr, Option<&'a CStr>)>,
    attributes: u64,
) -> Result<RawFd, Errno> {
    const CLOEXEC: c_uint = 1;
    // SAFETY: `kind` is NUL-terminated and outlives the call.
    let context = fd(unsafe { libc::syscall(libc::SYS_fsopen, kind.as_ptr(), CLOEXEC) })?;
    let made = configure(context, options).and_then(|()| {
        // SAFETY: plain integers.
        fd(unsafe { libc::syscall(libc::SYS_fsmount, context, CLOEXEC, attributes as c_uint) })
    });
    close(context);
    made
}

fn configure<'a>(context: RawFd, options: impl Iterator<Item = (&'a CStr, Option<&'a CStr>)>) -> Result<(), Errno> {
    for (key, value) in options {
        let (command, value) = match value {
            Some(value) => (FSCONFIG_SET_STRING, value.as_ptr()),
            None => (FSCONFIG_SET_FLAG, ptr::null()),
        };
        // SAFETY: key and value are NUL-terminated (or null for a flag) and outlive the call.
        done(unsafe { libc::syscall(libc::SYS_fsconfig, context, command, key.as_ptr(), value, 0) })?;
    }
    let none = ptr::null::<c_void>();
    // SAFETY: the create command takes null for key and value.
    done(unsafe { libc::syscall(libc::SYS_fsconfig, context, FSCONFIG_CMD_CREATE, none, none, 0) })
}

/// Opens `path` below `dir` without following any symbolic link and without leaving `dir`.
pub(crate) fn open_beneath(dir: RawFd, path: &CStr, flags: c_int) -> Result<RawFd, Errno> {
    #[repr(C)]
    struct OpenHow {
        flags: u64,
        mode: u64,
        resolve: u64,
    }
    const NO_SYMLINKS: u64 = 4;
    const BENEATH: u64 = 8;
    let how = OpenHow { flags: (flags | libc::O_CLOEXEC) as u64, mode: 0, resolve: NO_SYMLINKS | BENEATH };
    // SAFETY: `path` is NUL-terminated and `how` has the layout and the size that is passed with it.
    fd(unsafe { libc::syscall(libc::SYS_openat2, dir, path.as_ptr(), ptr::from_ref(&how), size_of::<OpenHow>()) })
}

/// `open(2)` with close-on-exec.
pub(crate) fn open(path: &CStr, flags: c_int) -> Result<RawFd, Errno> {
    // SAFETY: `path` is NUL-terminated and outlives the call.
    fd(unsafe { libc::open(path.as_ptr(), flags | libc::O_CLOEXEC) }.into())
}

/// Closes a descriptor number that the caller owns.
pub(crate) fn close(fd: RawFd) {
    // SAFETY: a raw number; the caller owns it.
    unsafe { libc::close(fd) };
}

/// Closes every descriptor from `first` to `last`, or only marks them close-on-exec.
pub(crate) fn close_range(first: c_uint, last: c_uint, flags: c_uint) -> Result<(), Errno> {
    // SAFETY: plain integers.
    done(unsafe { libc::syscall(libc::SYS_close_range, first, last, flags) })
}

/// A descriptor that becomes readable when the process `pid` is dead.
pub(crate) fn pidfd_open(pid: pid_t) -> Result<RawFd, Errno> {
    // SAFETY: plain integers. The kernel sets close-on-exec itself.
    fd(unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) })
}

/// Sends `signal` to the process behind `pidfd`.
pub(crate) fn pidfd_send_signal(pidfd: RawFd, signal: c_int) -> Result<(), Errno> {
    // SAFETY: the signal information may be null.
    done(unsafe { libc::syscall(libc::SYS_pidfd_send_signal, pidfd, signal, ptr::null::<c_void>(), 0) })
}

/// `prctl(2)` with one argument.
pub(crate) fn prctl(option: c_int, argument: c_ulong) -> Result<(), Errno> {
    // SAFETY: every option that this crate passes takes integers only.
    done(unsafe { libc::prctl(option, argument, 0, 0, 0) }.into())
}

/// `waitid(2)` on a pidfd, with the resource use that the C library's wrapper hides.
///
/// Returns `None` when `WNOHANG` found nothing.
pub(crate) fn waitid(pidfd: RawFd, options: c_int) -> Result<Option<(libc::siginfo_t, libc::rusage)>, Errno> {
    loop {
        // SAFETY: both are plain C structs for which all-zero is a value.
        let (mut info, mut usage): (libc::siginfo_t, libc::rusage) =
            unsafe { (std::mem::zeroed(), std::mem::zeroed()) };
        // SAFETY: both structs outlive the call.
        let ret =
            unsafe { libc::syscall(libc::SYS_waitid, libc::P_PIDFD, pidfd, &raw mut info, options, &raw mut usage) };
        match check(ret) {
            // SAFETY: the kernel filled the fields of a child event.
            Ok(_) => return Ok((unsafe { info.si_pid() } != 0).then_some((info, usage))),
            Err(libc::EINTR) => {}
            Err(errno) => return Err(errno),
        }
    }
}
