//! When to stop timing: the interval is narrow enough, or the budget ends.

use std::time::Duration;

/// What timing one size may cost, and how sure it must become.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    /// Wall-clock time for one size of one run, baseline included.
    pub time: Duration,
    /// Samples below which no interval is believed.
    pub least: usize,
    /// Samples above which more do not help.
    pub most: usize,
    /// Relative half-width of the 95 % interval of the median that is narrow enough.
    pub half_width: f64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { time: Duration::from_secs(2), least: 11, most: 200, half_width: 0.01 }
    }
}

impl Budget {
    /// Whether timing may stop after `samples` samples and `spent` time. `half_width` is asked only when it matters:
    /// a bootstrap costs more than a short call.
    pub fn is_enough(&self, samples: usize, spent: Duration, half_width: impl FnOnce() -> f64) -> bool {
        if samples >= self.most {
            return true;
        }
        if samples < self.least {
            // A kernel so slow that the budget holds fewer calls still gets three.
            return samples >= 3 && spent >= self.time;
        }
        spent >= self.time || half_width() <= self.half_width
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: Budget = Budget { time: Duration::from_secs(1), least: 11, most: 100, half_width: 0.01 };
    const EARLY: Duration = Duration::from_millis(1);
    const LATE: Duration = Duration::from_secs(2);

    #[test]
    fn a_narrow_interval_stops_only_after_the_least_samples() {
        assert!(!BUDGET.is_enough(10, EARLY, || 0.0));
        assert!(BUDGET.is_enough(11, EARLY, || 0.01));
        assert!(!BUDGET.is_enough(11, EARLY, || 0.02));
    }

    #[test]
    fn the_budget_ends_timing_but_never_before_three_samples() {
        assert!(!BUDGET.is_enough(2, LATE, || 1.0));
        assert!(BUDGET.is_enough(3, LATE, || 1.0));
        assert!(BUDGET.is_enough(50, LATE, || 1.0));
    }

    #[test]
    fn the_interval_is_not_computed_when_the_count_decides() {
        assert!(BUDGET.is_enough(100, EARLY, || unreachable!("asked for an interval")));
        assert!(!BUDGET.is_enough(3, EARLY, || unreachable!("asked for an interval")));
    }
}
