//! An AMD GPU through the HIP runtime, which is loaded at run time.
//!
//! Its calls have run against real memory through a HIP library of the tests' that maps them to CUDA, and not on AMD
//! hardware.

mod api;
mod find;
mod kernels;
mod runtime;

use std::path::PathBuf;
use std::sync::Arc;

use super::driver::Driver;
use super::identity::DeviceIdentity;
use super::memory::{DriverBuffer, Span};
use super::visible::Choice;
use super::{
    Buffer, BufferAccess, Device, DeviceError, DriverLibrary, Floor, MemoryInfo, OpenError, RunnerNeeds, needs, peaks,
};

use kernels::Kernels;
use runtime::Runtime;

/// Twice the largest last-level cache that AMD builds (256 MiB of Infinity Cache), which HIP does not report.
const FLUSH_BYTES: usize = 512 << 20;

/// The names the runtime is opened by.
const RUNTIME: &[&str] = &["libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"];

/// OpenMP's runtime opens the library below HIP by the name that only development packages have.
const BELOW: &[&str] = &["libhsa-runtime64.so.1", "libhsa-runtime64.so"];

/// One AMD GPU.
#[derive(Debug)]
pub struct HipDevice {
    runtime: Arc<Runtime>,
    identity: DeviceIdentity,
    flush: Span,
    flush_bytes: usize,
}

impl HipDevice {
    /// Opens the chosen one of the devices that `ROCR_VISIBLE_DEVICES` and `HIP_VISIBLE_DEVICES` show.
    ///
    /// # Errors
    /// When there is no runtime, no such device, or the device cannot serve a judge and a runner.
    pub fn open(choice: &Choice) -> Result<Self, OpenError> {
        let (api, version) = find::runtime()?;
        let (device, identity) = find::device(&api, version, choice)?;
        let name = identity.name.clone();
        let call = |source| OpenError::Call { device: name.clone(), source };
        let runtime = Arc::new(Runtime::open(api, device, version).map_err(call)?);
        let driver: Arc<dyn Driver> = Arc::clone(&runtime) as _;
        let small = usize::try_from(identity.memory_bytes / 16).unwrap_or(usize::MAX);
        let flush_bytes = FLUSH_BYTES.min(small);
        let flush = Span::allocate(&driver, flush_bytes).map_err(|e| match e {
            DeviceError::Driver { source, .. } => call(source),
            _ => OpenError::OutOfMemory { device: name.clone(), memory: driver.memory().ok() },
        })?;
        Ok(Self { runtime, identity, flush, flush_bytes })
    }

    /// Whether the kernel's driver is there. Asking the runtime instead takes a tenth of a second.
    #[must_use]
    pub fn is_present() -> bool {
        std::path::Path::new("/dev/kfd").exists()
    }

    /// The error of a machine without the kernel's driver.
    #[must_use]
    pub fn absent() -> OpenError {
        OpenError::NoDriver {
            vendor: super::visible::Vendor::Amd,
            source: super::LoadError::Missing { library: "/dev/kfd", reason: "there is no such node".to_owned() },
        }
    }

    /// What the device is.
    #[must_use]
    pub fn identity(&self) -> &DeviceIdentity {
        &self.identity
    }
}

impl Device for HipDevice {
    fn allocate(&self, bytes: usize, _access: BufferAccess) -> Result<Box<dyn Buffer>, DeviceError> {
        let driver: Arc<dyn Driver> = Arc::clone(&self.runtime) as _;
        Ok(Box::new(DriverBuffer::allocate(&driver, bytes)?))
    }

    fn flush_caches(&self) -> Result<(), DeviceError> {
        let set = self.runtime.set(self.flush.address(), 0, self.flush_bytes);
        let flushed = set.and_then(|()| self.runtime.synchronise());
        flushed.map_err(|source| DeviceError::Driver { doing: "flush the device's cache", source })
    }

    fn spins(&self) -> bool {
        true
    }

    /// The judge's device as the runner's only one, and XNACK as the code was built for.
    fn runner_needs(&self) -> RunnerNeeds {
        let visible = ("ROCR_VISIBLE_DEVICES", self.identity.uuid.clone());
        let xnack = self.identity.arch.hsa_xnack().map(|value| ("HSA_XNACK", value.to_owned()));
        let renderers = std::fs::read_dir("/dev/dri").into_iter().flatten().flatten().map(|entry| entry.path());
        let renderers = renderers.filter(|path| path.to_string_lossy().contains("renderD"));
        let libraries = [("libamdhip64.so", RUNTIME), ("libhsa-runtime64.so", BELOW)];
        let library = |(prefix, names)| needs::loaded(prefix).map(|file| DriverLibrary { file, names });
        RunnerNeeds {
            environment: std::iter::once(visible).chain(xnack).collect(),
            nodes: needs::existing(std::iter::once(PathBuf::from("/dev/kfd")).chain(renderers)),
            libraries: libraries.into_iter().filter_map(library).collect(),
            proc: true,
            // The devices' topology is there.
            sys: true,
        }
    }

    /// What a call writes may stay in the last-level cache, which HIP does not report: the flush is twice the largest.
    fn measure_floor(&self) -> Result<Option<Floor>, DeviceError> {
        let failed = |source| DeviceError::Driver { doing: "compile the judge's own kernels", source };
        let kernels = Kernels::load(&self.runtime, self.identity.arch.as_str()).map_err(failed)?;
        let driver: Arc<dyn Driver> = Arc::clone(&self.runtime) as _;
        let cache_bytes = self.identity.l2_bytes.max(self.flush_bytes as u64 / 2);
        let measure = |kernels: Kernels| peaks::measure(&driver, &kernels, self.identity.multiprocessors, cache_bytes);
        kernels.map(measure).transpose()
    }

    fn memory(&self) -> Result<Option<MemoryInfo>, DeviceError> {
        let memory = self.runtime.memory();
        memory.map(Some).map_err(|source| DeviceError::Driver { doing: "ask for free device memory", source })
    }
}

/// The runner's end: the device at `ordinal` among those its environment shows.
pub(crate) fn runner_device(ordinal: u32) -> Result<Runtime, OpenError> {
    let (api, version) = find::runtime()?;
    Runtime::open(api, i32::try_from(ordinal).unwrap_or(i32::MAX), version)
        .map_err(|source| OpenError::Call { device: format!("device {ordinal}"), source })
}
