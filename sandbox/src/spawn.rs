//! The caller's side of a spawn: prepare everything, fork, hear the report.

use std::io;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{SigSet, SigmaskHow};
use nix::sys::socket::{AddressFamily, SockFlag, SockType, socketpair};

use crate::cgroup::{Controller, Group};
use crate::child::{self, Report};
use crate::explain;
use crate::ids::Ids;
use crate::isolation::{Accounting, Achieved};
use crate::jail::Jail;
use crate::landlock::{self, Ruleset};
use crate::mounts::{self, Mount, Source, c_string};
use crate::ownership;
use crate::plan::{self, Exec, Pass, Plan, Stack};
use crate::policy::ExecRule;
use crate::running::{Parts, Running};
use crate::seccomp::{Filter, Listener};
use crate::streams::Reader;
use crate::sys;
use crate::{JailError, rlimits};

/// How long the set-up may take before it counts as stuck.
const PATIENCE: Duration = Duration::from_secs(20);

/// Descriptors below this are left to the program.
const LOWEST: RawFd = 64;

pub(crate) fn spawn(mut jail: Jail) -> Result<Running, JailError> {
    jail.limits.check()?;
    children_can_be_waited_for()?;
    let mut kept = Kept::new(&jail)?;

    let pipes = Pipes::open(&mut kept, &mut jail)?;
    let sockets = Sockets::open(&mut kept)?;
    let (exec, open_files, open_files_hard) = exec_plan(&jail, kept.base)?;
    let filter = filter(&jail, exec)?;
    let mut mounts = mounts::plan(&jail)?;
    let ids = Ids::of_caller();
    let landlock = ruleset(&jail, &mounts, &mut kept)?;
    let group = Group::create(&jail.limits)?;
    let cgroups = group.members().map(|fd| kept.keep(fd)).collect::<Result<_, _>>()?;
    let counted = group.accounting(Controller::Processes) != Accounting::Sampled;
    let copies = if ids.drop_root { ownership::copy_binds(&mut mounts, &ids)? } else { Vec::new() };
    kept.keep_copies(&mut mounts, copies)?;
    let achieved = achieved(&jail, &ids, &group, landlock.as_ref().map(|(version, _)| *version));

    let plan = Plan {
        ids,
        mounts,
        cgroups,
        landlock: landlock.map(|(_, ruleset)| ruleset),
        rlimits: rlimits::plan(&jail.limits, open_files, (!counted).then_some(jail.limits.processes)),
        open_files_hard,
        filter,
        exec,
        program: c_string("program", jail.program.as_os_str().as_encoded_bytes())?,
        current_dir: c_string("folder", jail.current_dir.as_os_str().as_encoded_bytes())?,
        arguments: plan::arguments(&jail)?,
        environment: plan::environment(&jail)?,
        descriptors: pipes.passed,
        report: sockets.report_child,
        caller: kept.pidfd_of_caller()?,
        control: sockets.control_child,
        stack: Stack::default(),
    };

    let launcher = fork(&plan)?;
    drop(kept);
    let heard = hear(&sockets.report);
    let (report, listener) = match heard {
        Ok(heard) if heard.0.failure.step == 0 => heard,
        Ok((report, _)) => {
            drop(sockets.control);
            reap(&[launcher, report.program, report.init]);
            return Err(explain::setup_failed(&jail, &plan, report.failure));
        }
        Err(what) => {
            drop(sockets.control);
            // SAFETY: plain integers; the launcher is an unreaped child.
            unsafe { libc::kill(launcher, libc::SIGKILL) };
            reap(&[launcher]);
            return Err(JailError::Silent { what });
        }
    };
    reap(&[launcher]);
    let started = instant(report.started);
    let listener = listener.zip(jail.policy.take());
    let listener = listener.map(|(fd, policy)| Listener::new(fd, policy, jail.narrowed.take()));
    let parts = Parts {
        pid: report.program,
        program: pidfd(report.program)?,
        init: pidfd(report.init)?,
        control: sockets.control,
        listener,
        stdout: pipes.stdout,
        stderr: pipes.stderr,
        limits: jail.limits,
        started,
        init_pid: report.init,
        achieved,
    };
    Running::start(parts, group)
}

/// Descriptors that the child inherits, moved above every number that the program will see.
struct Kept {
    base: RawFd,
    owned: Vec<OwnedFd>,
}

impl Kept {
    fn new(jail: &Jail) -> Result<Self, JailError> {
        let mut targets: Vec<i32> = jail.descriptors.iter().map(|(_, target)| *target).collect();
        targets.sort_unstable();
        for (place, &target) in targets.iter().enumerate() {
            let why = match target {
                i32::MIN..=2 => "is not above standard error's",
                _ if targets.get(place + 1) == Some(&target) => "is asked for twice",
                _ if target as u64 >= jail.limits.open_files => "is not below the limit on open files",
                _ => continue,
            };
            return Err(JailError::Descriptor { target, why });
        }
        let base = targets.last().map_or(LOWEST, |last| LOWEST.max(last + 1));
        Ok(Self { base, owned: Vec::new() })
    }

    /// A copy of `fd` that is out of the way, close-on-exec, and closed when this is dropped.
    fn keep(&mut self, fd: RawFd) -> Result<RawFd, JailError> {
        // SAFETY: plain integers.
        let copy = unsafe { libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, self.base) };
        if copy < 0 {
            return Err(JailError::prepare("copy a descriptor (raise the limit on open files: `ulimit -n`)")(
                io::Error::last_os_error(),
            ));
        }
        // SAFETY: the kernel just returned this descriptor.
        self.owned.push(unsafe { OwnedFd::from_raw_fd(copy) });
        Ok(copy)
    }

    /// Moves copied mounts out of the way.
    fn keep_copies(&mut self, mounts: &mut [Mount], copies: Vec<OwnedFd>) -> Result<(), JailError> {
        for mount in mounts {
            if let Mount::Bind { source: Source::Tree(tree), .. } = mount {
                *tree = self.keep(*tree)?;
            }
        }
        drop(copies);
        Ok(())
    }

    fn pidfd_of_caller(&mut self) -> Result<RawFd, JailError> {
        let own = pidfd(std::process::id() as libc::pid_t)?;
        self.keep(own.as_raw_fd())
    }
}

fn pidfd(pid: libc::pid_t) -> Result<OwnedFd, JailError> {
    let fd = sys::pidfd_open(pid).map_err(io::Error::from_raw_os_error);
    let fd = fd.map_err(JailError::prepare("open a process descriptor (needs Linux 5.3)"))?;
    // SAFETY: the kernel just returned this descriptor.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// The program's descriptors, and the caller's ends of its output.
struct Pipes {
    passed: Vec<Pass>,
    stdout: Reader,
    stderr: Reader,
}

impl Pipes {
    fn open(kept: &mut Kept, jail: &mut Jail) -> Result<Self, JailError> {
        let mut passed = Vec::with_capacity(jail.descriptors.len() + 3);
        let stdin = match jail.stdin.take() {
            Some(fd) => fd,
            // A pipe that nobody writes to reads as empty, and unlike /dev/null needs no device in the jail.
            None => std::io::pipe().map_err(JailError::prepare("open a pipe"))?.0.into(),
        };
        passed.push(Pass { from: kept.keep(stdin.as_raw_fd())?, to: 0 });
        let mut output = |capture, to| {
            let (reader, writer) = std::io::pipe().map_err(JailError::prepare("open a pipe"))?;
            passed.push(Pass { from: kept.keep(writer.as_raw_fd())?, to });
            let reader = OwnedFd::from(reader);
            nonblocking(&reader).map_err(JailError::prepare("set up a pipe"))?;
            Ok::<_, JailError>(Reader::new(reader, capture))
        };
        let (stdout, stderr) = (output(jail.stdout, 1)?, output(jail.stderr, 2)?);
        for (fd, target) in std::mem::take(&mut jail.descriptors) {
            passed.push(Pass { from: kept.keep(fd.as_raw_fd())?, to: target });
        }
        passed.sort_unstable_by_key(|pass| pass.to);
        Ok(Self { passed, stdout, stderr })
    }
}

fn nonblocking(fd: &OwnedFd) -> io::Result<()> {
    // SAFETY: plain integers.
    let set = unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) };
    if set < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

struct Sockets {
    report: OwnedFd,
    report_child: RawFd,
    control: OwnedFd,
    control_child: RawFd,
}

impl Sockets {
    fn open(kept: &mut Kept) -> Result<Self, JailError> {
        let pair = || {
            socketpair(AddressFamily::Unix, SockType::SeqPacket, None, SockFlag::SOCK_CLOEXEC)
                .map_err(|errno| JailError::prepare("open a socket pair")(errno.into()))
        };
        let ((report, report_child), (control, control_child)) = (pair()?, pair()?);
        Ok(Self {
            report,
            report_child: kept.keep(report_child.as_raw_fd())?,
            control,
            control_child: kept.keep(control_child.as_raw_fd())?,
        })
    }
}

/// How to execute, and the limits on open files before and after.
fn exec_plan(jail: &Jail, base: RawFd) -> Result<(Exec, u64, u64), JailError> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointer is to a live struct.
    if unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) } != 0 {
        return Err(JailError::prepare("read the limit on open files")(io::Error::last_os_error()));
    }
    // Above what the program may open and above every descriptor that is inherited.
    let room = 256;
    let open_files = jail.limits.open_files.min(limit.rlim_max.saturating_sub(room));
    let once = jail.policy.as_ref().is_some_and(|policy| policy.exec == ExecRule::Once);
    let exec = if once && jail.isolation.filters() {
        let number = (open_files as RawFd).max(base) + room as RawFd - 1;
        Exec::Descriptor(number)
    } else {
        Exec::Path
    };
    Ok((exec, open_files, limit.rlim_max))
}

fn filter(jail: &Jail, exec: Exec) -> Result<Option<Filter>, JailError> {
    match &jail.policy {
        _ if !jail.isolation.filters() => Ok(None),
        Some(policy) => Ok(Some(Filter::for_program(policy, jail.narrowed.as_ref(), exec)?)),
        None => Err(JailError::NoPolicy),
    }
}

fn ruleset(jail: &Jail, mounts: &[Mount], kept: &mut Kept) -> Result<Option<(u32, Ruleset)>, JailError> {
    if !jail.isolation.landlock() {
        return Ok(None);
    }
    let version = landlock::version().map_err(|error| explain::landlock_missing(jail.isolation, &error))?;
    let ruleset = Ruleset::for_mounts(version, mounts).map_err(JailError::prepare("create a Landlock ruleset"));
    let mut ruleset = ruleset?;
    let number = kept.keep(ruleset.fd().as_raw_fd())?;
    ruleset.renumber(number);
    Ok(Some((version, ruleset)))
}

fn achieved(jail: &Jail, ids: &Ids, group: &Group, landlock: Option<u32>) -> Achieved {
    Achieved {
        level: jail.isolation,
        namespaces: ["user", "pid", "mount", "net", "ipc", "uts", "cgroup"].map(str::to_owned).to_vec(),
        landlock,
        policy: jail.policy.as_ref().filter(|_| jail.isolation.filters()).map(|policy| policy.name().to_owned()),
        own_user: ids.drop_root,
        memory: group.accounting(Controller::Memory),
        processes: group.accounting(Controller::Processes),
        cpu: group.accounting(Controller::CpuTime),
    }
}

/// A caller that ignores the end of children never learns how they ended.
fn children_can_be_waited_for() -> Result<(), JailError> {
    // SAFETY: reads the current disposition into a live struct.
    let ignored = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(libc::SIGCHLD, std::ptr::null(), &raw mut action);
        action.sa_sigaction == libc::SIG_IGN || action.sa_flags & libc::SA_NOCLDWAIT != 0
    };
    if ignored {
        let action = "wait for a program while this process ignores SIGCHLD; restore its default";
        return Err(JailError::prepare(action)(io::ErrorKind::Unsupported.into()));
    }
    Ok(())
}

fn fork(plan: &Plan) -> Result<libc::pid_t, JailError> {
    let failed = |errno: nix::errno::Errno| JailError::prepare("block signals")(errno.into());
    // No handler of the caller may run in the new processes.
    let before = SigSet::all().thread_swap_mask(SigmaskHow::SIG_SETMASK).map_err(failed)?;
    let forked = child::fork_launcher(plan);
    before.thread_set_mask().map_err(failed)?;
    forked.map_err(|errno| JailError::prepare("fork")(io::Error::from_raw_os_error(errno)))
}

/// Waits for the launcher's report.
fn hear(socket: &OwnedFd) -> Result<(Report, Option<OwnedFd>), &'static str> {
    let mut ready = [PollFd::new(socket.as_fd(), PollFlags::POLLIN)];
    let deadline = Instant::now() + PATIENCE;
    loop {
        let rest = deadline.saturating_duration_since(Instant::now());
        let rest = PollTimeout::try_from(rest).unwrap_or(PollTimeout::MAX);
        match poll(&mut ready, rest) {
            Ok(0) => return Err("went silent"),
            Ok(_) => break,
            Err(nix::errno::Errno::EINTR) => {}
            Err(_) => return Err("could not be heard"),
        }
    }
    receive(socket).ok_or("died")
}

/// One report, with the descriptor that may come with it.
fn receive(socket: &OwnedFd) -> Option<(Report, Option<OwnedFd>)> {
    let failure = child::Failure { step: 0, about: 0, errno: 0 };
    let started = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    let mut report = Report { init: 0, program: 0, started, failure };
    let mut control = [0_u64; 4];
    let mut part = libc::iovec { iov_base: (&raw mut report).cast(), iov_len: size_of::<Report>() };
    // SAFETY: all-zero is an empty message.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = &raw mut part;
    message.msg_iovlen = 1;
    message.msg_control = control.as_mut_ptr().cast();
    message.msg_controllen = size_of_val(&control);
    // SAFETY: everything the message points to is alive and as long as it says.
    let size = unsafe { libc::recvmsg(socket.as_raw_fd(), &raw mut message, libc::MSG_CMSG_CLOEXEC) };
    if usize::try_from(size) != Ok(size_of::<Report>()) {
        return None;
    }
    // SAFETY: the header, when there is one, was written by the kernel into the aligned control buffer, and a
    // descriptor that came with it is ours alone.
    let listener = unsafe {
        libc::CMSG_FIRSTHDR(&raw const message)
            .as_ref()
            .filter(|header| header.cmsg_level == libc::SOL_SOCKET && header.cmsg_type == libc::SCM_RIGHTS)
            .map(|header| OwnedFd::from_raw_fd(libc::CMSG_DATA(header).cast::<RawFd>().read_unaligned()))
    };
    Some((report, listener))
}

/// The same moment for the standard library, which uses the same clock.
fn instant(moment: libc::timespec) -> Instant {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a live struct.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut now) };
    let here = Instant::now();
    let span = |time: libc::timespec| Duration::new(time.tv_sec as u64, time.tv_nsec as u32);
    here.checked_sub(span(now).saturating_sub(span(moment))).unwrap_or(here)
}

/// Waits for children that are dead or dying; zero stands for a child that never came to be.
fn reap(children: &[libc::pid_t]) {
    for &pid in children.iter().filter(|pid| **pid > 0) {
        // SAFETY: the status may be null.
        while unsafe { libc::waitpid(pid, std::ptr::null_mut(), libc::__WALL) } < 0 && sys::errno() == libc::EINTR {}
    }
}
