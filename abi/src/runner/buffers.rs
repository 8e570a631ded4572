//! The judge's buffers as this process maps them.

use std::sync::Arc;

use super::StartError;
use super::inherited;
use crate::device::{CallError, Driver, Span, cuda_runner_context};
use crate::map::{Access, Mapping};
use crate::wire::{BufferConfig, RunnerDevice};

/// The mapped buffers; they live until the process ends.
#[derive(Debug)]
pub(super) struct Buffers {
    all: Vec<Place>,
    /// The device's driver; `None` where buffers are ordinary memory.
    driver: Option<Arc<dyn Driver>>,
}

/// Where one buffer lies.
#[derive(Debug)]
enum Place {
    Host(Mapping, Access),
    Device(Span, usize),
}

impl Buffers {
    /// Maps every buffer, inputs read-only.
    pub(super) fn map(device: &RunnerDevice, configs: &[BufferConfig]) -> Result<&'static Self, StartError> {
        let driver: Option<Arc<dyn Driver>> = match device {
            RunnerDevice::Threads | RunnerDevice::HostOffload => None,
            RunnerDevice::Cuda { ordinal } => Some(Arc::new(cuda_runner_context(*ordinal)?)),
        };
        let map = |(index, config)| Place::map(driver.as_ref(), index, config);
        let all = configs.iter().enumerate().map(map).collect::<Result<_, _>>()?;
        // Never unmapped: threads of the object may outlive every scope of ours.
        Ok(Box::leak(Box::new(Self { all, driver })))
    }

    /// First address and length of every buffer.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, usize)> {
        self.all.iter().map(|place| match place {
            Place::Host(mapping, _) => (mapping.as_ptr() as u64, mapping.len()),
            Place::Device(span, bytes) => (span.address(), *bytes),
        })
    }

    /// Whether the host may never touch the buffers.
    pub(super) fn on_device(&self) -> bool {
        self.driver.is_some()
    }

    /// Sets every buffer to its own access, or to none; nothing to do on a device. Async-signal-safe.
    pub(super) fn protect(&self, open: bool) -> std::io::Result<()> {
        self.all.iter().try_for_each(|place| match place {
            Place::Host(mapping, access) => mapping.protect(if open { *access } else { Access::Closed }),
            Place::Device(..) => Ok(()),
        })
    }

    /// Index of the buffer that holds `address`. Async-signal-safe.
    pub(super) fn index_of(&self, address: usize) -> Option<usize> {
        self.iter().position(|(start, bytes)| (start..start + bytes as u64).contains(&(address as u64)))
    }

    /// Waits for everything on the device.
    pub(super) fn synchronise(&self) -> Result<(), CallError> {
        self.driver.as_ref().map_or(Ok(()), |driver| driver.synchronise())
    }

    /// The error that the device's context is stuck with.
    pub(super) fn stuck(&self) -> Option<CallError> {
        self.driver.as_ref().and_then(|driver| driver.stuck())
    }
}

impl Place {
    fn map(driver: Option<&Arc<dyn Driver>>, index: usize, config: &BufferConfig) -> Result<Self, StartError> {
        let fd = inherited(config.fd);
        let Some(driver) = driver else {
            let access = if config.writable { Access::ReadWrite } else { Access::ReadOnly };
            let mapping = Mapping::shared(&fd, config.bytes, access);
            return mapping.map(|m| Self::Host(m, access)).map_err(|source| StartError::Buffer { index, source });
        };
        let span = Span::import(driver, &fd, config.bytes, config.writable);
        span.map(|s| Self::Device(s, config.bytes)).map_err(|source| StartError::DeviceBuffer { index, source })
    }
}
