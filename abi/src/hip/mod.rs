//! HIP without a GPU or a HIP installation: headers of our own, and the two rewrites C++ needs before it can read HIP.

mod rewrite;
mod token;

pub use rewrite::{RewriteError, rewrite};

/// A header's path below the include folder, and its text.
pub type Header = (&'static str, &'static str);

macro_rules! header {
    ($device:literal, $path:literal) => {
        ($path, include_str!(concat!("../../hip/", $device, "/", $path)))
    };
}

/// HIP on the host's own processor: kernels run as loops, under the runner's care.
pub const CPU_HEADERS: &[Header] = &[
    header!("cpu", "hip/hip_runtime.h"),
    header!("cpu", "hip/hip_runtime_api.h"),
    header!("cpu", "judge_hip/atomic.h"),
    header!("cpu", "judge_hip/device_api.h"),
    header!("cpu", "judge_hip/device_math.h"),
    header!("cpu", "judge_hip/host_api.h"),
    header!("cpu", "judge_hip/index.h"),
    header!("cpu", "judge_hip/launch.h"),
    header!("cpu", "judge_hip/table.h"),
    header!("cpu", "judge_hip/tile.h"),
    header!("cpu", "judge_hip/vector.h"),
    header!("cpu", "judge_hip/wait.h"),
    header!("both", "hip/hip_cooperative_groups.h"),
    header!("both", "judge_hip/groups.h"),
];

/// HIP on NVIDIA: CUDA's names under HIP's.
pub const CUDA_HEADERS: &[Header] = &[
    header!("cuda", "hip/hip_runtime.h"),
    header!("cuda", "hip/hip_runtime_api.h"),
    header!("cuda", "judge_hip/atomic.h"),
    header!("cuda", "judge_hip/tile.h"),
    header!("cuda", "judge_hip/vector.h"),
    header!("both", "hip/hip_cooperative_groups.h"),
    header!("both", "judge_hip/groups.h"),
    header!("cuda", "curand_mtgp32_kernel.h"),
];

/// C source of what every host object holds once; part of its shim.
pub const CPU_OBJECT: &str = include_str!("../../hip/cpu/object.c");

/// The symbol by which a runner gives a host object its table.
pub const BIND: &str = "judge_hip_bind";

/// Compiler flag that leaves `__global__` and its kin in the text, for who reads it preprocessed.
pub const MARKS: &str = "-DJUDGE_HIP_MARKS";

/// Lanes of a warp on the host, unless a user asks for the other: AMD's compute devices have 64.
pub const DEFAULT_WARP: u32 = 64;

/// Compiler flags for a rewritten source on the host; `headers` is the folder with [`CPU_HEADERS`].
#[must_use]
pub fn cpu_flags(headers: &str, warp: u32) -> Vec<String> {
    let fixed = ["-x", "c++", "-std=gnu++20", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"];
    let mut flags: Vec<String> = fixed.map(str::to_owned).to_vec();
    flags.extend(["-isystem".to_owned(), headers.to_owned(), format!("-DJUDGE_HIP_WARP={warp}")]);
    flags
}
