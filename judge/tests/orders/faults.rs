//! What wrong kernels do to a sum.

use judge::gate::Precision;

use super::arithmetic::Arithmetic;
use super::data::Random;
use super::sums::Order;

/// A fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// One term is lost.
    LostUpdate,
    /// One term is added twice.
    DoubleCount,
    /// A block of consecutive terms is missing.
    MissingBlock,
    /// The accumulator is narrower than the task's.
    NarrowAccumulator,
    /// Each update is lost with probability 10⁻⁴, at least one is.
    Race,
}

impl Fault {
    pub const ALL: [Self; 5] =
        [Self::LostUpdate, Self::DoubleCount, Self::MissingBlock, Self::NarrowAccumulator, Self::Race];

    pub const fn name(self) -> &'static str {
        match self {
            Self::LostUpdate => "lost update",
            Self::DoubleCount => "double count",
            Self::MissingBlock => "missing block",
            Self::NarrowAccumulator => "f32 accumulator",
            Self::Race => "race at 1e-4",
        }
    }

    /// Whether a kernel of this precision can have it.
    pub fn applies_to(self, precision: Precision) -> bool {
        self != Self::NarrowAccumulator || precision == Precision::F64
    }

    /// The sum of `pairs`' products, first to last, with this fault.
    pub fn sum(self, precision: Precision, pairs: &[(f64, f64)], seed: u64) -> f64 {
        let mut random = Random(seed);
        let mut pairs = pairs.to_vec();
        let one = random.below(pairs.len());
        let mut precision = precision;
        match self {
            Self::LostUpdate => {
                pairs.remove(one);
            }
            Self::DoubleCount => pairs.push(pairs[one]),
            Self::MissingBlock => {
                let block = (pairs.len() / 64).clamp(1, 256);
                let start = one / block * block;
                pairs.drain(start..pairs.len().min(start + block));
            }
            Self::NarrowAccumulator => {
                precision = Precision::F32;
                pairs.iter_mut().for_each(|(x, y)| (*x, *y) = (f64::from(*x as f32), f64::from(*y as f32)));
            }
            Self::Race => {
                let mut i = 0;
                pairs.retain(|_| {
                    i += 1;
                    i - 1 != one && random.below(10_000) != 0
                });
            }
        }
        Order::Natural.sum(Arithmetic { precision, fused: false }, &pairs, seed)
    }
}
