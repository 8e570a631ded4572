//! Lets the tests' own executables serve as runners: exports the OpenMP tools entry point from them.
#![allow(clippy::print_stdout, reason = "a build script speaks to cargo on standard output")]

fn main() {
    println!("cargo:rustc-link-arg-tests=-Wl,--export-dynamic-symbol=ompt_start_tool");
    println!("cargo:rerun-if-changed=build.rs");
}
