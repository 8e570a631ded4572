//! Places in the submission, and the mistakes that stop it there.

use std::ffi::c_char;

use super::contract::Dim;

/// A line of the submission: lanes and threads that wait at one place wait for each other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    file: *const c_char,
    line: u32,
}

impl Place {
    pub(super) const fn new(file: *const c_char, line: u32) -> Self {
        Self { file, line }
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        // The compiler keeps one copy of a file's name.
        self.line == other.line && std::ptr::eq(self.file, other.file)
    }
}

impl std::fmt::Display for Place {
    /// A submission is one file, so the line says enough.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}", self.line)
    }
}

/// A use of HIP that would hang or do anything on a GPU.
#[derive(Debug, thiserror::Error)]
pub(super) enum Misuse {
    #[error(
        "__syncthreads in divergent code: in block {block}, thread {} waits at {} and thread {} at {}; every thread of a \
         block must come to the same barrier",
        threads[0], places[0], threads[1], places[1]
    )]
    TwoBarriers { block: Dim, threads: [Dim; 2], places: [Place; 2] },
    #[error(
        "__syncthreads in divergent code: in block {block}, thread {} returned after {passed} barriers while thread {} \
         waits at {place}; every thread of a block must come to the same barriers",
        threads[0], threads[1]
    )]
    LeftEarly { block: Dim, threads: [Dim; 2], passed: u32, place: Place },
    #[error("no memory for the stacks of a block whose threads wait for each other: {0}")]
    NoStack(std::io::Error),
    #[error("`{kernel}` at {place}: {problem}")]
    Launch { kernel: String, place: Place, problem: String },
    #[error("{place}: {what} outside a kernel")]
    OnHost { place: Place, what: &'static str },
    #[error("{place}: {problem}")]
    Other { place: Place, problem: String },
}
