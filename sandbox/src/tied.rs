//! Trusted programs that run outside a jail, and still not longer than their caller.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, Output};

use crate::sys;

/// Runs a trusted program to its end, as [`Command::output`] does, and has the kernel kill it when this process dies.
///
/// Only the program itself is tied: one that starts others should `exec` them. There is no jail, hence only for
/// programs that this machine's owner installed, on input that is nobody else's.
///
/// # Errors
///
/// When the program cannot be started or read from, and after [`crate::shut_down`].
pub fn output_while_alive(command: &mut Command) -> io::Result<Output> {
    if crate::is_shut_down() {
        return Err(io::ErrorKind::Interrupted.into());
    }
    let caller = std::process::id();
    // SAFETY: the closure only makes two system calls and builds an error from a number.
    unsafe {
        command.pre_exec(move || {
            // It fires when the *thread* that forked ends: that one waits below.
            sys::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as libc::c_ulong).map_err(io::Error::from_raw_os_error)?;
            // Whoever died before that sends no signal any more, but another process is the parent now.
            if libc::getppid().unsigned_abs() == caller {
                Ok(())
            } else {
                Err(io::Error::from_raw_os_error(libc::ESRCH))
            }
        });
    }
    command.output()
}
