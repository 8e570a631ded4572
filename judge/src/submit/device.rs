//! The device of a submission: opened as it was asked for, or chosen with a reason that stands in the verdict.

use std::path::PathBuf;

use judge_abi::device::{Choice, CudaDevice, Device, DeviceIdentity, HipDevice, HostDevice, OpenError};
use judge_abi::wire::{Launcher, RunnerDevice};
use judge_abi::{Language, hip};

use super::{failure, gpu_runtime};
use crate::measure::site::{Needs, Site};
use crate::score::{self, DeviceKind};
use crate::toolchain::{self, Target, TargetKind, Toolchain};

/// Where a submission is to run.
#[derive(Debug, Clone)]
pub enum DeviceChoice {
    /// The first GPU that works, else the host device; the verdict says which and why.
    Auto,
    /// LLVM's host offload device: a dry run.
    Host,
    /// An NVIDIA GPU.
    Cuda(Choice),
    /// An AMD GPU.
    Hip(Choice),
}

/// One opened GPU.
enum Gpu {
    Cuda(CudaDevice),
    Hip(HipDevice),
}

impl Gpu {
    fn device(&self) -> &dyn Device {
        match self {
            Self::Cuda(device) => device,
            Self::Hip(device) => device,
        }
    }

    fn identity(&self) -> &DeviceIdentity {
        match self {
            Self::Cuda(device) => device.identity(),
            Self::Hip(device) => device.identity(),
        }
    }

    const fn target(&self) -> TargetKind {
        match self {
            Self::Cuda(_) => TargetKind::Nvidia,
            Self::Hip(_) => TargetKind::Amd,
        }
    }

    fn for_search(&self) -> toolchain::Gpu {
        match self {
            Self::Cuda(device) => toolchain::Gpu::nvidia(device),
            Self::Hip(device) => toolchain::Gpu::amd(device),
        }
    }
}

/// The GPUs that can be opened, in order of preference, and why others cannot.
pub(super) struct Opened {
    gpus: Vec<Gpu>,
    /// Absent when there was no choice.
    refused: Option<Vec<String>>,
}

impl Opened {
    /// Opens what `choice` names. A GPU that was named must open and be well; with `auto` a reason is kept instead.
    pub(super) fn new(choice: &DeviceChoice) -> Result<Self, score::Failure> {
        let cuda = |choice: &Choice| CudaDevice::open(choice).map(Gpu::Cuda);
        let hip = |choice: &Choice| HipDevice::open(choice).map(Gpu::Hip);
        let named = |opened: Result<Gpu, OpenError>| {
            let gpu = opened.map_err(|e| failure("device", &e))?;
            gpu.device().check_health().map_err(|e| failure("device", &e))?;
            Ok(Self { gpus: vec![gpu], refused: None })
        };
        match choice {
            DeviceChoice::Host => Ok(Self { gpus: Vec::new(), refused: None }),
            DeviceChoice::Cuda(choice) => named(cuda(choice)),
            DeviceChoice::Hip(choice) => named(hip(choice)),
            DeviceChoice::Auto => {
                let (mut gpus, mut refused) = (Vec::new(), Vec::new());
                for opened in [cuda(&Choice::First), hip(&Choice::First)] {
                    match opened.map_err(|e| e.brief()) {
                        Ok(gpu) => match gpu.device().check_health() {
                            Ok(()) => gpus.push(gpu),
                            Err(error) => refused.push(format!("{}: {error}", gpu.identity().name)),
                        },
                        Err(reason) => refused.push(reason),
                    }
                }
                Ok(Self { gpus, refused: Some(refused) })
            }
        }
    }

    /// What the search for a toolchain is to try.
    pub(super) fn for_search(&self) -> Vec<toolchain::Gpu> {
        self.gpus.iter().map(Gpu::for_search).collect()
    }

    /// The first opened GPU that can be built for, or the host; a GPU that was named is never replaced.
    pub(super) fn choose(self, toolchain: &Toolchain) -> Result<Chosen<'_>, score::Failure> {
        let Some(mut refused) = self.refused else {
            let gpu = self.gpus.into_iter().next();
            let kind = gpu.as_ref().map_or(TargetKind::Host, Gpu::target);
            let target = toolchain.target(kind).map_err(|e| failure("device", &e))?;
            return Ok(Chosen { gpu, target, reason: None });
        };
        for gpu in self.gpus {
            match toolchain.target(gpu.target()) {
                Ok(target) => {
                    let reason = Some("--device auto: the first GPU that can be used".to_owned());
                    return Ok(Chosen { gpu: Some(gpu), target, reason });
                }
                Err(error) => refused.push(error.to_string()),
            }
        }
        let target = toolchain.target(TargetKind::Host).map_err(|e| failure("device", &e))?;
        let reason = format!("--device auto: {}; hence the host", refused.join("; "));
        Ok(Chosen { gpu: None, target, reason: Some(reason) })
    }
}

/// The device that was chosen.
pub(super) struct Chosen<'t> {
    gpu: Option<Gpu>,
    /// What is built for it.
    pub(super) target: &'t Target,
    /// Why it was chosen.
    reason: Option<String>,
}

impl Chosen<'_> {
    /// What the verdict says of it before anything has run.
    pub(super) fn evidence(&self) -> score::Device {
        let kind = match &self.gpu {
            None => DeviceKind::Host,
            Some(Gpu::Cuda(_)) => DeviceKind::Cuda,
            Some(Gpu::Hip(_)) => DeviceKind::Hip,
        };
        let identity = self.gpu.as_ref().map(|gpu| gpu.identity().clone());
        let name = identity.as_ref().map_or_else(super::machine::processor, |identity| identity.name.clone());
        score::Device { chosen: self.reason.clone(), identity, ..score::Device::named(name, kind) }
    }

    /// Where the buffers lie.
    pub(super) fn device(&self) -> &dyn Device {
        self.gpu.as_ref().map_or(&HostDevice, Gpu::device)
    }

    /// What runs a submission in `language` there.
    pub(super) fn runtime(&self, language: Language) -> Result<Runtime, score::Failure> {
        let library = match (&self.gpu, language) {
            (Some(_), Language::Hip) => Some(gpu_runtime::library(self.target, self.device())?),
            _ => None,
        };
        // The runner's environment shows it this device alone.
        let device = match &self.gpu {
            None => RunnerDevice::HostOffload,
            Some(Gpu::Cuda(_)) => RunnerDevice::Cuda { ordinal: 0 },
            Some(Gpu::Hip(_)) => RunnerDevice::Hip { ordinal: 0 },
        };
        let needs = match &self.gpu {
            None => Needs::default(),
            Some(gpu) => Needs::of(&gpu.device().runner_needs(), library.as_deref()),
        };
        Ok(Runtime { device, launcher: launcher(language, library), needs })
    }

    /// The best that was ever measured on this device with this driver; measured now if never before.
    pub(super) fn peaks(
        &self,
        store: &crate::store::Store,
    ) -> Result<Option<judge_abi::device::Floor>, score::Failure> {
        match &self.gpu {
            None => Ok(None),
            Some(gpu) => super::peaks::peaks(store, gpu.device(), gpu.identity()),
        }
    }
}

/// The parts of a [`Site`] that are owned.
pub(super) struct Runtime {
    device: RunnerDevice,
    launcher: Launcher,
    needs: Needs,
}

impl Runtime {
    pub(super) fn site<'a>(&'a self, device: &'a dyn Device) -> Site<'a> {
        Site { device, runner: &self.device, launcher: &self.launcher, needs: &self.needs }
    }
}

/// Who starts the kernels of a submission in `language`.
fn launcher(language: Language, library: Option<PathBuf>) -> Launcher {
    match (language, library) {
        (Language::Hip, Some(library)) => Launcher::HipRuntime { library },
        (Language::Hip, None) => Launcher::HipOnHost { warp: hip::DEFAULT_WARP },
        (Language::C | Language::Cxx | Language::Fortran, _) => Launcher::OpenMp,
    }
}
