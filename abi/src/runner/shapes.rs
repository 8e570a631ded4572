//! Turns on and off what is said of each launch: by LLVM's offload runtime, and by the launch functions that the runner owns.

use std::sync::atomic::{AtomicBool, Ordering};

use super::gpu_launches::Dim3;

/// `void __tgt_set_info_flag(uint32_t)` of libomptarget.
pub(super) type SetInfo = unsafe extern "C" fn(u32);

/// Its name, with the zero that the loader asks for.
pub(super) const SET_INFO: &[u8] = b"__tgt_set_info_flag\0";

/// `OMP_INFOTYPE_PLUGIN_KERNEL`: the plugin prints the shape of each launch.
const LAUNCHES: u32 = 0x10;

static PRINTS: AtomicBool = AtomicBool::new(false);

/// The switch; the runtime's is absent where the object has no offload runtime.
#[derive(Debug)]
pub(super) struct Shapes {
    runtime: Option<SetInfo>,
}

impl Shapes {
    pub(super) fn new(runtime: Option<SetInfo>) -> Self {
        Self { runtime }
    }

    /// Whether launches are described just now.
    pub(super) fn are_printed(&self) -> bool {
        PRINTS.load(Ordering::Acquire)
    }

    /// Says from now on what is launched, or no longer. Changes nothing when it is so already: a call pays for no switch.
    pub(super) fn print(&self, on: bool) {
        if PRINTS.swap(on, Ordering::AcqRel) != on
            && let Some(set) = self.runtime
        {
            // SAFETY: the runtime defines `void __tgt_set_info_flag(uint32_t)`, which stores an atomic.
            unsafe { set(if on { LAUNCHES } else { 0 }) };
        }
    }
}

/// Prints a launch through the runner's own functions, in the words of LLVM's runtime.
#[allow(clippy::print_stderr, reason = "the runner's standard error is where the judge reads shapes")]
pub(super) fn tell(name: &str, grid: Dim3, block: Dim3) {
    if PRINTS.load(Ordering::Acquire) {
        eprintln!("{}", crate::launch::line(name, [grid.x, grid.y, grid.z], [block.x, block.y, block.z]));
    }
}
