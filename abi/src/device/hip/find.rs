//! From nothing to a device number: the runtime, its version, the visible devices, the chosen one and its target id.

use std::ffi::{c_char, c_int};

use super::api::{self, Api, LIBRARY, OldProperties, Properties, Version, error, hipDeviceAttribute_t, target_id};
use super::{Choice, DeviceIdentity, OpenError};
use crate::device::visible::{self, Vendor};
use crate::device::{CallError, DeviceArch, LoadError};

const VENDOR: Vendor = Vendor::Amd;
const OLDEST: &str = "HIP 5.2";

/// Loads and initialises the runtime.
pub(super) fn runtime() -> Result<(Api, Version), OpenError> {
    let api = Api::load(LIBRARY).map_err(|error| match error {
        LoadError::Missing { .. } => OpenError::NoDriver { vendor: VENDOR, source: error },
        LoadError::Symbol { symbol, .. } => {
            OpenError::DriverTooOld { vendor: VENDOR, found: format!("no {symbol}"), needed: OLDEST }
        }
    })?;
    let mut version = 0;
    // SAFETY: the flags must be 0, and `version` is live.
    unsafe { api.init(0).and_then(|()| api.runtime_version(&raw mut version)) }.map_err(init_error)?;
    Ok((api, Version(version)))
}

fn init_error(source: CallError) -> OpenError {
    let hint = match source.code {
        error::NO_DEVICE => match hidden() {
            Err(error) => return error,
            Ok(()) => return OpenError::NoDevice { vendor: VENDOR },
        },
        error::INSUFFICIENT_DRIVER => "update the amdgpu kernel driver",
        _ => "check that /dev/kfd is there and that you are in the groups render and video",
    };
    OpenError::DriverSilent { vendor: VENDOR, source, hint }
}

fn hidden() -> Result<(), OpenError> {
    for &variable in VENDOR.variables() {
        let value = std::env::var_os(variable);
        visible::check(variable, value.as_ref().map(|v| v.to_string_lossy()).as_deref())?;
    }
    Ok(())
}

/// The chosen device's number and identity.
pub(super) fn device(api: &Api, version: Version, choice: &Choice) -> Result<(c_int, DeviceIdentity), OpenError> {
    hidden()?;
    let mut count = 0;
    // SAFETY: `count` is live.
    unsafe { api.device_count(&raw mut count) }.map_err(init_error)?;
    let devices = (0..count).map(|device| identify(api, version, device)).collect::<Result<Vec<_>, _>>()?;
    let uuids: Vec<String> = devices.iter().map(|identity| identity.uuid.clone()).collect();
    if devices.is_empty() {
        return Err(OpenError::NoDevice { vendor: VENDOR });
    }
    let at = choice.among(&uuids).map_err(|why| {
        let have = devices.iter().enumerate().map(|(at, d)| format!("{at}: {} {}", d.name, d.uuid));
        OpenError::NoSuchDevice { choice: choice.clone(), why, have: have.collect::<Vec<_>>().join("; ") }
    })?;
    let identity = devices.into_iter().nth(at).ok_or(OpenError::NoDevice { vendor: VENDOR })?;
    let device = c_int::try_from(at).unwrap_or(c_int::MAX);
    let sharing = value(api, hipDeviceAttribute_t::hipDeviceAttributeVirtualMemoryManagementSupported, device);
    if sharing.map_err(|source| OpenError::Call { device: identity.name.clone(), source })? == 0 {
        return Err(OpenError::NoSharing { device: identity.name, what: "no virtual memory management" });
    }
    Ok((device, identity))
}

fn value(api: &Api, attribute: hipDeviceAttribute_t, device: c_int) -> Result<c_int, CallError> {
    let mut value = 0;
    // SAFETY: `value` is live.
    unsafe { api.device_attribute(&raw mut value, attribute, device) }.map(|()| value)
}

fn identify(api: &Api, version: Version, device: c_int) -> Result<DeviceIdentity, OpenError> {
    let call = |source| OpenError::Call { device: format!("device {device}"), source };
    let mut name = [0_u8; 256];
    let mut uuid = api::hipUUID { bytes: [0; 16] };
    let mut memory = 0_usize;
    // SAFETY: every pointer is live and as long as said.
    unsafe {
        api.device_name(name.as_mut_ptr().cast::<c_char>(), 255, device).map_err(call)?;
        api.device_uuid(&raw mut uuid, device).map_err(call)?;
        api.device_memory(&raw mut memory, device).map_err(call)?;
    }
    let number = |attribute| value(api, attribute, device).map(c_int::unsigned_abs).map_err(call);
    Ok(DeviceIdentity {
        name: String::from_utf8_lossy(&name).trim_end_matches('\0').to_owned(),
        uuid: api::uuid_text(&uuid.bytes.map(c_char::cast_unsigned)),
        arch: arch(device)?,
        slice: false,
        driver: version.to_string(),
        memory_bytes: memory as u64,
        l2_bytes: number(hipDeviceAttribute_t::hipDeviceAttributeL2CacheSize)?.into(),
        multiprocessors: number(hipDeviceAttribute_t::hipDeviceAttributeMultiprocessorCount)?,
        clock_khz: number(hipDeviceAttribute_t::hipDeviceAttributeClockRate)?,
        memory_clock_khz: number(hipDeviceAttribute_t::hipDeviceAttributeMemoryClockRate)?,
        bus_bits: number(hipDeviceAttribute_t::hipDeviceAttributeMemoryBusWidth)?,
    })
}

/// The target id, from whichever layout of the properties this runtime fills.
fn arch(device: c_int) -> Result<DeviceArch, OpenError> {
    let named = |source| OpenError::Call { device: format!("device {device}"), source };
    // More than any version's structure, so that a layout not known here cannot run past the end.
    let mut properties = vec![0_u64; 2048];
    let start = properties.as_mut_ptr().cast();
    let answer = match Properties::load(LIBRARY) {
        // SAFETY: the space is larger than the structure and aligned for it.
        Ok(current) => unsafe { current.get(start, device) },
        Err(_) => {
            let old = OldProperties::load(LIBRARY).map_err(|source| OpenError::NoDriver { vendor: VENDOR, source })?;
            // SAFETY: as above.
            unsafe { old.get(start, device) }
        }
    };
    answer.map_err(named)?;
    let bytes: Vec<u8> = properties.iter().flat_map(|word| word.to_ne_bytes()).collect();
    let text = target_id(&bytes).unwrap_or_default();
    DeviceArch::from_target_id(text).map_err(|error| {
        named(CallError {
            call: "hipGetDeviceProperties",
            code: 0,
            name: "hipSuccess".to_owned(),
            text: error.to_string(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_refusal_of_the_runtime_says_what_to_do() {
        let sentence = |code| {
            init_error(CallError { call: "hipInit", code, name: format!("CODE_{code}"), text: "text".to_owned() })
                .to_string()
        };
        assert!(sentence(error::INSUFFICIENT_DRIVER).contains("update the amdgpu"));
        assert!(sentence(1).contains("/dev/kfd"));
    }
}
