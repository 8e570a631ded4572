//! The command line: a file per command, and the only place that prints.

mod abi;
mod build;
mod build_target;
mod cache;
mod check;
mod doctor;
#[cfg(test)]
mod documentation;
mod exit;
mod explain;
mod input;
mod interrupt;
mod printer;
mod progress;
mod selftest;
mod selftest_band;
mod selftest_tasks;
mod submit;
mod tasks;
mod tasks_new;
mod tasks_verify;

use clap::{Parser, Subcommand, ValueEnum};

use exit::Exit;
use printer::Printer;

use crate::defence::Defences;

/// Decides whether a GPU kernel is right, ran on the device, and beats threaded CPU code.
#[derive(Debug, Parser)]
#[command(name = "judge", version, max_term_width = 100, after_help = exit::HELP)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// Options of every command.
#[derive(Debug, Clone, clap::Args)]
struct Global {
    /// When to colour text.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    color: Color,
    /// Print results only: no progress, no notes.
    #[arg(long, short, global = true)]
    quiet: bool,
}

/// When to colour text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Color {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Judges one submission.
    #[command(after_help = exit::HELP)]
    Submit(submit::Args),
    /// Judges sources without building them.
    Check(check::Args),
    /// Explains a rule, or lists all of them.
    Explain(explain::Args),
    /// Compiles a submission and shows what came out, without running it.
    Build(build::Args),
    /// Prints what a submission must define, in each language.
    Abi(abi::Args),
    /// Lists the tasks, or shows one.
    Tasks(tasks::TasksArgs),
    /// Says what this machine can judge and how to fix what it cannot.
    Doctor(doctor::Args),
    /// Holds the judge to rows of expected answers.
    Selftest(selftest::Args),
}

/// Parses the arguments of this process, runs the command, and returns the exit code.
#[must_use]
pub fn main() -> std::process::ExitCode {
    main_with(Defences::UP)
}

/// [`main`] with some defences against submissions down, which only the tests' executable asks for.
#[must_use]
pub fn main_with(defences: Defences) -> std::process::ExitCode {
    if std::env::args_os().nth(1).is_some_and(|first| first == crate::measure::jail::RUNNER_ARGUMENT) {
        crate::measure::jail::become_runner();
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return exit::for_usage(&error).into(),
    };
    let printer = Printer::new(cli.global.color, cli.global.quiet);
    match cli.command {
        Command::Submit(args) => submit::run(&args, defences, printer),
        Command::Check(args) => check::run(&args, printer),
        Command::Explain(args) => explain::run(&args, printer),
        Command::Build(args) => build::run(&args, printer),
        Command::Abi(args) => abi::run(&args, printer),
        Command::Tasks(args) => tasks::run(&args, printer),
        Command::Doctor(args) => doctor::run(&args, printer),
        Command::Selftest(args) => selftest::run(&args, printer),
    }
    .into()
}
