//! The inner loop, which becomes vector code, and the careful path for blocks that hold anything unusual.

use std::ops::Range;

use judge_abi::{Work, widest};

use super::band::{Against, Band};
use super::column::{Column, WINDOW};
use super::difference::{Difference, Value};
use super::{Element, Refusal, Rule};

/// Elements judged together: long enough to amortise its bookkeeping, short enough to look through again.
pub(super) const BLOCK: usize = 1024;

/// Running sums and maxima of one loop.
const LANES: usize = 8;

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
        // No closure around the loop: it would be compiled on its own, without the wider instructions.
        let mut tally = Tally::default();
        for start in range.clone().step_by(BLOCK) {
            let block = start..range.end.min(start + BLOCK);
            let usual = if block.len() == BLOCK { self.usual(start) } else { None };
            tally = tally.then(match usual {
                Some(usual) => usual,
                None => self.careful(block),
            });
        }
        tally
    }

    /// A full block in which every element is in its band and inside the task's limits; else nothing.
    #[inline(always)]
    fn usual(&self, start: usize) -> Option<Tally> {
        let block = start..start + BLOCK;
        let band = self.rule.band(self.against);
        let same = self.a.raw(block.clone()) == self.b.raw(block.clone());
        let mut seen = Seen::default();
        for window in block.step_by(WINDOW) {
            match (same, self.against) {
                (true, _) => {}
                (false, Against::Run) => self.residuals::<true>(band.without_subnormals(), window, &mut seen),
                (false, Against::Reference) => self.residuals::<false>(band.without_subnormals(), window, &mut seen),
            }
            let (n, s) = (self.n.window(window), self.s.window(window));
            seen.longest = larger(seen.longest, largest::<N>(n));
            seen.magnitude = larger(seen.magnitude, largest::<S>(s));
            seen.sum += sum::<S>(s);
        }
        let within_limits = seen.sum.is_finite()
            && seen.magnitude < self.rule.magnitude_limit()
            && !self.rule.is_hopeless(seen.longest);
        let within_band = same || (seen.inside == BLOCK as u64 && seen.worst <= band.unsuspicious(seen.longest));
        (within_limits && within_band).then(|| Tally {
            differing: seen.differing,
            longest: seen.longest,
            first_differing_block: (seen.differing > 0).then_some(start),
            worst: (seen.worst > 0.0).then_some((seen.worst, start)),
            ..Tally::default()
        })
    }

    /// Judges a window, for [`Against::Run`] or the reference, by a band that is never too wide: what falls between it and
    /// the true one, and whatever is not a number, counts as outside and meets the careful path.
    #[inline(always)]
    fn residuals<const RUN: bool>(&self, band: Band, start: usize, seen: &mut Seen) {
        let against = if RUN { Against::Run } else { Against::Reference };
        let (all_a, all_b) = (self.a.window(start), self.b.window(start));
        let (n, s) = (self.n.window(start), self.s.window(start));
        let mut ratios = [0.0; WINDOW];
        let (mut differing, mut inside) = (0, 0);
        for (i, ratio) in ratios.iter_mut().enumerate() {
            let (a, b) = (A::get(all_a, i), B::get(all_b, i));
            let differs = if RUN { a.to_bits() != b.to_bits() } else { a != A::nearest(b) };
            let residual = (a - b).abs();
            let width = band.quick_width(N::get(n, i), S::get(s, i), against.stored(a, b));
            // A band of zero admits a residual of zero only, which has no ratio.
            *ratio = residual / larger(width, f64::MIN_POSITIVE);
            differing += u64::from(differs);
            inside += u64::from(residual <= width);
        }
        seen.differing += differing;
        seen.inside += inside;
        seen.worst = larger(seen.worst, largest_of(&ratios));
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

    /// The first element of the block that starts at `start` with the largest residual ÷ band.
    pub(super) fn worst_in(&self, start: usize) -> Option<usize> {
        let band = self.rule.band(self.against);
        let mut worst = (-1.0, None);
        for index in start..self.count.min(start + BLOCK) {
            let [a, b, n, s] = self.at(index);
            match self.rule.judge_with(&band, self.against, a, b, n, s) {
                Element::Within(ratio) | Element::Beyond(ratio) if ratio > worst.0 => worst = (ratio, Some(index)),
                _ => {}
            }
        }
        worst.1
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

/// What a loop over a block has seen.
#[derive(Default)]
struct Seen {
    longest: f64,
    magnitude: f64,
    /// Sum of magnitudes, which alone keeps a trace of NaN: maxima pass over it.
    sum: f64,
    differing: u64,
    inside: u64,
    /// Largest residual ÷ band.
    worst: f64,
}

/// The larger; `a` when `b` is NaN.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// The largest of values that are not negative. Several running maxima, so that no step waits for the one before it.
#[inline(always)]
fn largest_of(values: &[f64; WINDOW]) -> f64 {
    let mut lanes = [0.0; LANES];
    for group in values.as_chunks::<LANES>().0 {
        for (max, x) in lanes.iter_mut().zip(group) {
            *max = larger(*max, *x);
        }
    }
    lanes.into_iter().fold(0.0, larger)
}

/// The largest of a column's.
#[inline(always)]
fn largest<C: Column>(window: C::Window) -> f64 {
    let mut values = [0.0; WINDOW];
    for (i, value) in values.iter_mut().enumerate() {
        *value = C::get(window, i);
    }
    largest_of(&values)
}

#[inline(always)]
fn sum<C: Column>(window: C::Window) -> f64 {
    let mut lanes = [0.0; LANES];
    for group in 0..WINDOW / LANES {
        for (lane, sum) in lanes.iter_mut().enumerate() {
            *sum += C::get(window, group * LANES + lane);
        }
    }
    lanes.into_iter().sum()
}
