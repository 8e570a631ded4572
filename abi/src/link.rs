//! The judge's end of a runner: says *go*, waits for *done*, and stamps both by its own clock.

use std::os::fd::OwnedFd;
use std::time::Duration;

use nix::time::{ClockId, clock_gettime};

use crate::map::MapError;
use crate::page::{CallReport, DeviceFault, Fault, Order, Page, Phase};

/// One order to a runner.
#[derive(Debug, Clone, Copy)]
pub struct Command<'a> {
    /// What to do.
    pub order: Order,
    /// One word per parameter: a scalar's bits, or a byte offset into the array's buffer.
    pub args: &'a [u64],
    /// Whether to close the buffers to host code during the call.
    pub guard: bool,
}

/// What the judge saw of one order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// Nanoseconds from *go* to *done* on `CLOCK_MONOTONIC_RAW`, hand-off included.
    pub elapsed_ns: u64,
    /// The runner's counters.
    pub report: CallReport,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Silence {
    /// The deadline passed.
    Deadline,
    /// The runner ended.
    Ended,
}

impl Silence {
    /// In words: what the runner did.
    #[must_use]
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Deadline => "did not answer in time",
            Self::Ended => "ended before it answered",
        }
    }
}

/// The judge's end of the shared page.
#[derive(Debug)]
pub struct Link {
    page: Page,
    sequence: u32,
    spin: bool,
}

/// How long the judge sleeps between looks at the runner's health.
const LOOK: Duration = Duration::from_millis(10);

impl Link {
    /// A new link and the descriptor of its page for the runner. With `spin` both ends burn a core instead of sleeping.
    ///
    /// # Errors
    /// When the page cannot be made.
    pub fn new(spin: bool) -> Result<(Self, OwnedFd), MapError> {
        let (page, fd) = Page::create()?;
        Ok((Self { page, sequence: 0, spin }, fd))
    }

    /// Waits until the runner is ready for its first call.
    ///
    /// # Errors
    /// When `alive` says that it ended, or `deadline` passes.
    pub fn wait_ready(&self, deadline: Duration, mut alive: impl FnMut() -> bool) -> Result<(), Silence> {
        let end = now_ns().saturating_add(nanos(deadline));
        loop {
            // Asked before the phase is read: a runner that got ready and then died is ready first.
            let lives = alive();
            match self.page.phase() {
                Phase::Ready => return Ok(()),
                _ if !lives => return Err(Silence::Ended),
                _ if now_ns() > end => return Err(Silence::Deadline),
                _ => std::thread::sleep(Duration::from_micros(100)),
            }
        }
    }

    /// Sends one order and waits for its end.
    ///
    /// # Errors
    /// When `alive` says that the runner ended, or `deadline` passes. The link is unusable afterwards.
    pub fn send(
        &mut self,
        command: &Command<'_>,
        deadline: Duration,
        mut alive: impl FnMut() -> bool,
    ) -> Result<Answer, Silence> {
        self.sequence = self.sequence.wrapping_add(1);
        let sequence = self.sequence;
        self.page.prepare(command.order, command.guard, self.spin, command.args);
        let start = now_ns();
        let end = start.saturating_add(nanos(deadline));
        let mut look = start.saturating_add(nanos(LOOK));
        self.page.go(sequence);
        loop {
            if self.page.is_done(sequence) {
                let elapsed_ns = now_ns().saturating_sub(start);
                return Ok(Answer { elapsed_ns, report: self.page.report() });
            }
            if self.spin {
                std::hint::spin_loop();
            } else {
                self.page.wait_done(sequence, LOOK);
            }
            let now = now_ns();
            if now >= look && !self.page.is_done(sequence) {
                look = now.saturating_add(nanos(LOOK));
                if !alive() && !self.page.is_done(sequence) {
                    return Err(Silence::Ended);
                }
                if now > end {
                    return Err(Silence::Deadline);
                }
            }
        }
    }

    /// What the runner says it is doing.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.page.phase()
    }

    /// The fault the runner recorded, if any.
    #[must_use]
    pub fn fault(&self) -> Option<Fault> {
        self.page.fault()
    }

    /// The kernel that failed on the device, if the runner's driver named one.
    #[must_use]
    pub fn device_fault(&self) -> Option<DeviceFault> {
        self.page.device_fault()
    }

    /// The error text the runner left, if any.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        self.page.message()
    }
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// `CLOCK_MONOTONIC_RAW`: no process can slew or step it.
fn now_ns() -> u64 {
    let now = clock_gettime(ClockId::CLOCK_MONOTONIC_RAW).unwrap_or_else(|_| nix::sys::time::TimeSpec::new(0, 0));
    let seconds = u64::try_from(now.tv_sec()).unwrap_or(0);
    seconds.saturating_mul(1_000_000_000).saturating_add(u64::try_from(now.tv_nsec()).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: Command<'_> = Command { order: Order::Empty, args: &[], guard: false };

    #[test]
    fn an_answer_arrives_with_the_judges_time() {
        for spin in [false, true] {
            let (mut link, fd) = Link::new(spin).expect("link");
            let runner = Page::open(&fd).expect("page");
            let serving = std::thread::spawn(move || {
                let sequence = runner.wait_go(0);
                std::thread::sleep(Duration::from_millis(5));
                runner.done(sequence);
            });
            let answer = link.send(&EMPTY, Duration::from_secs(10), || true).expect("answer");
            assert!(answer.elapsed_ns >= 5_000_000);
            serving.join().expect("runner thread");
        }
    }

    #[test]
    fn a_runner_that_ends_is_silence_and_so_is_one_that_hangs() {
        let (mut link, _fd) = Link::new(false).expect("link");
        assert_eq!(link.send(&EMPTY, Duration::from_secs(60), || false), Err(Silence::Ended));
        assert_eq!(link.send(&EMPTY, Duration::from_millis(20), || true), Err(Silence::Deadline));
        assert_eq!(link.wait_ready(Duration::from_secs(60), || false), Err(Silence::Ended));
    }
}
