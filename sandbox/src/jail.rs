//! The description of one run: what is executed, what it sees and what it may use.

use std::ffi::OsString;
use std::os::fd::OwnedFd;
use std::path::PathBuf;

use crate::mounts::Access;
use crate::{Capture, Isolation, JailError, Limits, Policy, Running, spawn};

/// How the jail sees processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProcMount {
    /// There is no `/proc`.
    #[default]
    None,
    /// The jail's own processes, read-only.
    ReadOnly,
    /// The jail's own processes; a GPU driver writes thread names there.
    Writable,
}

/// Something of the host, or a link, in the jail's tree.
#[derive(Debug, Clone)]
pub(crate) enum Entry {
    Bind { host: PathBuf, jail: PathBuf, access: Access },
    Link { to: PathBuf, jail: PathBuf },
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Tmp {
    pub(crate) bytes: u64,
    pub(crate) inodes: u64,
}

/// Describes one program in one jail; [`Jail::spawn`] starts it.
///
/// The program starts with an empty file tree, an empty environment, no descriptor but standard input, output and
/// error, and no capability. Everything else is granted here. Entries of the tree are made in the order given.
///
/// When the caller is root the program runs as an unprivileged user of the host: bound files must be readable by
/// everyone, and the top of a writable bind is given to that user.
#[derive(Debug)]
#[must_use]
pub struct Jail {
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<OsString>,
    pub(crate) environment: Vec<(OsString, OsString)>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) proc_mount: ProcMount,
    pub(crate) sys_mount: bool,
    pub(crate) tmp: Option<Tmp>,
    pub(crate) current_dir: PathBuf,
    pub(crate) descriptors: Vec<(OwnedFd, i32)>,
    pub(crate) stdin: Option<OwnedFd>,
    pub(crate) stdout: Capture,
    pub(crate) stderr: Capture,
    pub(crate) limits: Limits,
    pub(crate) policy: Option<Policy>,
    pub(crate) narrowed: Option<Policy>,
    pub(crate) isolation: Isolation,
}

impl Jail {
    /// A jail for `program`, a path inside the jail, which is also its first argument.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        let program = program.into();
        Self {
            arguments: vec![program.clone().into_os_string()],
            program,
            environment: Vec::new(),
            entries: Vec::new(),
            proc_mount: ProcMount::None,
            sys_mount: false,
            tmp: None,
            current_dir: PathBuf::from("/"),
            descriptors: Vec::new(),
            stdin: None,
            stdout: Capture::default(),
            stderr: Capture::default(),
            limits: Limits::default(),
            policy: None,
            narrowed: None,
            isolation: Isolation::Full,
        }
    }

    /// Adds one argument.
    pub fn arg(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Adds arguments.
    pub fn args<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Sets an environment variable; the environment starts empty.
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// Shows a file or folder of the host, with all that is mounted below it, read-only.
    pub fn bind_ro(self, host: impl Into<PathBuf>, jail: impl Into<PathBuf>) -> Self {
        self.bind(host.into(), jail.into(), Access::ReadOnly)
    }

    /// Shows a file or folder of the host, writable.
    pub fn bind_rw(self, host: impl Into<PathBuf>, jail: impl Into<PathBuf>) -> Self {
        self.bind(host.into(), jail.into(), Access::Writable)
    }

    /// Shows a device node at its own path, readable and writable.
    pub fn device(self, path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        self.bind(path.clone(), path, Access::Device)
    }

    fn bind(mut self, host: PathBuf, jail: PathBuf, access: Access) -> Self {
        self.entries.push(Entry::Bind { host, jail, access });
        self
    }

    /// Creates a symbolic link at `jail` that points to `to`, inside the jail.
    pub fn symlink(mut self, to: impl Into<PathBuf>, jail: impl Into<PathBuf>) -> Self {
        self.entries.push(Entry::Link { to: to.into(), jail: jail.into() });
        self
    }

    /// Mounts `/proc`; default: not at all.
    pub fn proc(mut self, mount: ProcMount) -> Self {
        self.proc_mount = mount;
        self
    }

    /// Mounts `/sys`, read-only; default: not at all.
    pub fn sys(mut self, mount: bool) -> Self {
        self.sys_mount = mount;
        self
    }

    /// Mounts a private `/tmp` that holds at most `bytes` in at most `inodes` files; it counts as memory.
    pub fn tmp(mut self, bytes: u64, inodes: u64) -> Self {
        self.tmp = Some(Tmp { bytes, inodes });
        self
    }

    /// The program's folder, a path inside the jail; default: `/`.
    pub fn current_dir(mut self, path: impl Into<PathBuf>) -> Self {
        self.current_dir = path.into();
        self
    }

    /// Passes a descriptor on as exactly the number `target`, 3 or more.
    pub fn fd(mut self, fd: impl Into<OwnedFd>, target: i32) -> Self {
        self.descriptors.push((fd.into(), target));
        self
    }

    /// Standard input; default: empty.
    pub fn stdin(mut self, fd: impl Into<OwnedFd>) -> Self {
        self.stdin = Some(fd.into());
        self
    }

    /// What is kept of standard output, and how much of it may be written.
    pub fn stdout(mut self, capture: Capture) -> Self {
        self.stdout = capture;
        self
    }

    /// What is kept of standard error, and how much of it may be written.
    pub fn stderr(mut self, capture: Capture) -> Self {
        self.stderr = capture;
        self
    }

    /// What the run may use.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The system calls that the program may make. A full jail does not start without one.
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = Some(policy);
        self
    }

    /// What the program narrows itself to with [`crate::narrow`], when the caller knows that beforehand.
    ///
    /// The caller then keeps the stage and answers for it, so that it learns which call a narrowed program was ended
    /// for. What the program itself asked for does not count. Until then, each call that only the first stage allows
    /// waits for the caller once.
    pub fn narrows_to(mut self, policy: Policy) -> Self {
        self.narrowed = Some(policy);
        self
    }

    /// How much isolation is asked for; less than that is an error, never a silent fallback.
    pub fn isolation(mut self, isolation: Isolation) -> Self {
        self.isolation = isolation;
        self
    }

    /// Starts the program. Returns once it is executing.
    ///
    /// # Errors
    ///
    /// When any part of the jail cannot be set up. Nothing is left behind then.
    pub fn spawn(self) -> Result<Running, JailError> {
        spawn::spawn(self)
    }
}
