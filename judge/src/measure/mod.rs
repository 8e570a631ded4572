//! Measure: runs a built kernel and its baseline under the judge's clock.
//!
//! [`cases`](case) makes inputs and has the oracle say what they give; [`run`](run::run) goes through them in a fresh
//! process; [`measure`] does that twice and hands on evidence.

pub mod baseline;
pub mod call;
pub mod case;
pub mod compare;
pub mod end;
pub mod placement;
pub mod run;
pub mod session;
pub mod size;
pub mod stop;
pub mod tally;

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
    /// The baseline died or is wrong.
    #[error("the task's baseline {what} at size `{size}`; mend its source")]
    Baseline {
        /// At which size.
        size: String,
        /// What it did.
        what: String,
    },
}
