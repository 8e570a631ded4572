//! What a verdict says of the device, and what it is compiled for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One GPU as its driver describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeviceIdentity {
    /// Marketing name.
    pub name: String,
    /// `GPU-…`, or `MIG-…` for a slice.
    pub uuid: String,
    /// For `--offload-arch`.
    pub arch: DeviceArch,
    /// Whether it is a slice of a GPU: its memory, caches and speed are the slice's.
    pub slice: bool,
    /// Driver interface version: `CUDA 13.0`, `HIP 6.4.43482`.
    pub driver: String,
    /// Device memory, bytes.
    pub memory_bytes: u64,
    /// Second-level cache, bytes.
    pub l2_bytes: u64,
    /// Multiprocessors or compute units.
    pub multiprocessors: u32,
    /// Highest core clock, kHz.
    pub clock_khz: u32,
    /// Highest memory clock, kHz; 0 where the driver does not say.
    pub memory_clock_khz: u32,
    /// Memory bus, bits; 0 where the driver does not say.
    pub bus_bits: u32,
}

/// What a compiler builds for: `sm_90`, `gfx942:sramecc+:xnack-`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct DeviceArch(String);

/// Text that is no architecture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is no device architecture")]
pub struct ArchError {
    text: String,
}

impl DeviceArch {
    /// NVIDIA's name for a compute capability.
    ///
    /// # Errors
    /// When the numbers cannot be one.
    pub fn from_capability(major: i32, minor: i32) -> Result<Self, ArchError> {
        if (1..=99).contains(&major) && (0..=9).contains(&minor) {
            Ok(Self(format!("sm_{major}{minor}")))
        } else {
            Err(ArchError { text: format!("compute capability {major}.{minor}") })
        }
    }

    /// AMD's target id: processor, then features with their state.
    ///
    /// # Errors
    /// When the text is none.
    pub fn from_target_id(text: &str) -> Result<Self, ArchError> {
        let error = || ArchError { text: text.to_owned() };
        let mut parts = text.split(':');
        let processor = parts.next().and_then(|p| p.strip_prefix("gfx")).ok_or_else(error)?;
        let feature = |f: &str| matches!(f.strip_suffix(['+', '-']), Some("sramecc" | "xnack"));
        if (3..=5).contains(&processor.len()) && processor.bytes().all(|b| b.is_ascii_hexdigit()) && parts.all(feature)
        {
            Ok(Self(text.to_owned()))
        } else {
            Err(error())
        }
    }

    /// The text for `--offload-arch`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The value of `HSA_XNACK` under which an image for this target loads; `None` where the target does not say.
    ///
    /// An image for xnack+ on a device with XNACK off reports no device at all, so build and run must agree.
    #[must_use]
    pub fn hsa_xnack(&self) -> Option<&'static str> {
        self.0.split(':').skip(1).find_map(|feature| match feature {
            "xnack+" => Some("1"),
            "xnack-" => Some("0"),
            _ => None,
        })
    }

    /// What is wrong when a tool (`nvptx-arch`, `amdgpu-arch`, `offload-arch`: one architecture per line) and the
    /// driver disagree about this machine. A tool that names the processor without its features agrees.
    #[must_use]
    pub fn disagreement(&self, tool: &str, output: &str) -> Option<String> {
        let processor = self.0.split(':').next().unwrap_or_default();
        let seen: Vec<&str> = output.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
        if seen.iter().any(|&line| line == self.0 || line == processor) {
            None
        } else if seen.is_empty() {
            Some(format!("{tool} sees no device, the driver sees {}", self.0))
        } else {
            Some(format!("{tool} says {}, the driver says {}", seen.join(", "), self.0))
        }
    }
}

impl std::fmt::Display for DeviceArch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// `prefix` and the UUID in its usual groups.
pub(crate) fn uuid_text(prefix: &str, bytes: &[u8; 16]) -> String {
    let hex = |range: std::ops::Range<usize>| bytes[range].iter().map(|b| format!("{b:02x}")).collect::<String>();
    format!("{prefix}-{}-{}-{}-{}-{}", hex(0..4), hex(4..6), hex(6..8), hex(8..10), hex(10..16))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compute_capability_becomes_an_architecture() {
        assert_eq!(DeviceArch::from_capability(9, 0).expect("arch").as_str(), "sm_90");
        assert_eq!(DeviceArch::from_capability(12, 1).expect("arch").as_str(), "sm_121");
        assert!(DeviceArch::from_capability(0, 0).is_err());
    }

    #[test]
    fn a_target_id_keeps_its_features_and_sets_xnack() {
        let arch = DeviceArch::from_target_id("gfx942:sramecc+:xnack-").expect("arch");
        assert_eq!((arch.as_str(), arch.hsa_xnack()), ("gfx942:sramecc+:xnack-", Some("0")));
        assert_eq!(DeviceArch::from_target_id("gfx90a:xnack+").expect("arch").hsa_xnack(), Some("1"));
        assert_eq!(DeviceArch::from_target_id("gfx1100").expect("arch").hsa_xnack(), None);
        for text in ["", "gfx", "gfx9x", "sm_90", "gfx90a:fast+", "gfx90a:xnack", "gfx90a --help"] {
            assert!(DeviceArch::from_target_id(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_tool_and_the_driver_may_disagree() {
        let arch = DeviceArch::from_capability(9, 0).expect("arch");
        assert_eq!(arch.disagreement("nvptx-arch", "sm_90\nsm_90\n"), None);
        assert!(arch.disagreement("nvptx-arch", "sm_80\n").expect("text").contains("sm_80"));
        assert!(arch.disagreement("nvptx-arch", "").expect("text").contains("no device"));
        let amd = DeviceArch::from_target_id("gfx942:sramecc+:xnack-").expect("arch");
        assert_eq!(amd.disagreement("amdgpu-arch", "gfx942"), None);
    }

    #[test]
    fn a_uuid_has_its_usual_groups() {
        let bytes: [u8; 16] = std::array::from_fn(|i| u8::try_from(i).expect("small"));
        assert_eq!(uuid_text("GPU", &bytes), "GPU-00010203-0405-0607-0809-0a0b0c0d0e0f");
    }
}
