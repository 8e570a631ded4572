//! Threaded baselines and higher-precision oracles: how they are called and compiled. Their sources come with the task.
//!
//! Both are C, compiled for the host and called like kernels: a baseline by the task's own signature, an oracle and a
//! generator by signatures derived from it. `docs/writing-tasks.md` states the contract for authors.
#![forbid(unsafe_code)]

pub mod checks;
mod signatures;

pub use signatures::{OracleArray, OracleRole, generator_signature, oracle_outputs, oracle_signature};

/// Flags for a baseline: as fast as the machine allows with IEEE arithmetic, except for the order of reductions that
/// OpenMP asks for. `errno` and traps would keep square roots and divisions out of vectors.
pub const BASELINE_FLAGS: &[&str] =
    &["-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math", "-fopenmp", "-std=c17"];

/// Flags for an oracle: no contraction and no fast-math, or the error terms of double-double arithmetic vanish.
pub const ORACLE_FLAGS: &[&str] = &[
    "-O2",
    "-march=native",
    "-ffp-contract=off",
    "-fno-fast-math",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-fopenmp",
    "-std=c17",
];
