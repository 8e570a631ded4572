//! hipMalloc, hipFree, hipMemcpy and hipMemset on a device whose memory is the host's.

use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::contract::error;
use super::{device, guard};
use crate::DType;
use crate::device::Poison;
use crate::runner::{beside, counters};

/// Bytes past each allocation at which a store is a fault.
const GUARD_BYTES: usize = 4096;

/// Start address to length in bytes.
static OWN: Mutex<BTreeMap<usize, usize>> = Mutex::new(BTreeMap::new());

fn own() -> MutexGuard<'static, BTreeMap<usize, usize>> {
    OWN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn mapped(bytes: usize) -> usize {
    bytes.next_multiple_of(GUARD_BYTES).saturating_add(GUARD_BYTES)
}

/// Memory of the submission's own. It holds NaNs, so that a kernel that reads it first shows, and ends at a guard page.
pub(super) unsafe extern "C" fn allocate(at: *mut *mut c_void, bytes: usize) -> c_int {
    if at.is_null() {
        return error::INVALID_VALUE;
    }
    let start = if bytes == 0 { 0 } else { beside::for_the_device(|| map(bytes)) };
    if bytes != 0 && start == 0 {
        return error::OUT_OF_MEMORY;
    }
    // SAFETY: the caller passes the address of its pointer.
    unsafe { *at = start as *mut c_void };
    if bytes != 0 {
        own().insert(start, bytes);
    }
    error::SUCCESS
}

fn map(bytes: usize) -> usize {
    let length = mapped(bytes);
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: a fresh anonymous mapping aliases nothing; all that is written lies in it.
    unsafe {
        let start = libc::mmap(std::ptr::null_mut(), length, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
        if start == libc::MAP_FAILED {
            return 0;
        }
        let usable = length - GUARD_BYTES;
        if libc::mprotect(start.byte_add(usable), GUARD_BYTES, libc::PROT_NONE) != 0 {
            libc::munmap(start, length);
            return 0;
        }
        let poison = u64::from_le_bytes(Poison::of(DType::F64).0);
        std::slice::from_raw_parts_mut(start.cast::<u64>(), usable / 8).fill(poison);
        start as usize
    }
}

pub(super) unsafe extern "C" fn release(at: *mut c_void) -> c_int {
    if at.is_null() {
        return error::SUCCESS;
    }
    let Some(bytes) = own().remove(&(at as usize)) else { return error::INVALID_VALUE };
    // SAFETY: the mapping was made by `allocate` at this length and is forgotten.
    beside::for_the_device(|| unsafe { libc::munmap(at, mapped(bytes)) });
    error::SUCCESS
}

/// Whether `bytes` bytes at `address` are device memory: the judge's or the submission's own.
fn is_device(address: usize, bytes: usize) -> bool {
    let own = own();
    let below = own.range(..=address).next_back();
    below.is_some_and(|(start, length)| address.saturating_add(bytes) <= start + length) || device::holds(address)
}

/// Kinds of `hipMemcpyKind`; [`SYMBOL`] is added when the device side is a variable of the object.
const HOST_TO_HOST: c_int = 0;
const HOST_TO_DEVICE: c_int = 1;
const DEVICE_TO_HOST: c_int = 2;
const DEVICE_TO_DEVICE: c_int = 3;
const DEFAULT: c_int = 4;
const SYMBOL: c_int = 16;

/// Copies, and counts what crosses between host and device. Copies within the device are not transfers.
pub(super) unsafe extern "C" fn copy(to: *mut c_void, from: *const c_void, bytes: usize, kind: c_int) -> c_int {
    if bytes == 0 {
        return error::SUCCESS;
    }
    let (kind, symbol) = (kind & !SYMBOL, kind & SYMBOL != 0);
    let from_device = is_device(from as usize, bytes) || (symbol && kind == DEVICE_TO_HOST);
    let to_device = is_device(to as usize, bytes) || (symbol && kind == HOST_TO_DEVICE);
    let said = match kind {
        HOST_TO_HOST => (false, false),
        HOST_TO_DEVICE => (false, true),
        DEVICE_TO_HOST => (true, false),
        DEVICE_TO_DEVICE => (true, true),
        DEFAULT => (from_device, to_device),
        _ => return error::INVALID_DIRECTION,
    };
    if said != (from_device, to_device) {
        return error::INVALID_VALUE;
    }
    match said {
        (false, true) => counters::moved_to_device(bytes as u64),
        (true, false) => counters::moved_from_device(bytes as u64),
        (true, true) | (false, false) => {}
    }
    // SAFETY: the caller vouches for both ranges as it would to HIP; a wrong one is its own fault in its own process.
    with_buffers_open(|| unsafe { std::ptr::copy(from.cast::<u8>(), to.cast::<u8>(), bytes) });
    error::SUCCESS
}

pub(super) unsafe extern "C" fn fill(to: *mut c_void, byte: c_int, bytes: usize) -> c_int {
    if bytes == 0 {
        return error::SUCCESS;
    }
    if !is_device(to as usize, bytes) {
        return error::INVALID_VALUE;
    }
    // SAFETY: as for `copy`; the value is taken as an unsigned char, as by memset.
    with_buffers_open(|| unsafe { libc::memset(to, byte, bytes) });
    error::SUCCESS
}

/// Runs what a device's own engine would do.
fn with_buffers_open<T>(work: impl FnOnce() -> T) {
    beside::for_the_device(|| {
        guard::enter();
        work();
        guard::exit();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(bytes: usize) -> *mut c_void {
        let mut at = std::ptr::null_mut();
        // SAFETY: the address of a pointer is passed.
        assert_eq!(unsafe { allocate(&raw mut at, bytes) }, error::SUCCESS);
        at
    }

    #[test]
    fn directions_are_held_against_the_pointers_and_counted() {
        let (device, other) = (take(64), take(64));
        let mut host = [1.0_f64; 8];
        let host_at: *mut c_void = host.as_mut_ptr().cast();
        let before = counters::totals();
        // SAFETY: every range is 64 bytes long.
        unsafe {
            assert_eq!(copy(device, host_at, 64, HOST_TO_DEVICE), error::SUCCESS);
            assert_eq!(copy(other, device, 64, DEVICE_TO_DEVICE), error::SUCCESS);
            assert_eq!(copy(device, host_at, 64, DEVICE_TO_HOST), error::INVALID_VALUE);
            assert_eq!(copy(host_at, device, 65, DEVICE_TO_HOST), error::INVALID_VALUE);
            assert_eq!(copy(host_at, other, 64, 9), error::INVALID_DIRECTION);
            assert_eq!(fill(device, 0, 64), error::SUCCESS);
            assert_eq!(fill(host_at, 0, 64), error::INVALID_VALUE);
            assert_eq!(copy(host_at, device, 64, DEFAULT), error::SUCCESS);
        }
        let after = counters::totals();
        assert_eq!((after.to_device - before.to_device, after.from_device - before.from_device), (64, 64));
        assert!(host.iter().all(|v| *v == 0.0));
        // SAFETY: both were allocated above.
        unsafe {
            assert_eq!(release(device), error::SUCCESS);
            assert_eq!(release(device), error::INVALID_VALUE);
            assert_eq!(release(other), error::SUCCESS);
        }
    }

    #[test]
    fn fresh_memory_is_not_a_number() {
        let at = take(24);
        // SAFETY: 24 bytes were allocated.
        assert!(unsafe { std::slice::from_raw_parts(at.cast::<f64>(), 3) }.iter().all(|v| v.is_nan()));
        // SAFETY: allocated above.
        assert_eq!(unsafe { release(at) }, error::SUCCESS);
    }
}
