//! `judge selftest`: holds the judge to rows of expected answers, so that a case is added without touching code.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

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

/// Why a file of rows cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum FileError {
    /// The system says so.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A directory, a pipe, a device.
    #[error("cannot read {0}: it is no regular file")]
    NotRegular(PathBuf),
    /// Not UTF-8.
    #[error("cannot read {path}: line {line} is not UTF-8 text")]
    NotText {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
    },
}

/// Reads a file of rows.
pub(super) fn read(path: &Path) -> Result<String, FileError> {
    let failed = |source| FileError::Read { path: path.to_owned(), source };
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err(FileError::NotRegular(path.to_owned()));
    }
    String::from_utf8(fs::read(path).map_err(failed)?).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        FileError::NotText { path: path.to_owned(), line }
    })
}
