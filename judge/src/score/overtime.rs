//! A judgement that took longer than it may, and whose fault that is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Nanoseconds;

/// The whole judgement's time was over before there was a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Overtime {
    /// The limit.
    pub limit: Nanoseconds,
    /// How much of it the submission took: its check and build, the start of its processes, its calls.
    pub submission: Nanoseconds,
    /// What was under way, with the size.
    pub step: String,
}

impl Overtime {
    /// Whether the submission took at least half: else the task's own code, or the judge's, was too slow for the limit.
    #[must_use]
    pub const fn is_the_submissions(&self) -> bool {
        self.submission.0 >= self.limit.0 / 2
    }
}

impl std::fmt::Display for Overtime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { limit, submission, step } = self;
        write!(
            f,
            "{step}: the limit of {limit} on the whole judgement was reached; the submission took {submission} of it"
        )
    }
}
