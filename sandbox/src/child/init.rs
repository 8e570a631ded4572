//! The jail's process 1.
//!
//! When it exits, for whatever reason, the kernel kills everything in the jail. It watches the caller, so the jail
//! dies with it; a parent-death signal would not do, because that fires when the *thread* that spawned the jail
//! ends. It holds no descriptor but the two that it waits on, and no signal from inside the jail reaches it.

use std::os::fd::RawFd;

use super::exit;
use crate::plan::Plan;
use crate::sys;

const CALLER: RawFd = 0;
const CONTROL: RawFd = 1;

/// Waits until the caller asks for the end or is gone. Never returns.
pub(super) fn run(plan: &Plan) -> ! {
    // Signals stay blocked, as the caller had them when it forked. A new session keeps the terminal's away.
    // The folder of the caller would outlive the change of root; this one goes with it.
    // SAFETY: plain integers, and a literal path.
    unsafe {
        libc::setsid();
        libc::chdir(c"/".as_ptr());
    }
    // SAFETY: plain integers; both descriptors have numbers above the two that are overwritten.
    let arranged = unsafe { libc::dup2(plan.caller, CALLER) == CALLER && libc::dup2(plan.control, CONTROL) == CONTROL };
    if !arranged || sys::close_range(2, u32::MAX, 0).is_err() {
        exit(1);
    }
    drop_capabilities();
    // The kernel reaps orphans by itself while their end is ignored.
    set_child_action(libc::SIG_IGN);
    wait();
    // Whatever the caller sent must be read: a socket that is closed with something unread resets the other end.
    let mut word = 0_u8;
    // SAFETY: the pointer and the length describe `word`.
    unsafe { libc::recv(CONTROL, (&raw mut word).cast(), 1, libc::MSG_DONTWAIT) };
    let left = kill_everyone();
    // SAFETY: the pointer and the length describe `left`. Nobody reads it when the caller is gone.
    unsafe { libc::send(CONTROL, (&raw const left).cast(), size_of::<u32>(), libc::MSG_NOSIGNAL) };
    exit(0)
}

/// Returns when the caller closes or writes to the control socket, or is dead.
fn wait() {
    let mut watched = [CALLER, CONTROL].map(|fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 });
    loop {
        // SAFETY: the pointer and the count describe `watched`.
        let ready = unsafe { libc::poll(watched.as_mut_ptr(), watched.len() as libc::nfds_t, -1) };
        if ready > 0 || (ready < 0 && sys::errno() != libc::EINTR) {
            return;
        }
    }
}

/// Kills every other process of the jail and counts those that were still alive, the program apart.
fn kill_everyone() -> u32 {
    set_child_action(libc::SIG_DFL);
    // SAFETY: plain integers. No process can fork past this: a fork fails while a signal is pending.
    unsafe { libc::kill(-1, libc::SIGKILL) };
    let mut left = 0;
    loop {
        // SAFETY: the status may be null.
        match sys::check(unsafe { libc::waitpid(-1, std::ptr::null_mut(), libc::__WALL) }.into()) {
            Ok(_) => left += 1,
            Err(libc::EINTR) => {}
            Err(_) => return left,
        }
    }
}

fn set_child_action(action: libc::sighandler_t) {
    // SAFETY: both are constant dispositions, not handlers.
    unsafe { libc::signal(libc::SIGCHLD, action) };
}

fn drop_capabilities() {
    let header = super::program::CapabilityHeader::this_process();
    let none = [0_u32; 6];
    // SAFETY: version 3 of the interface takes two sets of three words.
    unsafe { libc::syscall(libc::SYS_capset, &raw const header, none.as_ptr()) };
}
