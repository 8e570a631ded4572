//! The inner loop: eight elements at a time without a branch, and the careful path for blocks that hold anything unusual.

use std::ops::Range;

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

impl<A: Column, B: Column, N: Column, S: Column> Pair<'_, A, B, N, S> {
    /// Judges the elements of `range`, which starts at a multiple of [`BLOCK`].
    pub(super) fn tally(&self, range: Range<usize>) -> Tally {
        let starts = range.clone().step_by(BLOCK);
        starts.fold(Tally::default(), |tally, start| {
            let block = start..range.end.min(start + BLOCK);
            let usual = if block.len() == BLOCK { self.usual(start) } else { None };
            tally.then(usual.unwrap_or_else(|| self.careful(block)))
        })
    }

    /// A full block in which every element is in its band and inside the task's limits; else nothing.
    fn usual(&self, start: usize) -> Option<Tally> {
        let mut band = self.rule.band(self.against);
        if band.u < f64::from(f32::EPSILON) / 4.0 {
            // Products that are subnormal in binary64 cost a hundred cycles each. Without them the band is a little
            // narrower; what falls outside meets the careful path.
            band.lambda = 0.0;
        }
        let limit = self.rule.magnitude_limit();
        let mut lanes = Lanes::default();
        for group in start / LANES..(start + BLOCK) / LANES {
            let (a, b) = (self.a.lanes(group), self.b.lanes(group));
            let (n, s) = (self.n.lanes(group), self.s.lanes(group));
            for lane in 0..LANES {
                let differs = differs::<A>(self.against, a[lane], b[lane]);
                lanes.take(lane, &band, limit, self.against, [a[lane], b[lane], n[lane], s[lane]], differs);
            }
        }
        let longest = largest(lanes.longest);
        if lanes.unusual.contains(&1) || self.rule.is_hopeless(longest) {
            return None;
        }
        let (differing, worst) = (lanes.differing.iter().sum(), largest(lanes.worst));
        Some(Tally {
            differing,
            suspicious: lanes.suspicious.iter().sum(),
            longest,
            first_differing_block: (differing > 0).then_some(start),
            worst: (worst > 0.0).then_some((worst, start)),
            ..Tally::default()
        })
    }

    /// Any elements, by the definition.
    fn careful(&self, block: Range<usize>) -> Tally {
        let start = block.start / BLOCK * BLOCK;
        let band = self.rule.band(self.against);
        let mut tally = Tally::default();
        for index in block {
            let [a, b, n, s] = self.at(index);
            let mut one = Tally { longest: n, ..Tally::default() };
            if differs::<A>(self.against, a, b) {
                (one.differing, one.first_differing_block) = (1, Some(start));
            }
            match self.rule.judge(self.against, a, b, n, s) {
                Element::Equal => {}
                Element::Within(ratio) => {
                    one.suspicious = u64::from((a - b).abs() > band.suspicion(n, s));
                    one.worst = Some((ratio, start));
                }
                Element::Beyond(ratio) => {
                    (one.failing, one.first_failing) = (1, Some(index));
                    one.worst = Some((ratio, start));
                }
                Element::Refused(refusal) => one.first_refused = Some((index, refusal)),
            }
            tally = tally.then(one);
        }
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
    unusual: [u64; LANES],
    differing: [u64; LANES],
    suspicious: [u64; LANES],
    longest: [f64; LANES],
    worst: [f64; LANES],
}

impl Lanes {
    #[inline(always)]
    fn take(&mut self, lane: usize, band: &Band, limit: f64, against: Against, [a, b, n, s]: [f64; 4], differs: bool) {
        let residual = (a - b).abs();
        let width = band.width(n, s, against.stored(a, b));
        // Comparisons with NaN are false: whatever is not a number is unusual.
        let usual = (residual <= width) & (s < limit);
        self.unusual[lane] |= u64::from(!usual);
        self.differing[lane] += u64::from(differs);
        self.suspicious[lane] += u64::from(residual > band.suspicion(n, s));
        let ratio = if residual > 0.0 { residual / width } else { 0.0 };
        self.worst[lane] = if ratio > self.worst[lane] { ratio } else { self.worst[lane] };
        self.longest[lane] = if n > self.longest[lane] { n } else { self.longest[lane] };
    }
}

fn largest(lanes: [f64; LANES]) -> f64 {
    lanes.into_iter().fold(0.0, |m, x| if x > m { x } else { m })
}
