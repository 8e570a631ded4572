//! A runner in a full jail on a real GPU: the policies, nodes and libraries that it needs, and what a failing kernel
//! leaves behind. `JUDGE_GPU=1` says that there is a GPU.
//!
//! This executable is its own runner, inside the jail: [`runner_process`] becomes one when its environment says so.

#[path = "../../abi/tests/gpu/mod.rs"]
mod gpu;
#[path = "../../abi/tests/rig/mod.rs"]
mod rig;

use std::path::PathBuf;
use std::time::Duration;

use judge::toolchain::{elf, mounts};
use judge_abi::device::{Buffer, BufferAccess, Choice, CudaDevice, Device};
use judge_abi::link::{self, Answer, Link, Silence};
use judge_abi::page::Order;
use judge_abi::wire::{BufferConfig, CONFIG_FD, ParamConfig, RunnerConfig, RunnerDevice};
use judge_sandbox::{Capture, Evidence, Isolation, Jail, Limits, Policy, ProcMount, Running, Stop};

use gpu::{N, OFFSET, has_gpu, mode};
use rig::{ROLE, config_fd};

const PATIENCE: Duration = Duration::from_secs(30);

#[test]
fn runner_process() {
    if std::env::var_os(ROLE).is_some() {
        judge_abi::runner::main(|_| {
            let policy = Policy::named("run-call-gpu").map_err(|e| e.to_string())?;
            judge_sandbox::narrow(&policy).map_err(|e| e.to_string())
        });
    }
}

/// A jailed runner with `x` (read-only, ones) and `y` (ones) on the device.
struct Jailed {
    running: Running,
    link: Link,
    _x: Box<dyn Buffer>,
    y: Box<dyn Buffer>,
}

impl Jailed {
    fn start(device: &CudaDevice) -> Self {
        let bytes = OFFSET + N * 8 + 4096;
        let mut x = device.allocate(bytes, BufferAccess::Input).expect("x");
        let mut y = device.allocate(bytes, BufferAccess::Output).expect("y");
        let ones: Vec<u8> = std::iter::repeat_n(1.0_f64.to_le_bytes(), N).flatten().collect();
        for buffer in [&mut x, &mut y] {
            buffer.keep(0, &ones).expect("keep");
            buffer.restore(0, OFFSET).expect("restore");
        }
        let (link, page) = Link::new(true).expect("link");
        let scalar = ParamConfig::Scalar;
        let config = RunnerConfig {
            launcher: judge_abi::wire::Launcher::OpenMp,
            page_fd: CONFIG_FD + 1,
            object: PathBuf::from("/judge/kernel.so"),
            device: RunnerDevice::Cuda { ordinal: 0 },
            buffers: vec![
                BufferConfig { fd: CONFIG_FD + 2, bytes, writable: false },
                BufferConfig { fd: CONFIG_FD + 3, bytes, writable: true },
            ],
            params: vec![ParamConfig::Array, ParamConfig::Array, scalar, scalar, scalar],
            narrow: true,
        };
        let jail = jail(device)
            .fd(config_fd(&config), CONFIG_FD)
            .fd(page, CONFIG_FD + 1)
            .fd(x.export().expect("x"), CONFIG_FD + 2)
            .fd(y.export().expect("y"), CONFIG_FD + 3);
        let running = jail.spawn().expect("jail");
        Self { running, link, _x: x, y }
    }

    fn ready(self) -> Self {
        match self.link.wait_ready(PATIENCE, || !self.running.is_finished()) {
            Ok(()) => self,
            Err(silence) => {
                let (message, phase) = (self.link.message(), self.link.phase());
                panic!("{silence:?} in {phase:?}: {message:?}: {:#?}", self.end());
            }
        }
    }

    fn call(&mut self, mode: u64, deadline: Duration) -> Result<Answer, Silence> {
        let args = [OFFSET as u64, OFFSET as u64, N as u64, 2.0_f64.to_bits(), mode];
        let running = &self.running;
        let command = link::Command { order: Order::Call, args: &args, guard: false };
        self.link.send(&command, deadline, || !running.is_finished())
    }

    fn first(&self) -> f64 {
        let mut bytes = [0; 8];
        self.y.read(OFFSET, &mut bytes).expect("read");
        f64::from_le_bytes(bytes)
    }

    fn end(self) -> Evidence {
        if !self.running.is_finished() {
            self.running.kill();
        }
        self.running.wait()
    }
}

/// The jail of a runner on `device`: only what it needs.
fn jail(device: &CudaDevice) -> Jail {
    let needs = device.runner_needs();
    let own = std::env::current_exe().expect("own path");
    let object = gpu::object(gpu::SOURCE, device.identity().arch.as_str());
    let path: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default()).collect();
    let mut roots = vec![own.clone(), object.clone()];
    roots.extend(needs.libraries.iter().map(|library| library.file.clone()));
    // libomptarget reports launches to the libomp that it finds under this name.
    roots.extend(path.iter().map(|folder| folder.join("libomp.so")).find(|file| file.exists()));
    let files: Vec<PathBuf> = elf::closure(&roots, &path).into_iter().filter(|f| *f != own && *f != object).collect();
    let mut jail = Jail::new("/judge/runner")
        .args(["--exact", "runner_process", "--nocapture"])
        .bind_ro(own, "/judge/runner")
        .bind_ro(object, "/judge/kernel.so")
        .tmp(256 << 20, 4096)
        .limits(Limits { wall: Duration::from_secs(120), memory: 4 << 30, processes: 1024, ..Limits::default() })
        .stdout(Capture { keep: 16 << 10, limit: Some(1 << 20) })
        .stderr(Capture { keep: 16 << 10, limit: None })
        .policy(Policy::named("run-load-gpu").expect("policy"))
        .isolation(Isolation::Full)
        .env(ROLE, "1")
        .env("OMP_TARGET_OFFLOAD", "MANDATORY")
        .proc(if needs.proc { ProcMount::Writable } else { ProcMount::None })
        .sys(needs.sys);
    for mount in mounts::mounts(&files) {
        jail = jail.bind_ro(mount.source, mount.target);
    }
    for library in &needs.libraries {
        for name in library.names {
            jail = jail.bind_ro(&library.file, PathBuf::from("/judge/driver").join(name));
        }
    }
    for node in &needs.nodes {
        jail = jail.device(node);
    }
    let path = std::env::join_paths(path.iter().cloned().chain([PathBuf::from("/judge/driver")])).expect("a path list");
    jail = jail.env("LD_LIBRARY_PATH", path);
    needs.environment.into_iter().fold(jail, |jail, (name, value)| jail.env(name, value))
}

fn device() -> Option<CudaDevice> {
    has_gpu().then(|| CudaDevice::open(&Choice::First).expect("a device"))
}

#[test]
fn a_jailed_runner_answers_and_nothing_is_denied() {
    let Some(device) = device() else { return };
    let mut jailed = Jailed::start(&device).ready();
    let report = jailed.call(mode::LAUNCH, PATIENCE).expect("answer").report;
    assert_eq!((report.launches, report.to_device, report.from_device), (1, 0, 0));
    assert!((jailed.first() - 3.0).abs() < 1e-12);
    jailed.call(mode::COPY_OUT, PATIENCE).expect("copies");
    jailed.call(mode::LATE, PATIENCE).expect("deferred kernels");
    jailed.call(mode::REDUCE, PATIENCE).expect("a reduction");
    assert!((jailed.first() - 2.0 * N as f64).abs() < 1e-3, "{}", jailed.first());
    jailed.call(mode::WORKSPACE, PATIENCE).expect("device memory had and given back inside the call");
    assert!((jailed.first() - f64::from((1 << 25) - 1)).abs() < 1e-3, "{}", jailed.first());
    let evidence = jailed.end();
    assert!(evidence.denials.is_empty(), "{:#?}", evidence.denials);
    assert!(evidence.narrowed);
    assert_eq!(evidence.isolation.level, Isolation::Full);
}

#[test]
fn a_failing_kernel_is_named_from_inside_the_jail_and_the_next_runner_is_well() {
    let Some(device) = device() else { return };
    for failing in [mode::WRITE_INPUT, mode::FAR_PAST_THE_END] {
        let mut sick = Jailed::start(&device).ready();
        assert_eq!(sick.call(failing, PATIENCE), Err(Silence::Ended));
        let fault = sick.link.device_fault();
        let evidence = sick.end();
        assert!(fault.is_some_and(|f| f.name.contains("ILLEGAL_ADDRESS")), "{evidence:#?}");
        assert_ne!(evidence.cause, Some(Stop::Denied), "{:#?}", evidence.denials);
        device.check_health().expect("the device serves");
    }
    let mut well = Jailed::start(&device).ready();
    well.call(mode::LAUNCH, PATIENCE).expect("answer");
    assert!((well.first() - 3.0).abs() < 1e-12);
    let _ = well.end();
}

#[test]
fn an_endless_kernel_ends_with_its_jail() {
    let Some(device) = device() else { return };
    let before = device.memory().expect("memory").expect("a device's own").free;
    let mut endless = Jailed::start(&device).ready();
    assert_eq!(endless.call(mode::ENDLESS, Duration::from_secs(2)), Err(Silence::Deadline));
    let _ = endless.end();
    device.check_health().expect("the device serves");
    let after = device.memory().expect("memory").expect("a device's own").free;
    assert!(after + (64 << 20) >= before, "{before} bytes free before, {after} after");
}
