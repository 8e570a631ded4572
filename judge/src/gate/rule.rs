//! The band of one output, and the judgement of one element: the definition that every faster path must agree with.

use serde::{Deserialize, Serialize};

use super::band::{Against, Band};
use super::{Precision, Refusal};

/// What two runs of one binary may differ by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Runs {
    /// Terms are added in an order that the scheduler chooses: the band, above two terms.
    Reassociate,
    /// Nothing is accumulated across threads (a stencil, an element-wise formula): equality.
    Equal,
}

/// How one output of a task is compared: what does not depend on data.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// Arithmetic of the accumulation.
    pub acc: Precision,
    /// Format of the stored output.
    pub out: Precision,
    /// Roundings a term suffers before it is added.
    pub m: u32,
    /// Error of the library function a term goes through, in ULP; each ULP counts as two roundings.
    pub libm_ulp: u32,
    /// Cap on the sequential additions a term goes through, where the algorithm guarantees one.
    pub depth: Option<u64>,
    /// What two runs may differ by.
    pub runs: Runs,
}

/// Judgement of one element.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Element {
    /// Equal in value: the same number, NaN with NaN, or an infinity with itself.
    Equal,
    /// Different, and a reassociation explains it: residual ÷ band, at most 1.
    Within(f64),
    /// Different, and nothing explains it: residual ÷ band, infinite where the band is zero or a value is not finite.
    Beyond(f64),
    /// The task cannot be judged at this element.
    Refused(Refusal),
}

/// Largest `k·u` with a meaningful band.
const HOPELESS: f64 = 0.125;

impl Rule {
    /// `k`: roundings on the longest path of an element with `n` terms.
    #[must_use]
    pub fn roundings(&self, n: f64) -> f64 {
        self.band(Against::Reference).roundings(n)
    }

    /// Whether one lost update of like size among `n` terms hides in the band: `n·k·u ≥ 1`.
    #[must_use]
    pub fn is_blind(&self, n: f64) -> bool {
        n * self.roundings(n) * self.acc.unit_roundoff() >= 1.0
    }

    /// Whether `k·u > 1/8`.
    #[must_use]
    pub(super) fn is_hopeless(&self, n: f64) -> bool {
        self.roundings(n) * self.acc.unit_roundoff() > HOPELESS
    }

    /// Largest magnitude `S` without an order of additions that could overflow (exclusive).
    #[must_use]
    pub fn magnitude_limit(&self) -> f64 {
        self.acc.largest() / 2.0
    }

    /// The band's coefficients for a comparison.
    #[must_use]
    pub(super) fn band(&self, against: Against) -> Band {
        let runs = against == Against::Run;
        let narrower = self.out.unit_roundoff() > self.acc.unit_roundoff();
        let sides = if runs { 2.0 } else { 1.0 };
        let (stored, floor) = match (narrower, against) {
            (true, _) => (self.out.unit_roundoff(), self.out.smallest_subnormal() / 2.0),
            (false, Against::Run) => (0.0, 0.0),
            // The oracle's own value is stored in binary64.
            (false, Against::Reference) => (Precision::F64.unit_roundoff(), 0.0),
        };
        Band {
            u: self.acc.unit_roundoff(),
            depth: self.depth.map_or(f64::INFINITY, |d| d as f64),
            per_term: f64::from(self.m) + 2.0 * f64::from(self.libm_ulp),
            lambda: sides * self.acc.underflow(),
            stored: sides * stored,
            floor: sides * floor,
            equal_up_to: match (runs, self.runs) {
                (false, _) => -1.0,
                // a + b = b + a: two terms have one association.
                (true, Runs::Reassociate) => 2.0,
                (true, Runs::Equal) => f64::INFINITY,
            },
            sides,
        }
    }

    /// Judges one element: `a` is the output, `b` the reference or the other run's output.
    ///
    /// NaN and infinities are a matter of position and come first; then the task itself is held to its limits; only then
    /// does the band apply.
    #[must_use]
    pub fn judge(&self, against: Against, a: f64, b: f64, n: f64, s: f64) -> Element {
        self.judge_with(&self.band(against), against, a, b, n, s)
    }

    /// [`Rule::judge`] with coefficients computed before.
    pub(super) fn judge_with(&self, band: &Band, against: Against, a: f64, b: f64, n: f64, s: f64) -> Element {
        if !a.is_finite() || !b.is_finite() {
            let agree = (a.is_nan() && b.is_nan()) || a == b;
            return if agree { Element::Equal } else { Element::Beyond(f64::INFINITY) };
        }
        if let Some(refusal) = self.refusal(n, s) {
            return Element::Refused(refusal);
        }
        if a == b {
            return Element::Equal;
        }
        let width = band.width(n, s, against.stored(a, b));
        let ratio = (a - b).abs() / width;
        if (a - b).abs() <= width { Element::Within(ratio) } else { Element::Beyond(ratio) }
    }

    /// Why no output of `n` terms of summed magnitude `s` can be judged, if so.
    #[must_use]
    pub fn refusal(&self, n: f64, s: f64) -> Option<Refusal> {
        let k = self.roundings(n);
        if self.is_hopeless(n) {
            Some(Refusal::TooManyRoundings { n: n as u64, k: k as u64 })
        } else if s.is_nan() {
            Some(Refusal::MagnitudeIsNan)
        } else if k > 0.0 && s >= self.magnitude_limit() {
            // Without a rounding nothing is added: a copy of a huge value is fine.
            Some(Refusal::MayOverflow)
        } else {
            None
        }
    }
}
