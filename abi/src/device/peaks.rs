//! Measures a device's floor with the judge's own kernels, whatever driver starts and times them.

use std::sync::Arc;

use super::driver::{CallError, Driver};
use super::memory::Span;
use super::{DeviceError, Floor};

/// Bytes of each of the three streams, where memory allows: far beyond any cache.
const STREAM_BYTES: u64 = 1 << 30;
/// Bytes of an element: two doubles, as one thread moves them.
pub(crate) const ELEMENT_BYTES: u64 = 16;
/// Threads of a block.
pub(crate) const THREADS: u32 = 256;
/// Elements that one thread of the reading kernel reads.
const ELEMENTS_READ: u64 = 4;
/// The best of so many runs counts: the floor is what the device can do, not what it usually does.
const RUNS: usize = 12;
const FP64_ROUNDS: u64 = 2048;
const FP64_OPERATIONS_PER_ROUND: u64 = 64;
const FP64_BLOCKS_PER_MULTIPROCESSOR: u32 = 8;

/// A kernel by what it does. Each takes the addresses a, b and s and a count n.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kernel {
    /// b = a, n elements.
    Copy,
    /// s = a + 3 b, n elements.
    Triad,
    /// The sum of a, n elements; stored to b only when it is one that never occurs.
    Read,
    /// n rounds of independent fused multiply-adds in every thread.
    Fp64,
}

/// Starts and times kernels by the device's own events.
pub(crate) trait Stopwatch {
    /// Seconds of one run with `blocks` blocks of [`THREADS`] threads.
    ///
    /// # Errors
    /// The driver's answer.
    fn seconds(&self, kernel: Kernel, streams: [u64; 3], n: u64, blocks: u32) -> Result<f64, CallError>;
}

/// Blocks in which a thread handles one element.
fn blocks(elements: u64) -> u32 {
    u32::try_from(elements.div_ceil(THREADS.into())).unwrap_or(u32::MAX)
}

/// Blocks of the reading kernel.
pub(crate) fn read_blocks(elements: u64) -> u32 {
    blocks(elements / ELEMENTS_READ)
}

/// Measures the floor: some milliseconds of device time and up to 3 GiB of its memory, given back at the end.
///
/// # Errors
/// When the driver refuses, or there is no memory for the streams.
#[allow(clippy::cast_precision_loss, reason = "rates to a few digits")]
pub(crate) fn measure(
    driver: &Arc<dyn Driver>,
    watch: &dyn Stopwatch,
    multiprocessors: u32,
    cache_bytes: u64,
) -> Result<Floor, DeviceError> {
    let failed = |source| DeviceError::Driver { doing: "measure the device's floor", source };
    let free = driver.memory().map_err(failed)?.free;
    let bytes = (free / 8).min(STREAM_BYTES) / (ELEMENTS_READ * ELEMENT_BYTES) * (ELEMENTS_READ * ELEMENT_BYTES);
    let length = usize::try_from(bytes).unwrap_or(usize::MAX);
    let streams = [Span::allocate(driver, length)?, Span::allocate(driver, length)?, Span::allocate(driver, length)?];
    for stream in &streams {
        driver.set(stream.address(), 0, length).map_err(failed)?;
    }
    driver.synchronise().map_err(failed)?;
    let (elements, at) = (bytes / ELEMENT_BYTES, [0, 1, 2].map(|i: usize| streams[i].address()));
    let rate = |kernel, per_run: u64, n, blocks| -> Result<f64, DeviceError> {
        let mut best = f64::INFINITY;
        for _ in 0..RUNS {
            best = best.min(watch.seconds(kernel, at, n, blocks).map_err(failed)?);
        }
        Ok(per_run as f64 / best)
    };
    let fp64_blocks = multiprocessors * FP64_BLOCKS_PER_MULTIPROCESSOR;
    let operations = u64::from(fp64_blocks) * u64::from(THREADS) * FP64_ROUNDS * FP64_OPERATIONS_PER_ROUND;
    Ok(Floor {
        copy: rate(Kernel::Copy, 2 * bytes, elements, blocks(elements))?,
        triad: rate(Kernel::Triad, 3 * bytes, elements, blocks(elements))?,
        read: rate(Kernel::Read, bytes, elements, read_blocks(elements))?,
        fp64: Some(rate(Kernel::Fp64, operations, FP64_ROUNDS, fp64_blocks)?),
        cache_bytes,
    })
}
