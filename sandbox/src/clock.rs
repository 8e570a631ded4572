//! The wall clock of a run: a timer that can be paused.

use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::time::{Duration, Instant};

use nix::sys::time::TimeSpec;
use nix::sys::timer::TimerSetTimeFlags;
use nix::sys::timerfd::{ClockId, Expiration, TimerFd, TimerFlags};

/// Runs out after the program was unpaused for its limit.
#[derive(Debug)]
pub(crate) struct WallClock {
    timer: TimerFd,
    deadline: Instant,
    paused_at: Option<Instant>,
    paused: Duration,
}

impl WallClock {
    pub(crate) fn start(started: Instant, limit: Duration) -> io::Result<Self> {
        let timer = TimerFd::new(ClockId::CLOCK_MONOTONIC, TimerFlags::TFD_CLOEXEC | TimerFlags::TFD_NONBLOCK)?;
        let clock = Self { timer, deadline: started + limit, paused_at: None, paused: Duration::ZERO };
        clock.arm(Instant::now())?;
        Ok(clock)
    }

    /// Becomes readable when the time is up.
    pub(crate) fn as_raw_fd(&self) -> RawFd {
        std::os::fd::AsFd::as_fd(&self.timer).as_raw_fd()
    }

    pub(crate) fn pause(&mut self) -> io::Result<()> {
        if self.paused_at.is_none() {
            self.timer.unset()?;
            self.paused_at = Some(Instant::now());
        }
        Ok(())
    }

    pub(crate) fn resume(&mut self) -> io::Result<()> {
        let Some(since) = self.paused_at.take() else { return Ok(()) };
        let now = Instant::now();
        self.paused += now - since;
        self.deadline += now - since;
        self.arm(now)
    }

    /// Replaces what is left of the limit.
    pub(crate) fn set_remaining(&mut self, span: Duration) -> io::Result<()> {
        let now = Instant::now();
        self.deadline = self.paused_at.unwrap_or(now) + span;
        if self.paused_at.is_some() { Ok(()) } else { self.arm(now) }
    }

    /// Whether the time is up.
    pub(crate) fn is_over(&self, now: Instant) -> bool {
        self.paused_at.is_none() && now >= self.deadline
    }

    /// How long the program was paused in all.
    pub(crate) fn paused(&self, now: Instant) -> Duration {
        self.paused + self.paused_at.map_or(Duration::ZERO, |since| now - since)
    }

    fn arm(&self, now: Instant) -> io::Result<()> {
        // Zero would disarm the timer.
        let rest = self.deadline.saturating_duration_since(now).max(Duration::from_nanos(1));
        let expiration = Expiration::OneShot(TimeSpec::from_duration(rest));
        Ok(self.timer.set(expiration, TimerSetTimeFlags::empty())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paused_time_does_not_count() -> io::Result<()> {
        let start = Instant::now();
        let mut clock = WallClock::start(start, Duration::from_secs(1000))?;
        assert!(!clock.is_over(start + Duration::from_secs(999)));
        assert!(clock.is_over(start + Duration::from_secs(1000)));
        clock.pause()?;
        assert!(!clock.is_over(start + Duration::from_secs(2000)));
        assert!(clock.paused(start + Duration::from_secs(2000)) > Duration::from_secs(1990));
        clock.resume()?;
        clock.set_remaining(Duration::from_secs(5000))?;
        assert!(!clock.is_over(start + Duration::from_secs(4999)));
        assert!(clock.is_over(Instant::now() + Duration::from_secs(5001)));
        Ok(())
    }
}
