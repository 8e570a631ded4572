//! The functions of the HIP runtime that the judge calls, found in `libamdhip64.so` at run time. Types and constants are
//! hip-sys's, functions are not: hip-sys would link the library.

use std::ffi::{c_char, c_int, c_uchar, c_uint, c_void};

pub(crate) use hip_sys::hiprt::{
    hipDeviceAttribute_t, hipMemAccessDesc, hipMemAllocationGranularity_flags, hipMemAllocationHandleType,
    hipMemAllocationProp, hipMemGenericAllocationHandle_t, hipStream_t, hipUUID,
};

use crate::device::CallError;
use crate::device::driver::{driver_text, function_table};

function_table! {
    /// The functions by what they do.
    Api
    texts {
        error_name = "hipGetErrorName";
        error_text = "hipGetErrorString";
    }
    init(flags: c_uint) = "hipInit";
    runtime_version(version: *mut c_int) = "hipRuntimeGetVersion";
    device_count(count: *mut c_int) = "hipGetDeviceCount";
    set_device(device: c_int) = "hipSetDevice";
    device_name(name: *mut c_char, bytes: c_int, device: c_int) = "hipDeviceGetName";
    device_uuid(uuid: *mut hipUUID, device: c_int) = "hipDeviceGetUuid";
    device_memory(bytes: *mut usize, device: c_int) = "hipDeviceTotalMem";
    device_attribute(value: *mut c_int, attribute: hipDeviceAttribute_t, device: c_int) = "hipDeviceGetAttribute";
    synchronize() = "hipDeviceSynchronize";
    memory_info(free: *mut usize, total: *mut usize) = "hipMemGetInfo";
    granularity(
        bytes: *mut usize, prop: *const hipMemAllocationProp, option: hipMemAllocationGranularity_flags
    ) = "hipMemGetAllocationGranularity";
    create(
        handle: *mut hipMemGenericAllocationHandle_t, bytes: usize, prop: *const hipMemAllocationProp, flags: u64
    ) = "hipMemCreate";
    release(handle: hipMemGenericAllocationHandle_t) = "hipMemRelease";
    export(
        shareable: *mut c_void, handle: hipMemGenericAllocationHandle_t, kind: hipMemAllocationHandleType, flags: u64
    ) = "hipMemExportToShareableHandle";
    import(
        handle: *mut hipMemGenericAllocationHandle_t, shareable: *mut c_void, kind: hipMemAllocationHandleType
    ) = "hipMemImportFromShareableHandle";
    reserve(address: *mut *mut c_void, bytes: usize, align: usize, hint: *mut c_void, flags: u64) =
        "hipMemAddressReserve";
    unreserve(address: *mut c_void, bytes: usize) = "hipMemAddressFree";
    map(address: *mut c_void, bytes: usize, offset: usize, handle: hipMemGenericAllocationHandle_t, flags: u64) =
        "hipMemMap";
    unmap(address: *mut c_void, bytes: usize) = "hipMemUnmap";
    set_access(address: *mut c_void, bytes: usize, desc: *const hipMemAccessDesc, count: usize) = "hipMemSetAccess";
    copy_in(to: *mut c_void, from: *const c_void, bytes: usize) = "hipMemcpyHtoD";
    copy_out(to: *mut c_void, from: *mut c_void, bytes: usize) = "hipMemcpyDtoH";
    copy(to: *mut c_void, from: *mut c_void, bytes: usize, stream: hipStream_t) = "hipMemcpyDtoDAsync";
    set(address: *mut c_void, value: c_uchar, bytes: usize, stream: hipStream_t) = "hipMemsetD8Async";
    stream_query(stream: hipStream_t) = "hipStreamQuery";
}

function_table! {
    /// Device properties as HIP 6 and later lay them out.
    Properties
    texts {
        error_name = "hipGetErrorName";
        error_text = "hipGetErrorString";
    }
    get(properties: *mut c_void, device: c_int) = "hipGetDevicePropertiesR0600";
}

function_table! {
    /// Device properties as HIP 5 lays them out.
    OldProperties
    texts {
        error_name = "hipGetErrorName";
        error_text = "hipGetErrorString";
    }
    get(properties: *mut c_void, device: c_int) = "hipGetDeviceProperties";
}

/// File names of the runtime, newest first; the unversioned one belongs to development packages.
pub(crate) const LIBRARY: &[&str] =
    &["libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so", "/opt/rocm/lib/libamdhip64.so"];

/// `hipError_t`.
pub(crate) mod error {
    pub(crate) const OUT_OF_MEMORY: u32 = 2;
    pub(crate) const INSUFFICIENT_DRIVER: u32 = 35;
    pub(crate) const NO_DEVICE: u32 = 100;
    pub(crate) const NOT_READY: u32 = 600;
}

pub(super) type Text = unsafe extern "C" fn(c_int) -> *const c_char;

pub(super) fn describe(call: &'static str, code: c_int, name: Text, text: Text) -> CallError {
    // SAFETY: both functions return a static string for every number.
    let (name, text) = unsafe {
        (driver_text(name(code), &format!("error {code}")), driver_text(text(code), "unknown to this runtime"))
    };
    CallError { call, code: code.unsigned_abs(), name, text }
}

impl Api {
    fn describe(&self, call: &'static str, code: c_int) -> CallError {
        describe(call, code, self.error_name, self.error_text)
    }
}

impl Properties {
    fn describe(&self, call: &'static str, code: c_int) -> CallError {
        describe(call, code, self.error_name, self.error_text)
    }
}

impl OldProperties {
    fn describe(&self, call: &'static str, code: c_int) -> CallError {
        describe(call, code, self.error_name, self.error_text)
    }
}

/// `hipRuntimeGetVersion`: major × 10⁷ + minor × 10⁵ + patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Version(pub(crate) c_int);

impl Version {
    /// How this runtime's import takes a descriptor: up to 7.0 by its address (its value crashes), from 7.1 on by value
    /// (its address is an invalid value).
    pub(crate) const fn imports_by_value(self) -> bool {
        self.0 >= 70_100_000
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "HIP {}.{}.{}", self.0 / 10_000_000, self.0 / 100_000 % 100, self.0 % 100_000)
    }
}

/// The target id in a device's properties. Their layout changed between versions, so the text is looked for instead:
/// the last one, since a name like `gfx942` comes before the architecture.
pub(crate) fn target_id(properties: &[u8]) -> Option<&str> {
    properties
        .split(|&b| b == 0)
        .filter_map(|text| std::str::from_utf8(text).ok())
        .rfind(|text| crate::device::DeviceArch::from_target_id(text).is_ok())
}

/// What tools and `ROCR_VISIBLE_DEVICES` call the device: AMD stores sixteen hexadecimal digits, others sixteen bytes.
pub(crate) fn uuid_text(bytes: &[u8; 16]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if text.bytes().all(|b| b.is_ascii_hexdigit()) => format!("GPU-{text}"),
        _ => crate::device::identity::uuid_text("GPU", bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_import_handles_meaning_follows_the_version() {
        for (version, by_value, text) in [
            (50_221_153, false, "HIP 5.2.21153"),
            (60_443_482, false, "HIP 6.4.43482"),
            (70_051_831, false, "HIP 7.0.51831"),
            (70_125_424, true, "HIP 7.1.25424"),
            (70_226_015, true, "HIP 7.2.26015"),
        ] {
            assert_eq!(Version(version).imports_by_value(), by_value, "{version}");
            assert_eq!(Version(version).to_string(), text);
        }
    }

    #[test]
    fn a_target_id_is_found_wherever_it_lies() {
        let mut properties = vec![0_u8; 1472];
        properties[..11].copy_from_slice(b"AMD Gfx9000");
        properties[1160..1182].copy_from_slice(b"gfx942:sramecc+:xnack-");
        assert_eq!(target_id(&properties), Some("gfx942:sramecc+:xnack-"));
        properties[..11].copy_from_slice(b"gfx942\0\0\0\0\0");
        assert_eq!(target_id(&properties), Some("gfx942:sramecc+:xnack-"));
        assert_eq!(target_id(&[0; 64]), None);
    }

    #[test]
    fn a_uuid_is_text_or_bytes() {
        assert_eq!(uuid_text(b"0123456789abcdef"), "GPU-0123456789abcdef");
        assert_eq!(uuid_text(&[0xff; 16]), "GPU-ffffffff-ffff-ffff-ffff-ffffffffffff");
    }
}
