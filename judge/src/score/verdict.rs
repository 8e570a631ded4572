//! The verdict: a pure function of the evidence.
//!
//! Reasons have an order, [`Verdict`]'s own: the first that applies is the verdict. It goes from what makes later evidence
//! meaningless to what needs all of it. A crash explains a wrong answer, and a kernel that never launched explains
//! everything.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Evidence;
use super::reasons;

/// What becomes of a submission, in order of priority.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The judge could not do its work, or the task cannot be judged. Never charged to the submitter.
    JudgeError,
    /// The static check refuses the source.
    Rejected,
    /// It does not compile, or its object may not be linked.
    BuildFailed,
    /// It tried what the jail forbids.
    SecurityViolation,
    /// It wanted more memory than it may have.
    MemoryLimit,
    /// It took too long.
    TimeLimit,
    /// It printed too much.
    OutputLimit,
    /// It crashed or left before its calls had returned.
    RuntimeError,
    /// The work was not done by the device.
    NoOffload,
    /// It moved arrays between host and device inside the timed call.
    Transfer,
    /// Outputs changed after the call had returned.
    LateWrite,
    /// An output differs from the reference.
    WrongAnswer,
    /// Two runs differ by more than the order of additions explains.
    NotReproducible,
    /// It was faster than the memory of this device allows.
    Impossible,
    /// Right, on the device, and timed.
    Accepted,
}

impl Verdict {
    /// Every verdict, in order of priority.
    pub const ALL: [Self; 15] = [
        Self::JudgeError,
        Self::Rejected,
        Self::BuildFailed,
        Self::SecurityViolation,
        Self::MemoryLimit,
        Self::TimeLimit,
        Self::OutputLimit,
        Self::RuntimeError,
        Self::NoOffload,
        Self::Transfer,
        Self::LateWrite,
        Self::WrongAnswer,
        Self::NotReproducible,
        Self::Impossible,
        Self::Accepted,
    ];

    /// The word in reports and in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::JudgeError => "judge-error",
            Self::Rejected => "rejected",
            Self::BuildFailed => "build-failed",
            Self::SecurityViolation => "security-violation",
            Self::MemoryLimit => "memory-limit",
            Self::TimeLimit => "time-limit",
            Self::OutputLimit => "output-limit",
            Self::RuntimeError => "runtime-error",
            Self::NoOffload => "no-offload",
            Self::Transfer => "transfer",
            Self::LateWrite => "late-write",
            Self::WrongAnswer => "wrong-answer",
            Self::NotReproducible => "not-reproducible",
            Self::Impossible => "impossible",
            Self::Accepted => "accepted",
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// A verdict and the sentence that says why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Judgement {
    /// What becomes of the submission.
    pub verdict: Verdict,
    /// One sentence.
    pub reason: String,
}

/// The verdict that `evidence` supports.
#[must_use]
pub fn verdict(evidence: &Evidence) -> Judgement {
    let found = Verdict::ALL.into_iter().find_map(|verdict| {
        let reason = reasons::reason(verdict, evidence)?;
        Some(Judgement { verdict, reason })
    });
    // Evidence that supports nothing, not even acceptance, was never completed: the judge's fault.
    found.unwrap_or_else(|| Judgement {
        verdict: Verdict::JudgeError,
        reason: "the evidence is incomplete: not every size was run twice".to_owned(),
    })
}
