//! What memory holds that a submission allocates for itself on the device: nothing that looks like an answer.
//!
//! Drivers give out zeros, and a kernel that adds what it never wrote is right by luck. In the calls that the judge names,
//! which are not timed, every byte is 0xFF: a NaN in every float type, -1 in every integer.

use std::ffi::c_void;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::buffers::Buffers;

/// The byte.
const BYTE: u8 = 0xFF;

static BUFFERS: OnceLock<&'static Buffers> = OnceLock::new();
static POISONED: AtomicBool = AtomicBool::new(false);

/// Names who knows where device memory is.
pub(super) fn arm(buffers: &'static Buffers) {
    let _ = BUFFERS.set(buffers);
}

/// Has memory poisoned from now on, or no longer.
pub(super) fn poison(on: bool) {
    POISONED.store(on, Ordering::Release);
}

/// A runtime allocated `bytes` bytes at `at` for the device.
pub(super) fn allocated(at: *mut c_void, bytes: usize) {
    let poisoned = POISONED.load(Ordering::Acquire) && !at.is_null() && bytes > 0;
    if let Some(buffers) = BUFFERS.get().filter(|_| poisoned) {
        // A driver that refuses is at the end of its life, and the next call of the submission's hears of it.
        let _ = buffers.set(at, BYTE, bytes);
    }
}
