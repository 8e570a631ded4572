//! The limit on a whole judgement: all its sizes, runs and calls share it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::score::{Nanoseconds, Overtime};

/// The time of one judgement, and whose it was so far.
#[derive(Debug)]
pub struct Total {
    limit: Duration,
    began: Instant,
    /// Time spent waiting for others, which is nobody's.
    waited: Duration,
    submission_ns: AtomicU64,
}

impl Total {
    /// A judgement that begins now.
    #[must_use]
    pub fn new(limit: Duration) -> Self {
        Self { limit, began: Instant::now(), waited: Duration::ZERO, submission_ns: AtomicU64::new(0) }
    }

    /// Leaves `time` out of account.
    pub fn leave_out(&mut self, time: Duration) {
        self.waited += time;
    }

    /// What is left.
    #[must_use]
    pub fn left(&self) -> Duration {
        (self.limit + self.waited).saturating_sub(self.began.elapsed())
    }

    /// Whether nothing is left.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.left().is_zero()
    }

    /// Time that the submission took.
    pub fn charge(&self, time: Duration) {
        self.submission_ns.fetch_add(Nanoseconds::from(time).0, Ordering::Relaxed);
    }

    /// The evidence of a judgement that was cut off at `step`.
    #[must_use]
    pub fn overtime(&self, step: &str) -> Overtime {
        let submission = Nanoseconds(self.submission_ns.load(Ordering::Relaxed));
        Overtime { limit: self.limit.into(), submission, step: step.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_for_others_costs_nothing() {
        let mut total = Total::new(Duration::ZERO);
        assert!(total.is_over());
        total.leave_out(Duration::from_secs(3600));
        assert!(!total.is_over());
    }

    #[test]
    fn what_the_submission_took_adds_up() {
        let total = Total::new(Duration::from_secs(2));
        total.charge(Duration::from_millis(300));
        total.charge(Duration::from_millis(400));
        let Overtime { limit, submission, step } = total.overtime("small: run A");
        assert_eq!((limit.0, submission.0, step.as_str()), (2_000_000_000, 700_000_000, "small: run A"));
    }
}
