//! Terms of sums, of six kinds, and the exact twin.

use judge::gate::Precision;

use super::arithmetic::{DoubleDouble, round};

/// SplitMix64 (Steele, Lea & Flood 2014).
#[derive(Debug, Clone)]
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    /// In (0, 1).
    pub fn unit(&mut self) -> f64 {
        ((self.next() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
    }

    fn normal(&mut self) -> f64 {
        (-2.0 * self.unit().ln()).sqrt() * (std::f64::consts::TAU * self.unit()).cos()
    }
}

/// How the terms are distributed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Like magnitudes, either sign.
    Like,
    /// Like magnitudes, positive.
    Positive,
    /// 0.1 again and again.
    Constant,
    /// A few terms hold nearly all of the sum: log-normal, σ = 4.
    HeavyTailed,
    /// Every term and its negative: the sum is zero.
    Cancelling,
    /// Magnitudes over twelve binades, in rising order.
    Rising,
}

impl Kind {
    pub const ALL: [Self; 6] =
        [Self::Like, Self::Positive, Self::Constant, Self::HeavyTailed, Self::Cancelling, Self::Rising];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Like => "like",
            Self::Positive => "positive",
            Self::Constant => "constant",
            Self::HeavyTailed => "heavy-tailed",
            Self::Cancelling => "cancelling",
            Self::Rising => "rising",
        }
    }

    fn term(self, random: &mut Random, i: usize, n: usize, before: f64) -> f64 {
        let like = 0.5 + random.unit();
        let sign = if random.next() & 1 == 0 { 1.0 } else { -1.0 };
        match self {
            Self::Like => sign * like,
            Self::Positive => like,
            Self::Constant => 0.1,
            Self::HeavyTailed => sign * (4.0 * random.normal()).exp(),
            Self::Cancelling if i % 2 == 1 => -before,
            Self::Cancelling => sign * like,
            Self::Rising => like * (12.0 * i as f64 / n as f64 - 12.0).exp2(),
        }
    }
}

/// A sum to be formed: pairs whose products are its terms, its correctly rounded value, and the sum of magnitudes.
#[derive(Debug, Clone)]
pub struct Sum {
    pub pairs: Vec<(f64, f64)>,
    pub value: f64,
    pub magnitude: f64,
}

impl Sum {
    fn of(pairs: Vec<(f64, f64)>) -> Self {
        let total = |terms: &mut dyn Iterator<Item = (f64, f64)>| {
            terms.fold(DoubleDouble::default(), DoubleDouble::accumulate).value()
        };
        let value = total(&mut pairs.iter().copied());
        let magnitude = total(&mut pairs.iter().map(|(x, y)| (x.abs(), y.abs())));
        Self { pairs, value, magnitude }
    }

    /// `n` terms of `kind`, representable in `precision`.
    pub fn plain(kind: Kind, precision: Precision, n: usize, seed: u64) -> Self {
        let mut random = Random(seed);
        let mut before = 0.0;
        let term = |i| {
            before = round(precision, kind.term(&mut random, i, n, before));
            (before, 1.0)
        };
        Self::of((0..n).map(term).collect())
    }

    /// `n` products of `kind`.
    pub fn products(kind: Kind, precision: Precision, n: usize, seed: u64) -> Self {
        let mut random = Random(!seed);
        let plain = Self::plain(kind, precision, n, seed);
        let mut factor = 1.0;
        let pair = |(i, (x, _)): (usize, (f64, f64))| {
            // Both of a cancelling pair get the same factor.
            if i % 2 == 0 {
                factor = round(precision, 0.5 + random.unit());
            }
            (x, factor)
        };
        Self::of(plain.pairs.into_iter().enumerate().map(pair).collect())
    }

    /// The exact twin: positive odd integers near `2^p/n`, so that every partial sum in every order is exact.
    pub fn twin(precision: Precision, n: usize, seed: u64) -> Self {
        let mut random = Random(seed);
        let most = ((1_u64 << precision.significand_bits()) - 1) / n as u64;
        let odd = |r: u64| (r % most.div_ceil(2) * 2 + 1) as f64;
        Self::of((0..n).map(|_| (odd(random.next()), 1.0)).collect())
    }
}
