// Part of the build scripts of every package whose executables are runners: what loaded objects and runtimes look for in them. The
// OpenMP tools entry point, and the launch, copy and allocation functions of GPU runtimes (`src/runner/gpu_launches.rs`).
const EXPORTS: [&str; 7] = [
    "ompt_start_tool",
    "*cudaLaunchKernel",
    "hipLaunchKernel",
    "cudaMemcpy*",
    "hipMemcpy*",
    "cudaMalloc*",
    "hipMalloc*",
];

/// Exports them from the package's targets of these kinds, by cargo's words for them.
fn export_from(kinds: &[&str]) {
    for kind in kinds {
        for name in EXPORTS {
            println!("cargo:rustc-link-arg-{kind}=-Wl,--export-dynamic-symbol={name}");
        }
    }
    println!("cargo:rerun-if-changed=build.rs");
}
