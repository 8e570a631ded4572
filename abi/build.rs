//! Lets the tests' own executables serve as runners: exports from them what loaded objects and runtimes look for there.
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
        for kind in ["tests", "benches"] {
            println!("cargo:rustc-link-arg-{kind}=-Wl,--export-dynamic-symbol={name}");
        }
    }
    println!("cargo:rerun-if-changed=build.rs");
}
