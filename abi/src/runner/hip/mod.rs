//! HIP on the host's own processor: what the runner does for an object that was compiled with our headers.
//!
//! The object holds no run-time library. It asks the runner, through a table, to launch, to wait and to hold memory; so the
//! runner counts launches and bytes, and the host-access guard is open exactly while a kernel or a copy runs.

mod contract;
mod device;
mod fiber;
mod launch;
mod memory;
mod place;
mod pool;
mod worker;

use std::ffi::{CStr, c_char};
use std::sync::OnceLock;
use std::time::Instant;

use super::buffers::Buffers;
use super::guard;
use crate::page::Page;
use contract::{Block, Lanes, Table, VERSION};
use place::{Misuse, Place};
use pool::Pool;
use worker::Worker;

static PAGE: OnceLock<&'static Page> = OnceLock::new();
static POOL: OnceLock<&'static Pool> = OnceLock::new();

static TABLE: Table = Table {
    version: VERSION,
    launch: launch::launch,
    barrier,
    exchange,
    allocate: memory::allocate,
    release: memory::release,
    copy: memory::copy,
    fill: memory::fill,
    now,
    fail,
};

/// Starts the threads that run kernels and returns the table for the object.
pub(super) fn start(page: &'static Page, buffers: &'static Buffers, warp: u32) -> *const std::ffi::c_void {
    let _ = PAGE.set(page);
    device::set(buffers);
    let _ = POOL.set(Pool::start(warp, stop));
    (&raw const TABLE).cast()
}

/// Leaves the text on the page and ends the process: what the kernel would do next means nothing.
fn stop(misuse: &Misuse) -> ! {
    if let Some(page) = PAGE.get() {
        page.set_message(&misuse.to_string());
    }
    super::leave(super::STATUS_MISUSE)
}

unsafe extern "C" fn barrier(block: *mut Block, thread: u32, file: *const c_char, line: u32) {
    let place = Place::new(file, line);
    if block.is_null() {
        stop(&Misuse::OnHost { place, what: "__syncthreads" });
    }
    // SAFETY: the object passes back the block it was given.
    unsafe { Worker::barrier(block, thread, place) };
}

unsafe extern "C" fn exchange(
    block: *mut Block,
    thread: u32,
    value: u64,
    file: *const c_char,
    line: u32,
) -> *const Lanes {
    let place = Place::new(file, line);
    if block.is_null() {
        stop(&Misuse::OnHost { place, what: "a shuffle or vote" });
    }
    // SAFETY: the object passes back the block it was given.
    unsafe { Worker::exchange(block, thread, value, place) }
}

/// Nanoseconds since the first call.
unsafe extern "C" fn now() -> u64 {
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    // Zero marks an event that was never recorded.
    u64::try_from(BEGAN.get_or_init(Instant::now).elapsed().as_nanos()).unwrap_or(u64::MAX).max(1)
}

unsafe extern "C" fn fail(file: *const c_char, line: u32, problem: *const c_char) {
    stop(&Misuse::Other { place: Place::new(file, line), problem: text(problem) });
}

/// A text of the object's.
fn text(at: *const c_char) -> String {
    if at.is_null() {
        return String::new();
    }
    // SAFETY: the headers pass string literals.
    unsafe { CStr::from_ptr(at) }.to_string_lossy().into_owned()
}
