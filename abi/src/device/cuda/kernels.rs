//! The judge's own kernels on a device: for its peaks, its health, and its caches.

use std::ffi::{CStr, CString, c_void};
use std::sync::Arc;

use super::Context;
use super::api::{DEFAULT_STREAM, Opaque};
use crate::device::CallError;
use crate::device::peaks::{ELEMENT_BYTES, Kernel, Stopwatch, THREADS, read_blocks};

/// The loaded kernels. They go with the context: what is loaded cannot be unloaded under a kernel that does not end.
#[derive(Debug)]
pub(super) struct Kernels {
    context: Arc<Context>,
    /// In the order of [`Kernel`].
    functions: [Opaque; 4],
    events: [Opaque; 2],
}

// SAFETY: functions and events belong to the context, which may be used from any thread once it is current there; every
// method makes it so first.
unsafe impl Send for Kernels {}
// SAFETY: as above. Only timing uses the events, and whoever opened the device asks for that once.
unsafe impl Sync for Kernels {}

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
        let functions = [find(c"judge_copy")?, find(c"judge_triad")?, find(c"judge_read")?, find(c"judge_fp64")?];
        Ok(Self { context: Arc::clone(context), functions, events: [event()?, event()?] })
    }

    /// Starts a copy of one block's elements from the start of the memory at `address` to what lies behind.
    pub(super) fn start_copy(&self, address: u64) -> Result<(), CallError> {
        let behind = address + u64::from(THREADS) * ELEMENT_BYTES;
        // SAFETY: both ranges lie in the flush memory, which is larger than any two blocks.
        unsafe { self.start(Kernel::Copy, [address, behind, address], THREADS.into(), 1) }
    }

    /// Starts a read of the `bytes` bytes of zeros at `address`: afterwards the caches hold these, and nothing that is yet to
    /// be written to memory.
    pub(super) fn start_read(&self, address: u64, bytes: u64) -> Result<(), CallError> {
        let elements = bytes / ELEMENT_BYTES;
        // SAFETY: the kernel reads `elements` elements there, and stores only the sum of other contents.
        unsafe { self.start(Kernel::Read, [address; 3], elements, read_blocks(elements)) }
    }

    /// Starts a kernel.
    ///
    /// # Safety
    /// `streams` hold `n` elements each, as far as the kernel uses them.
    unsafe fn start(&self, kernel: Kernel, streams: [u64; 3], n: u64, blocks: u32) -> Result<(), CallError> {
        let ([mut a, mut b, mut s], mut n) = (streams, n);
        let mut params: [*mut c_void; 4] =
            [(&raw mut a).cast(), (&raw mut b).cast(), (&raw mut s).cast(), (&raw mut n).cast()];
        self.context.enter()?;
        // SAFETY: every kernel takes three addresses and a count, which a launch copies before it returns; the rest is the
        // caller's promise.
        unsafe { self.context.launch(self.functions[kernel as usize], (blocks, THREADS), &mut params) }
    }
}

impl Stopwatch for Kernels {
    fn seconds(&self, kernel: Kernel, streams: [u64; 3], n: u64, blocks: u32) -> Result<f64, CallError> {
        let (api, [start, end]) = (&self.context.api, self.events);
        let mut milliseconds = 0.0;
        self.context.enter()?;
        // SAFETY: the streams hold `n` elements, as their owner made them; the events are this kernel's until it has ended.
        unsafe {
            api.event_record(start, DEFAULT_STREAM)?;
            self.start(kernel, streams, n, blocks)?;
            api.event_record(end, DEFAULT_STREAM)?;
            api.event_synchronize(end)?;
            api.event_elapsed(&raw mut milliseconds, start, end)?;
        }
        Ok(f64::from(milliseconds) * 1e-3)
    }
}
