//! Which device `judge build` builds for: this machine's, or one that only its architecture is known of.

use judge_abi::device::{Choice, CudaDevice, DeviceArch, HipDevice, OpenError};

use crate::toolchain::probe::Search;
use crate::toolchain::tool::ToolError;
use crate::toolchain::{NoTarget, Target, TargetKind, Toolchain, buildable};

/// For which device code is built; nothing runs there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Device {
    /// LLVM's host offload device.
    Host,
    /// An NVIDIA GPU.
    Cuda,
    /// An AMD GPU.
    Hip,
}

impl Device {
    const fn kind(self) -> TargetKind {
        match self {
            Self::Host => TargetKind::Host,
            Self::Cuda => TargetKind::Nvidia,
            Self::Hip => TargetKind::Amd,
        }
    }
}

/// Why there is no target.
#[derive(Debug, thiserror::Error)]
pub(super) enum Error {
    /// The device and the architecture are of two vendors.
    #[error("{arch} is no architecture of --device {}", match device { Device::Host => "host", Device::Cuda => "cuda", Device::Hip => "hip" })]
    Disagree {
        /// What was asked for.
        device: Device,
        /// What was asked for.
        arch: String,
    },
    /// The device is not there to be asked for its architecture.
    #[error("{0}; or say what to build for, with --arch")]
    Open(#[from] OpenError),
    /// Something that the build needs is missing.
    #[error(transparent)]
    Missing(#[from] NoTarget),
    /// No tool can be run.
    #[error(transparent)]
    Tool(#[from] ToolError),
}

/// An architecture and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Arch {
    kind: TargetKind,
    text: String,
}

impl std::str::FromStr for Arch {
    type Err = String;

    /// Reads `sm_90`, `gfx90a` or `gfx942:xnack-`.
    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.strip_prefix("sm_").map(|rest| rest.trim_end_matches(['a', 'f']));
        let nvidia = number.is_some_and(|n| (2..=3).contains(&n.len()) && n.bytes().all(|b| b.is_ascii_digit()));
        let kind = match DeviceArch::from_target_id(text) {
            _ if nvidia => TargetKind::Nvidia,
            Ok(_) => TargetKind::Amd,
            Err(_) => return Err("neither like sm_90 nor like gfx942:xnack-".to_owned()),
        };
        Ok(Self { kind, text: text.to_owned() })
    }
}

/// The target that is asked for; without a word the host's.
pub(super) fn target(
    toolchain: &Toolchain,
    search: &Search,
    device: Option<Device>,
    arch: Option<&Arch>,
) -> Result<Target, Error> {
    let named = |kind, arch: &str| Ok(buildable(search, toolchain, kind, arch)??);
    match (device, arch) {
        (Some(device), Some(arch)) if device.kind() != arch.kind => {
            Err(Error::Disagree { device, arch: arch.text.clone() })
        }
        (_, Some(arch)) => named(arch.kind, &arch.text),
        (None | Some(Device::Host), None) => Ok(toolchain.host()),
        (Some(Device::Cuda), None) => {
            named(TargetKind::Nvidia, CudaDevice::open(&Choice::First)?.identity().arch.as_str())
        }
        (Some(Device::Hip), None) => named(TargetKind::Amd, HipDevice::open(&Choice::First)?.identity().arch.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_architecture_tells_its_vendor() {
        let kind = |text: &str| text.parse::<Arch>().map(|arch| arch.kind);
        assert_eq!(kind("sm_90"), Ok(TargetKind::Nvidia));
        assert_eq!(kind("sm_120a"), Ok(TargetKind::Nvidia));
        assert_eq!(kind("gfx90a:sramecc+:xnack-"), Ok(TargetKind::Amd));
        for text in ["", "native", "sm_", "sm_9x", "sm_90 -DX", "gfx", "x86-64"] {
            assert!(kind(text).is_err(), "{text}");
        }
    }
}
