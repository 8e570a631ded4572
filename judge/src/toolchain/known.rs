//! What failing tools say, and what each of it means: one sentence with what to do.

/// Signs in a failed build, the more telling first.
const BUILD: [(&str, &str); 16] = [
    ("omp.h", "apt-get install libomp-22-dev: the compiler finds no omp.h"),
    ("stdio.h", "apt-get install libc6-dev: the compiler finds no C headers"),
    (
        "no library 'libomptarget-",
        "OpenMP's device runtime is missing: build LLVM's openmp/device for the GPU and name its folder in LIBRARY_PATH",
    ),
    (
        "unable to find library -lompdevice",
        "OpenMP's device runtime is missing: build LLVM's openmp/device for the GPU and name its folder in LIBRARY_PATH",
    ),
    ("cannot find libdevice", "CUDA's libdevice is missing: name a complete CUDA folder with --cuda-path or CUDA_PATH"),
    ("cannot find CUDA installation", "CUDA is missing: name its folder with --cuda-path or CUDA_PATH"),
    (
        "Unsupported .version",
        "clang wrote newer PTX than this ptxas reads: use a newer CUDA, or one whose include/cuda.h tells clang its version",
    ),
    ("is not defined for option 'gpu-name'", "this ptxas is older than the GPU: use a newer CUDA"),
    (
        "is supported by CUDA versions",
        "this CUDA does not know the GPU: use a version that it names with --cuda-path or CUDA_PATH",
    ),
    ("unsupported CUDA gpu architecture", "this LLVM is older than the GPU: use a newer one"),
    ("unsupported HIP gpu architecture", "this LLVM is older than the GPU: use a newer one"),
    ("find 'nvlink'", "nvlink is missing: name a complete CUDA folder with --cuda-path or CUDA_PATH"),
    ("ptxas", "ptxas failed: use another CUDA with --cuda-path or CUDA_PATH"),
    (
        "cannot find ROCm device library for ABI version",
        "ROCm's device libraries are older than this LLVM wants: use ROCm 6.3 or newer",
    ),
    ("cannot find ROCm device library", "apt-get install rocm-device-libs, or name ROCm's folder with ROCM_PATH"),
    ("unable to find library", "install the -dev package of the library it names"),
];

/// Signs in a failed run.
const RUN: [(&str, &str); 9] = [
    (
        "No images found compatible",
        "the offload runtime refuses the device image: LLVM 19's takes objects of CUDA 12 and older alone, use LLVM 22 or CUDA 12",
    ),
    (
        "UNSUPPORTED_PTX_VERSION",
        "the GPU's driver is older than this CUDA: update the driver, or use a CUDA no newer than nvidia-smi shows",
    ),
    (
        "unsupported toolchain",
        "the GPU's driver is older than this CUDA: update the driver, or use a CUDA no newer than nvidia-smi shows",
    ),
    ("driver version is insufficient", "the GPU's driver is too old for this CUDA: update the driver"),
    (
        "device kernel image is invalid",
        "the GPU's driver does not read this CUDA's objects: update the driver, or use an older CUDA",
    ),
    (
        "no kernel image is available",
        "the code was built for another GPU: the compiler's arch tools and the driver disagree, see `judge doctor`",
    ),
    ("libcuda.so", "the driver's library is not found under the name libcuda.so: reinstall the driver"),
    ("error while loading shared libraries", "install the library it names; the loader does not find it"),
    ("offload", "libomp and libomptarget do not match: install both of one LLVM"),
];

/// What to do about a build that failed with `words`.
pub(super) fn fix_for_build(words: &str) -> &'static str {
    known(words, &BUILD).unwrap_or("run `judge doctor` after reinstalling clang; its words are above")
}

/// What to do about a run that failed with `words`.
pub(super) fn fix_for_run(words: &str) -> &'static str {
    known(words, &RUN).unwrap_or("reinstall the packages of libomp and libomptarget")
}

fn known(words: &str, table: &[(&str, &'static str)]) -> Option<&'static str> {
    table.iter().find(|(sign, _)| words.contains(sign)).map(|(_, fix)| *fix)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that tools were seen to say.
    #[test]
    fn seen_failures_have_their_own_sentence() {
        for (words, sentence) in [
            (
                "clang-22: error: no library 'libomptarget-nvptx.bc' found in the default clang lib directory",
                "device runtime",
            ),
            ("clang-nvlink-wrapper: error: unable to find library -lompdevice", "device runtime"),
            ("clang: error: cannot find libdevice for sm_90; provide path to different CUDA installation", "libdevice"),
            ("ptxas /tmp/k.s, line 5; fatal   : Unsupported .version 8.7; current version is '7.8'", "newer PTX"),
            ("ptxas fatal   : Value 'sm_120' is not defined for option 'gpu-name'", "older than the GPU"),
            (
                "clang: error: GPU arch sm_35 is supported by CUDA versions between 7.0 and 11.8",
                "does not know the GPU",
            ),
            ("clang: error: unsupported CUDA gpu architecture: sm_999", "this LLVM is older"),
            ("clang-nvlink-wrapper: error: Unable to find 'nvlink' in path", "nvlink"),
            ("error: cannot find ROCm device library for ABI version 6, which requires ROCm 6.3", "6.3"),
        ] {
            assert!(fix_for_build(words).contains(sentence), "{words}: {}", fix_for_build(words));
        }
        for (words, sentence) in [
            ("No images found compatible with the installed hardware", "LLVM 22 or CUDA 12"),
            ("the provided PTX was compiled with an unsupported toolchain", "driver is older"),
            ("CUDA error: device kernel image is invalid", "driver does not read"),
        ] {
            assert!(fix_for_run(words).contains(sentence), "{words}: {}", fix_for_run(words));
        }
    }
}
