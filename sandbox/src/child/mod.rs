//! The side of a spawn that runs inside the new processes.
//!
//! Three short-lived roles share this code. The *launcher* is forked from the caller, creates the namespaces and
//! starts two processes in them: the jail's *init* (its process 1, see [`init`]) and the *program*. Both are
//! started with `CLONE_PARENT`, so the caller is their parent: it can wait for the program itself, also for stops.
//! The launcher lends its memory to the program until `exec` (as `vfork` does), then reports and exits.
//!
//! The caller may have many threads, so nothing here allocates, locks or panics: it walks a [`Plan`] that the
//! caller prepared.

mod files;
mod ids;
mod init;
mod jail_root;
mod program;

use std::ffi::{c_int, c_void};
use std::os::fd::RawFd;
use std::ptr;

use crate::Step;
use crate::plan::{Exec, Plan};
use crate::sys::{self, Errno};

/// What went wrong: the step, the number of the thing it was about, and the reason.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(crate) struct Failure {
    pub(crate) step: u32,
    pub(crate) about: u32,
    pub(crate) errno: Errno,
}

/// What the launcher tells the caller, once.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(crate) struct Report {
    pub(crate) init: libc::pid_t,
    pub(crate) program: libc::pid_t,
    /// When the program was executed, by the monotonic clock.
    pub(crate) started: libc::timespec,
    /// All zero when the program was executed.
    pub(crate) failure: Failure,
}

/// Tags an error with its step.
trait At<T> {
    fn at(self, step: Step) -> Result<T, Failure>;
    fn about(self, step: Step, about: usize) -> Result<T, Failure>;
}

impl<T> At<T> for Result<T, Errno> {
    fn at(self, step: Step) -> Result<T, Failure> {
        self.about(step, 0)
    }

    fn about(self, step: Step, about: usize) -> Result<T, Failure> {
        self.map_err(|errno| Failure { step: step as u32, about: about as u32, errno })
    }
}

/// What the program's process leaves for the launcher, which shares its memory.
struct Shared<'a> {
    plan: &'a Plan,
    failure: Failure,
    started: libc::timespec,
    listener: RawFd,
}

/// Forks the calling process into a launcher. Returns the launcher's process id to the caller only.
pub(crate) fn fork_launcher(plan: &Plan) -> Result<libc::pid_t, Errno> {
    // SAFETY: a plain fork without an exit signal; the child side runs async-signal-safe code only and never returns.
    match sys::check(unsafe { libc::syscall(libc::SYS_clone, 0, 0, 0, 0, 0) })? {
        0 => launch(plan),
        pid => Ok(pid as libc::pid_t),
    }
}

fn launch(plan: &Plan) -> ! {
    let (started, failure) = (libc::timespec { tv_sec: 0, tv_nsec: 0 }, Failure { step: 0, about: 0, errno: 0 });
    let mut shared = Shared { plan, failure, started, listener: -1 };
    let mut report = Report { init: 0, program: 0, started, failure };
    if let Err(failure) = start_both(&mut shared, &mut report) {
        report.failure = failure;
    }
    send(plan.report, &report, shared.listener);
    exit(0)
}

fn start_both(shared: &mut Shared<'_>, report: &mut Report) -> Result<(), Failure> {
    let plan = shared.plan;
    ids::enter_namespaces(plan)?;

    // SAFETY: a plain fork into the new pid namespace, as the caller's child.
    let init = sys::check(unsafe { libc::syscall(libc::SYS_clone, libc::CLONE_PARENT, 0, 0, 0, 0) }).at(Step::Init)?;
    if init == 0 {
        init::run(plan);
    }
    report.init = init as libc::pid_t;

    if let Exec::Descriptor(number) = plan.exec {
        make_room(plan, number).at(Step::Descriptors)?;
    }
    let flags = libc::CLONE_PARENT | libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_FILES;
    let argument = ptr::from_mut(shared).cast::<c_void>();
    // SAFETY: the stack is the plan's own and unused by anyone else; `CLONE_VFORK` keeps this thread, and so
    // `shared`, in place until the program has executed or exited.
    let program = unsafe { libc::clone(become_program, plan.stack_top(), flags, argument) };
    report.program = sys::check(program.into()).at(Step::Fork)? as libc::pid_t;
    (report.started, report.failure) = (shared.started, shared.failure);
    Ok(())
}

/// Grows the table of descriptors up to `number` while this process alone uses it.
///
/// Growing a table that two processes share takes the kernel several milliseconds (it waits for all processors).
fn make_room(plan: &Plan, number: RawFd) -> Result<(), Errno> {
    let limit = libc::rlimit { rlim_cur: plan.open_files_hard, rlim_max: plan.open_files_hard };
    // SAFETY: the pointer is to a live struct; the descriptor numbers are this process's own.
    unsafe {
        sys::check(libc::setrlimit(libc::RLIMIT_NOFILE, &raw const limit).into())?;
        sys::check(libc::dup2(plan.report, number).into())?;
    }
    sys::close(number);
    Ok(())
}

extern "C" fn become_program(argument: *mut c_void) -> c_int {
    // SAFETY: the launcher passed its `Shared`, and is suspended while this process uses it.
    let shared = unsafe { &mut *argument.cast::<Shared<'_>>() };
    shared.failure = program::run(shared.plan, &mut shared.started, &mut shared.listener);
    exit(127)
}

/// Sends the report, with the descriptor that the system-call filter reports to.
fn send(socket: RawFd, report: &Report, listener: RawFd) {
    let mut control = [0_u64; 4];
    let mut part = libc::iovec { iov_base: ptr::from_ref(report).cast_mut().cast(), iov_len: size_of::<Report>() };
    // SAFETY: all-zero is an empty message.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = &raw mut part;
    message.msg_iovlen = 1;
    if listener >= 0 {
        message.msg_control = control.as_mut_ptr().cast();
        // SAFETY: plain arithmetic on a constant.
        message.msg_controllen = unsafe { libc::CMSG_SPACE(size_of::<RawFd>() as u32) } as usize;
        // SAFETY: the control buffer is aligned and larger than one header with one descriptor.
        unsafe {
            let header = libc::CMSG_FIRSTHDR(&raw const message);
            (*header).cmsg_level = libc::SOL_SOCKET;
            (*header).cmsg_type = libc::SCM_RIGHTS;
            (*header).cmsg_len = libc::CMSG_LEN(size_of::<RawFd>() as u32) as usize;
            libc::CMSG_DATA(header).cast::<RawFd>().write_unaligned(listener);
        }
    }
    // SAFETY: everything the message points to is alive. When the caller is gone nobody reads the report.
    unsafe { libc::sendmsg(socket, &raw const message, libc::MSG_NOSIGNAL) };
}

fn exit(code: c_int) -> ! {
    // SAFETY: leaves at once, without running anything that was registered in the caller.
    unsafe { libc::_exit(code) }
}
