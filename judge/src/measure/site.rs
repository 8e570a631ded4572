//! Where an object's kernel runs: whose buffers it gets, who starts it, and what its jail must show for that.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use judge_abi::device::{Device, HostDevice, RunnerNeeds};
use judge_abi::wire::{Launcher, RunnerDevice};

use crate::toolchain::{Mount, elf, gpu, mounts};

/// One place to run.
#[derive(Clone)]
pub struct Site {
    /// Where the buffers lie.
    pub device: Arc<dyn Device>,
    /// Where the kernel runs.
    pub runner: RunnerDevice,
    /// Who starts it there.
    pub launcher: Launcher,
    /// What the device's driver needs in a jail.
    pub needs: Needs,
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

impl Site {
    /// Plain threaded host code.
    #[must_use]
    pub fn threads() -> Self {
        let (runner, launcher) = (RunnerDevice::Threads, Launcher::OpenMp);
        Self { device: Arc::new(HostDevice), runner, launcher, needs: Needs::default() }
    }
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
