//! The host-access guard: on a device whose memory the host can reach, buffers are closed to everyone except while a
//! target region or a runtime copy is under way. A host loop dies at its first access, also after a token launch.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::Instant;

use super::beside;
use super::buffers::Buffers;

static BUFFERS: OnceLock<&'static Buffers> = OnceLock::new();
static ACTIVE: AtomicBool = AtomicBool::new(false);
/// A call is under way.
static WATCHED: AtomicBool = AtomicBool::new(false);
/// Regions and copies under way; the buffers are open while it is above zero.
static DEPTH: AtomicU32 = AtomicU32::new(0);
static LOCK: AtomicBool = AtomicBool::new(false);
static SPENT_NS: AtomicU64 = AtomicU64::new(0);

/// Names the buffers to guard.
pub(super) fn arm(buffers: &'static Buffers) {
    let _ = BUFFERS.set(buffers);
}

/// Closes the buffers until [`open`], if there are any that the host can reach.
pub(super) fn close() {
    if BUFFERS.get().is_none() {
        return;
    }
    SPENT_NS.store(0, Ordering::Relaxed);
    DEPTH.store(0, Ordering::Relaxed);
    ACTIVE.store(true, Ordering::Release);
    set(false);
}

/// Opens the buffers for good; returns the nanoseconds spent on opening and closing since [`close`].
pub(super) fn open() -> u64 {
    ACTIVE.store(false, Ordering::Release);
    set(true);
    SPENT_NS.load(Ordering::Relaxed)
}

/// Has host work counted until [`unwatch`], where there are buffers that the host can reach.
pub(super) fn watch() {
    if BUFFERS.get().is_some() {
        beside::announce();
        WATCHED.store(true, Ordering::Release);
        while_open(|_| beside::start());
    }
}

/// The call has returned.
pub(super) fn unwatch() {
    while_open(|open| {
        if is_watched() {
            beside::stop();
            beside::count(open);
        }
        WATCHED.store(false, Ordering::Release);
    });
}

/// Whether a call is under way in which host work is counted.
pub(super) fn is_watched() -> bool {
    WATCHED.load(Ordering::Acquire)
}

/// Whether host code that touches a buffer now has no business there.
pub(super) fn is_closed() -> bool {
    ACTIVE.load(Ordering::Acquire) && DEPTH.load(Ordering::Acquire) == 0
}

/// A target region or a runtime copy begins.
pub(super) fn enter() {
    if ACTIVE.load(Ordering::Acquire) {
        with_lock(|| {
            if DEPTH.fetch_add(1, Ordering::AcqRel) == 0 {
                set(true);
                beside::count(false);
            }
        });
    }
}

/// A target region or a runtime copy ended.
pub(super) fn exit() {
    if ACTIVE.load(Ordering::Acquire) {
        with_lock(|| {
            let before = DEPTH.load(Ordering::Acquire);
            if before > 0 {
                DEPTH.store(before - 1, Ordering::Release);
                if before == 1 {
                    beside::count(true);
                    set(false);
                }
            }
        });
    }
}

/// Runs `look` while nothing opens or closes the buffers, and tells it whether a region holds them open.
pub(super) fn while_open(look: impl FnOnce(bool)) {
    if is_watched() {
        with_lock(|| look(ACTIVE.load(Ordering::Acquire) && DEPTH.load(Ordering::Acquire) > 0));
    } else {
        look(false);
    }
}

/// Regions may overlap (`nowait`): count and protection change together. A spin lock, since the wait is one `mprotect`; on a
/// busy machine it can be a time slice, which must not be spent here: it would count as host work.
fn with_lock(change: impl FnOnce()) {
    const SPINS: u32 = 100;
    let mut spins = 0;
    while LOCK.compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed).is_err() {
        spins += 1;
        if spins % SPINS == 0 { std::thread::yield_now() } else { std::hint::spin_loop() }
    }
    change();
    LOCK.store(false, Ordering::Release);
}

fn set(open: bool) {
    let Some(buffers) = BUFFERS.get() else { return };
    let start = Instant::now();
    if buffers.protect(open).is_err() {
        // A buffer in an unknown state would let a host loop pass or an honest kernel die: stop loudly instead.
        std::process::abort();
    }
    SPENT_NS.fetch_add(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a GPU no buffer is named: a region there must neither close anything nor have host work counted.
    #[test]
    fn without_buffers_there_is_nothing_to_close_or_to_count() {
        close();
        watch();
        assert!(!is_closed());
        enter();
        std::hint::black_box((0..1_000_000_u64).map(std::hint::black_box).sum::<u64>());
        exit();
        assert!(!is_watched());
        unwatch();
        assert_eq!((open(), beside::beside_ns(), beside::aside_ns()), (0, 0, 0));
    }
}
