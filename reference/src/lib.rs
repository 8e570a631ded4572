//! Threaded baselines and higher-precision oracles: how they are called and compiled. Their sources come with the task.
//!
//! Both are C, compiled for the host and called like kernels: a baseline by the task's own signature, an oracle and a
//! generator by signatures derived from it. `docs/writing-tasks.md` states the contract for authors.
#![forbid(unsafe_code)]

pub mod checks;
mod signatures;

pub use signatures::{OracleArray, OracleRole, generator_signature, oracle_outputs, oracle_signature};

/// Compiler flags for a baseline: as fast as the machine allows with IEEE arithmetic, except for the order of reductions that
/// OpenMP asks for. `errno` and traps would keep square roots, and loops with them, out of vectors.
pub const BASELINE_FLAGS: &[&str] = &["-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math", "-fopenmp"];

/// Compiler flags for an oracle: every operation rounds as it is written, since contraction or fast-math would lose the error
/// terms of double-double arithmetic.
pub const ORACLE_FLAGS: &[&str] = &[
    "-O2",
    "-march=native",
    "-ffp-contract=off",
    "-fno-fast-math",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-fopenmp",
];
