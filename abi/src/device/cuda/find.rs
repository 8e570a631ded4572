//! From nothing to a device number: the driver, its age, the visible devices, the chosen one and its properties.

use super::{Api, Choice, DeviceArch, DeviceIdentity, LIBRARY, OpenError, Vendor, attribute, c_char, c_int, result};
use crate::device::identity::uuid_text;
use crate::device::visible;
use crate::device::{CallError, LoadError};

/// CUDA 11.4: the first driver that tells a slice's UUID from its GPU's. Sharing by descriptor came with 10.2.
const OLDEST: c_int = 11_040;
const OLDEST_TEXT: &str = "CUDA 11.4 (driver 470)";

/// Loads and initialises the driver.
pub(super) fn driver() -> Result<Api, OpenError> {
    let vendor = Vendor::Nvidia;
    let api = Api::load(&[LIBRARY]).map_err(|error| match error {
        LoadError::Missing { .. } => OpenError::NoDriver { vendor, source: error },
        LoadError::Symbol { symbol, .. } => {
            OpenError::DriverTooOld { vendor, found: format!("no {symbol}"), needed: OLDEST_TEXT }
        }
    })?;
    // SAFETY: the flags must be 0.
    unsafe { api.init(0) }.map_err(init_error)?;
    let version = version(&api);
    if version < OLDEST {
        return Err(OpenError::DriverTooOld { vendor, found: version_text(version), needed: OLDEST_TEXT });
    }
    Ok(api)
}

/// `cuInit`'s refusals in words that say what to do.
fn init_error(source: CallError) -> OpenError {
    let vendor = Vendor::Nvidia;
    let hint = match source.code {
        result::NO_DEVICE => match hidden() {
            Err(error) => return error,
            Ok(()) => return OpenError::NoDevice { vendor },
        },
        result::STUB_LIBRARY => "the loader found the toolkit's stub; put the driver's libcuda.so.1 first",
        result::SYSTEM_DRIVER_MISMATCH => "library and kernel module differ; reboot, or reload the nvidia module",
        result::SYSTEM_NOT_READY => {
            "a service of the machine is down; check nvidia-fabricmanager and nvidia-persistenced"
        }
        _ => "check `nvidia-smi`",
    };
    OpenError::DriverSilent { vendor, source, hint }
}

/// What the environment hides.
fn hidden() -> Result<(), OpenError> {
    for &variable in Vendor::Nvidia.variables() {
        let value = std::env::var_os(variable);
        visible::check(variable, value.as_ref().map(|v| v.to_string_lossy()).as_deref())?;
    }
    Ok(())
}

fn version(api: &Api) -> c_int {
    let mut version = 0;
    // SAFETY: `version` is live; on failure it stays 0, which is too old.
    let _ = unsafe { api.driver_version(&raw mut version) };
    version
}

/// `13000` is CUDA 13.0, `12040` is CUDA 12.4.
fn version_text(version: c_int) -> String {
    format!("CUDA {}.{}", version / 1000, version % 1000 / 10)
}

/// The chosen device's number and identity.
pub(super) fn device(api: &Api, choice: &Choice) -> Result<(c_int, DeviceIdentity), OpenError> {
    hidden()?;
    let call = |source| OpenError::Call { device: "the NVIDIA driver".to_owned(), source };
    let mut count = 0;
    // SAFETY: `count` is live.
    unsafe { api.device_count(&raw mut count) }.map_err(call)?;
    let devices = (0..count)
        .map(|ordinal| {
            let mut device = 0;
            // SAFETY: `device` is live.
            unsafe { api.device(&raw mut device, ordinal) }.map_err(call)?;
            identify(api, device).map(|identity| (device, identity))
        })
        .collect::<Result<Vec<_>, _>>()?;
    if devices.is_empty() {
        return Err(OpenError::NoDevice { vendor: Vendor::Nvidia });
    }
    let uuids: Vec<String> = devices.iter().map(|(_, identity)| identity.uuid.clone()).collect();
    let at = choice.among(&uuids).map_err(|why| {
        let have = devices.iter().enumerate().map(|(at, (_, d))| format!("{at}: {} {}", d.name, d.uuid));
        OpenError::NoSuchDevice { choice: choice.clone(), why, have: have.collect::<Vec<_>>().join("; ") }
    })?;
    let (device, identity) = devices.into_iter().nth(at).ok_or(OpenError::NoDevice { vendor: Vendor::Nvidia })?;
    serves_two_processes(api, device, &identity.name)?;
    Ok((device, identity))
}

fn value(api: &Api, attribute: c_int, device: c_int) -> Result<c_int, CallError> {
    let mut value = 0;
    // SAFETY: `value` is live.
    unsafe { api.device_attribute(&raw mut value, attribute, device) }.map(|()| value)
}

fn identify(api: &Api, device: c_int) -> Result<DeviceIdentity, OpenError> {
    let call = |source| OpenError::Call { device: format!("device {device}"), source };
    let mut name = [0_u8; 256];
    let (mut whole, mut own) = ([0_u8; 16], [0_u8; 16]);
    let mut memory = 0_usize;
    // SAFETY: every pointer is live and as long as said.
    unsafe {
        api.device_name(name.as_mut_ptr().cast::<c_char>(), 255, device).map_err(call)?;
        api.device_uuid(&raw mut whole, device).map_err(call)?;
        api.device_or_slice_uuid(&raw mut own, device).map_err(call)?;
        api.device_memory(&raw mut memory, device).map_err(call)?;
    }
    let number = |attribute| value(api, attribute, device).map(c_int::unsigned_abs).map_err(call);
    let capability = |attribute| value(api, attribute, device).map_err(call);
    let arch = DeviceArch::from_capability(
        capability(attribute::COMPUTE_CAPABILITY_MAJOR)?,
        capability(attribute::COMPUTE_CAPABILITY_MINOR)?,
    )
    .map_err(|error| OpenError::Call {
        device: format!("device {device}"),
        source: CallError {
            call: "cuDeviceGetAttribute",
            code: 0,
            name: "success".to_owned(),
            text: error.to_string(),
        },
    })?;
    let slice = whole != own;
    Ok(DeviceIdentity {
        name: String::from_utf8_lossy(&name).trim_end_matches('\0').to_owned(),
        uuid: uuid_text(if slice { "MIG" } else { "GPU" }, &own),
        arch,
        slice,
        driver: version_text(version(api)),
        memory_bytes: memory as u64,
        l2_bytes: number(attribute::L2_CACHE_SIZE)?.into(),
        multiprocessors: number(attribute::MULTIPROCESSOR_COUNT)?,
        clock_khz: number(attribute::CLOCK_RATE)?,
        memory_clock_khz: number(attribute::MEMORY_CLOCK_RATE)?,
        bus_bits: number(attribute::GLOBAL_MEMORY_BUS_WIDTH)?,
    })
}

/// The device's place on the bus, as the driver's files are named.
pub(super) fn bus_id(api: &Api, device: c_int) -> Option<String> {
    let mut text = [0_u8; 32];
    // SAFETY: the pointer is live and as long as said, which leaves a zero at the end.
    unsafe { api.device_bus(text.as_mut_ptr().cast::<c_char>(), 31, device) }.ok()?;
    let text = std::ffi::CStr::from_bytes_until_nul(&text).ok()?.to_str().ok()?;
    Some(text.to_ascii_lowercase())
}

/// Compute mode, and memory that travels as a descriptor.
fn serves_two_processes(api: &Api, device: c_int, name: &str) -> Result<(), OpenError> {
    const PROHIBITED: c_int = 2;
    const EXCLUSIVE_PROCESS: c_int = 3;
    let name = name.to_owned();
    let get =
        |attribute| value(api, attribute, device).map_err(|source| OpenError::Call { device: name.clone(), source });
    match get(attribute::COMPUTE_MODE)? {
        PROHIBITED => return Err(OpenError::Prohibited { device: name }),
        EXCLUSIVE_PROCESS => return Err(OpenError::Exclusive { device: name }),
        _ => {}
    }
    if get(attribute::VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED)? == 0 {
        return Err(OpenError::NoSharing { device: name, what: "no virtual memory management" });
    }
    if get(attribute::HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED)? == 0 {
        return Err(OpenError::NoSharing { device: name, what: "no POSIX descriptor handles" });
    }
    Ok(())
}

/// Why a context could not be made.
pub(super) fn context_error(device: String, source: CallError) -> OpenError {
    match source.code {
        result::OUT_OF_MEMORY => OpenError::OutOfMemory { device, memory: None },
        result::DEVICE_UNAVAILABLE => OpenError::Busy { device, source },
        _ => OpenError::Call { device, source },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(code: u32) -> CallError {
        CallError { call: "cuInit", code, name: format!("CODE_{code}"), text: "text".to_owned() }
    }

    #[test]
    fn each_refusal_of_the_driver_says_what_to_do() {
        let sentence = |code| init_error(error(code)).to_string();
        assert!(sentence(result::STUB_LIBRARY).contains("stub"));
        assert!(sentence(result::SYSTEM_DRIVER_MISMATCH).contains("reboot"));
        assert!(sentence(result::SYSTEM_NOT_READY).contains("fabricmanager"));
        assert!(sentence(999).contains("nvidia-smi"));
        assert!(sentence(999).contains("CODE_999 (text)"));
    }

    #[test]
    fn a_context_that_cannot_be_made_is_busy_full_or_named() {
        let make = |code| context_error("H".to_owned(), error(code)).to_string();
        assert!(make(result::OUT_OF_MEMORY).contains("no memory left"));
        assert!(make(result::DEVICE_UNAVAILABLE).contains("busy"));
        assert!(make(700).contains("CODE_700"));
    }

    #[test]
    fn versions_read_as_people_write_them() {
        assert_eq!((version_text(13_000).as_str(), version_text(12_040).as_str()), ("CUDA 13.0", "CUDA 12.4"));
    }
}
