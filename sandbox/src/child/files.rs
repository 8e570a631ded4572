//! Small file helpers that are safe between `fork` and `exec`.

use std::ffi::CStr;
use std::os::fd::RawFd;

use crate::sys::{self, Errno};

/// Writes `text` to an existing file in one call.
pub(super) fn write(path: &CStr, text: &[u8]) -> Result<(), Errno> {
    let fd = sys::open(path, libc::O_WRONLY)?;
    let written = write_fd(fd, text);
    sys::close(fd);
    written
}

/// Writes `text` to a descriptor in one call.
pub(super) fn write_fd(fd: RawFd, text: &[u8]) -> Result<(), Errno> {
    // SAFETY: the pointer and the length describe `text`.
    sys::check(unsafe { libc::write(fd, text.as_ptr().cast(), text.len()) } as libc::c_long).map(drop)
}
