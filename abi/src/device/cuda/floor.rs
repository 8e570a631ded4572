//! Measures the physical floor with kernels of the judge's own, timed by the device's events.

use std::ffi::{CStr, CString, c_uint, c_void};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::api::{DEFAULT_STREAM, Opaque};
use super::{Context, CudaDevice, DeviceError, Driver, Span};
use crate::device::CallError;
use crate::device::floor::Floor;

/// Bytes of each of the three streams, where memory allows: far beyond any cache.
const STREAM_BYTES: u64 = 1 << 30;
const ELEMENT_BYTES: u64 = 16;
const THREADS: c_uint = 256;
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
        let kernels = Kernels::load(&self.context).map_err(failed)?;
        kernels.start_copy(self.flush.address()).map_err(failed)?;
        let end = Instant::now() + PATIENCE;
        loop {
            match self.context.is_idle() {
                Ok(true) => return Ok(()),
                Err(error) => return Err(failed(error)),
                Ok(false) if Instant::now() > end => {
                    // What is loaded cannot be unloaded under a running kernel.
                    std::mem::forget(kernels);
                    return Err(DeviceError::Hangs { seconds: PATIENCE.as_secs() });
                }
                Ok(false) => std::thread::sleep(Duration::from_micros(50)),
            }
        }
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
        let kernels = Kernels::load(&self.context).map_err(failed)?;
        let elements = bytes / ELEMENT_BYTES;
        let rate = |name, per_run: u64, blocks: u64, n: u64| -> Result<f64, DeviceError> {
            let blocks = c_uint::try_from(blocks).unwrap_or(c_uint::MAX);
            let seconds = kernels.best_seconds(name, &streams, n, blocks).map_err(failed)?;
            Ok(per_run as f64 / seconds)
        };
        let grid = elements.div_ceil(THREADS.into());
        let fp64_blocks = u64::from(self.identity.multiprocessors * FP64_BLOCKS_PER_MULTIPROCESSOR);
        let operations = fp64_blocks * u64::from(THREADS) * FP64_ROUNDS * FP64_OPERATIONS_PER_ROUND;
        Ok(Floor {
            copy: rate(c"judge_copy", 2 * bytes, grid, elements)?,
            triad: rate(c"judge_triad", 3 * bytes, grid, elements)?,
            read: rate(c"judge_read", bytes, grid.div_ceil(4), elements)?,
            fp64: Some(rate(c"judge_fp64", operations, fp64_blocks, FP64_ROUNDS)?),
            cache_bytes: self.identity.l2_bytes,
        })
    }
}

/// The loaded kernels and two events.
struct Kernels<'a> {
    context: &'a Context,
    module: Opaque,
    events: [Opaque; 2],
}

impl<'a> Kernels<'a> {
    fn load(context: &'a Context) -> Result<Self, CallError> {
        let text = CString::new(include_str!("floor.ptx")).unwrap_or_default();
        let module = context.load(&text)?;
        let mut events = [std::ptr::null_mut(); 2];
        for event in &mut events {
            // SAFETY: `event` is live; flag 0 asks for an event with a time.
            unsafe { context.api.event_create(event, 0) }?;
        }
        Ok(Self { context, module, events })
    }

    /// Starts a copy of one block's elements from the start of the memory at `address` to what lies behind.
    fn start_copy(&self, address: u64) -> Result<(), CallError> {
        let mut function = std::ptr::null_mut();
        let (mut from, mut unused) = (address, address);
        let mut to = address + u64::from(THREADS) * ELEMENT_BYTES;
        let mut n = u64::from(THREADS);
        let mut params: [*mut c_void; 4] =
            [(&raw mut from).cast(), (&raw mut to).cast(), (&raw mut unused).cast(), (&raw mut n).cast()];
        // SAFETY: the kernel takes three addresses and a count; both ranges lie in the flush memory, which is larger
        // than any two blocks; a launch copies its parameters before it returns.
        unsafe {
            self.context.api.function(&raw mut function, self.module, c"judge_copy".as_ptr())?;
            self.context.launch(function, (1, THREADS), &mut params)
        }
    }

    /// The shortest of some runs of kernel `name`, seconds.
    fn best_seconds(&self, name: &CStr, streams: &[Span; 3], n: u64, blocks: c_uint) -> Result<f64, CallError> {
        let (api, [start, end]) = (&self.context.api, self.events);
        let mut function = std::ptr::null_mut();
        let [mut a, mut b, mut s] = [&streams[0], &streams[1], &streams[2]].map(Span::address);
        let mut n = n;
        let mut params: [*mut c_void; 4] =
            [(&raw mut a).cast(), (&raw mut b).cast(), (&raw mut s).cast(), (&raw mut n).cast()];
        let mut best = f64::INFINITY;
        // SAFETY: the kernels take three addresses and a count; each stream holds `n` elements; every pointer is live
        // until the event after the launch has been waited for.
        unsafe {
            api.function(&raw mut function, self.module, name.as_ptr())?;
            for _ in 0..RUNS {
                let mut milliseconds = 0.0;
                api.event_record(start, DEFAULT_STREAM)?;
                self.context.launch(function, (blocks, THREADS), &mut params)?;
                api.event_record(end, DEFAULT_STREAM)?;
                api.event_synchronize(end)?;
                api.event_elapsed(&raw mut milliseconds, start, end)?;
                best = best.min(f64::from(milliseconds) * 1e-3);
            }
        }
        Ok(best)
    }
}

impl Drop for Kernels<'_> {
    fn drop(&mut self) {
        // SAFETY: made in `load`; every run was waited for.
        unsafe {
            for event in self.events {
                let _ = self.context.api.event_destroy(event);
            }
            let _ = self.context.api.module_unload(self.module);
        }
    }
}
