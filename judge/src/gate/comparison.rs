//! What a comparison says.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Difference;

/// Whether the outputs may stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "is", content = "because")]
pub enum Outcome {
    /// Every element agrees.
    Pass,
    /// An element does not.
    Fail,
    /// The task cannot be judged; never the submission's fault.
    RefuseTask(Refusal),
}

/// Why a task cannot be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, thiserror::Error)]
#[serde(rename_all = "kebab-case", tag = "reason")]
pub enum Refusal {
    /// `k·u > 1/8`: the band is as wide as the result.
    #[error(
        "{n} terms with {k} roundings leave no meaningful band in this accumulation type; \
         declare a wider `acc` or a `depth`"
    )]
    TooManyRoundings {
        /// Terms added.
        n: u64,
        /// Roundings on the longest path.
        k: u64,
    },
    /// The oracle's magnitude is NaN.
    #[error("the oracle's magnitude S is NaN; mend the oracle or its inputs")]
    MagnitudeIsNan,
    /// `S ≥ max(acc)/2` with a finite reference.
    #[error(
        "the magnitude S reaches half of the largest number of the accumulation type, so an order of additions could overflow; scale the inputs down"
    )]
    MayOverflow,
}

/// How far two outputs agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Label {
    /// The same bits everywhere; with a reference: its correctly rounded value everywhere.
    BitEqual,
    /// Differences that another order of additions explains.
    ReassociationOnly,
    /// A difference that nothing explains.
    Fail,
}

impl Label {
    /// Words for a report.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::BitEqual => "bit-equal",
            Self::ReassociationOnly => "reassociation only",
            Self::Fail => "fail",
        }
    }
}

/// Result of comparing one output with a reference, another run, or exact values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Comparison {
    /// Whether the output may stand.
    pub outcome: Outcome,
    /// How far it agrees.
    pub label: Label,
    /// Elements compared (components, for complex outputs).
    pub elements: u64,
    /// Elements that differ at all: in their bits, or from the correctly rounded reference.
    pub differing: u64,
    /// Elements that differ by more than the band.
    pub failing: u64,
    /// Elements in the band, yet so far apart that an honest order rarely gets there: a reason to run again.
    pub suspicious: u64,
    /// The first failing element; without one, the first that differs.
    pub first: Option<Difference>,
    /// The element with the largest residual ÷ band.
    pub worst: Option<Difference>,
    /// Whether one lost update of like size would hide in the band; the exact twin then has to catch it.
    pub band_blind: bool,
}

impl Comparison {
    /// Whether every element agrees.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.outcome == Outcome::Pass
    }
}

/// The arrays handed over do not belong together: a fault of the caller, never of a submission.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GateError {
    /// A buffer has another length than its element count demands.
    #[error("{what} has {bytes} bytes, not {elements} elements of {size} bytes")]
    Length {
        /// Which buffer.
        what: &'static str,
        /// Its length.
        bytes: usize,
        /// Elements demanded.
        elements: usize,
        /// Bytes of an element.
        size: usize,
    },
    /// The oracle left out what the band is made of.
    #[error("the oracle wrote no {what}, which the band needs")]
    Missing {
        /// What is missing.
        what: &'static str,
    },
    /// A band was asked for an output of integers.
    #[error("integers and bytes have no band: compare them exactly")]
    NoBand,
}
