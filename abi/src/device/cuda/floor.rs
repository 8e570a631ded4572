//! Measures the physical floor with kernels of the judge's own, timed by the device's events.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::kernels::{ELEMENT_BYTES, THREADS, Work, blocks, read_blocks};
use super::{CudaDevice, DeviceError, Driver, Span};
use crate::device::floor::Floor;

/// Bytes of each of the three streams, where memory allows: far beyond any cache.
const STREAM_BYTES: u64 = 1 << 30;
/// The best of so many runs counts: the floor is what the device can do, not what it usually does.
const RUNS: usize = 12;
const FP64_ROUNDS: u64 = 2048;
const FP64_OPERATIONS_PER_ROUND: u64 = 64;
const FP64_BLOCKS_PER_MULTIPROCESSOR: u32 = 8;

impl CudaDevice {
    /// Runs one small kernel and waits for it, but not for ever.
    ///
    /// # Errors
    /// [`DeviceError::Hangs`], or the driver's answer.
    pub(super) fn run_a_kernel(&self) -> Result<(), DeviceError> {
        const PATIENCE: Duration = Duration::from_secs(10);
        let failed = |source| DeviceError::Driver { doing: "run a kernel of the judge's own", source };
        self.kernels.start_copy(self.flush.address()).map_err(failed)?;
        let end = Instant::now() + PATIENCE;
        while !self.context.is_idle().map_err(failed)? {
            if Instant::now() > end {
                return Err(DeviceError::Hangs { seconds: PATIENCE.as_secs() });
            }
            std::thread::sleep(Duration::from_micros(50));
        }
        Ok(())
    }

    /// Measures the floor: some milliseconds of device time and up to 3 GiB of its memory, given back at the end.
    ///
    /// # Errors
    /// When the driver refuses, or there is no memory for the streams.
    #[allow(clippy::cast_precision_loss, reason = "rates to a few digits")]
    pub(super) fn floor(&self) -> Result<Floor, DeviceError> {
        let failed = |source| DeviceError::Driver { doing: "measure the device's floor", source };
        let driver: Arc<dyn Driver> = Arc::clone(&self.context) as _;
        let free = driver.memory().map_err(failed)?.free;
        let bytes = (free / 8).min(STREAM_BYTES) / (4 * ELEMENT_BYTES) * (4 * ELEMENT_BYTES);
        let length = usize::try_from(bytes).unwrap_or(usize::MAX);
        let streams =
            [Span::allocate(&driver, length)?, Span::allocate(&driver, length)?, Span::allocate(&driver, length)?];
        for stream in &streams {
            self.context.set(stream.address(), 0, length).map_err(failed)?;
        }
        let elements = bytes / ELEMENT_BYTES;
        let rate = |work, per_run: u64, n: u64, blocks: u64| -> Result<f64, DeviceError> {
            let seconds = self.kernels.best_seconds(work, &streams, n, blocks, RUNS).map_err(failed)?;
            Ok(per_run as f64 / seconds)
        };
        let fp64_blocks = u64::from(self.identity.multiprocessors * FP64_BLOCKS_PER_MULTIPROCESSOR);
        let operations = fp64_blocks * u64::from(THREADS) * FP64_ROUNDS * FP64_OPERATIONS_PER_ROUND;
        Ok(Floor {
            copy: rate(Work::Copy, 2 * bytes, elements, blocks(elements))?,
            triad: rate(Work::Triad, 3 * bytes, elements, blocks(elements))?,
            read: rate(Work::Read, bytes, elements, read_blocks(elements))?,
            fp64: Some(rate(Work::Fp64, operations, FP64_ROUNDS, fp64_blocks)?),
            cache_bytes: self.identity.l2_bytes,
        })
    }
}
