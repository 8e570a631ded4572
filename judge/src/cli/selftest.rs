//! `judge selftest`: holds the judge to rows of expected answers, so that a case is added without touching code.

use clap::Subcommand;

use super::{Exit, Printer, selftest_band, selftest_tasks};

/// Arguments of `judge selftest`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Judges pairs of values by the band.
    ///
    /// FILE has tab-separated columns `dtype n S a b verdict why mode m acc`, named in its first line. Prints each row that
    /// is judged otherwise and a count. Exit code 1 on any, 2 for a malformed file.
    Band(selftest_band::Args),
    /// Holds oracles and input generators of the built-in tasks to known answers for small inputs.
    ///
    /// FILE has the form of tests/data/task_checks.json. Prints each value that differs and a count. Exit code 1 on any, 2
    /// for a malformed file.
    Tasks(selftest_tasks::Args),
}

pub(super) fn run(args: &Args, printer: Printer) -> Exit {
    match &args.what {
        What::Band(args) => selftest_band::run(args, printer),
        What::Tasks(args) => selftest_tasks::run(args, printer),
    }
}
