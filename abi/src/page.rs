//! The one page that judge and runner share: a word for *go*, a word for *done*, a command and a report.
//!
//! The runner's process is hostile, so the judge reads nothing here that it does not check, and nothing here is a
//! time the judge believes: its own clock stamps both words.

mod messages;

use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use crate::map::{Access, MapError, Mapping, memfd};

pub use messages::{CallReport, DeviceFault, Fault, FaultBuffer, Order, Phase, settle};

/// Parameters a signature may have; the page holds one word for each.
pub const MAX_PARAMS: usize = 64;

#[repr(C)]
struct Words {
    go: AtomicU32,
    done: AtomicU32,
    phase: AtomicU32,
    spin: AtomicU32,
    order: AtomicU32,
    guard: AtomicU32,
    fault_signal: AtomicU32,
    fault_array: AtomicU32,
    device_fault: AtomicU32,
    unused: AtomicU32,
    counters: [AtomicU64; 10],
    args: [AtomicU64; MAX_PARAMS],
}

/// Error text the runner leaves when it cannot start: at most this many bytes.
const MESSAGE_BYTES: usize = 1024;
const MESSAGE_OFFSET: usize = 2048;
/// The name of a device fault: at most this many bytes.
const DEVICE_FAULT_BYTES: usize = 256;
const DEVICE_FAULT_OFFSET: usize = MESSAGE_OFFSET + MESSAGE_BYTES;
const PAGE_BYTES: usize = 4096;
const _: () = assert!(size_of::<Words>() <= MESSAGE_OFFSET && DEVICE_FAULT_OFFSET + DEVICE_FAULT_BYTES <= PAGE_BYTES);

/// `fault_array` holds the index + 1 in its low bits, and this bit when the guard was closed.
const FAULT_GUARDED: u32 = 1 << 31;

/// One end's view of the shared page.
#[derive(Debug)]
pub struct Page {
    mapping: Mapping,
}

impl Page {
    /// A new page and the descriptor through which the runner maps it.
    ///
    /// # Errors
    /// When the kernel refuses the memory file or the mapping.
    pub fn create() -> Result<(Self, OwnedFd), MapError> {
        let fd = memfd(c"judge-page", PAGE_BYTES)?;
        Ok((Self::open(&fd)?, fd))
    }

    /// The view of the page behind `fd`.
    ///
    /// # Errors
    /// When the mapping fails.
    pub fn open(fd: &impl AsFd) -> Result<Self, MapError> {
        Ok(Self { mapping: Mapping::shared(fd, PAGE_BYTES, Access::ReadWrite)? })
    }

    fn words(&self) -> &Words {
        // SAFETY: the mapping is PAGE_BYTES long, page-aligned, lives as long as `self`, and every field is atomic, so
        // writes by the other process are not data races.
        unsafe { &*self.mapping.as_ptr().cast::<Words>() }
    }

    /// What the runner says it is doing.
    #[must_use]
    pub fn phase(&self) -> Phase {
        Phase::from_word(self.words().phase.load(Ordering::Acquire))
    }

    /// The fault the runner's handler recorded, if any.
    #[must_use]
    pub fn fault(&self) -> Option<Fault> {
        let words = self.words();
        let signal = words.fault_signal.load(Ordering::Acquire);
        let array = words.fault_array.load(Ordering::Relaxed);
        let index = (array & !FAULT_GUARDED) as usize;
        let buffer = index
            .checked_sub(1)
            .map(|array_index| FaultBuffer { array: array_index, guarded: array & FAULT_GUARDED != 0 });
        i32::try_from(signal).ok().filter(|&s| s != 0).map(|signal| Fault { signal, buffer })
    }

    /// The kernel that failed on the device, if the runner's driver named one.
    #[must_use]
    pub fn device_fault(&self) -> Option<DeviceFault> {
        let code = self.words().device_fault.load(Ordering::Acquire);
        (code != 0).then(|| DeviceFault { code, name: self.text(DEVICE_FAULT_OFFSET, DEVICE_FAULT_BYTES) })
    }

    /// Error text the runner left before it gave up, with control characters dropped.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        Some(self.text(MESSAGE_OFFSET, MESSAGE_BYTES)).filter(|text| !text.is_empty())
    }

    /// The zero-terminated text at `offset`, without control characters: the runner's process wrote it.
    fn text(&self, offset: usize, length: usize) -> String {
        let mut bytes = vec![0_u8; length];
        self.mapping.copy_out(offset, &mut bytes);
        let end = bytes.iter().position(|&b| b == 0).unwrap_or(length);
        String::from_utf8_lossy(&bytes[..end]).chars().filter(|c| !c.is_control()).collect()
    }

    // The judge's end.

    /// Puts a command on the page; the runner sees it at the next [`Page::go`].
    ///
    /// # Panics
    /// When there are more than [`MAX_PARAMS`] arguments: signatures are checked against it when a task is read.
    pub fn prepare(&self, order: Order, guard: bool, spin: bool, args: &[u64]) {
        let words = self.words();
        assert!(args.len() <= MAX_PARAMS, "a signature has at most {MAX_PARAMS} parameters");
        for (slot, &arg) in words.args.iter().zip(args) {
            slot.store(arg, Ordering::Relaxed);
        }
        words.order.store(order as u32, Ordering::Relaxed);
        words.guard.store(guard.into(), Ordering::Relaxed);
        words.spin.store(spin.into(), Ordering::Relaxed);
    }

    /// Sets *go* to `sequence` and wakes the runner.
    pub fn go(&self, sequence: u32) {
        self.words().go.store(sequence, Ordering::Release);
        futex_wake(&self.words().go);
    }

    /// Whether *done* shows `sequence`.
    #[must_use]
    pub fn is_done(&self, sequence: u32) -> bool {
        self.words().done.load(Ordering::Acquire) == sequence
    }

    /// Sleeps until *done* changes from a value other than `sequence`, or for `timeout`.
    pub fn wait_done(&self, sequence: u32, timeout: Duration) {
        let seen = self.words().done.load(Ordering::Acquire);
        if seen != sequence {
            futex_wait(&self.words().done, seen, Some(timeout));
        }
    }

    /// The counters of the last call. Made by the submission's process: evidence against it, never for its speed.
    #[must_use]
    pub fn report(&self) -> CallReport {
        let at = |i: usize| self.words().counters[i].load(Ordering::Acquire);
        CallReport {
            launches: at(0),
            host_launches: at(1),
            to_device: at(2),
            from_device: at(3),
            region_ns: at(4),
            runner_ns: at(5),
            guard_ns: at(6),
            beside_ns: at(7),
            aside_ns: at(8),
            launcher_ns: at(9),
        }
    }

    // The runner's end.

    pub(crate) fn set_phase(&self, phase: Phase) {
        self.words().phase.store(phase as u32, Ordering::Release);
    }

    pub(crate) fn set_fault(&self, signal: i32, array: Option<usize>, guarded: bool) {
        let words = self.words();
        let index = array.map_or(0, |a| u32::try_from(a + 1).unwrap_or(0));
        words.fault_array.store(index | if guarded { FAULT_GUARDED } else { 0 }, Ordering::Relaxed);
        words.fault_signal.store(signal.unsigned_abs(), Ordering::Release);
    }

    pub(crate) fn set_device_fault(&self, code: u32, name: &str) {
        self.mapping.copy_in(DEVICE_FAULT_OFFSET, &name.as_bytes()[..name.len().min(DEVICE_FAULT_BYTES)]);
        self.words().device_fault.store(code, Ordering::Release);
    }

    pub(crate) fn set_message(&self, text: &str) {
        let bytes = &text.as_bytes()[..text.len().min(MESSAGE_BYTES)];
        self.mapping.copy_in(MESSAGE_OFFSET, bytes);
    }

    /// Waits until *go* differs from `last`; returns the new sequence word.
    pub(crate) fn wait_go(&self, last: u32) -> u32 {
        let words = self.words();
        loop {
            let seen = words.go.load(Ordering::Acquire);
            if seen != last {
                return seen;
            }
            if words.spin.load(Ordering::Relaxed) == 0 {
                futex_wait(&words.go, last, None);
            } else {
                std::hint::spin_loop();
            }
        }
    }

    /// What to do, and whether the buffers are guarded meanwhile.
    pub(crate) fn command(&self) -> (Option<Order>, bool) {
        let words = self.words();
        (Order::from_word(words.order.load(Ordering::Relaxed)), words.guard.load(Ordering::Relaxed) != 0)
    }

    pub(crate) fn arg(&self, index: usize) -> u64 {
        self.words().args[index].load(Ordering::Relaxed)
    }

    pub(crate) fn set_report(&self, report: &CallReport) {
        let values = [
            report.launches,
            report.host_launches,
            report.to_device,
            report.from_device,
            report.region_ns,
            report.runner_ns,
            report.guard_ns,
            report.beside_ns,
            report.aside_ns,
            report.launcher_ns,
        ];
        for (slot, value) in self.words().counters.iter().zip(values) {
            slot.store(value, Ordering::Release);
        }
    }

    /// Sets *done*; wakes the judge unless it spins.
    pub(crate) fn done(&self, sequence: u32) {
        let words = self.words();
        words.done.store(sequence, Ordering::Release);
        if words.spin.load(Ordering::Relaxed) == 0 {
            futex_wake(&words.done);
        }
    }
}

/// Sleeps while `word` holds `value`; spurious returns are the caller's to handle.
fn futex_wait(word: &AtomicU32, value: u32, timeout: Option<Duration>) {
    let spec = timeout.map(|t| libc::timespec {
        tv_sec: t.as_secs().try_into().unwrap_or(libc::time_t::MAX),
        tv_nsec: t.subsec_nanos().into(),
    });
    let spec = spec.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
    // SAFETY: FUTEX_WAIT reads `word`, which outlives the call, and `spec`, which is null or points to a live timespec.
    // The word is shared between processes, so the futex is not private.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAIT, value, spec) };
}

fn futex_wake(word: &AtomicU32) {
    // SAFETY: FUTEX_WAKE only uses the address of `word`.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE, 1) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_and_its_report_cross_the_page() {
        let (judge, fd) = Page::create().expect("page");
        let runner = Page::open(&fd).expect("second view");
        judge.prepare(Order::Call, true, false, &[7, 9]);
        judge.go(1);
        assert_eq!(runner.wait_go(0), 1);
        assert_eq!(runner.command(), (Some(Order::Call), true));
        assert_eq!((runner.arg(0), runner.arg(1)), (7, 9));
        let report = CallReport { launches: 2, from_device: 8, ..CallReport::default() };
        runner.set_report(&report);
        assert!(!judge.is_done(1));
        runner.done(1);
        assert!(judge.is_done(1));
        assert_eq!(judge.report(), report);
    }

    #[test]
    fn a_fault_names_the_array_and_whether_it_was_closed_to_the_host() {
        let (judge, fd) = Page::create().expect("page");
        let runner = Page::open(&fd).expect("second view");
        assert_eq!(judge.fault(), None);
        runner.set_fault(libc::SIGSEGV, Some(1), true);
        let expected = Fault { signal: libc::SIGSEGV, buffer: Some(FaultBuffer { array: 1, guarded: true }) };
        assert_eq!(judge.fault(), Some(expected));
    }

    #[test]
    fn a_device_fault_crosses_the_page_by_number_and_name() {
        let (judge, fd) = Page::create().expect("page");
        let runner = Page::open(&fd).expect("second view");
        assert_eq!(judge.device_fault(), None);
        runner.set_device_fault(700, "CUDA_ERROR_ILLEGAL_ADDRESS\x1b (an illegal memory access)");
        let name = "CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access)".to_owned();
        assert_eq!(judge.device_fault(), Some(DeviceFault { code: 700, name }));
        runner.set_device_fault(1, &"x".repeat(5000));
        assert_eq!(judge.device_fault().expect("fault").name.len(), DEVICE_FAULT_BYTES);
    }

    #[test]
    fn a_message_loses_its_control_characters() {
        let (judge, fd) = Page::create().expect("page");
        let runner = Page::open(&fd).expect("second view");
        runner.set_message("cannot open \x1b[31mk.so");
        assert_eq!(judge.message().as_deref(), Some("cannot open [31mk.so"));
    }

    #[test]
    fn waiting_for_done_ends_at_its_timeout() {
        let (judge, _fd) = Page::create().expect("page");
        judge.wait_done(1, Duration::from_millis(1));
        assert!(!judge.is_done(1));
    }
}
