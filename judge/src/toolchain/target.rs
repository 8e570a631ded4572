//! What code is built for, and why something else cannot be built for.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Fact, Outcome};

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
        /// CUDA's folder: `bin/ptxas`, `nvvm/libdevice`, `include`.
        cuda: PathBuf,
        /// The folder of OpenMP's device runtime; HIP does without.
        device_runtime: Option<PathBuf>,
    },
    /// An AMD GPU.
    Amd {
        /// Target id as probed, `gfx942:xnack-`.
        arch: String,
        /// ROCm's parts.
        rocm: Rocm,
        /// The folder of OpenMP's device runtime; HIP does without.
        device_runtime: Option<PathBuf>,
    },
}

/// What of ROCm a build needs.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rocm {
    /// Its folder, with `include/hip`: `/opt/rocm`, or `/usr` where a distribution packages it.
    pub root: PathBuf,
    /// The folder of the device libraries, with `ocml.bc`.
    pub device_library: PathBuf,
    /// `hip.bc`, whose functions older headers of HIP call and newer clangs no longer link by themselves.
    pub hip_library: Option<PathBuf>,
    /// The code object version that the device libraries are made for, when it is older than the compiler's own.
    pub code_object: Option<u32>,
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

    /// What it is compiled for, where the compiler is told: `sm_90`.
    #[must_use]
    pub fn arch(&self) -> Option<&str> {
        match self {
            Self::Host { .. } => None,
            Self::Nvidia { arch, .. } | Self::Amd { arch, .. } => Some(arch),
        }
    }

    /// Whether OpenMP's device code can be linked for it.
    #[must_use]
    pub const fn has_device_runtime(&self) -> bool {
        match self {
            Self::Host { .. } => true,
            Self::Nvidia { device_runtime, .. } | Self::Amd { device_runtime, .. } => device_runtime.is_some(),
        }
    }

    /// Folders and files that the compiler reads for it, besides its own.
    #[must_use]
    pub fn compile_paths(&self) -> Vec<PathBuf> {
        match self {
            Self::Host { .. } => Vec::new(),
            Self::Nvidia { cuda, device_runtime, .. } => {
                // A distribution may have made the folder of links.
                let folders = ["bin", "include", "nvvm", "nvvm/libdevice"];
                let programs = ["bin/ptxas", "bin/nvlink", "bin/fatbinary", "bin/nvdisasm", "bin/cuobjdump"];
                let parts = folders.iter().chain(&programs);
                let parts = parts.map(|part| cuda.join(part)).filter(|path| path.exists());
                std::iter::once(cuda.clone()).chain(parts).chain(device_runtime.clone()).collect()
            }
            Self::Amd { rocm, device_runtime, .. } => {
                let system = rocm.root == Path::new("/usr");
                let root = if system { "/usr/share/hip".into() } else { rocm.root.clone() };
                // HIP's bundler reads it as the empty host part.
                let null = PathBuf::from("/dev/null");
                [root, rocm.device_library.clone(), null].into_iter().chain(device_runtime.clone()).collect()
            }
        }
    }

    /// The files whose change makes other code: tools, libraries and runtimes that are not the compiler's own.
    #[must_use]
    pub fn files(&self) -> Vec<PathBuf> {
        let inside = |folder: &Path, names: &[&str]| -> Vec<PathBuf> { names.iter().map(|n| folder.join(n)).collect() };
        let runtime = |folder: &Option<PathBuf>, bitcode: &str| {
            folder.as_ref().map_or_else(Vec::new, |folder| inside(folder, &["libompdevice.a", bitcode]))
        };
        match self {
            Self::Host { .. } => Vec::new(),
            Self::Nvidia { cuda, device_runtime, .. } => {
                let parts = ["bin/ptxas", "bin/nvlink", "nvvm/libdevice/libdevice.10.bc", "include/cuda.h"];
                [inside(cuda, &parts), runtime(device_runtime, "libomptarget-nvptx.bc")].concat()
            }
            Self::Amd { rocm, device_runtime, .. } => {
                let parts = inside(&rocm.device_library, &["ocml.bc", "ockl.bc", "hip.bc"]);
                [parts, runtime(device_runtime, "libomptarget-amdgpu.bc")].concat()
            }
        }
    }

    /// Whose device it is.
    #[must_use]
    pub const fn kind(&self) -> TargetKind {
        match self {
            Self::Host { .. } => TargetKind::Host,
            Self::Nvidia { .. } => TargetKind::Nvidia,
            Self::Amd { .. } => TargetKind::Amd,
        }
    }
}

/// Whose device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TargetKind {
    /// The host's own processor.
    Host,
    /// NVIDIA's.
    Nvidia,
    /// AMD's.
    Amd,
}

impl std::fmt::Display for TargetKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Host => "host",
            Self::Nvidia => "NVIDIA",
            Self::Amd => "AMD",
        })
    }
}

/// Why nothing is built for a kind of device: the facts that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("nothing can be built for {kind} GPUs here: {}", sentences(facts))]
pub struct NoTarget {
    /// What was asked for.
    pub kind: TargetKind,
    /// What was seen of it, good and bad, in order; never without one that is not good.
    pub facts: Vec<Fact>,
}

impl NoTarget {
    /// The target that no probe was asked to look at.
    #[must_use]
    pub fn not_asked(kind: TargetKind) -> Self {
        let fact = Fact::missing(&format!("{kind} GPU"), "it was not looked for", "name it with --device");
        Self { kind, facts: vec![fact] }
    }
}

/// Evidence and fix of each fact that is not good.
fn sentences(facts: &[Fact]) -> String {
    let failed = facts.iter().filter(|fact| fact.outcome != Outcome::Good);
    let sentence = |fact: &Fact| match &fact.fix {
        Some(fix) => format!("{}: {}; {fix}", fact.name, fact.evidence),
        None => format!("{}: {}", fact.name, fact.evidence),
    };
    failed.map(sentence).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_target_says_what_failed_and_its_fix_and_nothing_good() {
        let facts = vec![
            Fact::good("NVIDIA GPU", "sm_90"),
            Fact::missing("device runtime for NVIDIA", "none found", "build it"),
            Fact::bad("target region on NVIDIA", "exit code 1", "update the driver"),
        ];
        let text = NoTarget { kind: TargetKind::Nvidia, facts }.to_string();
        assert_eq!(
            text,
            "nothing can be built for NVIDIA GPUs here: device runtime for NVIDIA: none found; build it; \
             target region on NVIDIA: exit code 1; update the driver"
        );
    }
}
