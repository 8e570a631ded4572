//! The `judge` command.

fn main() -> std::process::ExitCode {
    judge::cli::main()
}
