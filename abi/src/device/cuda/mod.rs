//! An NVIDIA GPU through the CUDA driver, which is loaded at run time.

mod api;
mod context;
mod find;
mod floor;
mod staging;

use std::ffi::{c_char, c_int};
use std::sync::Arc;

use super::driver::Driver;
use super::identity::{DeviceArch, DeviceIdentity};
use super::memory::{DriverBuffer, Span};
use super::visible::{Choice, Vendor};
use super::{Buffer, BufferAccess, Device, DeviceError, MemoryInfo, OpenError};

use api::{Api, LIBRARY, attribute, result};
pub(crate) use context::Context;

/// One NVIDIA GPU, or one slice of it.
#[derive(Debug)]
pub struct CudaDevice {
    context: Arc<Context>,
    identity: DeviceIdentity,
    /// Twice the second-level cache: writing it leaves nothing of a call there.
    flush: Span,
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
        let context = Arc::new(Context::retain(api, device).map_err(|e| find::context_error(name.clone(), e))?);
        let driver: Arc<dyn Driver> = Arc::clone(&context) as _;
        let flush_bytes = usize::try_from(identity.l2_bytes).unwrap_or(usize::MAX).saturating_mul(2);
        let flush = Span::allocate(&driver, flush_bytes).map_err(|e| match e {
            DeviceError::Driver { source, .. } => OpenError::Call { device: name.clone(), source },
            _ => OpenError::OutOfMemory { device: name.clone(), memory: driver.memory().ok() },
        })?;
        Ok(Self { context, identity, flush })
    }

    /// What the device is.
    #[must_use]
    pub fn identity(&self) -> &DeviceIdentity {
        &self.identity
    }

    /// What a runner needs in its environment: the judge's device as its only one, and code loaded at start instead
    /// of inside the first call.
    #[must_use]
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        vec![
            ("CUDA_VISIBLE_DEVICES", self.identity.uuid.clone()),
            ("CUDA_MODULE_LOADING", "EAGER".to_owned()),
            ("CUDA_CACHE_DISABLE", "1".to_owned()),
        ]
    }
}

impl Device for CudaDevice {
    fn allocate(&self, bytes: usize, _access: BufferAccess) -> Result<Box<dyn Buffer>, DeviceError> {
        let driver: Arc<dyn Driver> = Arc::clone(&self.context) as _;
        Ok(Box::new(DriverBuffer::allocate(&driver, bytes)?))
    }

    fn flush_caches(&self) -> Result<(), DeviceError> {
        let bytes = usize::try_from(self.identity.l2_bytes).unwrap_or(0) * 2;
        let flushed = self.context.set(self.flush.address(), 0, bytes).and_then(|()| self.context.synchronise());
        flushed.map_err(|source| DeviceError::Driver { doing: "flush the device's cache", source })
    }

    fn spins(&self) -> bool {
        true
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
