//! Score: from evidence to a verdict and a speed-up, as pure functions.

mod evidence;
#[cfg(test)]
pub(crate) mod fixture;
mod host_work;
mod overtime;
mod reasons;
mod run;
mod speed;
pub mod stats;
mod units;
mod verdict;
#[cfg(test)]
mod verdict_tests;

pub use evidence::{
    Build, BuildFailure, Check, Device, DeviceKind, Evidence, Failure, Finding, Floor, Isolation, Language, Limits,
    OutputComparison, SCHEMA, Size, Stage, Submission, Toolchain,
};
pub use host_work::HostWork;
pub use overtime::Overtime;
pub use run::{ClockMismatch, End, HostAccess, LateWrite, Overrun, Run, Side};
pub use speed::{Document, Requirement, Score, SizeScore, Standing, score};
pub use stats::{Estimate, Timing};
pub use units::{Bytes, Nanoseconds};
pub use verdict::{Judgement, Verdict, verdict};
