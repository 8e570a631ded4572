//! The last steps of the process that becomes the program.

use std::os::fd::RawFd;
use std::ptr;

use super::{At, Failure, files, jail_root};
use crate::Step;
use crate::plan::{Exec, Plan};
use crate::sys::{self, Errno};

/// Sets everything up and executes the program. Returns only when a step failed.
pub(super) fn run(plan: &Plan, started: &mut libc::timespec, listener: &mut RawFd) -> Failure {
    match prepare(plan, started, listener) {
        Ok(program) => execute(plan, program),
        Err(failure) => failure,
    }
}

/// Every step before `exec`. Returns the descriptor of the program.
fn prepare(plan: &Plan, started: &mut libc::timespec, listener: &mut RawFd) -> Result<RawFd, Failure> {
    // SAFETY: plain integers.
    sys::check(unsafe { libc::setsid() }.into()).at(Step::Session)?;
    // Membership first: what the jail's own file systems hold counts as the jail's memory.
    for (number, group) in plan.cgroups.iter().enumerate() {
        files::write_fd(*group, b"0").about(Step::Cgroup, number)?;
    }
    jail_root::enter(plan)?;
    // SAFETY: the path is NUL-terminated.
    sys::check(unsafe { libc::chdir(plan.current_dir.as_ptr()) }.into()).at(Step::CurrentDir)?;
    let program = sys::open(&plan.program, libc::O_PATH).at(Step::Program)?;
    if let Some(ruleset) = &plan.landlock {
        ruleset.complete().at(Step::Landlock)?;
    }
    let program = arrange_descriptors(plan, program).at(Step::Descriptors)?;
    default_signals();
    for (number, limit) in plan.rlimits.iter().enumerate() {
        let value = libc::rlimit { rlim_cur: limit.value, rlim_max: limit.value };
        // SAFETY: the pointer is to a live struct.
        sys::check(unsafe { libc::setrlimit(limit.resource, &raw const value) }.into()).about(Step::Limit, number)?;
    }
    drop_capabilities().at(Step::Capabilities)?;
    sys::prctl(libc::PR_SET_NO_NEW_PRIVS, 1).at(Step::NoNewPrivs)?;
    if let Some(ruleset) = &plan.landlock {
        ruleset.enforce().at(Step::Landlock)?;
    }
    // The run starts here: the filter may forbid to ask later.
    // SAFETY: the pointer is to a live struct.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, started) };
    if let Some(filter) = &plan.filter {
        *listener = filter.install_with_listener().at(Step::Seccomp)?;
    }
    Ok(program)
}

fn execute(plan: &Plan, program: RawFd) -> Failure {
    let (arguments, environment) = (plan.arguments.as_ptr(), plan.environment.as_ptr());
    // SAFETY: both arrays end with null and point to NUL-terminated strings that the plan owns.
    unsafe {
        match plan.exec {
            Exec::Path => libc::execve(plan.program.as_ptr(), arguments, environment),
            Exec::Descriptor(_) => {
                let empty = c"".as_ptr();
                libc::syscall(libc::SYS_execveat, program, empty, arguments, environment, libc::AT_EMPTY_PATH) as i32
            }
        };
    }
    Failure { step: Step::Exec as u32, about: 0, errno: sys::errno() }
}

/// Puts the passed descriptors at their numbers and marks every other one close-on-exec.
///
/// The program's own descriptor goes to a number that the program can never open itself, see [`Exec`]: first, since it was
/// opened here, at any number, which a passed one may take.
fn arrange_descriptors(plan: &Plan, mut program: RawFd) -> Result<RawFd, Errno> {
    if let Exec::Descriptor(number) = plan.exec {
        // SAFETY: plain integers.
        sys::check(unsafe { libc::dup3(program, number, libc::O_CLOEXEC) }.into())?;
        program = number;
    }
    for pass in &plan.descriptors {
        // SAFETY: plain integers; sources lie above every target, so none is overwritten.
        sys::check(unsafe { libc::dup2(pass.from, pass.to) }.into())?;
    }
    let mut next = 0;
    for pass in &plan.descriptors {
        let to = pass.to as u32;
        if next < to {
            sys::close_range(next, to - 1, libc::CLOSE_RANGE_CLOEXEC)?;
        }
        next = to + 1;
    }
    sys::close_range(next, u32::MAX, libc::CLOSE_RANGE_CLOEXEC)?;
    Ok(program)
}

/// Ignored signals survive `exec`, as does the mask: the program gets neither from the caller.
fn default_signals() {
    // `struct kernel_sigaction`, four words: the default disposition, no flags, no mask. The C library's wrapper
    // would leave out the signals that it keeps for itself.
    let default = [0_u64; 4];
    let none = 0_u64;
    let size = size_of_val(&none);
    // SAFETY: the structs have the layout and the size that the calls take; the old values may be null. Two
    // signals cannot be changed; those errors mean nothing.
    unsafe {
        for signal in 1..=64 {
            libc::syscall(libc::SYS_rt_sigaction, signal, default.as_ptr(), ptr::null::<u64>(), size);
        }
        libc::syscall(libc::SYS_rt_sigprocmask, libc::SIG_SETMASK, &raw const none, ptr::null::<u64>(), size);
    }
}

/// `struct __user_cap_header_struct`, version 3.
#[repr(C)]
pub(super) struct CapabilityHeader {
    version: u32,
    pid: i32,
}

impl CapabilityHeader {
    pub(super) const fn this_process() -> Self {
        Self { version: 0x2008_0522, pid: 0 }
    }
}

/// Drops every capability, also from the set that bounds later ones.
fn drop_capabilities() -> Result<(), Errno> {
    for capability in 0.. {
        match sys::prctl(libc::PR_CAPBSET_DROP, capability) {
            Ok(()) => {}
            // Past the last one that this kernel knows.
            Err(libc::EINVAL) => break,
            Err(errno) => return Err(errno),
        }
    }
    let header = CapabilityHeader::this_process();
    let none = [0_u32; 6];
    // SAFETY: version 3 of the interface takes two sets of three words.
    sys::check(unsafe { libc::syscall(libc::SYS_capset, &raw const header, none.as_ptr()) }).map(drop)
}
