//! The compilers of this machine: found, tried, and then plain data.
//!
//! [`probe`](probe::probe) finds an LLVM, compiles and *runs* a target region with it, and only then calls it usable. Everything later
//! (flags, what a jail must see) is rendered from the [`Toolchain`] it returns.

mod ask;
mod cache;
pub mod elf;
pub mod fact;
mod find;
pub mod flags;
mod gather;
pub mod identity;
mod janitor;
pub mod mounts;
pub mod probe;
pub mod tool;
mod trial;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub use cache::{ToolchainError, cached_or_probe};
pub use fact::{Fact, Outcome};
pub use flags::{Flags, HIP_HEADERS, Kind, flags};
pub use mounts::Mount;

use crate::store::Key;

/// The oldest LLVM whose offload runtime the judge knows.
pub const OLDEST: u32 = 19;

/// A compiler that built and ran a target region on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Toolchain {
    /// LLVM's version.
    pub version: Version,
    /// The folder above `bin/`.
    pub root: PathBuf,
    /// `clang`, which compiles C, C++ and HIP and drives links.
    pub clang: PathBuf,
    /// `ld.lld`.
    pub lld: PathBuf,
    /// `llvm-offload-binary`, or `clang-offload-packager` before LLVM 22: takes device images out of objects.
    pub packager: PathBuf,
    /// `flang`; without it there is no Fortran.
    pub flang: Option<PathBuf>,
    /// The host's target triple as clang spells it.
    pub host_triple: String,
    /// The OpenMP host runtime.
    pub libomp: PathBuf,
    /// The offload runtime.
    pub libomptarget: PathBuf,
    /// `LD_LIBRARY_PATH` of a process that runs what was built, in order.
    pub library_path: Vec<PathBuf>,
    /// What a jail must see to compile and link.
    pub compile_mounts: Vec<Mount>,
    /// What a jail must see to run a built object, besides the program that loads it.
    pub run_mounts: Vec<Mount>,
    /// The processor that `-march=native` means here.
    pub host_cpu: String,
    /// Devices that a target region ran on.
    pub targets: Vec<Target>,
    /// The files that make this toolchain what it is, as they were when it was tried.
    pub files: Vec<identity::Stamp>,
    /// Hash of [`Toolchain::files`] and the version.
    pub identity: Key,
}

/// A version, ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Version {
    /// `22` of 22.1.8.
    pub major: u32,
    /// `1` of 22.1.8.
    pub minor: u32,
    /// `8` of 22.1.8.
    pub patch: u32,
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl std::str::FromStr for Version {
    type Err = std::num::ParseIntError;

    /// Reads `22.1.8`, `22.1` or `22.1.8-rc1`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.trim().split(['.', '-', '+', ' ']);
        let major = parts.next().unwrap_or_default().parse()?;
        let mut next = || parts.next().and_then(|part| part.parse().ok()).unwrap_or(0);
        Ok(Self { major, minor: next(), patch: next() })
    }
}

/// A device that code is built for.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Target {
    /// LLVM's offload device on the host's own processor.
    Host {
        /// `x86_64-pc-linux-gnu`.
        triple: String,
    },
    /// An NVIDIA GPU.
    Nvidia {
        /// `sm_90`, as probed.
        arch: String,
        /// CUDA's folder, when it is not where clang looks.
        cuda: Option<PathBuf>,
        /// The folder of the device runtime, `nvptx64-nvidia-cuda`.
        device_runtime: PathBuf,
    },
    /// An AMD GPU.
    Amd {
        /// Target id as probed, `gfx942:xnack-`.
        arch: String,
        /// ROCm's device library folder.
        device_library: PathBuf,
        /// The folder of the device runtime, `amdgcn-amd-amdhsa`.
        device_runtime: PathBuf,
    },
}

impl Target {
    /// The triple of the device image.
    #[must_use]
    pub fn triple(&self) -> &str {
        match self {
            Self::Host { triple } => triple,
            Self::Nvidia { .. } => "nvptx64-nvidia-cuda",
            Self::Amd { .. } => "amdgcn-amd-amdhsa",
        }
    }
}
