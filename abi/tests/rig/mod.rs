//! A runner without a jail: this executable is its own runner, and calls what a test built.
#![allow(dead_code, reason = "each test program uses a part")]

pub(crate) mod hip;

use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use judge_abi::device::{Buffer, BufferAccess, Device, HostDevice};
use judge_abi::link::{self, Answer, Link, Silence};
use judge_abi::map::memfd;
use judge_abi::page::{CallReport, Fault, Order};
use judge_abi::wire::{BufferConfig, CONFIG_FD, Launcher, ParamConfig, RunnerConfig, RunnerDevice};
use judge_abi::{Array, DType, Intent, Param, Scalar, Signature};

/// Set in the environment of a test executable that is to be a runner.
pub(crate) const ROLE: &str = "JUDGE_ABI_TEST_RUNNER";
const PATIENCE: Duration = Duration::from_secs(60);

/// Becomes the runner when the environment says so: call it from a test named `runner_process`.
pub(crate) fn run_if_asked() {
    if std::env::var_os(ROLE).is_some() {
        judge_abi::runner::main(|_| Ok(()));
    }
}

/// `kernel(x, y, s, alpha, n)`: y += alpha x, s = sum of the new y.
pub(crate) fn signature() -> Signature {
    let array = |name: &str, intent| Param::Array(Array { name: name.to_owned(), dtype: DType::F64, intent });
    let scalar = |name: &str, dtype| Param::Scalar(Scalar { name: name.to_owned(), dtype });
    Signature {
        entry: "kernel".to_owned(),
        params: vec![
            array("x", Intent::In),
            array("y", Intent::InOut),
            array("s", Intent::Out),
            scalar("alpha", DType::F64),
            scalar("n", DType::I64),
        ],
    }
}

/// LLVM 22 or newer with `program`, or `None` when there is none and that is allowed here.
pub(crate) fn llvm_with(program: &str) -> Option<PathBuf> {
    let folders = (22..40).rev().map(|v| PathBuf::from(format!("/usr/lib/llvm-{v}")));
    let found = folders.into_iter().find(|p| p.join("bin").join(program).exists());
    assert!(found.is_some() || std::env::var_os("JUDGE_MUST_WORK").is_none(), "no {program} 22: run `make deps`");
    found
}

/// Runs a compiler and returns what it said; panics when it fails.
pub(crate) fn compile(program: &Path, args: &[&str]) -> String {
    let ran = Command::new(program).args(args).output().expect("the compiler starts");
    let words = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(ran.status.success(), "{} {}\n{words}", program.display(), args.join(" "));
    words
}

/// What a call did, as the first lines of the sources say it: `launches 2, to 96, from 8`.
pub(crate) fn counts(report: &CallReport) -> String {
    let moved = |word: &str, bytes: u64| if bytes == 0 { String::new() } else { format!(", {word} {bytes}") };
    let CallReport { launches, to_device, from_device, .. } = report;
    format!("launches {launches}{}{}", moved("to", *to_device), moved("from", *from_device))
}

/// One argument of the kernel.
#[derive(Debug, Clone)]
pub(crate) enum Argument {
    /// A read-only array.
    Input(Vec<f64>),
    /// An array the kernel writes, and what is in it before.
    Output(Vec<f64>),
    /// A scalar's bits.
    Scalar(u64),
}

/// A started runner and the buffers of its arguments.
pub(crate) struct Rig {
    child: Child,
    pub(crate) link: Link,
    buffers: Vec<Box<dyn Buffer>>,
    words: Vec<u64>,
}

impl Rig {
    /// Starts a runner that loads `object`; fails with the message it leaves.
    pub(crate) fn start(
        object: &Path,
        launcher: Launcher,
        libraries: &Path,
        arguments: &[Argument],
    ) -> Result<Self, String> {
        let (link, page) = Link::new(false).expect("link");
        let mut config = RunnerConfig {
            page_fd: CONFIG_FD + 1,
            object: object.to_owned(),
            device: RunnerDevice::HostOffload,
            launcher,
            buffers: Vec::new(),
            params: Vec::new(),
            narrow: false,
        };
        let (mut buffers, mut words, mut fds) = (Vec::new(), Vec::new(), vec![page]);
        for argument in arguments {
            let (contents, writable) = match argument {
                Argument::Scalar(bits) => {
                    config.params.push(ParamConfig::Scalar);
                    words.push(*bits);
                    continue;
                }
                Argument::Input(contents) => (contents, false),
                Argument::Output(contents) => (contents, true),
            };
            let bytes: Vec<u8> = contents.iter().flat_map(|v| v.to_le_bytes()).collect();
            let access = if writable { BufferAccess::Output } else { BufferAccess::Input };
            let mut buffer = HostDevice.allocate(bytes.len(), access).expect("buffer");
            buffer.keep(0, &bytes).expect("keep");
            buffer.restore(0, 0).expect("restore");
            let fd = CONFIG_FD + 1 + i32::try_from(fds.len()).expect("few");
            config.buffers.push(BufferConfig { fd, bytes: bytes.len(), writable });
            config.params.push(ParamConfig::Array);
            fds.push(buffer.export().expect("fd"));
            buffers.push(buffer);
            words.push(0);
        }
        fds.insert(0, config_fd(&config));
        let mut command = Command::new(std::env::current_exe().expect("own path"));
        command.env_clear().env("LD_LIBRARY_PATH", libraries);
        let child = spawn(command, &fds);
        let mut rig = Self { child, link, buffers, words };
        let child = &mut rig.child;
        match rig.link.wait_ready(PATIENCE, || matches!(child.try_wait(), Ok(None))) {
            Ok(()) => Ok(rig),
            Err(silence) => Err(rig.link.message().unwrap_or_else(|| format!("{silence:?} in {:?}", rig.link.phase()))),
        }
    }

    /// Restores every array and calls the kernel once.
    pub(crate) fn call(&mut self, guard: bool) -> Result<Answer, Silence> {
        self.restore();
        let words = self.words.clone();
        self.order(Order::Call, &words, guard)
    }

    /// Restores every array.
    pub(crate) fn restore(&self) {
        for buffer in &self.buffers {
            buffer.restore(0, 0).expect("restore");
        }
    }

    /// Sends an order without arguments.
    pub(crate) fn send(&mut self, order: Order) -> Result<Answer, Silence> {
        self.order(order, &[], false)
    }

    /// Sends an order.
    pub(crate) fn order(&mut self, order: Order, args: &[u64], guard: bool) -> Result<Answer, Silence> {
        let child = &mut self.child;
        let command = link::Command { order, args, guard };
        self.link.send(&command, PATIENCE, || matches!(child.try_wait(), Ok(None)))
    }

    /// The contents of array `index`.
    pub(crate) fn array(&self, index: usize) -> Vec<f64> {
        let buffer = &self.buffers[index];
        let mut bytes = vec![0; buffer.bytes()];
        buffer.read(0, &mut bytes).expect("read");
        bytes.as_chunks().0.iter().map(|b| f64::from_le_bytes(*b)).collect()
    }

    /// The fault the runner recorded.
    pub(crate) fn fault(&self) -> Option<Fault> {
        self.link.fault()
    }

    /// The exit status of a runner that was told to leave.
    pub(crate) fn status(&mut self) -> Option<i32> {
        self.child.wait().expect("own child").code()
    }
}

impl Drop for Rig {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The configuration as a runner finds it.
pub(crate) fn config_fd(config: &RunnerConfig) -> OwnedFd {
    let text = serde_json::to_string(config).expect("json");
    let fd = memfd(c"config", text.len()).expect("config");
    nix::unistd::write(&fd, text.as_bytes()).expect("write");
    nix::unistd::lseek(&fd, 0, nix::unistd::Whence::SeekSet).expect("seek");
    fd
}

/// Starts `command`, which is this executable, as a runner with the descriptors from [`CONFIG_FD`] on.
pub(crate) fn spawn(mut command: Command, fds: &[OwnedFd]) -> Child {
    let numbers: Vec<i32> = fds.iter().map(AsRawFd::as_raw_fd).collect();
    command.args(["--exact", "runner_process", "--nocapture"]).env(ROLE, "1");
    command.env("OMP_TARGET_OFFLOAD", "MANDATORY").stdout(Stdio::null());
    // SAFETY: between fork and exec only fcntl and dup2 are called, which are async-signal-safe. The originals are moved
    // out of the way of the targets first.
    unsafe {
        command.pre_exec(move || {
            let high: Vec<i32> = numbers.iter().map(|&fd| libc::fcntl(fd, libc::F_DUPFD, 100)).collect();
            for (target, fd) in (CONFIG_FD..).zip(&high) {
                if libc::dup2(*fd, target) < 0 {
                    return Err(std::io::Error::last_os_error());
                }
            }
            Ok(())
        });
    }
    command.spawn().expect("runner starts")
}
