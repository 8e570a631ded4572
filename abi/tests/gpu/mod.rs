//! A judge and its runner on a GPU, without a jail. `JUDGE_GPU=1` says that there is one; without it the tests print
//! that they were left out, and with it nothing is left out.
#![allow(dead_code, reason = "each test executable uses its part")]
#![allow(clippy::print_stderr, reason = "a test that is left out says so")]

pub(crate) mod checks;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use judge_abi::device::{Buffer, BufferAccess, Device};
use judge_abi::link::{self, Answer, Link, Silence};
use judge_abi::page::Order;
use judge_abi::wire::{BufferConfig, CONFIG_FD, Launcher, ParamConfig, RunnerConfig, RunnerDevice};

use crate::rig::{config_fd, spawn};

/// Elements of both arrays.
pub(crate) const N: usize = 1 << 20;
/// Where the arrays start in their buffers: not on a page.
pub(crate) const OFFSET: usize = 4096 + 8;
/// Kernels that succeed and fail.
pub(crate) const SOURCE: &str = include_str!("../kernels/gpu.c");
/// Kernels that spin between events.
pub(crate) const TRUTH: &str = include_str!("../kernels/truth.c");

/// What `mode` asks of the kernel.
pub(crate) mod mode {
    pub(crate) const LAUNCH: u64 = 0;
    pub(crate) const HOST_LOOP: u64 = 1;
    pub(crate) const COPY_OUT: u64 = 2;
    pub(crate) const WRITE_INPUT: u64 = 3;
    pub(crate) const FAR_PAST_THE_END: u64 = 4;
    pub(crate) const ENDLESS: u64 = 5;
    pub(crate) const LATE: u64 = 6;
    pub(crate) const EMPTY_REGION: u64 = 7;
    pub(crate) const REDUCE: u64 = 8;
    pub(crate) const WORKSPACE: u64 = 9;
}

/// Whether this machine is said to have a GPU.
pub(crate) fn has_gpu() -> bool {
    let has = std::env::var_os("JUDGE_GPU").is_some_and(|v| v == "1");
    if !has {
        eprintln!("left out: needs a GPU (set JUDGE_GPU=1 on a machine that has one)");
    }
    has
}

/// A shared object built from `source` by `$JUDGE_GPU_CLANG` (or `clang` on the path), once per executable.
pub(crate) fn object(source: &'static str, arch: &str) -> PathBuf {
    static BUILT: Mutex<BTreeMap<&str, PathBuf>> = Mutex::new(BTreeMap::new());
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    let number = built.len();
    built.entry(source).or_insert_with(|| build(source, arch, number)).clone()
}

fn clang() -> PathBuf {
    std::env::var_os("JUDGE_GPU_CLANG").unwrap_or_else(|| "clang".into()).into()
}

/// A tool that came with the compiler.
pub(crate) fn beside_clang(tool: &str) -> PathBuf {
    clang().with_file_name(tool)
}

fn build(source: &str, arch: &str, number: usize) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("judge-abi-gpu-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("folder");
    let (file, object) = (folder.join(format!("{number}.c")), folder.join(format!("{number}.so")));
    std::fs::write(&file, source).expect("source");
    let status = Command::new(clang())
        .args(["-O3", "-fopenmp", &format!("--offload-arch={arch}"), "-fPIC", "-shared", "-w"])
        .args([&file, Path::new("-o"), &object])
        .status()
        .expect("clang starts");
    assert!(status.success(), "clang builds {}", file.display());
    object
}

/// One runner with `x` (read-only, ones) and `y` (ones) on the device.
pub(crate) struct Rig {
    child: Child,
    offset: usize,
    pub(crate) link: Link,
    pub(crate) x: Box<dyn Buffer>,
    pub(crate) y: Box<dyn Buffer>,
}

impl Rig {
    pub(crate) fn start(device: &dyn Device, runner: RunnerDevice, object: PathBuf) -> Self {
        Self::sized(device, runner, object, OFFSET, N)
    }

    /// With arrays of `elements` elements that start `offset` bytes into their buffers.
    pub(crate) fn sized(
        device: &dyn Device,
        runner: RunnerDevice,
        object: PathBuf,
        offset: usize,
        elements: usize,
    ) -> Self {
        let bytes = offset + elements * 8 + 4096;
        let mut x = device.allocate(bytes, BufferAccess::Input).expect("x");
        let mut y = device.allocate(bytes, BufferAccess::Output).expect("y");
        let ones: Vec<u8> = std::iter::repeat_n(1.0_f64.to_le_bytes(), elements).flatten().collect();
        for buffer in [&mut x, &mut y] {
            buffer.keep(0, &ones).expect("keep");
            buffer.restore(0, offset).expect("restore");
        }
        let (link, page) = Link::new(device.spins()).expect("link");
        let config = RunnerConfig {
            page_fd: CONFIG_FD + 1,
            object,
            device: runner,
            launcher: Launcher::OpenMp,
            buffers: vec![
                BufferConfig { fd: CONFIG_FD + 2, bytes, writable: false },
                BufferConfig { fd: CONFIG_FD + 3, bytes, writable: true },
            ],
            params: vec![
                ParamConfig::Array,
                ParamConfig::Array,
                ParamConfig::Scalar,
                ParamConfig::Scalar,
                ParamConfig::Scalar,
            ],
            narrow: false,
        };
        let fds = [config_fd(&config), page, x.export().expect("x"), y.export().expect("y")];
        let mut command = Command::new(std::env::current_exe().expect("own path"));
        command.envs(device.runner_needs().environment);
        Self { child: spawn(command, &fds), offset, link, x, y }
    }

    pub(crate) fn ready(mut self) -> Self {
        let child = &mut self.child;
        let ready = self.link.wait_ready(Duration::from_secs(60), || matches!(child.try_wait(), Ok(None)));
        assert_eq!(ready, Ok(()), "{:?} in {:?}", self.link.message(), self.link.phase());
        self
    }

    pub(crate) fn call(&mut self, mode: u64, deadline: Duration) -> Result<Answer, Silence> {
        let args = [OFFSET as u64, OFFSET as u64, N as u64, 2.0_f64.to_bits(), mode];
        self.send(Order::Call, &args, deadline)
    }

    pub(crate) fn send(&mut self, order: Order, args: &[u64], deadline: Duration) -> Result<Answer, Silence> {
        let child = &mut self.child;
        let command = link::Command { order, args, guard: false };
        self.link.send(&command, deadline, || matches!(child.try_wait(), Ok(None)))
    }

    /// How the runner ended, after a call that got no answer.
    pub(crate) fn last_words(&mut self) -> String {
        format!("{:?}, {:?}, {:?}", self.child.wait(), self.link.fault(), self.link.message())
    }

    /// Elements 0 and N - 1 of `y`.
    pub(crate) fn ends(&self) -> [f64; 2] {
        [0, N - 1].map(|i| {
            let mut bytes = [0; 8];
            self.y.read(self.offset + i * 8, &mut bytes).expect("read");
            f64::from_le_bytes(bytes)
        })
    }
}

impl Drop for Rig {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
