//! Exports the OpenMP tools entry point from the executable, where libomp looks for it.
#![allow(clippy::print_stdout, reason = "a build script speaks to cargo on standard output")]

fn main() {
    println!("cargo:rustc-link-arg-bins=-Wl,--export-dynamic-symbol=ompt_start_tool");
    println!("cargo:rerun-if-changed=build.rs");
}
