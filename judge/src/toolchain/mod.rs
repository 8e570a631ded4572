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
mod folder;
mod gather;
mod gfortran;
pub mod gpu;
mod gpus;
pub mod identity;
mod janitor;
mod known;
pub mod mounts;
mod places;
pub mod probe;
mod target;
pub mod tool;
mod trial;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub use cache::{ToolchainError, cached_or_probe, keep};
pub use fact::{Fact, Outcome};
#[cfg(test)]
pub(crate) use flags::tests::toolchain as fixture;
pub use flags::{Flags, HIP_HEADERS, Kind, flags};
pub use gpu::Gpu;
pub use gpus::buildable;
pub use mounts::Mount;
pub use target::{NoTarget, Rocm, Target, TargetKind};

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
    /// Devices that a target region ran on, the host first.
    pub targets: Vec<Target>,
    /// GPUs that were looked at and cannot be built for, with the reasons.
    pub lacking: Vec<NoTarget>,
    /// The files that make this toolchain what it is, as they were when it was tried.
    pub files: Vec<identity::Stamp>,
    /// Hash of [`Toolchain::files`] and the version.
    pub identity: Key,
}

impl Toolchain {
    /// The host, for which a task's own code is built.
    #[must_use]
    pub fn host(&self) -> Target {
        Target::Host { triple: self.host_triple.clone() }
    }

    /// What a jail must see to compile and link for `target`.
    #[must_use]
    pub fn mounts_for(&self, target: &Target) -> Vec<Mount> {
        let paths = target.compile_paths();
        if paths.is_empty() {
            return self.compile_mounts.clone();
        }
        mounts::merged(self.compile_mounts.clone(), mounts::mounts(&elf::closure(&paths, &[])))
    }

    /// The target of a kind on which a region ran.
    ///
    /// # Errors
    /// [`NoTarget`], whose text says what failed and how to mend it.
    pub fn target(&self, kind: TargetKind) -> Result<&Target, NoTarget> {
        let lacking = || self.lacking.iter().find(|lacking| lacking.kind == kind).cloned();
        let found = self.targets.iter().find(|target| target.kind() == kind);
        found.ok_or_else(|| lacking().unwrap_or_else(|| NoTarget::not_asked(kind)))
    }
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
