//! The command `judge`, as a part of this package: cargo builds it beside the tests, once, with what they are built with.

fn main() -> std::process::ExitCode {
    judge::cli::main()
}
