//! The thread beside a running program: it reads, counts, watches the limits, and ends the jail.

use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::cgroup::Group;
use crate::evidence::{Denial, Evidence, Exit, Stop, StreamName};
use crate::running::{Parts, Shared};
use crate::seccomp::Next;
use crate::sys;
use crate::usage::Usage;

/// How long the jail's init may take to kill and count what is left before it is killed itself.
const PATIENCE: Duration = Duration::from_secs(2);

pub(crate) struct Supervisor {
    parts: Parts,
    shared: Arc<Shared>,
    usage: Usage,
    cause: Option<Stop>,
}

/// What can be ready, in the order of the poll list.
const WATCHED: usize = 6;

impl Supervisor {
    pub(crate) fn new(parts: Parts, group: Group, shared: Arc<Shared>) -> Self {
        let usage = Usage::new(group, [parts.pid, parts.init_pid], &parts.limits, &parts.achieved);
        Self { parts, shared, usage, cause: None }
    }

    /// Supervises until the program has ended, by itself or because it had to.
    pub(crate) fn run(mut self) -> Evidence {
        let timer = self.shared.clock().as_raw_fd();
        let mut looked = Instant::now();
        while self.cause.is_none() {
            let rest = self.usage.next_look().map(|span| span.saturating_sub(looked.elapsed()));
            let ready = self.poll(timer, rest);
            if ready[0] != 0 {
                break;
            }
            self.serve(&ready);
            if self.cause.is_none() && self.usage.next_look().is_some_and(|span| looked.elapsed() >= span) {
                self.cause = self.usage.look();
                looked = Instant::now();
            }
        }
        self.finish()
    }

    fn poll(&self, timer: RawFd, rest: Option<Duration>) -> [libc::c_short; WATCHED] {
        let parts = &self.parts;
        let listener = parts.listener.as_ref().map_or(-1, |listener| listener.as_raw_fd());
        let wake = self.shared.wake.as_raw_fd();
        let fds =
            [parts.program.as_raw_fd(), parts.stdout.as_raw_fd(), parts.stderr.as_raw_fd(), listener, timer, wake];
        let mut list = fds.map(|fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 });
        let rest = rest
            .map(|span| libc::timespec { tv_sec: span.as_secs() as libc::time_t, tv_nsec: span.subsec_nanos().into() });
        let rest = rest.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
        // SAFETY: the pointer and the count describe `list`; the time and the mask may be null.
        unsafe { libc::ppoll(list.as_mut_ptr(), WATCHED as libc::nfds_t, rest, std::ptr::null()) };
        list.map(|entry| entry.revents)
    }

    fn serve(&mut self, ready: &[libc::c_short; WATCHED]) {
        let [_, stdout, stderr, denied, timer, wake] = ready.map(|events| events != 0);
        let outputs = [
            (stdout, &mut self.parts.stdout, StreamName::Stdout),
            (stderr, &mut self.parts.stderr, StreamName::Stderr),
        ];
        for (ready, reader, name) in outputs {
            if ready {
                reader.read_once();
            }
            if reader.over_limit() {
                self.cause = Some(Stop::Output(name));
            }
        }
        if denied && let Some(listener) = &mut self.parts.listener {
            if ready[3] & libc::POLLIN == 0 {
                listener.close();
            } else if listener.answer_one() == Next::Kill {
                self.cause = Some(Stop::Denied);
            }
        }
        if timer && self.shared.clock().is_over(Instant::now()) {
            self.cause = Some(Stop::WallClock);
        }
        if wake && self.shared.kill.load(Ordering::Acquire) {
            self.cause = Some(Stop::Caller);
        }
    }

    /// Ends the jail and collects what is known.
    fn finish(self) -> Evidence {
        let Self { parts, shared, usage, cause } = self;
        let ended = Instant::now();
        let processes_left = end_jail(&parts.control, &parts.init);
        // The init is dead or dying, and the program with it.
        let (exit, resources) = reap(&parts.program);
        let _ = sys::waitid(parts.init.as_raw_fd(), libc::WEXITED | libc::__WALL);
        let ((stdout, out_over), (stderr, err_over)) = (parts.stdout.finish(), parts.stderr.finish());
        let flooded = [(out_over, StreamName::Stdout), (err_over, StreamName::Stderr)];
        let flooded = flooded.into_iter().find_map(|(over, name)| over.then_some(Stop::Output(name)));
        let used = usage.finish(&resources);
        let starved = (used.oom_kills > 0).then_some(Stop::Memory);
        let cause = cause.or(flooded).or(starved);
        let (mut denials, narrowed) = parts.listener.map(|listener| listener.finish()).unwrap_or_default();
        if narrowed && exit == Exit::Signal(libc::SIGSYS) && cause.is_none() {
            denials.push(Denial::in_second_stage());
        }
        Evidence {
            exit,
            cause,
            wall: ended - parts.started,
            paused: shared.clock().paused(ended),
            cpu: used.cpu,
            peak_memory: used.peak_memory,
            oom_kills: used.oom_kills,
            stdout,
            stderr,
            denials,
            narrowed,
            processes_left,
            isolation: parts.achieved,
        }
    }
}

/// Asks the init to kill everything, and kills it when it does not answer. Returns how many processes were left.
fn end_jail(control: &OwnedFd, init: &OwnedFd) -> u32 {
    let mut left = 0_u32;
    // SAFETY: the buffers are live and as long as they say; a dead init gives an error, which is as good.
    let answered = unsafe {
        libc::send(control.as_raw_fd(), c"e".as_ptr().cast(), 1, libc::MSG_NOSIGNAL);
        let mut ready = libc::pollfd { fd: control.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        libc::poll(&raw mut ready, 1, PATIENCE.as_millis() as libc::c_int) > 0
            && libc::recv(control.as_raw_fd(), (&raw mut left).cast(), size_of::<u32>(), libc::MSG_DONTWAIT) == 4
    };
    // Also when it answered: it is about to exit, and nothing more is wanted of it.
    let _ = sys::pidfd_send_signal(init.as_raw_fd(), libc::SIGKILL);
    if answered { left } else { 0 }
}

fn reap(program: &OwnedFd) -> (Exit, libc::rusage) {
    match sys::waitid(program.as_raw_fd(), libc::WEXITED | libc::__WALL) {
        Ok(Some((info, usage))) => {
            // SAFETY: the kernel filled the fields of a child event.
            let status = unsafe { info.si_status() };
            let exit = if info.si_code == libc::CLD_EXITED { Exit::Code(status) } else { Exit::Signal(status) };
            (exit, usage)
        }
        // Somebody else in this process waited for our child.
        // SAFETY: all-zero is a value.
        _ => (Exit::Signal(0), unsafe { std::mem::zeroed() }),
    }
}
