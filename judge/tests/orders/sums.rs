//! Honest orders of addition: each is what some correct kernel does.

use super::arithmetic::{Arithmetic, round};
use super::data::Random;

/// An order of additions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// First to last.
    Natural,
    /// Any.
    Random,
    /// Neighbours, then neighbours of those.
    Tree,
    /// Blocks first to last, then the blocks' sums.
    Blocked,
    /// Threads sum with a stride and add to one cell in whatever order they get there.
    Atomic,
    /// First to last with a running correction (Kahan 1965).
    Kahan,
}

impl Order {
    pub const ALL: [Self; 6] = [Self::Natural, Self::Random, Self::Tree, Self::Blocked, Self::Atomic, Self::Kahan];

    /// The sum of `pairs`' products in this order.
    pub fn sum(self, arithmetic: Arithmetic, pairs: &[(f64, f64)], seed: u64) -> f64 {
        let mut random = Random(seed);
        let running =
            |pairs: &mut dyn Iterator<Item = (f64, f64)>| pairs.fold(0.0, |sum, pair| arithmetic.accumulate(sum, pair));
        match self {
            Self::Natural => running(&mut pairs.iter().copied()),
            Self::Random => {
                let mut pairs = pairs.to_vec();
                shuffle(&mut pairs, &mut random);
                running(&mut pairs.into_iter())
            }
            Self::Tree => tree(arithmetic, pairs),
            Self::Blocked => {
                let block = 1 + random.below(256);
                let partial = |block: &[(f64, f64)]| running(&mut block.iter().copied());
                pairs.chunks(block).map(partial).fold(0.0, |a, b| arithmetic.add(a, b))
            }
            Self::Atomic => {
                let threads = 1 + random.below(64);
                let partial = |thread| running(&mut pairs.iter().copied().skip(thread).step_by(threads));
                let mut partials: Vec<f64> = (0..threads).map(partial).collect();
                shuffle(&mut partials, &mut random);
                partials.into_iter().fold(0.0, |a, b| arithmetic.add(a, b))
            }
            Self::Kahan => kahan(arithmetic, pairs),
        }
    }
}

fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for i in (1..items.len()).rev() {
        items.swap(i, random.below(i + 1));
    }
}

fn tree(arithmetic: Arithmetic, pairs: &[(f64, f64)]) -> f64 {
    match pairs {
        [] => 0.0,
        [pair] => arithmetic.accumulate(0.0, *pair),
        _ => {
            let (left, right) = pairs.split_at(pairs.len() / 2);
            arithmetic.add(tree(arithmetic, left), tree(arithmetic, right))
        }
    }
}

fn kahan(arithmetic: Arithmetic, pairs: &[(f64, f64)]) -> f64 {
    let (mut sum, mut correction) = (0.0, 0.0);
    for (x, y) in pairs {
        let term = arithmetic.add(round(arithmetic.precision, x * y), -correction);
        let next = arithmetic.add(sum, term);
        correction = arithmetic.add(arithmetic.add(next, -sum), -term);
        sum = next;
    }
    sum
}
