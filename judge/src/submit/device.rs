//! The device of a submission: opened as it was asked for, or chosen with a reason that stands in the verdict.

use std::path::PathBuf;
use std::sync::Arc;

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
    Cuda(Arc<CudaDevice>),
    Hip(Arc<HipDevice>),
}

impl Gpu {
    fn device(&self) -> Arc<dyn Device> {
        match self {
            Self::Cuda(device) => Arc::clone(device) as _,
            Self::Hip(device) => Arc::clone(device) as _,
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
        let cuda = |choice: &Choice| CudaDevice::open(choice).map(|d| Gpu::Cuda(Arc::new(d)));
        let hip = |choice: &Choice| HipDevice::open(choice).map(|d| Gpu::Hip(Arc::new(d)));
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
                // HIP takes a while to find out that there is no device.
                let amd = if HipDevice::is_present() { hip(&Choice::First) } else { Err(HipDevice::absent()) };
                for opened in [cuda(&Choice::First), amd] {
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

    /// Where a submission in `language` runs.
    pub(super) fn site(&self, language: Language) -> Result<Site, score::Failure> {
        let Some(gpu) = &self.gpu else {
            let (runner, launcher) = (RunnerDevice::HostOffload, launcher(language, None));
            return Ok(Site { device: Arc::new(HostDevice), runner, launcher, needs: Needs::default() });
        };
        let device = gpu.device();
        let driver = device.runner_needs();
        let library = if language == Language::Hip { Some(gpu_runtime::library(self.target, &driver)?) } else { None };
        let needs = Needs::of(&driver, library.as_deref());
        // The runner's environment shows it this device alone.
        let runner = match gpu {
            Gpu::Cuda(_) => RunnerDevice::Cuda { ordinal: 0 },
            Gpu::Hip(_) => RunnerDevice::Hip { ordinal: 0 },
        };
        Ok(Site { device, runner, launcher: launcher(language, library), needs })
    }

    /// The best that was ever measured on this device with this driver; measured now if never before.
    pub(super) fn peaks(
        &self,
        store: &crate::store::Store,
    ) -> Result<Option<judge_abi::device::Floor>, score::Failure> {
        match &self.gpu {
            None => Ok(None),
            Some(gpu) => super::peaks::peaks(store, gpu.device().as_ref(), gpu.identity()),
        }
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
