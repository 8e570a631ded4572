//! Work of host threads in a call, and how much of it is too much.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Nanoseconds;

/// Host threads at work in one call, by their processor clocks; waits are left out. Counted where the host can reach device
/// memory, zero elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HostWork {
    /// The call, from 0.
    pub call: u64,
    /// Time of all host threads together while target regions held arrays open that are closed to the host otherwise.
    pub beside: Nanoseconds,
    /// Time of all host threads together, apart from that.
    pub aside: Nanoseconds,
    /// Time inside target regions of the threads that launched them.
    pub regions: Nanoseconds,
    /// Launches.
    pub launches: u64,
}

impl HostWork {
    /// What a launch may cost on the host.
    const LAUNCH_NS: u64 = 50_000;
    /// The share of the regions' own time that the host may be at work beside them: 1 in this many.
    const SHARE: u64 = 4;
    /// What a call may do besides on the host before and after its regions, and what its size's first call may: a runtime may
    /// start threads of its own in it, also while a region runs.
    const ASIDE_NS: u64 = 1_000_000;
    const HELPERS_NS: u64 = 1_000_000_000;

    /// What honest host code does not reach while regions run: it starts other launches, or prepares a few values.
    #[must_use]
    pub const fn allowed_beside(&self) -> Nanoseconds {
        let launches = self.launches.saturating_mul(Self::LAUNCH_NS).saturating_add(self.regions.0 / Self::SHARE);
        Nanoseconds(launches.saturating_add(if self.call == 0 { Self::HELPERS_NS } else { 0 }))
    }

    /// What honest host code does not reach apart from that.
    #[must_use]
    pub const fn allowed_aside(&self) -> Nanoseconds {
        let more = if self.call == 0 { 0 } else { Self::ASIDE_NS };
        Nanoseconds(self.allowed_beside().0.saturating_add(more))
    }

    /// The one of a run's calls that tells whether its kernel works on the host: the first call when that is above what is
    /// allowed, or else the later call that no more than a quarter of the others are above.
    ///
    /// A virtual machine's processor clocks go on while its host runs something else, so single calls show work that nobody
    /// did. Work in a quarter of the calls gains nothing: the median time is one of the others'.
    #[must_use]
    pub fn telling(calls: &[Self]) -> Option<Self> {
        let (first, later) = calls.split_first()?;
        let mut later = later.to_vec();
        later.sort_unstable_by_key(|work| std::cmp::Reverse(work.excess()));
        let strays = if later.len() < 3 { 0 } else { (later.len() / 4).max(1) };
        if first.excess() > 0 { Some(*first) } else { later.get(strays).or(Some(first)).copied() }
    }

    /// How far the worse of both is above what is allowed; negative below.
    #[must_use]
    pub fn excess(&self) -> i128 {
        let over = |work: Nanoseconds, allowed: Nanoseconds| i128::from(work.0) - i128::from(allowed.0);
        over(self.beside, self.allowed_beside()).max(over(self.aside, self.allowed_aside()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(call: u64, aside: u64) -> HostWork {
        let none = Nanoseconds(0);
        HostWork { call, beside: none, aside: Nanoseconds(aside), regions: none, launches: 1 }
    }

    /// Numbers the calls; 1.05 ms are allowed in each but the first.
    fn telling(asides: &[u64]) -> Option<u64> {
        let calls: Vec<_> = (0..).zip(asides).map(|(call, aside)| work(call, *aside)).collect();
        HostWork::telling(&calls).filter(|work| work.excess() > 0).map(|work| work.call)
    }

    #[test]
    fn a_clock_that_jumps_in_few_calls_tells_nothing() {
        assert_eq!(telling(&[0, 6_380_000, 0, 0]), None);
        assert_eq!(telling(&[0, 6_380_000, 0, 0, 0, 0, 0, 0, 2_640_000]), None);
    }

    #[test]
    fn work_in_more_than_a_quarter_of_the_calls_tells() {
        assert_eq!(telling(&[0, 2_000_000, 0, 2_100_000]), Some(1));
        assert_eq!(telling(&[0, 2_000_000, 0, 2_100_000, 0, 0, 0, 0, 2_200_000]), Some(1));
        assert!(telling(&[0, 2_000_000, 2_000_000, 2_000_000, 2_000_000]).is_some());
    }

    #[test]
    fn with_fewer_than_three_later_calls_each_tells() {
        assert_eq!(telling(&[0, 2_000_000]), Some(1));
        assert_eq!(telling(&[0, 0, 2_000_000]), Some(2));
    }

    #[test]
    fn the_first_call_has_more_and_stands_alone() {
        assert_eq!(telling(&[1_000_050_000]), None);
        assert_eq!(telling(&[1_000_050_001, 0, 0, 0]), Some(0));
        assert_eq!(telling(&[]), None);
        // A thread that a team needs may begin while another one is in a region.
        let beside = |call, nanoseconds| HostWork { beside: Nanoseconds(nanoseconds), ..work(call, 0) };
        assert!(beside(0, 110_000).excess() < 0);
        assert!(beside(1, 110_000).excess() > 0);
    }
}
