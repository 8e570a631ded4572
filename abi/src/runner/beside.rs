//! Host work beside target regions: on a device whose memory the host can reach, the guard opens the buffers to every
//! thread while a region runs, so another thread could do the region's work; and where the guard would cost a timed call
//! too much, they are open all along.
//!
//! Each thread has a pile of frames, one for every region of code that the OpenMP runtime announces: it belongs to the
//! device (a target region, and every parallel region and task that begins in one) or to the host, and it may be waiting.
//! A thread whose topmost frame is the host's and does not wait is at work on the host, and what its processor clock
//! counts is host work.
//!
//! What the process's own clock counts and no announced thread's does was worked by a thread that nobody announced: code that
//! finds the C library's functions by address can start one. That is host work, too.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering};

/// Threads that are followed: as many as a jail lets a runner have.
const THREADS: usize = 1024;

/// Frames of one thread that are told apart; what begins above them counts as the topmost one.
const FRAMES: usize = 32;

/// Whose code a region is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// Code of the host.
    Host,
    /// Code of the device, or a copy of the runtime's.
    Device,
}

struct Thread {
    /// Its processor clock; 0 for a place that nobody has taken.
    clock: AtomicI32,
    at_work: AtomicBool,
    /// Its clock when it was last looked at.
    since: AtomicU64,
    /// Its clock when the call began; 0 for one that began later.
    began: AtomicU64,
}

impl Thread {
    const fn new() -> Self {
        let (clock, at_work) = (AtomicI32::new(0), AtomicBool::new(false));
        Self { clock, at_work, since: AtomicU64::new(0), began: AtomicU64::new(0) }
    }
}

static TABLE: [Thread; THREADS] = [const { Thread::new() }; THREADS];
static TAKEN: AtomicUsize = AtomicUsize::new(0);
/// The process's clock when the call began.
static PROCESS_BEGAN: AtomicU64 = AtomicU64::new(0);
static BESIDE_NS: AtomicU64 = AtomicU64::new(0);
static ASIDE_NS: AtomicU64 = AtomicU64::new(0);
static LAUNCHER_NS: AtomicU64 = AtomicU64::new(0);

/// Processor time of host work while a region held the buffers open, in all calls, nanoseconds.
pub(super) fn beside_ns() -> u64 {
    BESIDE_NS.load(Ordering::Acquire)
}

/// Processor time of all other host work, in all calls, nanoseconds.
pub(super) fn aside_ns() -> u64 {
    ASIDE_NS.load(Ordering::Acquire)
}

/// Processor time of launching threads inside their regions, nanoseconds. Unlike the wall
/// clock it does not grow when the machine is busy.
pub(super) fn launcher_ns() -> u64 {
    LAUNCHER_NS.load(Ordering::Acquire)
}

/// A region begins on this thread.
pub(super) fn region_begins() {
    begin(Owner::Device);
    BEGAN.set(super::guard::is_watched().then(|| now(libc::CLOCK_THREAD_CPUTIME_ID)));
}

/// The region ends.
pub(super) fn region_ends() {
    if let Some(began) = BEGAN.take() {
        LAUNCHER_NS.fetch_add(now(libc::CLOCK_THREAD_CPUTIME_ID).saturating_sub(began), Ordering::AcqRel);
    }
    end();
}

/// A call begins. The guard's lock is held, as for [`count`].
pub(super) fn start() {
    at_work().for_each(Thread::start);
    // Here the process's clock is read last, and in `stop` first: what is worked meanwhile is nobody's.
    announced().for_each(|thread| thread.began.store(thread.now(), Ordering::Relaxed));
    PROCESS_BEGAN.store(now(libc::CLOCK_PROCESS_CPUTIME_ID), Ordering::Relaxed);
}

/// The call has returned: counts what threads worked that nobody announced.
pub(super) fn stop() {
    let process = now(libc::CLOCK_PROCESS_CPUTIME_ID).saturating_sub(PROCESS_BEGAN.load(Ordering::Relaxed));
    let known = announced().map(|thread| thread.now().saturating_sub(thread.began.load(Ordering::Relaxed)));
    ASIDE_NS.fetch_add(process.saturating_sub(known.sum()), Ordering::AcqRel);
}

/// This thread is nobody's secret.
pub(super) fn announce() {
    update(|_| ());
}

/// Counts what was worked while a region held the buffers `open`, or none did: that is about to change.
pub(super) fn count(open: bool) {
    at_work().for_each(|thread| thread.count(open));
}

fn announced() -> impl Iterator<Item = &'static Thread> {
    let taken = TAKEN.load(Ordering::Acquire).min(THREADS);
    TABLE[..taken].iter().filter(|thread| thread.clock.load(Ordering::Acquire) != 0)
}

fn at_work() -> impl Iterator<Item = &'static Thread> {
    announced().filter(|thread| thread.at_work.load(Ordering::Acquire))
}

impl Thread {
    fn now(&self) -> u64 {
        now(self.clock.load(Ordering::Relaxed))
    }

    fn start(&self) {
        self.since.store(self.now(), Ordering::Relaxed);
    }

    /// Adds what its clock says since it was last looked at.
    fn count(&self, open: bool) {
        let now = self.now();
        // A thread that has ended has no clock any more.
        let worked = now.saturating_sub(self.since.swap(now, Ordering::Relaxed));
        let sum = if open { &BESIDE_NS } else { &ASIDE_NS };
        sum.fetch_add(worked, Ordering::AcqRel);
    }

    fn change(&self, at_work: bool) {
        if self.at_work.load(Ordering::Acquire) == at_work {
            return;
        }
        super::guard::while_open(|open| {
            self.at_work.store(at_work, Ordering::Release);
            match (super::guard::is_watched(), at_work) {
                (true, true) => self.start(),
                (true, false) => self.count(open),
                (false, _) => {}
            }
        });
    }
}

/// Reads a thread's processor clock, nanoseconds; 0 when there is none.
fn now(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a live struct; a clock of a thread that is gone is an error.
    if unsafe { libc::clock_gettime(clock, &raw mut time) } != 0 {
        return 0;
    }
    let part = |value: i64| u64::try_from(value).unwrap_or(0);
    part(time.tv_sec) * 1_000_000_000 + part(time.tv_nsec)
}

#[derive(Clone, Copy)]
struct Frame {
    owner: Owner,
    /// Waits that have begun and not ended.
    waits: u32,
    /// Whether it is a thread's share of a team's work, at whose end everything above it has ended, too.
    share: bool,
}

/// The frames of one thread, the lowest first.
struct Frames {
    frames: [Frame; FRAMES],
    depth: usize,
    thread: Option<&'static Thread>,
}

thread_local! {
    static OWN: RefCell<Frames> = const { RefCell::new(Frames::NEW) };
    /// Begin and end of one region are on one thread, and regions do not nest.
    static BEGAN: Cell<Option<u64>> = const { Cell::new(None) };
}

impl Frames {
    /// A thread that the runtime has not announced is the host's, and at work.
    const NEW: Self =
        Self { frames: [Frame { owner: Owner::Host, waits: 0, share: false }; FRAMES], depth: 0, thread: None };

    fn top(&mut self) -> &mut Frame {
        &mut self.frames[self.depth.min(FRAMES - 1)]
    }

    fn push(&mut self, owner: Owner, share: bool) {
        self.depth += 1;
        if self.depth < FRAMES {
            *self.top() = Frame { owner, waits: 0, share };
        }
    }

    fn pop(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn pop_share(&mut self) {
        while self.depth > 0 && !self.top().share {
            self.pop();
        }
        self.pop();
    }

    fn is_at_work(&mut self) -> bool {
        let top = self.top();
        top.owner == Owner::Host && top.waits == 0
    }
}

/// Changes this thread's frames and notes whether it is at work afterwards.
fn update<T>(change: impl FnOnce(&mut Frames) -> T) -> Option<T> {
    OWN.try_with(|own| {
        let mut own = own.try_borrow_mut().ok()?;
        let answer = change(&mut own);
        let at_work = own.is_at_work();
        if own.thread.is_none() {
            own.thread = register();
        }
        if let Some(thread) = own.thread {
            thread.change(at_work);
        }
        Some(answer)
    })
    .ok()
    .flatten()
}

fn register() -> Option<&'static Thread> {
    let thread = TABLE.get(TAKEN.fetch_add(1, Ordering::AcqRel))?;
    let mut clock = 0;
    // SAFETY: the pointer is to a live integer, and the thread is this one.
    unsafe { libc::pthread_getcpuclockid(libc::pthread_self(), &raw mut clock) };
    thread.clock.store(clock, Ordering::Release);
    Some(thread)
}

/// A thread of the runtime's begins, and waits for its first work.
pub(super) fn idle() {
    update(|own| own.top().waits = 1);
}

/// Code of `owner` begins on this thread.
pub(super) fn begin(owner: Owner) {
    update(|own| own.push(owner, false));
}

/// This thread's share of a team's work begins.
pub(super) fn share_begins(owner: Owner) {
    update(|own| own.push(owner, true));
}

/// It ends. The runtime says when an untied task goes on, and not when it pauses: such a task may still lie above.
pub(super) fn share_ends() {
    update(Frames::pop_share);
}

/// The code that began last ends.
pub(super) fn end() {
    update(Frames::pop);
}

/// Runs work of the runner's own or a runtime's, which is no host work of the submission's.
pub(super) fn for_the_device<T>(work: impl FnOnce() -> T) -> T {
    begin(Owner::Device);
    let value = work();
    end();
    value
}

/// This thread begins to wait; the runtime may give it tasks meanwhile.
pub(super) fn wait_begins() {
    update(|own| own.top().waits += 1);
}

/// A wait ends.
pub(super) fn wait_ends() {
    update(|own| own.top().waits = own.top().waits.saturating_sub(1));
}

/// Whose code this thread runs.
pub(super) fn owner() -> Owner {
    update(|own| own.top().owner).unwrap_or(Owner::Host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_work() -> bool {
        OWN.with(|own| own.borrow_mut().is_at_work())
    }

    #[test]
    fn what_begins_last_decides() {
        assert!(at_work());
        begin(Owner::Device);
        assert!(!at_work() && owner() == Owner::Device);
        begin(Owner::Host);
        assert!(at_work());
        wait_begins();
        assert!(!at_work());
        begin(Owner::Host);
        assert!(at_work(), "a task that runs inside a wait is work");
        end();
        assert!(!at_work());
        wait_ends();
        assert!(at_work());
        end();
        end();
        assert!(at_work());
    }

    #[test]
    fn what_never_ended_ends_with_the_team() {
        idle();
        share_begins(Owner::Host);
        begin(Owner::Host);
        begin(Owner::Host);
        end();
        assert!(at_work());
        share_ends();
        assert!(!at_work());
    }

    #[test]
    fn a_pile_that_is_too_high_comes_down_again() {
        begin(Owner::Device);
        (0..2 * FRAMES).for_each(|_| begin(Owner::Device));
        (0..2 * FRAMES).for_each(|_| end());
        assert_eq!(owner(), Owner::Device);
        end();
        assert_eq!(owner(), Owner::Host);
    }
}
