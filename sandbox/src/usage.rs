//! What a running jail has used so far, and when to look again.

use std::time::Duration;

use crate::Limits;
use crate::cgroup::{Counts, Group};
use crate::evidence::Stop;
use crate::isolation::{Accounting, Achieved};
use crate::sampling;

/// How often sampled resources are looked at.
const SAMPLE: Duration = Duration::from_millis(10);
/// Bounds of the time until the processor time is looked at again.
const SOONEST: Duration = Duration::from_millis(2);
const LATEST: Duration = Duration::from_secs(1);

/// Watches processor time and memory of one jail.
#[derive(Debug)]
pub(crate) struct Usage {
    group: Group,
    roots: [libc::pid_t; 2],
    cpu_limit: Option<Duration>,
    memory_limit: u64,
    sample_cpu: bool,
    sample_memory: bool,
    cpu: Duration,
    peak_memory: u64,
}

/// The final numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Used {
    pub(crate) cpu: Duration,
    pub(crate) peak_memory: u64,
    pub(crate) oom_kills: u64,
}

impl Usage {
    pub(crate) fn new(group: Group, roots: [libc::pid_t; 2], limits: &Limits, achieved: &Achieved) -> Self {
        Self {
            group,
            roots,
            cpu_limit: limits.cpu,
            memory_limit: limits.memory,
            sample_cpu: achieved.cpu == Accounting::Sampled,
            sample_memory: achieved.memory == Accounting::Sampled,
            cpu: Duration::ZERO,
            peak_memory: 0,
        }
    }

    /// How long nothing that is watched here can reach its limit, or go unnoticed for too long.
    pub(crate) fn next_look(&self) -> Option<Duration> {
        let cpu = self.cpu_limit.map(|limit| next_cpu_look(limit.saturating_sub(self.cpu)));
        let sampled = (self.sample_memory || (self.sample_cpu && self.cpu_limit.is_some())).then_some(SAMPLE);
        cpu.into_iter().chain(sampled).min()
    }

    /// Looks, and says which limit is passed, if one is.
    pub(crate) fn look(&mut self) -> Option<Stop> {
        if self.sample_memory || self.sample_cpu {
            let sample = sampling::walk(&self.roots);
            self.peak_memory = self.peak_memory.max(sample.memory);
            if self.sample_cpu {
                // What orphans used is forgotten when they end.
                self.cpu = self.cpu.max(sample.cpu);
            }
        }
        if !self.sample_cpu {
            self.cpu = self.group.counts().cpu.unwrap_or(self.cpu);
        }
        if self.cpu_limit.is_some_and(|limit| self.cpu >= limit) {
            return Some(Stop::CpuTime);
        }
        (self.sample_memory && self.peak_memory > self.memory_limit).then_some(Stop::Memory)
    }

    /// The final numbers, from the group where it counts, else from samples and what the kernel says of the program.
    pub(crate) fn finish(self, program: &libc::rusage) -> Used {
        let Counts { cpu, peak_memory, oom_kills } = self.group.counts();
        let span = |time: libc::timeval| Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000);
        let reported = span(program.ru_utime) + span(program.ru_stime);
        Used {
            cpu: cpu.unwrap_or_else(|| self.cpu.max(reported)),
            peak_memory: peak_memory.unwrap_or_else(|| self.peak_memory.max(program.ru_maxrss as u64 * 1024)),
            oom_kills,
        }
    }
}

/// The time in which every core together can use up `rest`.
fn next_cpu_look(rest: Duration) -> Duration {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    (rest / u32::try_from(cores).unwrap_or(u32::MAX)).clamp(SOONEST, LATEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_more_often_near_the_limit() {
        assert_eq!(next_cpu_look(Duration::ZERO), SOONEST);
        assert_eq!(next_cpu_look(Duration::from_secs(1 << 20)), LATEST);
        assert!(next_cpu_look(Duration::from_millis(100)) <= Duration::from_millis(100));
    }
}
