//! Lets the executable serve as a runner.
#![allow(clippy::print_stdout, reason = "a build script speaks to cargo on standard output")]

include!("../abi/exports.rs");

fn main() {
    export_from(&["bins"]);
}
