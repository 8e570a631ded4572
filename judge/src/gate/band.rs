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

/// Coefficients of `sides·γ_k·S + k·λ + max(stored·x, floor)`, where `sides` is 1 against the reference and 2 between runs,
/// which may err in opposite directions; `λ`, `stored` and `floor` have that factor in them.
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
    pub(super) floor: f64,
    /// Largest `n` that admits no difference.
    pub(super) equal_up_to: f64,
    /// 1, or 2 between runs.
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
        let width = self.sides * ku / (1.0 - ku) * s + k * self.lambda + self.stored(x);
        if self.is_equality(k, n, s) { 0.0 } else { width }
    }

    /// Nearly [`Band::width`] and never wider, without a division, for `1/(1 − ku) ≥ 1 + ku`, and with coefficients from
    /// [`Band::without_subnormals`] without products that are subnormal, which cost a hundred cycles each.
    #[inline(always)]
    pub(super) fn quick_width(&self, n: f64, s: f64, x: f64) -> f64 {
        let k = self.roundings(n);
        let ku = k * self.u;
        let width = self.sides * (ku + ku * ku) * s + k * self.lambda + self.stored(x);
        if self.is_equality(k, n, s) { 0.0 } else { width }
    }

    /// The same, or a little narrower where an underflow of the accumulation is subnormal in binary64.
    pub(super) fn without_subnormals(self) -> Self {
        Self { lambda: if self.lambda.is_normal() { self.lambda } else { 0.0 }, ..self }
    }

    #[inline(always)]
    fn is_equality(&self, k: f64, n: f64, s: f64) -> bool {
        (s == 0.0) | (k == 0.0) | (n <= self.equal_up_to)
    }

    #[inline(always)]
    fn stored(&self, x: f64) -> f64 {
        let stored = self.stored * x;
        if stored > self.floor { stored } else { self.floor }
    }

    /// `8·√n·u·S` and the rounding of the stored value: beyond it an honest order of independent roundings is rare. Worth
    /// another run, never a refusal.
    pub(super) fn suspicion(&self, n: f64, s: f64, x: f64) -> f64 {
        8.0 * self.u * n.sqrt() * s + self.roundings(n) * self.lambda + self.stored(x)
    }

    /// A residual ÷ band up to which no element of 1 to `longest` terms is suspicious.
    ///
    /// Both lines have the same last terms, so their ratio is at least the smaller of 1 and `8·√n·u / (sides·γ_k)`. The
    /// latter rises with `n` and then falls, or only falls: over an interval it is least at an end.
    pub(super) fn unsuspicious(&self, longest: f64) -> f64 {
        let ratio = |n: f64| {
            let k = self.roundings(n);
            8.0 * n.sqrt() * (1.0 - k * self.u) / (self.sides * k)
        };
        ratio(1.0).min(ratio(longest.max(1.0))).min(1.0)
    }
}
