//! The judge's own kernels on a device: for its peaks, its health, and its caches.

use std::ffi::{CStr, CString, c_uint, c_void};
use std::sync::Arc;

use super::api::{DEFAULT_STREAM, Opaque};
use super::{Context, Span};
use crate::device::CallError;

/// Bytes of an element: two doubles, as one thread moves them.
pub(super) const ELEMENT_BYTES: u64 = 16;
pub(super) const THREADS: c_uint = 256;
/// Elements that one thread of `judge_read` reads.
const ELEMENTS_READ: u64 = 4;

/// The loaded kernels. They go with the context: what is loaded cannot be unloaded under a kernel that does not end.
#[derive(Debug)]
pub(super) struct Kernels {
    context: Arc<Context>,
    copy: Opaque,
    triad: Opaque,
    read: Opaque,
    fp64: Opaque,
    events: [Opaque; 2],
}

// SAFETY: functions and events belong to the context, which may be used from any thread once it is current there; every
// method makes it so first.
unsafe impl Send for Kernels {}
// SAFETY: as above. Two threads that time a kernel at once would share the events, but `best_seconds` is asked for by whoever
// opened the device, once.
unsafe impl Sync for Kernels {}

/// A kernel by what it does.
#[derive(Debug, Clone, Copy)]
pub(super) enum Work {
    Copy,
    Triad,
    Read,
    Fp64,
}

impl Kernels {
    pub(super) fn load(context: &Arc<Context>) -> Result<Self, CallError> {
        let text = CString::new(include_str!("floor.ptx")).unwrap_or_default();
        let module = context.load(&text)?;
        let find = |name: &CStr| {
            let mut function = std::ptr::null_mut();
            // SAFETY: the module is loaded and the name is a C string.
            unsafe { context.api.function(&raw mut function, module, name.as_ptr()) }.map(|()| function)
        };
        let event = || {
            let mut event = std::ptr::null_mut();
            // SAFETY: `event` is live; flag 0 asks for an event with a time.
            unsafe { context.api.event_create(&raw mut event, 0) }.map(|()| event)
        };
        Ok(Self {
            context: Arc::clone(context),
            copy: find(c"judge_copy")?,
            triad: find(c"judge_triad")?,
            read: find(c"judge_read")?,
            fp64: find(c"judge_fp64")?,
            events: [event()?, event()?],
        })
    }

    /// Starts a copy of one block's elements from the start of the memory at `address` to what lies behind.
    pub(super) fn start_copy(&self, address: u64) -> Result<(), CallError> {
        let behind = address + u64::from(THREADS) * ELEMENT_BYTES;
        // SAFETY: both ranges lie in the flush memory, which is larger than any two blocks.
        unsafe { self.start(Work::Copy, [address, behind, address], u64::from(THREADS), 1) }
    }

    /// Starts a read of the `bytes` bytes of zeros at `address`: afterwards the caches hold these, and nothing that is yet to
    /// be written to memory.
    pub(super) fn start_read(&self, address: u64, bytes: u64) -> Result<(), CallError> {
        let elements = bytes / ELEMENT_BYTES;
        // SAFETY: the kernel reads `elements` elements there, and stores only the sum of other contents.
        unsafe { self.start(Work::Read, [address; 3], elements, read_blocks(elements)) }
    }

    /// Starts a kernel.
    ///
    /// # Safety
    /// `streams` hold `n` elements each, as far as the kernel uses them.
    unsafe fn start(&self, work: Work, streams: [u64; 3], n: u64, blocks: u64) -> Result<(), CallError> {
        let function = match work {
            Work::Copy => self.copy,
            Work::Triad => self.triad,
            Work::Read => self.read,
            Work::Fp64 => self.fp64,
        };
        let ([mut a, mut b, mut s], mut n) = (streams, n);
        let mut params: [*mut c_void; 4] =
            [(&raw mut a).cast(), (&raw mut b).cast(), (&raw mut s).cast(), (&raw mut n).cast()];
        let blocks = c_uint::try_from(blocks).unwrap_or(c_uint::MAX);
        self.context.enter()?;
        // SAFETY: every kernel takes three addresses and a count, which a launch copies before it returns; the rest is the
        // caller's promise.
        unsafe { self.context.launch(function, (blocks, THREADS), &mut params) }
    }

    /// The shortest of `runs` runs of a kernel, seconds.
    pub(super) fn best_seconds(
        &self,
        work: Work,
        streams: &[Span; 3],
        n: u64,
        blocks: u64,
        runs: usize,
    ) -> Result<f64, CallError> {
        let (api, [start, end]) = (&self.context.api, self.events);
        let streams = [0, 1, 2].map(|i: usize| streams[i].address());
        let mut best = f64::INFINITY;
        self.context.enter()?;
        for _ in 0..runs {
            let mut milliseconds = 0.0;
            // SAFETY: each stream holds `n` elements, as the caller made them; the events are this kernel's until it ended.
            unsafe {
                api.event_record(start, DEFAULT_STREAM)?;
                self.start(work, streams, n, blocks)?;
                api.event_record(end, DEFAULT_STREAM)?;
                api.event_synchronize(end)?;
                api.event_elapsed(&raw mut milliseconds, start, end)?;
            }
            best = best.min(f64::from(milliseconds) * 1e-3);
        }
        Ok(best)
    }
}

/// Blocks in which a thread handles one element.
pub(super) fn blocks(elements: u64) -> u64 {
    elements.div_ceil(THREADS.into())
}

/// Blocks of `judge_read`.
pub(super) fn read_blocks(elements: u64) -> u64 {
    blocks(elements / ELEMENTS_READ)
}
