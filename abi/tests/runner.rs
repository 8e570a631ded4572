//! The runner on LLVM's host offload device, without a jail: counts, guard, read-only inputs.
//!
//! This executable is its own runner: the test [`runner_process`] becomes one when its environment says so.

use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use judge_abi::device::{Buffer, BufferAccess, Device, HostDevice};
use judge_abi::link::{self, Answer, Link, Silence};
use judge_abi::map::memfd;
use judge_abi::page::{CallReport, Fault, FaultBuffer, Order, settle};
use judge_abi::wire::{BufferConfig, CONFIG_FD, Launcher, ParamConfig, RunnerConfig, RunnerDevice};
use judge_abi::{Array, DType, Intent, Param, Scalar, Signature, shim};

const ROLE: &str = "JUDGE_ABI_TEST_RUNNER";
const N: usize = 1000;

#[test]
fn runner_process() {
    if std::env::var_os(ROLE).is_some() {
        judge_abi::runner::main(|_| Ok(()));
    }
}

/// Where LLVM is, or `None` when it is not and that is allowed here.
fn llvm() -> Option<PathBuf> {
    let found =
        (19..40).rev().map(|v| PathBuf::from(format!("/usr/lib/llvm-{v}"))).find(|p| p.join("bin/clang").exists());
    assert!(found.is_some() || std::env::var_os("JUDGE_MUST_WORK").is_none(), "no LLVM found: run `make deps`");
    found
}

fn build(llvm: &Path, folder: &Path) -> PathBuf {
    let object = folder.join("axpy.so");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels/axpy.c");
    let shim = folder.join("shim.c");
    std::fs::write(&shim, shim::source(&signature(), shim::Arm::Offload)).expect("shim");
    let status = Command::new(llvm.join("bin/clang"))
        .args([
            "-O2",
            "-fopenmp",
            "-fopenmp-targets=x86_64-pc-linux-gnu",
            "-fPIC",
            "-shared",
            "-fuse-ld=lld",
            "-nostartfiles",
        ])
        .arg(source)
        .args([&shim, Path::new("-o"), &object])
        .status()
        .expect("clang starts");
    assert!(status.success(), "clang builds {source}");
    object
}

/// `kernel(x, y, n, a, mode)`.
fn signature() -> Signature {
    let array = |name: &str, intent| Param::Array(Array { name: name.to_owned(), dtype: DType::F64, intent });
    let scalar = |name: &str, dtype| Param::Scalar(Scalar { name: name.to_owned(), dtype });
    let scalars = [scalar("n", DType::I64), scalar("a", DType::F64), scalar("mode", DType::I64)];
    let params = [array("x", Intent::In), array("y", Intent::InOut)].into_iter().chain(scalars).collect();
    Signature { entry: "kernel".to_owned(), params }
}

struct Rig {
    _folder: tempfile::TempDir,
    child: Child,
    link: Link,
    y: Box<dyn Buffer>,
}

impl Rig {
    fn start(llvm: &Path) -> Self {
        let folder = tempfile::tempdir().expect("folder");
        let object = build(llvm, folder.path());
        let mut x = HostDevice.allocate(N * 8, BufferAccess::Input).expect("x");
        let mut y = HostDevice.allocate(N * 8, BufferAccess::Output).expect("y");
        let ones: Vec<u8> = std::iter::repeat_n(1.0_f64.to_le_bytes(), N).flatten().collect();
        for buffer in [&mut x, &mut y] {
            buffer.keep(0, &ones).expect("keep");
            buffer.restore(0, 0).expect("restore");
        }
        let (link, page) = Link::new(false).expect("link");
        let config = RunnerConfig {
            page_fd: CONFIG_FD + 1,
            object,
            device: RunnerDevice::HostOffload,
            launcher: Launcher::OpenMp,
            buffers: vec![
                BufferConfig { fd: CONFIG_FD + 2, bytes: N * 8, writable: false },
                BufferConfig { fd: CONFIG_FD + 3, bytes: N * 8, writable: true },
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
        let text = serde_json::to_string(&config).expect("json");
        let config_fd = memfd(c"config", text.len()).expect("config");
        nix::unistd::write(&config_fd, text.as_bytes()).expect("write");
        nix::unistd::lseek(&config_fd, 0, nix::unistd::Whence::SeekSet).expect("seek");
        let child = spawn(&[config_fd, page, x.export().expect("x"), y.export().expect("y")], llvm);
        Self { _folder: folder, child, link, y }
    }

    fn ready(&mut self) {
        let child = &mut self.child;
        let ready = self.link.wait_ready(Duration::from_secs(20), || matches!(child.try_wait(), Ok(None)));
        assert_eq!(ready, Ok(()), "{:?} in {:?}", self.link.message(), self.link.phase());
    }

    fn call(&mut self, mode: u64, guard: bool) -> Result<Answer, Silence> {
        self.send(Order::Call, &[0, 0, N as u64, 2.0_f64.to_bits(), mode], guard)
    }

    fn send(&mut self, order: Order, args: &[u64], guard: bool) -> Result<Answer, Silence> {
        let child = &mut self.child;
        let command = link::Command { order, args, guard };
        self.link.send(&command, Duration::from_secs(20), || matches!(child.try_wait(), Ok(None)))
    }

    fn first(&self) -> f64 {
        let mut bytes = [0; 8];
        self.y.read(0, &mut bytes).expect("read");
        f64::from_le_bytes(bytes)
    }
}

impl Drop for Rig {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts this executable as a runner with the descriptors from [`CONFIG_FD`] on.
fn spawn(fds: &[OwnedFd], llvm: &Path) -> Child {
    let numbers: Vec<i32> = fds.iter().map(AsRawFd::as_raw_fd).collect();
    let mut command = Command::new(std::env::current_exe().expect("own path"));
    command.args(["--exact", "runner_process", "--nocapture"]).env_clear().env(ROLE, "1");
    command.env("OMP_TARGET_OFFLOAD", "MANDATORY").env("LD_LIBRARY_PATH", llvm.join("lib")).stdout(Stdio::null());
    // SAFETY: between fork and exec only dup2 is called, which is async-signal-safe. The originals are moved out of the
    // way of the targets first.
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

fn ready_rig() -> Option<Rig> {
    let mut rig = Rig::start(&llvm()?);
    rig.ready();
    Some(rig)
}

#[test]
fn a_target_region_counts_as_one_launch_that_moves_nothing() {
    let Some(mut rig) = ready_rig() else { return };
    for guard in [false, true] {
        let report = rig.call(0, guard).expect("answer").report;
        assert_eq!((report.launches, report.host_launches), (1, 0));
        assert_eq!((report.to_device, report.from_device), (0, 0));
    }
    assert!((rig.first() - 5.0).abs() < 1e-12, "1 + 2 + 2, got {}", rig.first());
}

/// Before a call on a GPU the object's device code looks at every page; here the device is the host.
#[test]
fn touching_and_settling_are_no_part_of_a_call() {
    let Some(mut rig) = ready_rig() else { return };
    for (order, steps) in [(Order::Touch, &[][..]), (Order::Settle, &[settle::ALL]), (Order::Describe, &[])] {
        let report = rig.send(order, steps, false).expect("answer").report;
        assert_eq!(report, CallReport::default(), "{order:?}");
        assert_eq!(rig.call(0, true).expect("answer").report.launches, 1, "after {order:?}");
    }
    assert!((rig.first() - 7.0).abs() < 1e-12, "1 + 3 * 2, got {}", rig.first());
}

/// Only in the call for which it was ordered: it takes time.
#[test]
fn memory_of_the_submissions_own_is_no_number_in_a_poisoned_call() {
    let Some(mut rig) = ready_rig() else { return };
    rig.send(Order::Poison, &[], false).expect("answer");
    rig.call(5, true).expect("answer");
    assert!(rig.first().is_nan());
    rig.y.restore(0, 0).expect("restore");
    rig.call(0, true).expect("answer");
    assert!((rig.first() - 3.0).abs() < 1e-12, "{}", rig.first());
}

#[test]
fn copies_are_counted_to_the_byte() {
    let Some(mut rig) = ready_rig() else { return };
    let report = rig.call(3, true).expect("answer").report;
    assert_eq!((report.launches, report.to_device, report.from_device), (0, N as u64 * 8, N as u64 * 8));
}

#[test]
fn a_host_loop_passes_unguarded_and_dies_guarded() {
    let Some(mut rig) = ready_rig() else { return };
    assert_eq!(rig.call(1, false).expect("unguarded").report.launches, 0);
    for mode in [1, 2] {
        let mut rig = ready_rig().expect("rig");
        assert_eq!(rig.call(mode, true), Err(Silence::Ended));
        let fault = rig.link.fault().expect("fault");
        assert_eq!(fault.signal, libc::SIGSEGV);
        assert!(fault.buffer.expect("in a buffer").guarded);
    }
}

#[test]
fn a_store_to_an_input_dies_and_names_it() {
    let Some(mut rig) = ready_rig() else { return };
    assert_eq!(rig.call(4, true), Err(Silence::Ended));
    let expected = Fault { signal: libc::SIGSEGV, buffer: Some(FaultBuffer { array: 0, guarded: false }) };
    assert_eq!(rig.link.fault(), Some(expected));
}

#[test]
fn an_unknown_order_is_answered_and_leave_ends_the_process() {
    let Some(mut rig) = ready_rig() else { return };
    let child = &mut rig.child;
    let leave = link::Command { order: Order::Leave, args: &[], guard: false };
    rig.link.send(&leave, Duration::from_secs(20), || true).expect("left");
    assert_eq!(child.wait().expect("status").code(), Some(0));
}
