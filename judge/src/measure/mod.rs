//! Measure: runs a built kernel and its baseline under the judge's clock.
//!
//! [`cases`](case) makes inputs and has the oracle say what they give; [`run`](run::run) goes through them in a fresh
//! process; [`measure`](pair::measure) does that twice and hands on evidence.

pub mod arena;
pub mod baseline;
pub mod call;
pub mod case;
pub mod cases;
mod device_memory;
pub mod end;
pub mod floor;
pub mod jail;
pub mod kept;
pub mod made;
pub mod memory;
pub mod naive;
pub mod near;
pub mod pair;
mod parts;
pub mod placement;
pub mod remembered;
pub mod run;
pub mod session;
mod shared_array;
pub mod site;
pub mod size;
pub mod stop;
pub mod tally;
pub mod total;

use crate::gate::GateError;

/// The judge, the machine or the task failed; never the submission.
#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// A runner could not be started or its buffers not used.
    #[error(transparent)]
    Session(#[from] session::SessionError),
    /// Inputs or expectations could not be made.
    #[error(transparent)]
    Case(#[from] case::CaseError),
    /// The oracle's arrays do not fit the outputs.
    #[error("the oracle and the outputs do not fit: {0}")]
    Gate(#[from] GateError),
    /// The runner found something missing on this machine.
    #[error("the runner cannot work on this machine: {0}; `judge doctor` says what to install")]
    Runner(String),
    /// The device does not serve after a submission ended.
    #[error("the device is sick after the submission ended: {source}; it is used again when it passes this check")]
    Sick {
        /// What it does not do.
        source: judge_abi::device::DeviceError,
    },
    /// The task's own code did not start.
    #[error("the task's {role} does not start: {what}")]
    Helper {
        /// `baseline`, `oracle` or `input generator`.
        role: &'static str,
        /// What happened.
        what: String,
    },
    /// Inputs, expectations and buffers would not fit.
    #[error(
        "size {size} needs about {need} of memory for inputs and expectations, and {available} are free; choose smaller sizes with --sizes"
    )]
    Memory {
        /// The sizes measured together.
        size: String,
        /// Estimated need.
        need: crate::score::Bytes,
        /// Free memory.
        available: crate::score::Bytes,
    },
    /// The baseline died or is wrong.
    #[error("the task's baseline {what} at size `{size}`; mend its source")]
    Baseline {
        /// At which size.
        size: String,
        /// What it did.
        what: String,
    },
}
