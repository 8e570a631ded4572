//! The caller's end of the filter: it hears of every denied call, records it and answers.

use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use super::bpf::{NATIVE_ARCH, X32_BIT};
use super::syscalls;
use crate::evidence::{Answer, Denial};
use crate::policy::{Action, Policy};

/// Kinds of denial that are told apart; more are not recorded.
const KINDS: usize = 64;
/// `SECCOMP_IOCTL_NOTIF_RECV` and `SECCOMP_IOCTL_NOTIF_SEND`, from the sizes of what they take.
const RECEIVE: libc::Ioctl = request(0, size_of::<libc::seccomp_notif>());
const SEND: libc::Ioctl = request(1, size_of::<libc::seccomp_notif_resp>());

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
    fd: OwnedFd,
    policy: Policy,
    denials: Vec<Denial>,
    narrowed: bool,
}

impl Listener {
    pub(crate) fn new(fd: OwnedFd, policy: Policy) -> Self {
        Self { fd, policy, denials: Vec::new(), narrowed: false }
    }

    pub(crate) fn as_raw_fd(&self) -> RawFd {
        self.fd.as_raw_fd()
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
        let action = if native { self.policy.answer(i64::from(number), &call.data.args) } else { Action::Kill };
        match action {
            Action::Narrow if !self.narrowed => {
                self.narrowed = true;
                answer.flags = libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32;
                (answer, Next::Continue)
            }
            Action::Kill => {
                self.record(arch, number, Answer::Killed);
                answer.error = -libc::EPERM;
                (answer, Next::Kill)
            }
            Action::Refuse { errno, .. } => {
                self.record(arch, number, Answer::Refused);
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
