//! An NVIDIA GPU through the CUDA driver, which is loaded at run time.

mod api;
mod context;
mod find;
mod health;
mod kernels;
mod staging;

use std::ffi::{c_char, c_int};
use std::path::PathBuf;
use std::sync::Arc;

use super::driver::Driver;
use super::identity::{DeviceArch, DeviceIdentity};
use super::memory::{DriverBuffer, Span};
use super::visible::{Choice, Vendor};
use super::{
    Buffer, BufferAccess, Device, DeviceError, DeviceState, DriverLibrary, Floor, MemoryInfo, Nvml, OpenError,
    RunnerNeeds, needs, peaks, remembers,
};

use api::{Api, LIBRARY, attribute, result};
pub(crate) use context::Context;
use kernels::Kernels;

/// OpenMP's runtime opens the driver by the name that only development packages have.
const DRIVER: &[&str] = &[LIBRARY, "libcuda.so"];

/// Translates PTX for the device.
const TRANSLATOR: &[&str] = &["libnvidia-ptxjitcompiler.so.1"];

/// More devices than a machine has.
const MOST_DEVICES: u32 = 64;

/// One NVIDIA GPU, or one slice of it.
#[derive(Debug)]
pub struct CudaDevice {
    context: Arc<Context>,
    identity: DeviceIdentity,
    kernels: Kernels,
    /// Zeros, twice the second-level cache: reading them leaves nothing else there.
    flush: Span,
    flush_bytes: usize,
    sensors: Option<Nvml>,
}

impl CudaDevice {
    /// Opens the chosen one of the devices that `CUDA_VISIBLE_DEVICES` shows.
    ///
    /// # Errors
    /// When there is no driver, no such device, or the device cannot serve a judge and a runner.
    pub fn open(choice: &Choice) -> Result<Self, OpenError> {
        let api = find::driver()?;
        let (device, identity) = find::device(&api, choice)?;
        let name = identity.name.clone();
        // NVML takes nearly as long as the context, and needs none.
        let (context, sensors) = std::thread::scope(|scope| {
            let sensors = scope.spawn(|| Nvml::open(&identity.uuid).ok());
            (Context::retain(api, device), sensors.join().ok().flatten())
        });
        let context = Arc::new(context.map_err(|e| find::context_error(name.clone(), e))?);
        let driver: Arc<dyn Driver> = Arc::clone(&context) as _;
        let flush_bytes = usize::try_from(identity.l2_bytes).unwrap_or(usize::MAX).saturating_mul(2);
        let flush = Span::allocate(&driver, flush_bytes).map_err(|e| match e {
            DeviceError::Driver { source, .. } => OpenError::Call { device: name.clone(), source },
            _ => OpenError::OutOfMemory { device: name.clone(), memory: driver.memory().ok() },
        })?;
        let zeroed = context.set(flush.address(), 0, flush_bytes).and_then(|()| context.synchronise());
        zeroed.map_err(|source| OpenError::Call { device: name.clone(), source })?;
        let kernels = Kernels::load(&context).map_err(|source| OpenError::Kernels { device: name.clone(), source })?;
        Ok(Self { context, identity, kernels, flush, flush_bytes, sensors })
    }

    /// What the device is.
    #[must_use]
    pub fn identity(&self) -> &DeviceIdentity {
        &self.identity
    }

    /// The control nodes, and of the devices' own the one that is used; all of them when that cannot be told.
    fn nodes(&self) -> Vec<PathBuf> {
        let own = find::bus_id(&self.context.api, self.context.device)
            .and_then(|bus| std::fs::read_to_string(format!("/proc/driver/nvidia/gpus/{bus}/information")).ok())
            .and_then(|text| needs::nvidia_minor(&text));
        let minors = own.map_or(0..MOST_DEVICES, |minor| minor..minor + 1);
        let devices = minors.map(|minor| PathBuf::from(format!("/dev/nvidia{minor}")));
        let control = ["/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia-uvm-tools"].map(PathBuf::from);
        // A slice is opened through capabilities, whose numbers the driver alone knows.
        let slices = self.identity.slice.then(|| PathBuf::from("/dev/nvidia-caps"));
        needs::existing(control.into_iter().chain(devices).chain(slices))
    }
}

impl Device for CudaDevice {
    fn allocate(&self, bytes: usize, _access: BufferAccess) -> Result<Box<dyn Buffer>, DeviceError> {
        let driver: Arc<dyn Driver> = Arc::clone(&self.context) as _;
        Ok(Box::new(DriverBuffer::allocate(&driver, bytes)?))
    }

    /// By reading, not by writing: a cache full of what is yet to be written to memory would have the next kernel wait for
    /// that.
    fn flush_caches(&self) -> Result<(), DeviceError> {
        let started = self.kernels.start_read(self.flush.address(), self.flush_bytes as u64);
        let flushed = started.and_then(|()| self.context.synchronise());
        flushed.map_err(|source| DeviceError::Driver { doing: "flush the device's cache", source })
    }

    fn spins(&self) -> bool {
        true
    }

    /// The judge's device as the runner's only one, and code loaded at start instead of inside the first call.
    fn runner_needs(&self) -> RunnerNeeds {
        let driver = needs::loaded("libcuda.so");
        let translator = driver.as_deref().and_then(|path| needs::beside(path, TRANSLATOR[0]));
        let library = |(file, names): (Option<PathBuf>, _)| file.map(|file| DriverLibrary { file, names });
        RunnerNeeds {
            environment: vec![
                ("CUDA_VISIBLE_DEVICES", self.identity.uuid.clone()),
                ("CUDA_MODULE_LOADING", "EAGER".to_owned()),
                ("CUDA_CACHE_DISABLE", "1".to_owned()),
            ],
            nodes: self.nodes(),
            libraries: [(driver, DRIVER), (translator, TRANSLATOR)].into_iter().filter_map(library).collect(),
            // Without a `/proc` whose thread names it can write, the driver does not start; `/sys` it does without.
            proc: true,
            sys: false,
        }
    }

    /// A kernel first, and with patience: everything after it waits for the device without end.
    fn check_health(&self) -> Result<(), DeviceError> {
        self.run_a_kernel()?;
        remembers(self)
    }

    fn state(&self) -> Option<DeviceState> {
        self.sensors.as_ref()?.state().ok()
    }

    fn measure_floor(&self) -> Result<Option<Floor>, DeviceError> {
        let driver: Arc<dyn Driver> = Arc::clone(&self.context) as _;
        let DeviceIdentity { multiprocessors, l2_bytes, .. } = self.identity;
        peaks::measure(&driver, &self.kernels, multiprocessors, l2_bytes).map(Some)
    }

    fn memory(&self) -> Result<Option<MemoryInfo>, DeviceError> {
        let memory = self.context.memory();
        memory.map(Some).map_err(|source| DeviceError::Driver { doing: "ask for free device memory", source })
    }
}

/// The runner's end: the context of the only visible device.
pub(crate) fn runner_context(ordinal: u32) -> Result<Context, OpenError> {
    let api = find::driver()?;
    let mut device = 0;
    let call = |source| OpenError::Call { device: format!("device {ordinal}"), source };
    // SAFETY: `device` is live.
    unsafe { api.device(&raw mut device, c_int::try_from(ordinal).unwrap_or(c_int::MAX)) }.map_err(call)?;
    Context::retain(api, device).map_err(call)
}
