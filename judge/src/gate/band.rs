//! The width of the band, as coefficients that a loop over elements keeps in registers.

/// What an output is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Against {
    /// The oracle's value.
    Reference,
    /// The output of another run of the same binary.
    Run,
}

impl Against {
    /// Magnitude of the value whose rounding to the stored format may differ: the reference, or the larger output.
    #[inline(always)]
    pub(super) fn stored(self, a: f64, b: f64) -> f64 {
        let (a, b) = (a.abs(), b.abs());
        if self == Self::Run && a > b { a } else { b }
    }
}

/// Coefficients of `sides · (γ_k·S + k·λ + max(stored·x, stored_floor))`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Band {
    /// Unit roundoff of the accumulation.
    pub(super) u: f64,
    /// Cap on sequential additions.
    pub(super) depth: f64,
    /// Roundings a term suffers before it is added.
    pub(super) per_term: f64,
    /// Absolute error of one underflow.
    pub(super) lambda: f64,
    /// Unit roundoff of the stored value.
    pub(super) stored: f64,
    /// Least rounding error of the stored value.
    pub(super) stored_floor: f64,
    /// Largest `n` that admits no difference.
    pub(super) equal_up_to: f64,
    /// 1 against the reference; 2 between runs, which may err in opposite directions.
    pub(super) sides: f64,
}

impl Band {
    /// `k = min(n − 1, depth) + m + 2·libm_ulp`.
    #[inline(always)]
    pub(super) fn roundings(&self, n: f64) -> f64 {
        let additions = if n > 1.0 { n - 1.0 } else { 0.0 };
        let additions = if additions < self.depth { additions } else { self.depth };
        additions + self.per_term
    }

    /// Largest accepted difference of an element with `n` terms of summed magnitude `s`, stored as about `x`.
    #[inline(always)]
    pub(super) fn width(&self, n: f64, s: f64, x: f64) -> f64 {
        let k = self.roundings(n);
        let ku = k * self.u;
        let stored = self.stored * x;
        let stored = if stored > self.stored_floor { stored } else { self.stored_floor };
        let width = self.sides * (ku / (1.0 - ku) * s + k * self.lambda + stored);
        let equality = (s == 0.0) | (k == 0.0) | (n <= self.equal_up_to);
        if equality { 0.0 } else { width }
    }

    /// `8·√n·u·S`: beyond it an honest order of independent roundings is rare. Worth another run, never a refusal.
    #[inline(always)]
    pub(super) fn suspicion(&self, n: f64, s: f64) -> f64 {
        8.0 * self.u * n.sqrt() * s
    }
}
