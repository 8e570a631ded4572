//! The primary context of one NVIDIA device: the one in which OpenMP, CUDA and HIP code of a process run as well.

use std::ffi::{c_int, c_uint, c_void};
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

use super::api::{self, Api, DEFAULT_STREAM, Opaque, result};
use super::staging::Staging;
use crate::device::driver::{CallError, Driver, Handle, MemoryInfo};

/// A retained primary context.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) api: Api,
    pub(crate) device: c_int,
    context: Opaque,
    staging: Staging,
}

// SAFETY: a CUDA context may be used from any thread once it is current there, and `enter` makes it so first.
unsafe impl Send for Context {}
// SAFETY: as above; the driver locks for itself.
unsafe impl Sync for Context {}

impl Context {
    /// Retains the primary context of `device`. Its waits spin: a runner's host thread has nothing else to do, and a
    /// sleeping wait adds tens of microseconds to every launch.
    pub(crate) fn retain(api: Api, device: c_int) -> Result<Self, CallError> {
        let mut context = std::ptr::null_mut();
        // SAFETY: `context` is live; the driver is initialised, or there would be no device number.
        unsafe {
            api.primary_set_flags(device, api::CTX_SCHED_SPIN)?;
            api.primary_retain(&raw mut context, device)?;
        }
        let entered = Self { api, device, context, staging: Staging::default() };
        entered.enter()?;
        Ok(entered)
    }

    /// Makes the context this thread's current one.
    pub(crate) fn enter(&self) -> Result<(), CallError> {
        // SAFETY: the context is retained as long as `self` lives.
        unsafe { self.api.set_current(self.context) }
    }

    fn allocation(&self) -> api::MemAllocationProp {
        api::MemAllocationProp {
            kind: api::MEM_ALLOCATION_TYPE_PINNED,
            requested_handle_types: api::MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
            location: self.location(),
            win32_handle_metadata: std::ptr::null_mut(),
            alloc_flags: [0; 8],
        }
    }

    fn location(&self) -> api::MemLocation {
        api::MemLocation { kind: api::MEM_LOCATION_TYPE_DEVICE, id: self.device }
    }

    /// Loads `image`, a null-terminated PTX text, for this device.
    pub(crate) fn load(&self, image: &std::ffi::CStr) -> Result<Opaque, CallError> {
        self.enter()?;
        let mut module = std::ptr::null_mut();
        // SAFETY: PTX is passed as a null-terminated text.
        unsafe { self.api.module_load(&raw mut module, image.as_ptr().cast()) }?;
        Ok(module)
    }

    /// Whether nothing is under way on the default stream.
    pub(crate) fn is_idle(&self) -> Result<bool, CallError> {
        self.enter()?;
        // SAFETY: the default stream always exists; the query does not wait.
        match unsafe { self.api.stream_query(DEFAULT_STREAM) } {
            Ok(()) => Ok(true),
            Err(error) if error.code == result::NOT_READY => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Starts `function` in one dimension; `params[i]` points to the value of parameter `i`.
    ///
    /// # Safety
    /// The parameters have the number and types of the function's, and their addresses stay good until it ends.
    pub(crate) unsafe fn launch(
        &self,
        function: Opaque,
        (blocks, threads): (c_uint, c_uint),
        params: &mut [*mut c_void],
    ) -> Result<(), CallError> {
        let extra = std::ptr::null_mut();
        // SAFETY: the caller's promise.
        unsafe { self.api.launch(function, blocks, 1, 1, threads, 1, 1, 0, DEFAULT_STREAM, params.as_mut_ptr(), extra) }
    }
}

impl Driver for Context {
    fn granularity(&self) -> Result<usize, CallError> {
        let (mut bytes, prop) = (0, self.allocation());
        // SAFETY: both pointers are live.
        unsafe { self.api.granularity(&raw mut bytes, &raw const prop, api::MEM_ALLOC_GRANULARITY_MINIMUM) }?;
        Ok(bytes)
    }

    fn create(&self, bytes: usize) -> Result<Handle, CallError> {
        self.enter()?;
        let (mut handle, prop) = (0, self.allocation());
        // SAFETY: both pointers are live.
        unsafe { self.api.create(&raw mut handle, bytes, &raw const prop, 0) }?;
        Ok(Handle(handle))
    }

    fn release(&self, handle: Handle) -> Result<(), CallError> {
        // SAFETY: the handle came from `create` or `import`.
        unsafe { self.api.release(handle.0) }
    }

    fn export(&self, handle: Handle) -> Result<OwnedFd, CallError> {
        let mut fd: c_int = -1;
        let kind = api::MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
        // SAFETY: for this kind the driver stores an int.
        unsafe { self.api.export((&raw mut fd).cast(), handle.0, kind, 0) }?;
        // SAFETY: the driver made the descriptor for the caller.
        Ok(unsafe { OwnedFd::from_raw_fd(fd) })
    }

    fn import(&self, fd: BorrowedFd<'_>) -> Result<Handle, CallError> {
        self.enter()?;
        let mut handle = 0;
        let shareable = fd.as_raw_fd() as usize as *mut c_void;
        // SAFETY: for this kind the driver takes the descriptor's number in the pointer's place.
        unsafe { self.api.import(&raw mut handle, shareable, api::MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) }?;
        Ok(Handle(handle))
    }

    fn map(&self, handle: Handle, bytes: usize, writable: bool) -> Result<u64, CallError> {
        self.enter()?;
        let flags = if writable { api::MEM_ACCESS_FLAGS_PROT_READWRITE } else { api::MEM_ACCESS_FLAGS_PROT_READ };
        let access = api::MemAccessDesc { location: self.location(), flags };
        let mut address = 0;
        // SAFETY: a fresh reservation at an address of the driver's choice aliases nothing; the handle is live.
        unsafe {
            self.api.reserve(&raw mut address, bytes, 0, 0, 0)?;
            self.api.map(address, bytes, 0, handle.0, 0)?;
            self.api.set_access(address, bytes, &raw const access, 1)?;
        }
        Ok(address)
    }

    fn unmap(&self, address: u64, bytes: usize) -> Result<(), CallError> {
        self.enter()?;
        // SAFETY: the range came from `map`; its owner gives it up here, after the work on it has ended.
        unsafe {
            self.api.synchronize()?;
            self.api.unmap(address, bytes)?;
            self.api.unreserve(address, bytes)
        }
    }

    fn copy_in(&self, address: u64, source: &[u8]) -> Result<(), CallError> {
        self.enter()?;
        self.staging.copy_in(&self.api, address, source)
    }

    fn copy_out(&self, address: u64, dest: &mut [u8]) -> Result<(), CallError> {
        self.enter()?;
        self.staging.copy_out(&self.api, address, dest)
    }

    fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<(), CallError> {
        self.enter()?;
        // SAFETY: the caller's buffers hold both ranges.
        unsafe { self.api.copy(to, from, bytes, DEFAULT_STREAM) }
    }

    fn set(&self, address: u64, value: u8, bytes: usize) -> Result<(), CallError> {
        self.enter()?;
        // SAFETY: the caller's buffer holds the range.
        unsafe { self.api.set(address, value, bytes, DEFAULT_STREAM) }
    }

    fn synchronise(&self) -> Result<(), CallError> {
        self.enter()?;
        // SAFETY: no arguments.
        unsafe { self.api.synchronize() }
    }

    fn stuck(&self) -> Option<CallError> {
        // SAFETY: the default stream always exists; the query does not wait.
        let answer = self.enter().and_then(|()| unsafe { self.api.stream_query(DEFAULT_STREAM) });
        answer.err().filter(|e| e.code != result::NOT_READY)
    }

    fn memory(&self) -> Result<MemoryInfo, CallError> {
        self.enter()?;
        let (mut free, mut total) = (0, 0);
        // SAFETY: both pointers are live.
        unsafe { self.api.memory_info(&raw mut free, &raw mut total) }?;
        Ok(MemoryInfo { free: free as u64, total: total as u64 })
    }

    fn is_out_of_memory(&self, code: u32) -> bool {
        code == result::OUT_OF_MEMORY
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        self.staging.free(&self.api);
        // SAFETY: retained once in `retain`; nothing of ours uses it after this.
        let _ = unsafe { self.api.primary_release(self.device) };
    }
}
