//! Compiler flags: rendered from the toolchain, never taken from a submission.

use judge_abi::{Language, hip};
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
    compile.extend(strings(&["-O3", "-fPIC"]));
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
        Language::Hip if matches!(target, Target::Host { .. }) => {
            compile.extend(hip::cpu_flags(HIP_HEADERS, hip::DEFAULT_WARP));
        }
        // HIP's names are CUDA's there, by a header of ours.
        Language::Hip if matches!(target, Target::Nvidia { .. }) => {
            compile.extend(strings(&[
                "-x",
                "cuda",
                "-std=gnu++20",
                "-isystem",
                HIP_HEADERS,
                "-Wno-unknown-cuda-version",
            ]));
        }
        Language::Hip => compile.extend(strings(&["-x", "hip", "-std=gnu++20"])),
        Language::Fortran => compile.push("-fopenmp-version=52".to_owned()),
    }
    if matches!(language, Language::C | Language::Cxx) {
        compile.extend(DROPPED.iter().map(|warning| format!("-Werror={warning}")));
    }
    match kind {
        Kind::Submission => submission(language, target, &mut flags),
        Kind::Baseline => host_code(&mut flags),
        Kind::Oracle => {
            host_code(&mut flags);
            // Every operation rounds as it is written: the reference's error bound is proven for that.
            flags.compile.extend(strings(&["-fno-fast-math", "-ffp-contract=off"]));
        }
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

/// Threaded host code: no device.
fn host_code(flags: &mut Flags) {
    flags.compile.extend(strings(&["-march=native", "-fopenmp"]));
    flags.link.push("-fopenmp".to_owned());
}

/// Offload to `target`.
fn submission(language: Language, target: &Target, flags: &mut Flags) {
    let mut both = Vec::new();
    if language != Language::Hip {
        both.push("-fopenmp".to_owned());
    }
    match target {
        // On the host, kernels in HIP are C++ functions that the runner calls.
        Target::Host { .. } if language == Language::Hip => {}
        Target::Host { triple } => both.push(format!("-fopenmp-targets={triple}")),
        Target::Nvidia { arch, cuda, device_runtime } => {
            both.push(format!("--offload-arch={arch}"));
            both.extend(cuda.iter().map(|folder| format!("--cuda-path={}", folder.display())));
            flags.link.push(format!("-L{}", device_runtime.display()));
        }
        Target::Amd { arch, device_library, device_runtime } => {
            both.push(format!("--offload-arch={arch}"));
            both.push(format!("--rocm-device-lib-path={}", device_library.display()));
            flags.link.push(format!("-L{}", device_runtime.display()));
        }
    }
    // Not -fopenmp-offload-mandatory: it makes `if(0)` undefined behaviour, where the launch count should speak.
    flags.compile.extend(both.iter().cloned());
    // The device code of a HIP object is in it as data; only OpenMP's is linked.
    if language != Language::Hip {
        flags.link.extend(both);
    }
}

fn strings(items: &[&str]) -> Vec<String> {
    items.iter().map(|&item| item.to_owned()).collect()
}

#[cfg(test)]
mod tests;
