//! One launch: checked as a device would check it, counted, and run with the buffers open.

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::contract::{Launch, error};
use super::place::{Misuse, Place};
use super::{POOL, guard, stop, text};
use crate::runner::{beside, counters};

/// Threads of a block; AMD and NVIDIA agree.
const MAX_THREADS: u128 = 1024;
/// Bytes of shared memory of a block on AMD; NVIDIA gives more only when asked.
const MAX_SHARED: usize = 64 * 1024;
/// Blocks along y and z on NVIDIA, which allows the fewest.
const MAX_GRID_YZ: u32 = 65535;
const MAX_GRID_X: u32 = i32::MAX as u32;

/// Whether a kernel runs. The submission has one host thread, so a second launch comes from a kernel.
static RUNNING: AtomicBool = AtomicBool::new(false);

pub(super) unsafe extern "C" fn launch(launch: *const Launch) -> c_int {
    // SAFETY: the headers pass a launch that lives until this returns.
    let launch = unsafe { &*launch };
    if launch.grid.count() == 0 {
        // No blocks: an error to HIP, and nothing to do, as with an empty input.
        return error::INVALID_CONFIGURATION;
    }
    if let Some(problem) = problem(launch) {
        stop(&misuse(launch, problem));
    }
    let Some(pool) = POOL.get() else { return error::INVALID_CONFIGURATION };
    if RUNNING.swap(true, Ordering::AcqRel) {
        stop(&misuse(launch, "launched from a kernel, which a judged kernel may not do".to_owned()));
    }
    counters::launched();
    beside::region_begins();
    guard::enter();
    let began = Instant::now();
    pool.run(launch, u64::try_from(launch.grid.count()).unwrap_or(u64::MAX));
    counters::spent(began.elapsed());
    guard::exit();
    beside::region_ends();
    RUNNING.store(false, Ordering::Release);
    error::SUCCESS
}

fn misuse(launch: &Launch, problem: String) -> Misuse {
    Misuse::Launch { kernel: text(launch.kernel), place: Place::new(launch.file, launch.line), problem }
}

/// Why a device would refuse it.
fn problem(launch: &Launch) -> Option<String> {
    let (grid, block) = (launch.grid, launch.block);
    if block.count() == 0 {
        return Some(format!("a block of {block} has no threads"));
    }
    if block.count() > MAX_THREADS {
        return Some(format!("a block of {block} has {} threads; {MAX_THREADS} is the most", block.count()));
    }
    if grid.x > MAX_GRID_X || grid.y > MAX_GRID_YZ || grid.z > MAX_GRID_YZ {
        return Some(format!(
            "a grid of {grid} blocks is too large: at most ({MAX_GRID_X}, {MAX_GRID_YZ}, {MAX_GRID_YZ})"
        ));
    }
    if launch.shared > MAX_SHARED {
        return Some(format!("{} bytes of shared memory for a block; {MAX_SHARED} is the most", launch.shared));
    }
    None
}
