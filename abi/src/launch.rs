//! The shape of a launch, as LLVM's offload runtime says it on standard error when it is told to.
//!
//! The words pass through the submission's process: they explain a time and are never evidence for it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Grid and block of one launch.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Launch {
    /// The kernel.
    pub kernel: String,
    /// Teams, or blocks, along x, y and z.
    pub grid: [u32; 3],
    /// Threads of each along x, y and z.
    pub block: [u32; 3],
    /// How LLVM's runtime runs it: `SPMD`, `Generic`, `Generic-SPMD`; empty for a runtime that has no such modes.
    pub mode: String,
}

const LAUNCHING: &str = "Launching kernel ";

/// A launch in the runtime's words.
pub(crate) fn line(kernel: &str, grid: [u32; 3], block: [u32; 3]) -> String {
    let list = |n: [u32; 3]| format!("[{},{},{}]", n[0], n[1], n[2]);
    format!("{LAUNCHING}{kernel} with {} blocks and {} threads in  mode", list(grid), list(block))
}

/// The launch that a line of standard error tells of; `None` for every other line.
#[must_use]
pub fn parse(line: &str) -> Option<Launch> {
    let (_, said) = line.split_once(LAUNCHING)?;
    let (kernel, rest) = said.split_once(" with [")?;
    let (grid, rest) = rest.split_once("] blocks and [")?;
    let (block, rest) = rest.split_once("] threads in ")?;
    let mode = rest.strip_suffix(" mode").unwrap_or_default().trim().to_owned();
    Some(Launch { kernel: plain_name(kernel).to_owned(), grid: three(grid)?, block: three(block)?, mode })
}

fn three(list: &str) -> Option<[u32; 3]> {
    let mut numbers = list.split(',').map(|n| n.parse::<u32>().ok());
    let three = [numbers.next()??, numbers.next()??, numbers.next()??];
    numbers.next().is_none().then_some(three)
}

/// `kernel_l5` of `__omp_offloading_fd00_1a2b3c_kernel_l5`: the numbers are those of a file that is gone.
#[must_use]
pub fn plain_name(kernel: &str) -> &str {
    let Some(rest) = kernel.strip_prefix("__omp_offloading_") else { return kernel };
    let mut parts = rest.splitn(3, '_');
    let hex = |part: Option<&str>| part.is_some_and(|p| !p.is_empty() && p.bytes().all(|b| b.is_ascii_hexdigit()));
    match (hex(parts.next()), hex(parts.next()), parts.next()) {
        (true, true, Some(name)) => name,
        _ => kernel,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_runtime_is_read() {
        let text = "omptarget message: device 0 info: Launching kernel __omp_offloading_fd00_1a2b_kernel_l5 with \
                    [8192,1,1] blocks and [128,1,1] threads in SPMD mode";
        let launch = parse(text).expect("a launch");
        assert_eq!((launch.kernel.as_str(), launch.mode.as_str()), ("kernel_l5", "SPMD"));
        assert_eq!((launch.grid, launch.block), ([8192, 1, 1], [128, 1, 1]));
    }

    #[test]
    fn a_line_of_the_runners_own_is_read() {
        let launch = parse(&line("copy", [4, 2, 1], [32, 8, 1])).expect("a launch");
        assert_eq!((launch.kernel.as_str(), launch.grid, launch.block), ("copy", [4, 2, 1], [32, 8, 1]));
        assert_eq!(launch.mode, "");
    }

    #[test]
    fn other_lines_and_broken_ones_are_none() {
        for text in
            ["hello", "Launching kernel x", "Launching kernel x with [1,2] blocks and [1,1,1] threads in SPMD mode"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn names_that_are_not_the_runtimes_stay_as_they_are() {
        assert_eq!(plain_name("saxpy"), "saxpy");
        assert_eq!(plain_name("__omp_offloading_kernel"), "__omp_offloading_kernel");
    }
}
