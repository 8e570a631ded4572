//! When to stop timing: the interval is narrow enough, or the budget ends.

use std::time::Duration;

use crate::score::Nanoseconds;
use crate::score::stats::relative_half_width;

/// What timing one size may cost, and how sure it must become.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    /// Wall-clock time for one size of one run, baseline included.
    pub time: Duration,
    /// Samples below which no interval is believed.
    pub least: usize,
    /// Samples above which more are not worth what they cost: with twice as many, the interval is three tenths narrower,
    /// and each takes fresh inputs and the oracle's answer.
    pub most: usize,
    /// Relative half-width of the 95 % interval of the median that is narrow enough.
    pub half_width: f64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { time: Duration::from_secs(2), least: 11, most: 100, half_width: 0.01 }
    }
}

impl Budget {
    /// Whether timing may stop after `spent` time with these samples of kernel and baseline: both medians are known well
    /// enough, there are plenty, or the budget is spent.
    #[must_use]
    pub fn is_enough(&self, kernel: &[Nanoseconds], baseline: &[Nanoseconds], spent: Duration) -> bool {
        let samples = kernel.len().min(baseline.len());
        if samples >= self.most {
            return true;
        }
        if samples < self.least {
            // A kernel so slow that the budget holds fewer calls still gets three.
            return samples >= 3 && spent >= self.time;
        }
        // A bootstrap costs more than a short call: last.
        let is_known = |samples| relative_half_width(samples) <= self.half_width;
        spent >= self.time || (is_known(kernel) && is_known(baseline))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: Budget = Budget { time: Duration::from_secs(1), least: 11, most: 100, half_width: 0.01 };
    const EARLY: Duration = Duration::from_millis(1);
    const LATE: Duration = Duration::from_secs(1);

    /// `n` times that are spread evenly over `spread` of a millisecond.
    fn times(n: u64, spread: f64) -> Vec<Nanoseconds> {
        (0..n).map(|i| Nanoseconds(1_000_000 + (spread * 1e6 * i as f64 / n as f64) as u64)).collect()
    }

    #[test]
    fn timing_stops_when_both_medians_are_known_to_one_per_cent() {
        let enough = |kernel: &[Nanoseconds], baseline: &[Nanoseconds]| BUDGET.is_enough(kernel, baseline, EARLY);
        let (steady, noisy) = (times(50, 0.02), times(50, 0.5));
        assert!(relative_half_width(&steady) < 0.01 && relative_half_width(&noisy) > 0.02);
        assert!(enough(&steady, &steady));
        assert!(!enough(&noisy, &steady));
        assert!(!enough(&steady, &noisy));
        // The same noise averages out in more samples.
        let of = |n| relative_half_width(&times(n, 0.1));
        assert!(of(11) > 0.01 && of(90) < 0.01, "{} {}", of(11), of(90));
        assert!(!enough(&times(11, 0.1), &times(11, 0.1)));
        assert!(enough(&times(90, 0.1), &times(90, 0.1)));
    }

    #[test]
    fn a_narrow_interval_stops_only_after_the_least_samples() {
        assert!(!BUDGET.is_enough(&times(10, 0.0), &times(50, 0.0), EARLY));
        assert!(!BUDGET.is_enough(&times(50, 0.0), &times(10, 0.0), EARLY));
        assert!(BUDGET.is_enough(&times(11, 0.0), &times(11, 0.0), EARLY));
    }

    #[test]
    fn the_budget_ends_timing_but_never_before_three_samples() {
        let enough = |n| BUDGET.is_enough(&times(n, 0.5), &times(n, 0.5), LATE);
        assert!(!enough(2));
        assert!(enough(3));
        assert!(enough(50));
    }

    #[test]
    fn plenty_of_samples_end_timing_whatever_their_noise() {
        assert!(!BUDGET.is_enough(&times(99, 2.0), &times(100, 2.0), EARLY));
        assert!(BUDGET.is_enough(&times(100, 2.0), &times(100, 2.0), EARLY));
    }
}
