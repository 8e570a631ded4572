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

    /// The comparison of these elements and those that follow them.
    #[must_use]
    pub fn followed_by(self, next: Self) -> Self {
        let offset = self.elements;
        let shift = |d: Difference| Difference { index: d.index + offset, ..d };
        let (first, worst) = (next.first.map(shift), next.worst.map(shift));
        let ratio = |d: &Option<Difference>| d.as_ref().map_or(f64::NEG_INFINITY, |d| d.ratio.number());
        Self {
            outcome: match (self.outcome, next.outcome) {
                (Outcome::RefuseTask(refusal), _) | (_, Outcome::RefuseTask(refusal)) => Outcome::RefuseTask(refusal),
                (Outcome::Fail, _) | (_, Outcome::Fail) => Outcome::Fail,
                (Outcome::Pass, Outcome::Pass) => Outcome::Pass,
            },
            label: match (self.label, next.label) {
                (Label::Fail, _) | (_, Label::Fail) => Label::Fail,
                (Label::BitEqual, Label::BitEqual) => Label::BitEqual,
                _ => Label::ReassociationOnly,
            },
            elements: offset + next.elements,
            differing: self.differing + next.differing,
            failing: self.failing + next.failing,
            suspicious: self.suspicious + next.suspicious,
            first: if self.failing == 0 && next.failing > 0 { first } else { self.first.or(first) },
            worst: if ratio(&worst) > ratio(&self.worst) { worst } else { self.worst },
            band_blind: self.band_blind || next.band_blind,
        }
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

#[cfg(test)]
mod tests {
    use crate::gate::{Magnitude, Precision, Reference, Rule, Runs, Terms, against_reference};

    /// In parts or at once, the comparison is the same, but for a first difference that stands behind a failure in
    /// neither.
    #[test]
    fn parts_make_the_whole() {
        let u = f64::EPSILON / 2.0;
        let rule = Rule { acc: Precision::F64, out: Precision::F64, m: 0, libm_ulp: 0, depth: None, runs: Runs::Equal };
        let bytes = |values: &[f64]| values.iter().flat_map(|x| x.to_ne_bytes()).collect::<Vec<u8>>();
        let reference = [1.0; 6];
        for changes in [
            vec![],
            vec![(1, 2.0 * u)],
            vec![(4, 2.0 * u), (5, 1.0)],
            vec![(0, 4.0 * u), (1, 0.5), (3, 0.25)],
            vec![(2, f64::NAN), (4, 6.0 * u)],
        ] {
            let mut out = reference;
            changes.iter().for_each(|&(i, by)| out[i] += by);
            let judge = |range: std::ops::Range<usize>| {
                let (value, s) = (bytes(&reference[range.clone()]), bytes(&vec![9.0; range.len()]));
                let reference = Reference { value: &value, n: Terms::Constant(9), s: Magnitude::PerElement(&s) };
                against_reference(&bytes(&out[range]), reference, &rule).expect("lengths fit")
            };
            for at in 0..=6 {
                // As text, in which NaN equals NaN.
                let (parts, whole) = (judge(0..at).followed_by(judge(at..6)), judge(0..6));
                assert_eq!(format!("{parts:?}"), format!("{whole:?}"), "{changes:?} at {at}");
            }
        }
    }
}
