//! The judge's buffers as this process maps them.

use std::ffi::c_void;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::StartError;
use super::inherited;
use crate::device::{CallError, Driver, Span, cuda_runner_context, hip_runner_device};
use crate::map::{Access, Mapping};
use crate::wire::{BufferConfig, RunnerDevice};

/// The mapped buffers; they live until the process ends.
#[derive(Debug)]
pub(super) struct Buffers {
    all: Vec<Place>,
    /// `None` where buffers are ordinary memory.
    device: Option<OnDevice>,
}

/// Memory of the runner's own: a small part of a GPU's cache.
const OWN_BYTES: usize = 4 << 20;

/// For how long a device is kept busy before a call, at most. The judge's work between two calls leaves it idle, and a kernel
/// that wakes it takes longer than the same kernel later.
const AWAKE: Duration = Duration::from_millis(2);

/// Share of the time since the last call, as its inverse, for which it is kept busy: short pauses need little.
const IDLE_SHARE: u32 = 8;

/// The device's driver, and memory of the runner's own there.
#[derive(Debug)]
struct OnDevice {
    driver: Arc<dyn Driver>,
    own: Span,
    /// When the device was last kept awake.
    awake: Mutex<Instant>,
}

impl OnDevice {
    fn new(driver: Arc<dyn Driver>) -> Result<Self, StartError> {
        let own = Span::allocate(&driver, OWN_BYTES).map_err(StartError::DeviceMemory)?;
        Ok(Self { driver, own, awake: Mutex::new(Instant::now()) })
    }

    /// Small operations, each waited for, until the device is awake and this process's.
    fn keep_awake(&self) -> Result<(), CallError> {
        let mut last = self.awake.lock().unwrap_or_else(PoisonError::into_inner);
        let began = Instant::now();
        let enough = (began.duration_since(*last) / IDLE_SHARE).min(AWAKE);
        loop {
            self.driver.set(self.own.address(), 0, OWN_BYTES)?;
            self.driver.synchronise()?;
            if began.elapsed() >= enough {
                *last = Instant::now();
                return Ok(());
            }
        }
    }
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
        let device = match device {
            RunnerDevice::Threads | RunnerDevice::HostOffload => None,
            RunnerDevice::Hip { ordinal } => Some(OnDevice::new(Arc::new(hip_runner_device(*ordinal)?))?),
            RunnerDevice::Cuda { ordinal } => Some(OnDevice::new(Arc::new(cuda_runner_context(*ordinal)?))?),
        };
        let map = |(index, config)| Place::map(device.as_ref().map(|d| &d.driver), index, config);
        let all = configs.iter().enumerate().map(map).collect::<Result<_, _>>()?;
        // Never unmapped: threads of the object may outlive every scope of ours.
        Ok(Box::leak(Box::new(Self { all, device })))
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
        self.device.is_some()
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

    /// Sets bytes of memory that the kernels can reach and that is no buffer's, and waits.
    pub(super) fn set(&self, at: *mut c_void, value: u8, bytes: usize) -> Result<(), CallError> {
        match &self.device {
            // What a stream allocates is there once the stream has come to it.
            Some(OnDevice { driver, .. }) => driver
                .synchronise()
                .and_then(|()| driver.set(at as u64, value, bytes))
                .and_then(|()| driver.synchronise()),
            None => {
                // SAFETY: the runtime has just allocated these bytes and told nobody of them.
                unsafe { std::ptr::write_bytes(at.cast::<u8>(), value, bytes) };
                Ok(())
            }
        }
    }

    /// Waits for everything on the device.
    pub(super) fn synchronise(&self) -> Result<(), CallError> {
        self.device.as_ref().map_or(Ok(()), |device| device.driver.synchronise())
    }

    /// Makes this process the one that used the device last, and keeps the device busy for a moment.
    pub(super) fn keep_awake(&self) -> Result<(), CallError> {
        self.device.as_ref().map_or(Ok(()), OnDevice::keep_awake)
    }

    /// The error that the device's context is stuck with.
    pub(super) fn stuck(&self) -> Option<CallError> {
        self.device.as_ref().and_then(|device| device.driver.stuck())
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
