//! `judge selftest tasks FILE.json`.

use std::path::PathBuf;

use judge_reference::checks::{CheckError, Report, evaluate};

use super::{Exit, Failure, Places, Printer, selftest, tasks_verify};
use crate::report::plain;
use crate::verify::call::Jailed;

/// Arguments of `judge selftest tasks`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Known answers for small inputs.
    #[arg(value_name = "FILE.json")]
    file: PathBuf,
    #[command(flatten)]
    places: Places,
}

pub(super) fn run(args: &Args, printer: Printer) -> Exit {
    match compared(args) {
        Ok(report) => {
            for line in &report.mismatches {
                printer.result(&format!("{}\n", plain(line)));
            }
            printer.result(&format!("{} values, {} mismatches\n", report.compared, report.mismatches.len()));
            if report.mismatches.is_empty() { Exit::Accepted } else { Exit::NotAccepted }
        }
        Err(failure) => failure.tell(printer),
    }
}

fn compared(args: &Args) -> Result<Report, Failure> {
    let malformed = |error: &dyn std::fmt::Display| Failure::usage(format!("{}: {error}", args.file.display()));
    let text = selftest::read(&args.file).map_err(Failure::usage)?;
    let file = serde_json::from_str(&text).map_err(|error| malformed(&error))?;
    let workshop = tasks_verify::open(&args.places)?;
    evaluate(&file, &mut Jailed::new(&workshop)).map_err(|error| match error {
        CheckError::Shape(_) => malformed(&error),
        CheckError::Call(_) => Failure::judge(error),
    })
}
