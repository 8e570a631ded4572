//! The inner loop: several elements at a time without a branch, and the careful path for blocks that hold anything unusual.

use std::ops::Range;

use judge_abi::{Work, widest};

use super::band::{Against, Band};
use super::column::{Column, LANES};
use super::difference::{Difference, Value};
use super::{Element, Refusal, Rule};

/// Elements judged together: long enough to amortise its bookkeeping, short enough to look through again.
pub(super) const BLOCK: usize = 1024;

/// Two outputs and what explains their difference.
pub(super) struct Pair<'r, A, B, N, S> {
    pub(super) rule: &'r Rule,
    pub(super) against: Against,
    pub(super) count: usize,
    pub(super) a: A,
    pub(super) b: B,
    pub(super) n: N,
    pub(super) s: S,
}

/// What is known of some elements. Indices of blocks stand for elements that are found afterwards.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tally {
    pub(super) differing: u64,
    pub(super) failing: u64,
    pub(super) suspicious: u64,
    pub(super) longest: f64,
    pub(super) first_differing_block: Option<usize>,
    pub(super) first_failing: Option<usize>,
    pub(super) first_refused: Option<(usize, Refusal)>,
    /// Largest residual ÷ band, and the block that holds it.
    pub(super) worst: Option<(f64, usize)>,
}

impl Tally {
    /// What is known of the elements of `self` and of `later`, which come after them.
    pub(super) fn then(self, later: Self) -> Self {
        Self {
            differing: self.differing + later.differing,
            failing: self.failing + later.failing,
            suspicious: self.suspicious + later.suspicious,
            longest: if later.longest > self.longest { later.longest } else { self.longest },
            first_differing_block: self.first_differing_block.or(later.first_differing_block),
            first_failing: self.first_failing.or(later.first_failing),
            first_refused: self.first_refused.or(later.first_refused),
            worst: match (self.worst, later.worst) {
                (Some(a), Some(b)) if b.0 > a.0 => Some(b),
                (a, b) => a.or(b),
            },
        }
    }
}

/// Some elements of a pair.
struct Job<'p, 'r, A, B, N, S> {
    pair: &'p Pair<'r, A, B, N, S>,
    range: Range<usize>,
}

impl<A: Column, B: Column, N: Column, S: Column> Work for Job<'_, '_, A, B, N, S> {
    type Output = Tally;
    #[inline(always)]
    fn run(self) -> Tally {
        self.pair.tally_blocks(self.range)
    }
}

impl<A: Column, B: Column, N: Column, S: Column> Pair<'_, A, B, N, S> {
    /// Judges the elements of `range`, which starts at a multiple of [`BLOCK`].
    pub(super) fn tally(&self, range: Range<usize>) -> Tally {
        widest(Job { pair: self, range })
    }

    #[inline(always)]
    fn tally_blocks(&self, range: Range<usize>) -> Tally {
        let starts = range.clone().step_by(BLOCK);
        starts.fold(Tally::default(), |tally, start| {
            let block = start..range.end.min(start + BLOCK);
            let usual = if block.len() == BLOCK { self.usual(start) } else { None };
            tally.then(usual.unwrap_or_else(|| self.careful(block)))
        })
    }

    /// A full block in which every element is in its band and inside the task's limits; else nothing.
    #[inline(always)]
    fn usual(&self, start: usize) -> Option<Tally> {
        let block = start..start + BLOCK;
        let (longest, magnitude) = (self.n.largest(block.clone()), self.s.largest(block.clone()));
        // A comparison with NaN is false.
        let within_limits = magnitude < self.rule.magnitude_limit() && !self.rule.is_hopeless(longest);
        let band = self.rule.band(self.against);
        let lanes = if !within_limits {
            return None;
        } else if self.a.raw(block.clone()) == self.b.raw(block) {
            return Some(Tally { longest, ..Tally::default() });
        } else if self.against == Against::Run {
            self.residuals::<true>(start, band)
        } else {
            self.residuals::<false>(start, band)
        };
        let (differing, inside): (u64, u64) = (lanes.differing.iter().sum(), lanes.inside.iter().sum());
        let worst = lanes.worst.into_iter().fold(0.0, larger);
        (inside == BLOCK as u64 && worst <= band.unsuspicious(longest)).then(|| Tally {
            differing,
            longest,
            first_differing_block: (differing > 0).then_some(start),
            worst: (worst > 0.0).then_some((worst, start)),
            ..Tally::default()
        })
    }

    /// The loop over a full block, for [`Against::Run`] or the reference.
    #[inline(always)]
    fn residuals<const RUN: bool>(&self, start: usize, band: Band) -> Lanes {
        // What falls between the quick width and the width meets the careful path.
        let band = band.without_subnormals();
        let against = if RUN { Against::Run } else { Against::Reference };
        let mut lanes = Lanes::default();
        for group in start / LANES..(start + BLOCK) / LANES {
            let (a, b) = (self.a.lanes(group), self.b.lanes(group));
            let (n, s) = (self.n.lanes(group), self.s.lanes(group));
            for lane in 0..LANES {
                let (a, b) = (a[lane], b[lane]);
                // NaN with NaN differs here, and meets the careful path.
                let differs = if RUN { a.to_bits() != b.to_bits() } else { a != A::nearest(b) };
                let residual = (a - b).abs();
                let width = band.quick_width(n[lane], s[lane], against.stored(a, b));
                // A band of zero admits a residual of zero only, which has no ratio.
                let ratio = residual / larger(width, f64::MIN_POSITIVE);
                lanes.differing[lane] += u64::from(differs);
                lanes.inside[lane] += u64::from(residual <= width);
                lanes.worst[lane] = larger(lanes.worst[lane], ratio);
            }
        }
        lanes
    }

    /// Any elements, by the definition.
    #[inline(never)]
    fn careful(&self, block: Range<usize>) -> Tally {
        let start = block.start / BLOCK * BLOCK;
        let band = self.rule.band(self.against);
        let mut tally = Tally::default();
        let mut worst = -1.0;
        for index in block {
            let [a, b, n, s] = self.at(index);
            tally.longest = larger(tally.longest, n);
            tally.differing += u64::from(differs::<A>(self.against, a, b));
            match self.rule.judge_with(&band, self.against, a, b, n, s) {
                Element::Equal => {}
                Element::Within(ratio) => {
                    let suspicion = band.suspicion(n, s, self.against.stored(a, b));
                    tally.suspicious += u64::from((a - b).abs() > suspicion);
                    worst = larger(worst, ratio);
                }
                Element::Beyond(ratio) => {
                    tally.failing += 1;
                    tally.first_failing = tally.first_failing.or(Some(index));
                    worst = larger(worst, ratio);
                }
                Element::Refused(refusal) => {
                    tally.first_refused = tally.first_refused.or(Some((index, refusal)));
                }
            }
        }
        tally.first_differing_block = (tally.differing > 0).then_some(start);
        tally.worst = (worst >= 0.0).then_some((worst, start));
        tally
    }

    fn at(&self, index: usize) -> [f64; 4] {
        [self.a.at(index), self.b.at(index), self.n.at(index), self.s.at(index)]
    }

    /// The first element of the block that starts at `start` that differs at all.
    pub(super) fn first_differing_in(&self, start: usize) -> Option<usize> {
        (start..self.count.min(start + BLOCK)).find(|&i| differs::<A>(self.against, self.a.at(i), self.b.at(i)))
    }

    /// The element of the block that starts at `start` with the largest residual ÷ band.
    pub(super) fn worst_in(&self, start: usize) -> Option<usize> {
        let ratio = |&i: &usize| {
            let [a, b, n, s] = self.at(i);
            match self.rule.judge(self.against, a, b, n, s) {
                Element::Within(ratio) | Element::Beyond(ratio) => ratio,
                Element::Equal | Element::Refused(_) => -1.0,
            }
        };
        // Reversed, because the last of equal maxima wins and the first is wanted.
        (start..self.count.min(start + BLOCK)).rev().max_by(|i, j| ratio(i).total_cmp(&ratio(j)))
    }

    /// Everything about one element.
    pub(super) fn difference(&self, index: usize) -> Difference {
        let [a, b, n, s] = self.at(index);
        let band = self.rule.band(self.against).width(n, s, self.against.stored(a, b));
        let ratio = match self.rule.judge(self.against, a, b, n, s) {
            Element::Within(ratio) | Element::Beyond(ratio) => ratio,
            Element::Equal | Element::Refused(_) => 0.0,
        };
        Difference {
            index: index as u64,
            got: Value::Float(a),
            expected: Value::Float(b),
            n: n as u64,
            s: Value::Float(s),
            band: Value::Float(band),
            ratio: Value::Float(ratio),
        }
    }
}

/// Whether two values differ at all: in their bits, or from the correctly rounded reference.
#[inline(always)]
fn differs<A: Column>(against: Against, a: f64, b: f64) -> bool {
    match against {
        Against::Run => a.to_bits() != b.to_bits(),
        Against::Reference => (a != A::nearest(b)) & !(a.is_nan() & b.is_nan()),
    }
}

/// Running results, one per lane, so that no step waits for the one before it.
#[derive(Default)]
struct Lanes {
    differing: [u64; LANES],
    inside: [u64; LANES],
    /// Largest residual ÷ band.
    worst: [f64; LANES],
}

/// The larger; `a` when `b` is NaN.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}
