//! Exports from the executable what loaded objects and runtimes look for there: the OpenMP tools entry point, and the launch,
//! copy and allocation functions of GPU runtimes that the runner owns (`abi/src/runner/gpu_launches.rs`).
#![allow(clippy::print_stdout, reason = "a build script speaks to cargo on standard output")]

const EXPORTS: [&str; 7] = [
    "ompt_start_tool",
    "*cudaLaunchKernel",
    "hipLaunchKernel",
    "cudaMemcpy*",
    "hipMemcpy*",
    "cudaMalloc*",
    "hipMalloc*",
];

fn main() {
    for name in EXPORTS {
        println!("cargo:rustc-link-arg-bins=-Wl,--export-dynamic-symbol={name}");
    }
    println!("cargo:rerun-if-changed=build.rs");
}
