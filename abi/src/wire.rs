//! What the judge tells a runner once, before it starts: which object, which buffers, which device.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The descriptor on which a runner finds its [`RunnerConfig`] as JSON.
pub const CONFIG_FD: i32 = 3;

/// Where an object's `kernel` runs, as the runner must know it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum RunnerDevice {
    /// Plain threaded host code: baselines, oracles, input generators.
    Threads,
    /// LLVM's host offload device: target regions run on the CPU, under the host-access guard.
    HostOffload,
    /// An NVIDIA GPU: target regions run there, in the process's primary context.
    Cuda {
        /// Position among the devices the runner's environment shows it.
        ordinal: u32,
    },
    /// An AMD GPU.
    Hip {
        /// Position among the devices the runner's environment shows it.
        ordinal: u32,
    },
}

impl RunnerDevice {
    /// Whether the object brings target regions that must run on a device.
    #[must_use]
    pub const fn offloads(&self) -> bool {
        !matches!(self, Self::Threads)
    }
}

/// Who starts an object's kernels, and so where the runner counts them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Launcher {
    /// LLVM's offload runtime, which comes with the object; counted by the OpenMP tools interface.
    #[default]
    OpenMp,
    /// The runner itself runs HIP kernels on the host's processor.
    HipOnHost {
        /// Lanes of a warp, as the object was compiled for: 32 or 64.
        warp: u32,
    },
    /// A GPU's own runtime, behind launch functions of the runner's.
    HipRuntime {
        /// `libcudart.so` or `libamdhip64.so`: loaded before the object, which has none of its own.
        library: PathBuf,
    },
}

/// One buffer: a descriptor the runner inherits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BufferConfig {
    /// Descriptor number in the runner.
    pub fd: i32,
    /// Length in bytes.
    pub bytes: usize,
    /// Whether the kernel may store to it.
    pub writable: bool,
}

/// How the runner makes one argument from a word on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ParamConfig {
    /// The word is a byte offset into the next buffer; the argument is the address there.
    Array,
    /// The word holds the scalar's bits, little end first.
    Scalar,
}

/// Everything a runner needs to know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunnerConfig {
    /// Descriptor of the shared page.
    pub page_fd: i32,
    /// The shared object with `judge_call`.
    pub object: PathBuf,
    /// The device.
    pub device: RunnerDevice,
    /// Who starts kernels there.
    #[serde(default)]
    pub launcher: Launcher,
    /// One per array parameter, in order.
    pub buffers: Vec<BufferConfig>,
    /// One per parameter, in order.
    pub params: Vec<ParamConfig>,
    /// Whether to narrow the runner's system calls before the first call.
    pub narrow: bool,
}
