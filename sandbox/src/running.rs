//! A program in its jail.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nix::sys::eventfd::{EfdFlags, EventFd};

use crate::cgroup::Group;
use crate::clock::WallClock;
use crate::evidence::Evidence;
use crate::isolation::Achieved;
use crate::seccomp::Listener;
use crate::streams::Reader;
use crate::supervise::Supervisor;
use crate::{JailError, Limits, sys};

/// Everything that a fresh jail consists of, on the caller's side.
pub(crate) struct Parts {
    pub(crate) pid: libc::pid_t,
    pub(crate) program: OwnedFd,
    pub(crate) init: OwnedFd,
    pub(crate) control: OwnedFd,
    pub(crate) listener: Option<Listener>,
    pub(crate) stdout: Reader,
    pub(crate) stderr: Reader,
    pub(crate) limits: Limits,
    pub(crate) started: Instant,
    pub(crate) init_pid: libc::pid_t,
    pub(crate) achieved: Achieved,
}

/// What the handles and the supervising thread share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) program: OwnedFd,
    pub(crate) wake: EventFd,
    pub(crate) kill: AtomicBool,
    clock: Mutex<WallClock>,
}

impl Shared {
    pub(crate) fn clock(&self) -> MutexGuard<'_, WallClock> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn kill(&self) {
        self.kill.store(true, Ordering::Release);
        // The counter cannot overflow before the supervisor is gone.
        let _ = self.wake.write(1);
    }
}

/// A program that runs in its jail, supervised by a thread of its own.
///
/// Dropping it ends the program and everything in the jail.
#[derive(Debug)]
pub struct Running {
    pid: libc::pid_t,
    shared: Arc<Shared>,
    turn: Mutex<()>,
    supervisor: Option<JoinHandle<Evidence>>,
}

/// Ends the program from any thread, also while another one waits for it.
#[derive(Debug, Clone)]
pub struct KillHandle(Arc<Shared>);

impl KillHandle {
    /// Ends the program and everything in the jail; the evidence says that the caller asked for it.
    pub fn kill(&self) {
        self.0.kill();
    }
}

impl Running {
    pub(crate) fn start(parts: Parts, group: Group) -> Result<Self, JailError> {
        let wake = EventFd::from_flags(EfdFlags::EFD_CLOEXEC | EfdFlags::EFD_NONBLOCK)
            .map_err(|errno| JailError::prepare("create an event counter")(errno.into()))?;
        let clock = WallClock::start(parts.started, parts.limits.wall).map_err(JailError::prepare("start a timer"))?;
        let pid = parts.pid;
        let program = parts.program.try_clone().map_err(JailError::prepare("copy a process descriptor"))?;
        let shared = Arc::new(Shared { program, wake, kill: AtomicBool::new(false), clock: Mutex::new(clock) });
        crate::live::register(&shared);
        let supervisor = Supervisor::new(parts, group, Arc::clone(&shared));
        let thread = thread::Builder::new()
            .name("jail".to_owned())
            .spawn(move || supervisor.run())
            .map_err(JailError::prepare("start the supervising thread"))?;
        Ok(Self { pid, shared, turn: Mutex::new(()), supervisor: Some(thread) })
    }

    /// The program's process id on the host.
    #[must_use]
    pub const fn pid(&self) -> i32 {
        self.pid
    }

    /// A handle that ends the program from elsewhere.
    #[must_use]
    pub fn kill_handle(&self) -> KillHandle {
        KillHandle(Arc::clone(&self.shared))
    }

    /// Ends the program and everything in the jail; [`Running::wait`] tells how it went.
    pub fn kill(&self) {
        self.shared.kill();
    }

    /// Stops every thread of the program; returns when they have stopped, or the program has ended. The wall clock
    /// stands still meanwhile.
    ///
    /// # Errors
    ///
    /// When the program cannot be signalled or waited for, as when it has ended and was reaped.
    pub fn pause(&self) -> io::Result<()> {
        // The clock runs on until the program stands still: one that cannot be stopped must not outlive its limit.
        let _turn = self.turn();
        let program = self.shared.program.as_raw_fd();
        signal(program, libc::SIGSTOP)?;
        let options = libc::WSTOPPED | libc::WEXITED;
        let seen = sys::waitid(program, options | libc::WNOWAIT).map_err(io::Error::from_raw_os_error)?;
        if seen.is_some_and(|(info, _)| info.si_code == libc::CLD_STOPPED) {
            // Takes the event itself, so that the next pause does not see it again.
            sys::waitid(program, libc::WSTOPPED | libc::WNOHANG).map_err(io::Error::from_raw_os_error)?;
        }
        self.shared.clock().pause()
    }

    /// Lets the program continue after [`Running::pause`].
    ///
    /// # Errors
    ///
    /// When the program cannot be signalled, as when it has ended and was reaped.
    pub fn resume(&self) -> io::Result<()> {
        let _turn = self.turn();
        self.shared.clock().resume()?;
        signal(self.shared.program.as_raw_fd(), libc::SIGCONT)
    }

    /// Keeps a pause and a resume from two threads apart.
    fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the program `span` more from now, instead of what is left of its wall-clock limit.
    ///
    /// # Errors
    ///
    /// When the timer cannot be set.
    pub fn set_deadline(&self, span: Duration) -> io::Result<()> {
        self.shared.clock().set_remaining(span)
    }

    /// Whether the run is over, so that [`Running::wait`] returns at once.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.supervisor.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the end of the program, kills what is left in the jail and returns what was seen.
    ///
    /// # Panics
    ///
    /// When the supervising thread panicked, which is a bug in this crate.
    #[must_use]
    pub fn wait(mut self) -> Evidence {
        match self.supervisor.take().map(JoinHandle::join) {
            Some(Ok(evidence)) => evidence,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => unreachable!("only wait and drop take the thread, and both take the handle as well"),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(thread) = self.supervisor.take() {
            self.shared.kill();
            let _ = thread.join();
        }
    }
}

fn signal(program: std::os::fd::RawFd, signal: libc::c_int) -> io::Result<()> {
    sys::pidfd_send_signal(program, signal).map_err(io::Error::from_raw_os_error)
}
