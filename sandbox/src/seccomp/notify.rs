//! The caller's end of the filter: it hears of every denied call, records it and answers.

use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use super::bpf::{NATIVE_ARCH, X32_BIT};
use super::syscalls;
use crate::evidence::{Answer, Denial};
use crate::policy::{Action, Policy};

/// Kinds of denial that are told apart; more are not recorded.
const KINDS: usize = 64;
/// `SECCOMP_IOCTL_NOTIF_SET_FLAGS`, and the flag that lets the waiting thread run on the caller's processor.
const SET_FLAGS: libc::Ioctl = ((1_u64 << 30) | (8 << 16) | ((b'!' as u64) << 8) | 4) as libc::Ioctl;
const SYNC_WAKE_UP: libc::c_ulong = 1;
/// `SECCOMP_IOCTL_NOTIF_RECV` and `SECCOMP_IOCTL_NOTIF_SEND`, from the sizes of what they take.
const RECEIVE: libc::Ioctl = request(0, size_of::<libc::seccomp_notif>());
const SEND: libc::Ioctl = request(1, size_of::<libc::seccomp_notif_resp>());

const CONTINUE: u32 = libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32;

const fn request(number: u64, size: usize) -> libc::Ioctl {
    const READ_WRITE: u64 = 3;
    const MAGIC: u64 = b'!' as u64;
    (READ_WRITE << 30 | (size as u64) << 16 | MAGIC << 8 | number) as libc::Ioctl
}

/// What the caller must do after a call was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// Nothing.
    Continue,
    /// End the program.
    Kill,
}

/// Receives denied calls.
#[derive(Debug)]
pub(crate) struct Listener {
    fd: Option<OwnedFd>,
    policy: Policy,
    /// What the program narrows itself to, when the caller answers for that stage too.
    second: Option<Policy>,
    denials: Vec<Denial>,
    narrowed: bool,
}

impl Listener {
    pub(crate) fn new(fd: OwnedFd, policy: Policy, second: Option<Policy>) -> Self {
        if second.is_some() {
            // Kernels before 6.6 do not know it, and are a little slower.
            // SAFETY: plain integers.
            unsafe { libc::ioctl(fd.as_raw_fd(), SET_FLAGS, SYNC_WAKE_UP) };
        }
        Self { fd: Some(fd), policy, second, denials: Vec::new(), narrowed: false }
    }

    /// The descriptor to poll; −1, which poll ignores, once nobody is left who could call.
    pub(crate) fn as_raw_fd(&self) -> RawFd {
        self.fd.as_ref().map_or(-1, OwnedFd::as_raw_fd)
    }

    /// Every thread under the filter has ended. The program itself takes longer, with all its memory, and the descriptor
    /// would be ready all the while.
    pub(crate) fn close(&mut self) {
        self.fd = None;
    }

    /// What was denied, and whether the program narrowed itself.
    pub(crate) fn finish(self) -> (Vec<Denial>, bool) {
        (self.denials, self.narrowed)
    }

    /// Takes one call from the kernel and answers it; a fatal one keeps its thread waiting for the end.
    pub(crate) fn answer_one(&mut self) -> Next {
        // SAFETY: all-zero is what the kernel asks for.
        let mut call: libc::seccomp_notif = unsafe { std::mem::zeroed() };
        // SAFETY: the struct has the size that is part of the request.
        if unsafe { libc::ioctl(self.as_raw_fd(), RECEIVE, &raw mut call) } < 0 {
            // The calling thread is gone.
            return Next::Continue;
        }
        let (answer, next) = self.decide(&call);
        if next == Next::Continue {
            // SAFETY: the struct has the size that is part of the request. It fails when the thread is gone.
            unsafe { libc::ioctl(self.as_raw_fd(), SEND, &raw const answer) };
        }
        next
    }

    fn decide(&mut self, call: &libc::seccomp_notif) -> (libc::seccomp_notif_resp, Next) {
        // SAFETY: all-zero is a value.
        let mut answer: libc::seccomp_notif_resp = unsafe { std::mem::zeroed() };
        answer.id = call.id;
        let (arch, number) = (call.data.arch, call.data.nr as u32);
        let native = arch == NATIVE_ARCH && number & X32_BIT == 0;
        match self.action(native, i64::from(number), &call.data.args) {
            Action::Narrow if !self.narrowed => {
                self.narrowed = true;
                // The program hears that its filter is installed; the one here answers in its place.
                answer.flags = if self.second.is_some() { 0 } else { CONTINUE };
                (answer, Next::Continue)
            }
            // What the call asks for is in registers, which nobody can change while it waits.
            Action::Allow if self.second.is_some() => {
                answer.flags = CONTINUE;
                (answer, Next::Continue)
            }
            Action::Kill => {
                self.record(arch, number, Answer::Killed);
                answer.error = -libc::EPERM;
                (answer, Next::Kill)
            }
            Action::Refuse { errno, recorded } => {
                if recorded {
                    self.record(arch, number, Answer::Refused);
                }
                answer.error = -errno;
                (answer, Next::Continue)
            }
            // A second narrowing; or a call that the filter would have let through.
            Action::Narrow | Action::Allow => {
                self.record(arch, number, Answer::Refused);
                answer.error = -libc::EPERM;
                (answer, Next::Continue)
            }
        }
    }

    fn action(&self, native: bool, number: i64, arguments: &[u64; 6]) -> Action {
        match &self.second {
            _ if !native => Action::Kill,
            Some(second) if self.narrowed => self.policy.answer_narrowed(second, number, arguments),
            _ => self.policy.answer(number, arguments),
        }
    }

    fn record(&mut self, arch: u32, number: u32, answer: Answer) {
        let denial = describe(arch, number, answer);
        let same = |known: &&mut Denial| known.number == denial.number && known.abi == denial.abi;
        if let Some(known) = self.denials.iter_mut().find(same) {
            known.count += 1;
        } else if self.denials.len() < KINDS {
            self.denials.push(denial);
        }
    }
}

fn describe(arch: u32, number: u32, answer: Answer) -> Denial {
    const I386: u32 = 0x4000_0003;
    let (abi, number, native) = match arch {
        NATIVE_ARCH if number & X32_BIT != 0 => ("x32".to_owned(), number & !X32_BIT, true),
        NATIVE_ARCH => ("x86_64".to_owned(), number, true),
        I386 => ("i386".to_owned(), number, false),
        other => (format!("{other:#x}"), number, false),
    };
    let name = syscalls::name(i64::from(number)).filter(|_| native).map(str::to_owned);
    Denial { number: Some(i64::from(number)), name, abi, answer, count: 1 }
}
