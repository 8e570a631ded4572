//! A GPU as the probe is given it: what its driver says, and what a jail must show for the driver to work.

use std::path::{Path, PathBuf};

use judge_abi::device::{Choice, CudaDevice, Device, DeviceIdentity, HipDevice, RunnerNeeds};

use super::mounts::{self, Mount};
use super::{Fact, Outcome, TargetKind, elf};

/// Where the libraries of a driver appear in a jail; part of its `LD_LIBRARY_PATH`.
pub const DRIVER_FOLDER: &str = "/judge/driver";

/// A GPU that code is to be built for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gpu {
    /// Whose it is.
    pub kind: TargetKind,
    /// What its driver says of it.
    pub identity: DeviceIdentity,
    /// What the driver needs in a jail.
    pub needs: RunnerNeeds,
}

impl Gpu {
    /// An open NVIDIA GPU.
    #[must_use]
    pub fn nvidia(device: &CudaDevice) -> Self {
        Self { kind: TargetKind::Nvidia, identity: device.identity().clone(), needs: device.runner_needs() }
    }

    /// An open AMD GPU.
    #[must_use]
    pub fn amd(device: &HipDevice) -> Self {
        Self { kind: TargetKind::Amd, identity: device.identity().clone(), needs: device.runner_needs() }
    }
}

/// The first GPU of each vendor; for a vendor without one, why not.
#[must_use]
pub fn look() -> (Vec<Gpu>, Vec<Fact>) {
    let nvidia = CudaDevice::open(&Choice::First).map(|device| Gpu::nvidia(&device));
    let amd = HipDevice::open(&Choice::First).map(|device| Gpu::amd(&device));
    let (mut gpus, mut facts) = (Vec::new(), Vec::new());
    for (kind, opened) in [(TargetKind::Nvidia, nvidia), (TargetKind::Amd, amd)] {
        match opened {
            Ok(gpu) => gpus.push(gpu),
            Err(error) => {
                let name = format!("{kind} GPU");
                facts.push(Fact::of_error(&name, Outcome::Missing, &error, "use --device host"));
            }
        }
    }
    (gpus, facts)
}

/// The mounts that show a driver's libraries under every name they are opened by, and what they need in turn.
#[must_use]
pub fn driver_mounts(needs: &RunnerNeeds) -> Vec<Mount> {
    let files: Vec<PathBuf> = needs.libraries.iter().map(|library| library.file.clone()).collect();
    let mut all = mounts::mounts(&elf::closure(&files, &[]));
    for library in &needs.libraries {
        let Ok(source) = library.file.canonicalize() else { continue };
        let named = |name: &&str| Mount { source: source.clone(), target: Path::new(DRIVER_FOLDER).join(name) };
        all.extend(library.names.iter().map(named));
    }
    all
}
