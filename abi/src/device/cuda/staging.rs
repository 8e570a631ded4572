//! Pinned host memory through which copies to and from the device run at the bus's speed: the device fills one half
//! while the host empties the other.

use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

use super::api::{Api, DEFAULT_STREAM, Opaque};
use crate::device::CallError;

const HALF_BYTES: usize = 4 << 20;

/// Two pinned halves, allocated at the first copy.
#[derive(Debug, Default)]
pub(crate) struct Staging {
    halves: Mutex<Option<[Half; 2]>>,
}

#[derive(Debug, Clone, Copy)]
struct Half {
    host: *mut u8,
    /// Recorded after the last copy that uses the half.
    event: Opaque,
}

// SAFETY: pinned memory and events are process-wide; the mutex gives them to one thread at a time.
unsafe impl Send for Half {}

impl Half {
    fn allocate(api: &Api) -> Result<Self, CallError> {
        let (mut host, mut event) = (std::ptr::null_mut::<c_void>(), std::ptr::null_mut());
        /// `CU_EVENT_DISABLE_TIMING`.
        const NO_TIMING: u32 = 2;
        // SAFETY: both pointers are live.
        unsafe {
            api.host_alloc(&raw mut host, HALF_BYTES, 0)?;
            api.event_create(&raw mut event, NO_TIMING)?;
        }
        Ok(Self { host: host.cast(), event })
    }
}

impl Staging {
    fn with(&self, api: &Api, copy: impl FnOnce(&[Half; 2]) -> Result<(), CallError>) -> Result<(), CallError> {
        let mut halves = self.halves.lock().unwrap_or_else(PoisonError::into_inner);
        if halves.is_none() {
            *halves = Some([Half::allocate(api)?, Half::allocate(api)?]);
        }
        halves.as_ref().map_or(Ok(()), copy)
    }

    /// Copies `source` to the device and waits.
    pub(crate) fn copy_in(&self, api: &Api, address: u64, source: &[u8]) -> Result<(), CallError> {
        self.with(api, |halves| {
            let mut at = address;
            for (index, chunk) in source.chunks(HALF_BYTES).enumerate() {
                let half = halves[index % 2];
                // SAFETY: the half's last copy has ended, so the host may write it; it holds a whole chunk.
                unsafe {
                    api.event_synchronize(half.event)?;
                    std::ptr::copy_nonoverlapping(chunk.as_ptr(), half.host, chunk.len());
                    api.copy_in(at, half.host.cast(), chunk.len(), DEFAULT_STREAM)?;
                    api.event_record(half.event, DEFAULT_STREAM)?;
                }
                at += chunk.len() as u64;
            }
            // SAFETY: no arguments.
            unsafe { api.synchronize() }
        })
    }

    /// Copies from the device to `dest` and waits.
    pub(crate) fn copy_out(&self, api: &Api, address: u64, dest: &mut [u8]) -> Result<(), CallError> {
        self.with(api, |halves| {
            let mut at = address;
            let mut pending: Option<(Half, &mut [u8])> = None;
            for (index, chunk) in dest.chunks_mut(HALF_BYTES).enumerate() {
                let half = halves[index % 2];
                // SAFETY: the half was emptied two chunks ago; it holds a whole chunk.
                unsafe {
                    api.copy_out(half.host.cast(), at, chunk.len(), DEFAULT_STREAM)?;
                    api.event_record(half.event, DEFAULT_STREAM)?;
                }
                at += chunk.len() as u64;
                if let Some((filled, into)) = pending.replace((half, chunk)) {
                    empty(api, filled, into)?;
                }
            }
            pending.map_or(Ok(()), |(filled, into)| empty(api, filled, into))
        })
    }

    /// Gives the halves back, before the context goes.
    pub(crate) fn free(&self, api: &Api) {
        let halves = self.halves.lock().unwrap_or_else(PoisonError::into_inner).take();
        for half in halves.into_iter().flatten() {
            // SAFETY: both were made in `Half::allocate`, and no copy is under way.
            let _ = unsafe { api.event_destroy(half.event).and_then(|()| api.host_free(half.host.cast())) };
        }
    }
}

fn empty(api: &Api, half: Half, into: &mut [u8]) -> Result<(), CallError> {
    // SAFETY: the wait ends after the device wrote the half, which holds at least `into.len()` bytes.
    unsafe {
        api.event_synchronize(half.event)?;
        std::ptr::copy_nonoverlapping(half.host, into.as_mut_ptr(), into.len());
    }
    Ok(())
}
