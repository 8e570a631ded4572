//! Memory files and mappings of them, without references into memory that another process may write.

use std::ffi::CStr;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::ptr::NonNull;

use nix::fcntl::{FcntlArg, SealFlag, fcntl};
use nix::sys::memfd::{MFdFlags, memfd_create};

/// What a mapping allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Loads only.
    ReadOnly,
    /// Loads and stores.
    ReadWrite,
    /// Nothing: every touch is a fault.
    Closed,
}

impl Access {
    pub(crate) const fn prot(self) -> libc::c_int {
        match self {
            Self::ReadOnly => libc::PROT_READ,
            Self::ReadWrite => libc::PROT_READ | libc::PROT_WRITE,
            Self::Closed => libc::PROT_NONE,
        }
    }
}

/// A memory file or mapping that the kernel refused.
#[derive(Debug, thiserror::Error)]
pub enum MapError {
    /// `memfd_create` failed.
    #[error("cannot create a memory file of {bytes} bytes: {source}")]
    Create {
        /// Size asked for.
        bytes: usize,
        /// The kernel's answer.
        source: io::Error,
    },
    /// `ftruncate` failed.
    #[error("cannot size a memory file to {bytes} bytes: {source}; free memory or choose a smaller size")]
    Resize {
        /// Size asked for.
        bytes: usize,
        /// The kernel's answer.
        source: io::Error,
    },
    /// Sealing failed.
    #[error("cannot seal a memory file: {source}")]
    Seal {
        /// The kernel's answer.
        source: io::Error,
    },
    /// `mmap` failed.
    #[error("cannot map {bytes} bytes: {source}; free memory or choose a smaller size")]
    Map {
        /// Size asked for.
        bytes: usize,
        /// The kernel's answer.
        source: io::Error,
    },
}

/// A memory file of `bytes` bytes that can be neither shrunk nor grown. Close-on-exec.
///
/// # Errors
/// When the kernel refuses one of the steps.
pub fn memfd(name: &CStr, bytes: usize) -> Result<OwnedFd, MapError> {
    let fd = memfd_create(name, MFdFlags::MFD_CLOEXEC | MFdFlags::MFD_ALLOW_SEALING)
        .map_err(|e| MapError::Create { bytes, source: e.into() })?;
    let length =
        bytes.try_into().map_err(|_| MapError::Resize { bytes, source: io::ErrorKind::FileTooLarge.into() })?;
    nix::unistd::ftruncate(&fd, length).map_err(|e| MapError::Resize { bytes, source: e.into() })?;
    seal(&fd, SealFlag::F_SEAL_SHRINK | SealFlag::F_SEAL_GROW)?;
    Ok(fd)
}

/// Refuses every later writable mapping and write of `fd`; mappings that exist stay writable.
///
/// # Errors
/// When the kernel refuses (Linux before 5.1).
pub fn seal_future_writes(fd: &impl AsFd) -> Result<(), MapError> {
    seal(fd, SealFlag::from_bits_retain(libc::F_SEAL_FUTURE_WRITE))
}

fn seal(fd: &impl AsFd, seals: SealFlag) -> Result<(), MapError> {
    fcntl(fd, FcntlArg::F_ADD_SEALS(seals)).map(drop).map_err(|e| MapError::Seal { source: e.into() })
}

/// A shared mapping of a memory file, unmapped when dropped.
#[derive(Debug)]
pub struct Mapping {
    start: NonNull<u8>,
    bytes: usize,
}

// SAFETY: a mapping is an address range; every access goes through raw copies or atomics, from any thread.
unsafe impl Send for Mapping {}
// SAFETY: as above; `&Mapping` gives out no references into the memory.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Maps the first `bytes` bytes of `fd`.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn shared(fd: &impl AsFd, bytes: usize, access: Access) -> Result<Self, MapError> {
        // SAFETY: a fresh mapping at an address of the kernel's choice aliases nothing.
        let start = unsafe {
            libc::mmap(std::ptr::null_mut(), bytes, access.prot(), libc::MAP_SHARED, fd.as_fd().as_raw_fd(), 0)
        };
        let start = if start == libc::MAP_FAILED { None } else { NonNull::new(start.cast::<u8>()) };
        start.map_or_else(
            || Err(MapError::Map { bytes, source: io::Error::last_os_error() }),
            |start| Ok(Self { start, bytes }),
        )
    }

    /// First byte.
    #[must_use]
    pub fn as_ptr(&self) -> *mut u8 {
        self.start.as_ptr()
    }

    /// Length in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Whether the mapping has no bytes; the kernel refuses such mappings, so never.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// Copies `source` to the bytes at `offset`.
    ///
    /// # Panics
    /// When the range does not lie in the mapping.
    pub fn copy_in(&self, offset: usize, source: &[u8]) {
        self.check(offset, source.len());
        // SAFETY: the range was checked, and `source` is private memory that cannot overlap a mapping of ours.
        unsafe { std::ptr::copy_nonoverlapping(source.as_ptr(), self.as_ptr().add(offset), source.len()) };
    }

    /// Copies the bytes at `offset` to `dest`.
    ///
    /// # Panics
    /// When the range does not lie in the mapping.
    pub fn copy_out(&self, offset: usize, dest: &mut [u8]) {
        self.check(offset, dest.len());
        // SAFETY: the range was checked, and `dest` is private memory that cannot overlap a mapping of ours.
        unsafe { std::ptr::copy_nonoverlapping(self.as_ptr().add(offset), dest.as_mut_ptr(), dest.len()) };
    }

    /// Changes what the whole mapping allows; async-signal-safe.
    ///
    /// # Errors
    /// The kernel's answer.
    pub fn protect(&self, access: Access) -> io::Result<()> {
        // SAFETY: the range is this mapping; nobody holds references into it.
        let answer = unsafe { libc::mprotect(self.as_ptr().cast(), self.bytes, access.prot()) };
        if answer == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    fn check(&self, offset: usize, bytes: usize) {
        assert!(
            offset.checked_add(bytes).is_some_and(|end| end <= self.bytes),
            "bytes {offset}..+{bytes} lie outside a mapping of {} bytes",
            self.bytes
        );
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the range is this mapping, and nobody can use it after the drop.
        unsafe { libc::munmap(self.as_ptr().cast(), self.bytes) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_input_stays_writable_for_its_owner_alone() {
        let fd = memfd(c"input", 4096).expect("memfd");
        let owner = Mapping::shared(&fd, 4096, Access::ReadWrite).expect("owner");
        seal_future_writes(&fd).expect("seal");
        owner.copy_in(8, &[1, 2, 3]);
        let reader = Mapping::shared(&fd, 4096, Access::ReadOnly).expect("reader");
        let mut seen = [0; 3];
        reader.copy_out(8, &mut seen);
        assert_eq!(seen, [1, 2, 3]);
        assert!(Mapping::shared(&fd, 4096, Access::ReadWrite).is_err());
        assert!(nix::unistd::write(&fd, &[9]).is_err());
        assert!(nix::unistd::ftruncate(&fd, 0).is_err());
    }

    #[test]
    #[should_panic(expected = "lie outside")]
    fn a_copy_past_the_end_is_refused() {
        let fd = memfd(c"short", 4096).expect("memfd");
        Mapping::shared(&fd, 4096, Access::ReadWrite).expect("map").copy_in(4095, &[0, 0]);
    }
}
