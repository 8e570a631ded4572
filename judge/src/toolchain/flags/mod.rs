//! Compiler flags: rendered from the toolchain, never taken from a submission.

use std::path::Path;

use judge_abi::{Language, hip};
use judge_reference::{BASELINE_FLAGS, ORACLE_FLAGS};
use serde::{Deserialize, Serialize};

use super::{Target, Toolchain};

/// What is being built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Submitted code: offloads to a device.
    Submission,
    /// The threaded host code a submission is compared with.
    Baseline,
    /// The higher-precision reference.
    Oracle,
}

/// Arguments of the compile step and of the link step.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Flags {
    /// For `-c` and `-E`.
    pub compile: Vec<String>,
    /// For the link into a shared object.
    pub link: Vec<String>,
}

impl Flags {
    fn append(&mut self, other: Self) {
        self.compile.extend(other.compile);
        self.link.extend(other.link);
    }
}

/// Folder of the HIP headers in a build's workspace.
pub const HIP_HEADERS: &str = "hip_headers";

/// Warnings that say a directive, a clause or a pragma was dropped: the program would not be the one that was written. A line
/// marker of the source's own would pass code off as a system header's, in which no warning counts.
pub(crate) const DROPPED: [&str; 7] = [
    "extra-tokens",
    "unknown-pragmas",
    "ignored-pragmas",
    "source-uses-openmp",
    "openmp-clauses",
    "openmp-target",
    "gnu-line-marker",
];

/// The flags that build `kind` in `language` for `target`.
#[must_use]
pub fn flags(toolchain: &Toolchain, language: Language, target: &Target, kind: Kind) -> Flags {
    let mut flags = Flags::default();
    let compile = &mut flags.compile;
    compile.extend(strings(match kind {
        Kind::Submission => &["-O3"],
        Kind::Baseline => BASELINE_FLAGS,
        Kind::Oracle => ORACLE_FLAGS,
    }));
    compile.push("-fPIC".to_owned());
    match language {
        Language::C => compile.extend(strings(&["-x", "c", "-std=gnu17"])),
        // A kernel is not linked with the C++ runtime: what would need it is an error at compile time.
        Language::Cxx => compile.extend(strings(&[
            "-x",
            "c++",
            "-std=gnu++20",
            "-fno-exceptions",
            "-fno-rtti",
            "-fno-threadsafe-statics",
        ])),
        Language::Hip => compile.extend(hip(target)),
        Language::Fortran => compile.push("-fopenmp-version=52".to_owned()),
    }
    if matches!(language, Language::C | Language::Cxx) {
        compile.extend(DROPPED.iter().map(|warning| format!("-Werror={warning}")));
    }
    match kind {
        Kind::Submission => flags.append(offload(language, target)),
        // Threaded host code: no device.
        Kind::Baseline | Kind::Oracle => flags.link.push("-fopenmp".to_owned()),
    }
    flags.link.extend(strings(&["-shared", "-nostartfiles"]));
    flags.link.push(format!("--ld-path={}", toolchain.lld.display()));
    flags.link.push(format!("-L{}", toolchain.root.join("lib").display()));
    flags.link.extend(strings(&["-Wl,-z,now", "-Wl,-z,relro", "-Wl,-z,noexecstack"]));
    // A GPU's HIP or CUDA runtime is the runner's: only there do its functions get their addresses.
    if language != Language::Hip || matches!(target, Target::Host { .. }) {
        flags.link.push("-Wl,-z,defs".to_owned());
    }
    if language == Language::Fortran {
        // A static library: what is not called is not there.
        flags.link.push("-lflang_rt.runtime".to_owned());
    }
    flags.link.push("-lm".to_owned());
    flags
}

/// HIP's own dialect: C++ for our headers on the host, CUDA's names under HIP's by a header of ours on NVIDIA.
fn hip(target: &Target) -> Vec<String> {
    let dialect = |language: &str| {
        let fixed = ["-x", language, "-std=gnu++20", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"];
        strings(&fixed)
    };
    match target {
        Target::Host { .. } => hip::cpu_flags(HIP_HEADERS, hip::DEFAULT_WARP),
        Target::Nvidia { .. } => {
            // Code for the target alone: PTX would be compiled by the driver for whatever is there.
            [dialect("cuda"), strings(&["-isystem", HIP_HEADERS, "--no-cuda-include-ptx=all"])].concat()
        }
        Target::Amd { arch, rocm, .. } => {
            // LLVM 22 no longer defines what ROCm's headers before 7 ask for.
            let lanes = if arch.starts_with("gfx9") { 64 } else { 32 };
            let mut flags = [dialect("hip"), vec![format!("-D__AMDGCN_WAVEFRONT_SIZE={lanes}")]].concat();
            if let Some(library) = &rocm.hip_library {
                // The host's side is offered it too and needs nothing of it.
                let library = library.display().to_string();
                flags.extend(strings(&[
                    "-Wno-linker-warnings",
                    "-Xclang",
                    "-mlink-builtin-bitcode",
                    "-Xclang",
                    &library,
                ]));
            }
            flags
        }
    }
}

/// Offload to `target`: what compiles for it, and what links for it.
///
/// Not `-fopenmp-offload-mandatory`: it makes `if(0)` undefined behaviour, where the launch count should speak.
pub(super) fn offload(language: Language, target: &Target) -> Flags {
    let openmp = language != Language::Hip;
    let mut both = if openmp { strings(&["-fopenmp"]) } else { Vec::new() };
    let mut flags = Flags::default();
    match target {
        // On the host, kernels in HIP are C++ functions that the runner calls.
        Target::Host { .. } if !openmp => {}
        Target::Host { triple } => both.push(format!("-fopenmp-targets={triple}")),
        Target::Nvidia { arch, cuda, device_runtime } => {
            both.extend(gpu(arch));
            if language != Language::Fortran {
                both.push(format!("--cuda-path={}", cuda.display()));
                // Newer than the compiler knows is what its trial is for.
                both.extend(strings(&["-Wno-unknown-cuda-version", "-Qunused-arguments"]));
            }
            runtime(openmp, "nvptx", device_runtime.as_deref(), language, &mut flags);
        }
        Target::Amd { arch, rocm, device_runtime } => {
            both.extend(gpu(arch));
            both.push(format!("--rocm-path={}", rocm.root.display()));
            both.push(format!("--rocm-device-lib-path={}", rocm.device_library.display()));
            both.extend(rocm.code_object.map(|version| format!("-mcode-object-version={version}")));
            if language != Language::Fortran {
                both.push("-Qunused-arguments".to_owned());
            }
            runtime(openmp, "amdgpu", device_runtime.as_deref(), language, &mut flags);
        }
    }
    flags.compile.splice(0..0, both.iter().cloned());
    // The device code of a HIP object is in it as data; only OpenMP's is linked. The link is clang's in any language.
    if openmp {
        flags.link.splice(0..0, if language == Language::Fortran { offload(Language::C, target).link } else { both });
    }
    flags
}

/// What every build for a GPU begins with. A configuration file beside the compiler adds nothing: the flags are these.
fn gpu(arch: &str) -> [String; 2] {
    ["--no-default-config".to_owned(), format!("--offload-arch={arch}")]
}

/// The device runtime, wherever it is: as bitcode for the compiler, as an archive for the linker of device code.
fn runtime(openmp: bool, name: &str, folder: Option<&Path>, language: Language, flags: &mut Flags) {
    let Some(folder) = folder.filter(|_| openmp) else { return };
    if language != Language::Fortran {
        flags.compile.push(format!("--libomptarget-{name}-bc-path={}", folder.display()));
        flags.link.extend(["-Xoffload-linker".to_owned(), format!("-L{}", folder.display())]);
    }
}

fn strings(items: &[&str]) -> Vec<String> {
    items.iter().map(|&item| item.to_owned()).collect()
}

#[cfg(test)]
pub(crate) mod tests;
