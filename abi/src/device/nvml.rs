//! The state of an NVIDIA GPU around a timed region, through NVIDIA's management library, loaded at run time.

use std::ffi::{CString, c_char, c_int, c_uint, c_void};

use super::driver::{CallError, LoadError, driver_text, function_table};

function_table! {
    /// `libnvidia-ml.so.1`.
    Api
    texts { error_text = "nvmlErrorString"; }
    init() = "nvmlInit_v2";
    by_uuid(uuid: *const c_char, device: *mut *mut c_void) = "nvmlDeviceGetHandleByUUID";
    clock(device: *mut c_void, kind: c_uint, megahertz: *mut c_uint) = "nvmlDeviceGetClockInfo";
    temperature(device: *mut c_void, sensor: c_uint, celsius: *mut c_uint) = "nvmlDeviceGetTemperature";
    throttle_reasons(device: *mut c_void, bits: *mut u64) = "nvmlDeviceGetCurrentClocksThrottleReasons";
}

impl Api {
    fn describe(&self, call: &'static str, code: c_int) -> CallError {
        // SAFETY: the function returns a static string for every number.
        let text = unsafe { driver_text((self.error_text)(code), "unknown to this library") };
        CallError { call, code: code.unsigned_abs(), name: format!("nvmlReturn {code}"), text }
    }
}

/// Why the state cannot be read. Never a reason to refuse a submission.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NvmlError {
    /// No library.
    #[error("no GPU state: {0}")]
    Load(#[from] LoadError),
    /// The library refused.
    #[error("no GPU state: {0}")]
    Call(#[from] CallError),
}

/// One device's sensors.
#[derive(Debug)]
pub struct Nvml {
    api: Api,
    device: *mut c_void,
}

// SAFETY: NVML is thread-safe, and its device handles are process-wide.
unsafe impl Send for Nvml {}
// SAFETY: as above.
unsafe impl Sync for Nvml {}

const CLOCK_SM: c_uint = 1;
const TEMPERATURE_GPU: c_uint = 0;

impl Nvml {
    /// The sensors of the device whose UUID the driver gives as `uuid`.
    ///
    /// # Errors
    /// When there is no library or it does not know the device (a slice has no sensors of its own).
    pub fn open(uuid: &str) -> Result<Self, NvmlError> {
        let api = Api::load(&["libnvidia-ml.so.1"])?;
        let mut device = std::ptr::null_mut();
        let text = CString::new(uuid).unwrap_or_default();
        // SAFETY: the text is null-terminated and `device` is live; the library counts its initialisations.
        unsafe {
            api.init()?;
            api.by_uuid(text.as_ptr(), &raw mut device)?;
        }
        Ok(Self { api, device })
    }

    /// The device's state now.
    ///
    /// # Errors
    /// When the library refuses.
    pub fn state(&self) -> Result<DeviceState, CallError> {
        let (mut sm_mhz, mut celsius, mut bits) = (0, 0, 0);
        // SAFETY: the handle came from the library, and every pointer is live.
        unsafe {
            self.api.clock(self.device, CLOCK_SM, &raw mut sm_mhz)?;
            self.api.temperature(self.device, TEMPERATURE_GPU, &raw mut celsius)?;
            self.api.throttle_reasons(self.device, &raw mut bits)?;
        }
        Ok(DeviceState { sm_mhz, celsius, throttled: Throttle::of(bits) })
    }
}

/// Clock, temperature and what holds the clock down.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
pub struct DeviceState {
    /// Multiprocessor clock, MHz.
    pub sm_mhz: u32,
    /// Degrees Celsius.
    pub celsius: u32,
    /// Reasons other than idleness; empty when the device runs freely.
    pub throttled: Vec<Throttle>,
}

/// Why a clock is lower than it could be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Throttle {
    /// Someone set application clocks.
    ApplicationClocks,
    /// The power limit.
    PowerCap,
    /// Hardware slowdown, cause not given.
    Hardware,
    /// Several boards keep in step.
    SyncBoost,
    /// Too warm, by the driver's judgement.
    Thermal,
    /// Too warm, by the hardware's.
    HardwareThermal,
    /// An external power brake.
    PowerBrake,
}

impl Throttle {
    /// `nvmlClocksThrottleReason*`; bit 0 is idleness and bit 8 the display's clocks, neither of them a worry.
    fn of(bits: u64) -> Vec<Self> {
        let all = [
            (0x02, Self::ApplicationClocks),
            (0x04, Self::PowerCap),
            (0x08, Self::Hardware),
            (0x10, Self::SyncBoost),
            (0x20, Self::Thermal),
            (0x40, Self::HardwareThermal),
            (0x80, Self::PowerBrake),
        ];
        all.into_iter().filter(|(bit, _)| bits & bit != 0).map(|(_, reason)| reason).collect()
    }

    /// In words.
    #[must_use]
    pub const fn describe(self) -> &'static str {
        match self {
            Self::ApplicationClocks => "application clocks are set",
            Self::PowerCap => "the power limit",
            Self::Hardware => "a hardware slowdown",
            Self::SyncBoost => "boards kept in step",
            Self::Thermal => "temperature",
            Self::HardwareThermal => "temperature, by the hardware",
            Self::PowerBrake => "an external power brake",
        }
    }
}

impl DeviceState {
    /// What a reader of times must know when the state moved from `self` to `after`; empty when nothing did. A clock
    /// counts as moved beyond 3 %: boost steps are 15 MHz of some 2000.
    #[must_use]
    pub fn warnings(&self, after: &Self) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.sm_mhz.abs_diff(after.sm_mhz) * 100 > self.sm_mhz.max(after.sm_mhz) * 3 {
            warnings.push(format!(
                "the device's clock moved from {} to {} MHz during the measurement; run again on a quiet device",
                self.sm_mhz, after.sm_mhz
            ));
        }
        for reason in self.throttled.iter().chain(after.throttled.iter().filter(|r| !self.throttled.contains(r))) {
            warnings.push(format!("the device's clock was held down: {}", reason.describe()));
        }
        warnings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(sm_mhz: u32, bits: u64) -> DeviceState {
        DeviceState { sm_mhz, celsius: 40, throttled: Throttle::of(bits) }
    }

    #[test]
    fn a_quiet_device_warns_of_nothing() {
        assert!(state(1980, 0).warnings(&state(1965, 1)).is_empty());
    }

    #[test]
    fn a_moved_clock_and_each_reason_are_said_once() {
        let warnings = state(1980, 0x04).warnings(&state(1500, 0x44));
        assert_eq!(warnings.len(), 3, "{warnings:?}");
        assert!(warnings[0].contains("1980 to 1500 MHz"));
        assert!(warnings[1].contains("power limit") && warnings[2].contains("by the hardware"));
    }
}
