//! The functions of the CUDA driver that the judge calls, found in `libcuda.so.1` at run time.
//!
//! Own declarations: bindings that load lazily panic on a function that an old driver lacks, and the judge owes its
//! user a sentence instead. Types and numbers are those of `cuda.h` (CUDA 12 and 13; their ABI is stable).

use std::ffi::{c_char, c_int, c_uint, c_void};

use crate::device::CallError;
use crate::device::driver::{driver_text, function_table};

/// `CUmemLocation`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct MemLocation {
    pub(crate) kind: c_int,
    pub(crate) id: c_int,
}

/// `CUmemAllocationProp`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct MemAllocationProp {
    pub(crate) kind: c_int,
    pub(crate) requested_handle_types: c_int,
    pub(crate) location: MemLocation,
    pub(crate) win32_handle_metadata: *mut c_void,
    pub(crate) alloc_flags: [u8; 8],
}

/// `CUmemAccessDesc`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct MemAccessDesc {
    pub(crate) location: MemLocation,
    pub(crate) flags: c_int,
}

const _: () = assert!(size_of::<MemAllocationProp>() == 32 && size_of::<MemAccessDesc>() == 12);

pub(crate) const MEM_ALLOCATION_TYPE_PINNED: c_int = 1;
pub(crate) const MEM_LOCATION_TYPE_DEVICE: c_int = 1;
pub(crate) const MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR: c_int = 1;
pub(crate) const MEM_ALLOC_GRANULARITY_MINIMUM: c_int = 0;
pub(crate) const MEM_ACCESS_FLAGS_PROT_READ: c_int = 1;
pub(crate) const MEM_ACCESS_FLAGS_PROT_READWRITE: c_int = 3;
pub(crate) const CTX_SCHED_SPIN: c_uint = 1;

/// `CUdevice_attribute`.
pub(crate) mod attribute {
    use std::ffi::c_int;
    pub(crate) const CLOCK_RATE: c_int = 13;
    pub(crate) const MULTIPROCESSOR_COUNT: c_int = 16;
    pub(crate) const COMPUTE_MODE: c_int = 20;
    pub(crate) const MEMORY_CLOCK_RATE: c_int = 36;
    pub(crate) const GLOBAL_MEMORY_BUS_WIDTH: c_int = 37;
    pub(crate) const L2_CACHE_SIZE: c_int = 38;
    pub(crate) const COMPUTE_CAPABILITY_MAJOR: c_int = 75;
    pub(crate) const COMPUTE_CAPABILITY_MINOR: c_int = 76;
    pub(crate) const VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: c_int = 102;
    pub(crate) const HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED: c_int = 103;
}

/// `CUresult`.
pub(crate) mod result {
    pub(crate) const OUT_OF_MEMORY: u32 = 2;
    pub(crate) const STUB_LIBRARY: u32 = 34;
    pub(crate) const DEVICE_UNAVAILABLE: u32 = 46;
    pub(crate) const NO_DEVICE: u32 = 100;
    pub(crate) const NOT_READY: u32 = 600;
    pub(crate) const SYSTEM_NOT_READY: u32 = 802;
    pub(crate) const SYSTEM_DRIVER_MISMATCH: u32 = 803;
}

/// `CUcontext`, `CUmodule`, `CUfunction`, `CUevent`, `CUstream`: opaque.
pub(crate) type Opaque = *mut c_void;

/// The default stream, which waits for and is waited for by the others.
pub(crate) const DEFAULT_STREAM: Opaque = std::ptr::null_mut();

function_table! {
    /// The functions by what they do.
    Api
    texts {}
    init(flags: c_uint) = "cuInit";
    driver_version(version: *mut c_int) = "cuDriverGetVersion";
    error_name(code: c_int, text: *mut *const c_char) = "cuGetErrorName";
    error_text(code: c_int, text: *mut *const c_char) = "cuGetErrorString";
    device_count(count: *mut c_int) = "cuDeviceGetCount";
    device(device: *mut c_int, ordinal: c_int) = "cuDeviceGet";
    device_name(name: *mut c_char, bytes: c_int, device: c_int) = "cuDeviceGetName";
    device_uuid(uuid: *mut [u8; 16], device: c_int) = "cuDeviceGetUuid";
    device_or_slice_uuid(uuid: *mut [u8; 16], device: c_int) = "cuDeviceGetUuid_v2";
    device_bus(text: *mut c_char, bytes: c_int, device: c_int) = "cuDeviceGetPCIBusId";
    device_memory(bytes: *mut usize, device: c_int) = "cuDeviceTotalMem_v2";
    device_attribute(value: *mut c_int, attribute: c_int, device: c_int) = "cuDeviceGetAttribute";
    primary_set_flags(device: c_int, flags: c_uint) = "cuDevicePrimaryCtxSetFlags_v2";
    primary_retain(context: *mut Opaque, device: c_int) = "cuDevicePrimaryCtxRetain";
    primary_release(device: c_int) = "cuDevicePrimaryCtxRelease_v2";
    set_current(context: Opaque) = "cuCtxSetCurrent";
    synchronize() = "cuCtxSynchronize";
    memory_info(free: *mut usize, total: *mut usize) = "cuMemGetInfo_v2";
    granularity(bytes: *mut usize, prop: *const MemAllocationProp, option: c_int) = "cuMemGetAllocationGranularity";
    create(handle: *mut u64, bytes: usize, prop: *const MemAllocationProp, flags: u64) = "cuMemCreate";
    release(handle: u64) = "cuMemRelease";
    export(shareable: *mut c_void, handle: u64, kind: c_int, flags: u64) = "cuMemExportToShareableHandle";
    import(handle: *mut u64, shareable: *mut c_void, kind: c_int) = "cuMemImportFromShareableHandle";
    reserve(address: *mut u64, bytes: usize, align: usize, hint: u64, flags: u64) = "cuMemAddressReserve";
    unreserve(address: u64, bytes: usize) = "cuMemAddressFree";
    map(address: u64, bytes: usize, offset: usize, handle: u64, flags: u64) = "cuMemMap";
    unmap(address: u64, bytes: usize) = "cuMemUnmap";
    set_access(address: u64, bytes: usize, desc: *const MemAccessDesc, count: usize) = "cuMemSetAccess";
    host_alloc(address: *mut *mut c_void, bytes: usize, flags: c_uint) = "cuMemHostAlloc";
    host_free(address: *mut c_void) = "cuMemFreeHost";
    copy_in(to: u64, from: *const c_void, bytes: usize, stream: Opaque) = "cuMemcpyHtoDAsync_v2";
    copy_out(to: *mut c_void, from: u64, bytes: usize, stream: Opaque) = "cuMemcpyDtoHAsync_v2";
    copy(to: u64, from: u64, bytes: usize, stream: Opaque) = "cuMemcpyDtoDAsync_v2";
    set(address: u64, value: u8, bytes: usize, stream: Opaque) = "cuMemsetD8Async";
    stream_query(stream: Opaque) = "cuStreamQuery";
    module_load(module: *mut Opaque, image: *const c_void) = "cuModuleLoadData";
    function(function: *mut Opaque, module: Opaque, name: *const c_char) = "cuModuleGetFunction";
    launch(
        function: Opaque, grid_x: c_uint, grid_y: c_uint, grid_z: c_uint, block_x: c_uint, block_y: c_uint,
        block_z: c_uint, shared: c_uint, stream: Opaque, params: *mut *mut c_void, extra: *mut *mut c_void
    ) = "cuLaunchKernel";
    event_create(event: *mut Opaque, flags: c_uint) = "cuEventCreate";
    event_destroy(event: Opaque) = "cuEventDestroy_v2";
    event_record(event: Opaque, stream: Opaque) = "cuEventRecord";
    event_synchronize(event: Opaque) = "cuEventSynchronize";
    event_elapsed(milliseconds: *mut f32, start: Opaque, end: Opaque) = "cuEventElapsedTime";
}

/// The driver library's file name.
pub(crate) const LIBRARY: &str = "libcuda.so.1";

impl Api {
    /// Name and text of a `CUresult`, by the driver that returned it.
    fn describe(&self, call: &'static str, code: c_int) -> CallError {
        let (mut name, mut text) = (std::ptr::null(), std::ptr::null());
        // SAFETY: both functions store a pointer to a static string, or null for a number they do not know.
        let (name, text) = unsafe {
            (self.error_name)(code, &raw mut name);
            (self.error_text)(code, &raw mut text);
            (driver_text(name, &format!("error {code}")), driver_text(text, "unknown to this driver"))
        };
        CallError { call, code: code.unsigned_abs(), name, text }
    }
}
