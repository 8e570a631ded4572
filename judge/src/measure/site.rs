//! Where an object's kernel runs: whose buffers it gets, who starts it, and what its jail must show for that.

use std::path::{Path, PathBuf};

use judge_abi::device::{Device, HostDevice, RunnerNeeds};
use judge_abi::wire::{Launcher, RunnerDevice};

use crate::toolchain::{Mount, elf, gpu, mounts};

/// One place to run.
#[derive(Clone, Copy)]
pub struct Site<'a> {
    /// Where the buffers lie.
    pub device: &'a dyn Device,
    /// Where the kernel runs.
    pub runner: &'a RunnerDevice,
    /// Who starts it there.
    pub launcher: &'a Launcher,
    /// What the device's driver needs in a jail.
    pub needs: &'a Needs,
}

/// What a jail must show and set besides what every runner's does; nothing on the host.
#[derive(Debug, Clone, Default)]
pub struct Needs {
    /// Files.
    pub mounts: Vec<Mount>,
    /// Device nodes.
    pub nodes: Vec<PathBuf>,
    /// Environment variables.
    pub environment: Vec<(&'static str, String)>,
    /// Folders of libraries that are opened by name.
    pub library_path: Vec<PathBuf>,
    /// Whether the driver reads and writes `/proc`.
    pub proc: bool,
    /// Whether the driver reads `/sys`.
    pub sys: bool,
    /// Host memory that the driver takes for itself, bytes.
    pub memory: u64,
}

/// A CUDA context with its loaded images takes some 300 MiB of host memory; none of it is the submission's.
const DRIVER_MEMORY: u64 = 1 << 30;

static NOTHING: Needs = Needs {
    mounts: Vec::new(),
    nodes: Vec::new(),
    environment: Vec::new(),
    library_path: Vec::new(),
    proc: false,
    sys: false,
    memory: 0,
};

impl Site<'static> {
    /// Plain threaded host code.
    pub const THREADS: Self =
        Self { device: &HostDevice, runner: &RunnerDevice::Threads, launcher: &Launcher::OpenMp, needs: &NOTHING };
}

impl Needs {
    /// What `driver` asks for, and the library that starts kernels, where that is not the object's own matter.
    #[must_use]
    pub fn of(driver: &RunnerNeeds, runtime: Option<&Path>) -> Self {
        let mut mounts = gpu::driver_mounts(driver);
        let runtime: Vec<PathBuf> = runtime.map(Path::to_owned).into_iter().collect();
        mounts.extend(mounts::mounts(&elf::closure(&runtime, &[])));
        mounts.sort();
        mounts.dedup();
        Self {
            mounts,
            nodes: driver.nodes.clone(),
            environment: driver.environment.clone(),
            library_path: vec![PathBuf::from(gpu::DRIVER_FOLDER)],
            proc: driver.proc,
            sys: driver.sys,
            memory: DRIVER_MEMORY,
        }
    }
}
