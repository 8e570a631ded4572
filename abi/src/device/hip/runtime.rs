//! One AMD device through the HIP runtime.

use std::ffi::{c_int, c_void};
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

use hip_sys::hiprt::{
    hipMemAccessFlags, hipMemAllocationHandleType, hipMemAllocationType, hipMemGenericAllocationHandle_t,
    hipMemLocation, hipMemLocationType,
};

use super::api::{self, Api, Version, error};
use crate::device::driver::{CallError, Driver, Handle, MemoryInfo};

const DESCRIPTOR: hipMemAllocationHandleType = hipMemAllocationHandleType::hipMemHandleTypePosixFileDescriptor;

/// The default stream.
const DEFAULT_STREAM: api::hipStream_t = std::ptr::null_mut();

/// The runtime with one device chosen. HIP has no context to retain: a thread names its device.
#[derive(Debug)]
pub(crate) struct Runtime {
    pub(crate) api: Api,
    pub(crate) device: c_int,
    version: Version,
}

impl Runtime {
    pub(crate) fn open(api: Api, device: c_int, version: Version) -> Result<Self, CallError> {
        let runtime = Self { api, device, version };
        runtime.enter()?;
        Ok(runtime)
    }

    /// Makes the device this thread's.
    pub(crate) fn enter(&self) -> Result<(), CallError> {
        // SAFETY: a number is all it takes.
        unsafe { self.api.set_device(self.device) }
    }

    fn location(&self) -> hipMemLocation {
        hipMemLocation { type_: hipMemLocationType::hipMemLocationTypeDevice, id: self.device }
    }

    fn allocation(&self) -> api::hipMemAllocationProp {
        // SAFETY: all-zero bytes are a valid value (no type, no handle, null), padding included.
        let mut prop: api::hipMemAllocationProp = unsafe { std::mem::zeroed() };
        prop.type_ = hipMemAllocationType::hipMemAllocationTypePinned;
        prop.requestedHandleType = DESCRIPTOR;
        prop.location = self.location();
        prop
    }
}

fn pointer(address: u64) -> *mut c_void {
    address as *mut c_void
}

fn raw(handle: Handle) -> hipMemGenericAllocationHandle_t {
    handle.0 as hipMemGenericAllocationHandle_t
}

impl Driver for Runtime {
    fn granularity(&self) -> Result<usize, CallError> {
        self.enter()?;
        let (mut bytes, prop) = (0, self.allocation());
        let option = api::hipMemAllocationGranularity_flags::hipMemAllocationGranularityMinimum;
        // SAFETY: both pointers are live.
        unsafe { self.api.granularity(&raw mut bytes, &raw const prop, option) }?;
        Ok(bytes)
    }

    fn create(&self, bytes: usize) -> Result<Handle, CallError> {
        self.enter()?;
        let (mut handle, prop) = (std::ptr::null_mut(), self.allocation());
        // SAFETY: both pointers are live.
        unsafe { self.api.create(&raw mut handle, bytes, &raw const prop, 0) }?;
        Ok(Handle(handle as u64))
    }

    fn release(&self, handle: Handle) -> Result<(), CallError> {
        // SAFETY: the handle came from `create` or `import`.
        unsafe { self.api.release(raw(handle)) }
    }

    fn export(&self, handle: Handle) -> Result<OwnedFd, CallError> {
        let mut fd: c_int = -1;
        // SAFETY: for this kind the runtime stores an int.
        unsafe { self.api.export((&raw mut fd).cast(), raw(handle), DESCRIPTOR, 0) }?;
        // SAFETY: the runtime made the descriptor for the caller.
        Ok(unsafe { OwnedFd::from_raw_fd(fd) })
    }

    fn import(&self, fd: BorrowedFd<'_>) -> Result<Handle, CallError> {
        self.enter()?;
        let mut handle = std::ptr::null_mut();
        let mut number: c_int = fd.as_raw_fd();
        let shareable: *mut c_void = if self.version.imports_by_value() {
            pointer(u64::from(number.unsigned_abs()))
        } else {
            (&raw mut number).cast()
        };
        // SAFETY: `shareable` is what this version asks for; `number` outlives the call.
        unsafe { self.api.import(&raw mut handle, shareable, DESCRIPTOR) }?;
        Ok(Handle(handle as u64))
    }

    fn map(&self, handle: Handle, bytes: usize, writable: bool) -> Result<u64, CallError> {
        self.enter()?;
        let flags = if writable {
            hipMemAccessFlags::hipMemAccessFlagsProtReadWrite
        } else {
            hipMemAccessFlags::hipMemAccessFlagsProtRead
        };
        let access = api::hipMemAccessDesc { location: self.location(), flags };
        let mut address = std::ptr::null_mut();
        // SAFETY: a fresh reservation at an address of the runtime's choice aliases nothing; the handle is live.
        unsafe {
            self.api.reserve(&raw mut address, bytes, 0, std::ptr::null_mut(), 0)?;
            self.api.map(address, bytes, 0, raw(handle), 0)?;
            self.api.set_access(address, bytes, &raw const access, 1)?;
        }
        Ok(address as u64)
    }

    fn unmap(&self, address: u64, bytes: usize) -> Result<(), CallError> {
        self.enter()?;
        // SAFETY: the range came from `map`; its owner gives it up here, after the work on it has ended.
        unsafe {
            self.api.synchronize()?;
            self.api.unmap(pointer(address), bytes)?;
            self.api.unreserve(pointer(address), bytes)
        }
    }

    fn copy_in(&self, address: u64, source: &[u8]) -> Result<(), CallError> {
        self.enter()?;
        // SAFETY: the caller's buffer holds the range.
        unsafe { self.api.copy_in(pointer(address), source.as_ptr().cast(), source.len())? };
        self.synchronise()
    }

    fn copy_out(&self, address: u64, dest: &mut [u8]) -> Result<(), CallError> {
        self.enter()?;
        // SAFETY: the caller's buffer holds the range.
        unsafe { self.api.copy_out(dest.as_mut_ptr().cast(), pointer(address), dest.len()) }
    }

    fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<(), CallError> {
        self.enter()?;
        // SAFETY: the caller's buffers hold both ranges.
        unsafe { self.api.copy(pointer(to), pointer(from), bytes, DEFAULT_STREAM) }
    }

    fn set(&self, address: u64, value: u8, bytes: usize) -> Result<(), CallError> {
        self.enter()?;
        // SAFETY: the caller's buffer holds the range.
        unsafe { self.api.set(pointer(address), value, bytes, DEFAULT_STREAM) }
    }

    /// Waits for HIP's own streams. OpenMP's runtime drives AMD devices below HIP; its regions are waited for by the
    /// generated shim.
    fn synchronise(&self) -> Result<(), CallError> {
        self.enter()?;
        // SAFETY: no arguments.
        unsafe { self.api.synchronize() }
    }

    fn stuck(&self) -> Option<CallError> {
        // SAFETY: the default stream always exists; the query does not wait.
        let answer = self.enter().and_then(|()| unsafe { self.api.stream_query(DEFAULT_STREAM) });
        answer.err().filter(|e| e.code != error::NOT_READY)
    }

    fn memory(&self) -> Result<MemoryInfo, CallError> {
        self.enter()?;
        let (mut free, mut total) = (0, 0);
        // SAFETY: both pointers are live.
        unsafe { self.api.memory_info(&raw mut free, &raw mut total) }?;
        Ok(MemoryInfo { free: free as u64, total: total as u64 })
    }

    fn is_out_of_memory(&self, code: u32) -> bool {
        code == error::OUT_OF_MEMORY
    }
}
