//! Devices as the judge sees them: it owns every buffer; a runner only maps what a descriptor gives it.

mod cuda;
mod driver;
mod floor;
mod hip;
mod host;
mod identity;
mod memory;
mod needs;
mod nvml;
mod open;
mod peaks;
mod visible;

use std::ops::Range;
use std::os::fd::OwnedFd;
use std::sync::Arc;

pub use cuda::CudaDevice;
pub use driver::{CallError, LoadError, MemoryInfo};
pub use floor::{Floor, Work};
pub use hip::HipDevice;
pub use host::HostDevice;
pub use identity::{ArchError, DeviceArch, DeviceIdentity};
pub use needs::{DriverLibrary, RunnerNeeds};
pub use nvml::{DeviceState, Nvml, NvmlError, Throttle};
pub use open::OpenError;
pub use visible::{Choice, ChoiceError, Vendor, VisibleError};

pub(crate) use cuda::runner_context as cuda_runner_context;
pub(crate) use driver::Driver;
pub(crate) use hip::runner_device as hip_runner_device;
pub(crate) use memory::Span;

use crate::DType;
use crate::map::MapError;

/// A device operation that failed.
#[derive(Debug, thiserror::Error)]
pub enum DeviceError {
    /// Host memory could not be had.
    #[error("buffer of {bytes} bytes: {source}")]
    Memory {
        /// Size asked for.
        bytes: usize,
        /// Why.
        source: MapError,
    },
    /// A descriptor could not be duplicated.
    #[error("cannot duplicate a buffer's descriptor: {source}")]
    Export {
        /// The kernel's answer.
        source: std::io::Error,
    },
    /// The device has no memory left.
    #[error(
        "a buffer of {bytes} bytes does not fit on the device{}; free memory or choose a smaller size",
        open::describe(.memory)
    )]
    OutOfMemory {
        /// Size asked for.
        bytes: usize,
        /// What the device has, where the driver says.
        memory: Option<MemoryInfo>,
    },
    /// What was written is not what was read.
    #[error("the device does not hold what was written to it; reset it or use another")]
    Forgets,
    /// It does not come to an end with the judge's own kernel.
    #[error("the device does not finish a kernel of the judge's within {seconds} s; end what holds it, or reset it")]
    Hangs {
        /// How long was waited.
        seconds: u64,
    },
    /// A driver refused.
    #[error("cannot {doing}: {source}")]
    Driver {
        /// What the judge was about.
        doing: &'static str,
        /// The driver's answer.
        source: CallError,
    },
}

/// What the runner may do with a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BufferAccess {
    /// Inputs: read-only for the host and for the device.
    Input,
    /// Everything the kernel may store to.
    Output,
}

/// Owns buffers on one device.
pub trait Device: Send + Sync {
    /// A buffer of `bytes` bytes.
    ///
    /// # Errors
    /// When the memory cannot be had.
    fn allocate(&self, bytes: usize, access: BufferAccess) -> Result<Box<dyn Buffer>, DeviceError>;

    /// Drops what the last call left in the caches, as far as the device lets the judge.
    ///
    /// # Errors
    /// When the device refuses.
    fn flush_caches(&self) -> Result<(), DeviceError>;

    /// Whether the judge should spin while a call runs: true when the host's cores are idle then.
    fn spins(&self) -> bool;

    /// What a runner's jail must show and set.
    fn runner_needs(&self) -> RunnerNeeds {
        RunnerNeeds::default()
    }

    /// Whether the device still serves: a small buffer is filled and read back. For after a call that failed or had to
    /// be ended.
    ///
    /// # Errors
    /// When the device refuses or does not remember.
    fn check_health(&self) -> Result<(), DeviceError> {
        remembers(self)
    }

    /// Clock, temperature and what holds the clock down; `None` where there is no sensor.
    fn state(&self) -> Option<DeviceState> {
        None
    }

    /// Measures the best that the device can do; `None` where the judge has no kernels for that.
    ///
    /// # Errors
    /// When the device refuses, or there is no memory for it.
    fn measure_floor(&self) -> Result<Option<Floor>, DeviceError> {
        Ok(None)
    }

    /// The device's own memory; `None` where buffers are ordinary memory.
    ///
    /// # Errors
    /// When the device refuses.
    fn memory(&self) -> Result<Option<MemoryInfo>, DeviceError> {
        Ok(None)
    }
}

/// Fills a small buffer and reads it back.
fn remembers<D: Device + ?Sized>(device: &D) -> Result<(), DeviceError> {
    let mut seen = [0; 4096];
    let buffer = device.allocate(seen.len(), BufferAccess::Output)?;
    buffer.fill(0..seen.len(), Poison::GUARD)?;
    buffer.read(0, &mut seen)?;
    if Poison::GUARD.is_intact(&seen) { Ok(()) } else { Err(DeviceError::Forgets) }
}

/// One buffer of the judge's. Offsets and lengths are bytes.
pub trait Buffer: Send + Sync {
    /// Length in bytes.
    fn bytes(&self) -> usize;

    /// A descriptor through which a runner maps the buffer.
    ///
    /// # Errors
    /// When the descriptor cannot be made.
    fn export(&self) -> Result<OwnedFd, DeviceError>;

    /// Keeps `contents` near the device as set number `set`, replacing what was kept there.
    ///
    /// # Errors
    /// When the memory cannot be had.
    fn keep(&mut self, set: usize, contents: &[u8]) -> Result<(), DeviceError>;

    /// [`Buffer::keep`] of contents that stay as they are: where they are near the device already, without a copy.
    ///
    /// # Errors
    /// When the memory cannot be had.
    fn keep_shared(&mut self, set: usize, contents: Arc<Vec<u8>>) -> Result<(), DeviceError> {
        self.keep(set, &contents)
    }

    /// Another handle to the same memory, with nothing kept; `None` where the device has no such thing.
    fn alias(&self) -> Option<Box<dyn Buffer>> {
        None
    }

    /// Copies `contents` to the bytes at `offset`.
    ///
    /// # Errors
    /// When the device refuses.
    fn write(&self, offset: usize, contents: &[u8]) -> Result<(), DeviceError>;

    /// Copies what was kept as `set` to the bytes at `offset`.
    ///
    /// # Errors
    /// When the device refuses.
    fn restore(&self, set: usize, offset: usize) -> Result<(), DeviceError>;

    /// Repeats `pattern` over `range`, from the range's start.
    ///
    /// # Errors
    /// When the device refuses.
    fn fill(&self, range: Range<usize>, pattern: Poison) -> Result<(), DeviceError>;

    /// Copies the bytes at `offset` to `dest`.
    ///
    /// # Errors
    /// When the device refuses.
    fn read(&self, offset: usize, dest: &mut [u8]) -> Result<(), DeviceError>;
}

/// Eight bytes that no honest kernel leaves behind: NaNs with a payload for floats, improbable values for integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Poison(pub [u8; 8]);

impl Poison {
    /// The poison for elements of type `dtype`.
    #[must_use]
    pub const fn of(dtype: DType) -> Self {
        Self(match dtype {
            DType::F64 | DType::Complex128 => 0x7FF8_DEAD_BEEF_F00D_u64.to_le_bytes(),
            DType::F32 | DType::Complex64 => 0x7FC0_DEAD_7FC0_DEAD_u64.to_le_bytes(),
            DType::F16 => 0x7E5A_7E5A_7E5A_7E5A_u64.to_le_bytes(),
            DType::Bf16 => 0x7FDA_7FDA_7FDA_7FDA_u64.to_le_bytes(),
            DType::I32 | DType::U32 => 0xA5C3_5A3C_A5C3_5A3C_u64.to_le_bytes(),
            DType::I64 | DType::U64 | DType::Bytes => 0xA5C3_5A3C_96E1_1E69_u64.to_le_bytes(),
        })
    }

    /// The poison of guard regions beside the array called `name`, of elements of type `dtype`.
    ///
    /// Floats are signalling NaNs: arithmetic on one makes it quiet, so that a kernel that computes past its end leaves a
    /// trace. Arrays differ, so that one that copies past its end does too.
    #[must_use]
    pub const fn guard(dtype: DType, name: &str) -> Self {
        let (plain, each, salt): (u64, u64, u64) = match dtype {
            DType::F64 | DType::Complex128 => (0x7FF4_6A2D_5EED_0000, 1, 0xFFFF),
            DType::F32 | DType::Complex64 => (0x7FA5_0000_7FA5_0000, 0x1_0000_0001, 0xFFFF),
            DType::F16 => (0x7D00_7D00_7D00_7D00, 0x1_0001_0001_0001, 0xFF),
            DType::Bf16 => (0x7F80_7F80_7F80_7F80, 0x1_0001_0001_0001, 0x3F),
            DType::I32 | DType::U32 => (0x9E3C_0000_9E3C_0000, 0x1_0000_0001, 0xFFFF),
            DType::I64 | DType::U64 => (0x9E3C_C3A5_6996_0000, 1, 0xFFFF),
            DType::Bytes => (0, 0x0101_0101_0101_0101, 0xFF),
        };
        // FNV-1a, into the low bits of each element, of which one is set.
        let (mut hash, mut at) = (0xCBF2_9CE4_8422_2325_u64, 0);
        while at < name.len() {
            hash = (hash ^ name.as_bytes()[at] as u64).wrapping_mul(0x100_0000_01B3);
            at += 1;
        }
        let own = ((hash ^ (hash >> 32)) & salt) | 1;
        Self((plain | (own * each)).to_le_bytes())
    }

    /// Poison of no array in particular.
    pub const GUARD: Self = Self::guard(DType::F64, "");

    /// Whether `bytes`, which start at a multiple of eight within the fill, still hold only poison.
    #[must_use]
    pub fn is_intact(self, bytes: &[u8]) -> bool {
        bytes.chunks(8).all(|chunk| *chunk == self.0[..chunk.len()])
    }
}
