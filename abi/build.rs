//! Lets the tests' and benchmarks' own executables serve as runners.
#![allow(clippy::print_stdout, reason = "a build script speaks to cargo on standard output")]

include!("exports.rs");

fn main() {
    export_from(&["tests", "benches"]);
}
