//! `judge selftest tasks FILE.json`.

use std::path::PathBuf;

use judge_reference::checks::{CheckError, evaluate};

use super::{Exit, Printer, selftest, tasks_verify};
use crate::report::plain;
use crate::verify::call::Jailed;

/// Arguments of `judge selftest tasks`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Known answers for small inputs.
    #[arg(value_name = "FILE.json")]
    file: PathBuf,
    /// Folder of the compiler, instead of those in PATH and /usr/lib.
    #[arg(long, value_name = "DIR")]
    toolchain: Option<PathBuf>,
    /// Folder of the cache, instead of JUDGE_CACHE or the user's own.
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
}

pub(super) fn run(args: &Args, printer: Printer) -> Exit {
    let fail = |message: &str, exit: Exit| {
        printer.error(&format!("judge: {}", plain(message)));
        exit
    };
    let text = match selftest::read(&args.file) {
        Ok(text) => text,
        Err(error) => return fail(&error.to_string(), Exit::Usage),
    };
    let file = match serde_json::from_str(&text) {
        Ok(file) => file,
        Err(error) => return fail(&format!("{}: {error}", args.file.display()), Exit::Usage),
    };
    let workshop = match tasks_verify::open(args.cache.as_deref(), args.toolchain.clone()) {
        Ok(workshop) => workshop,
        Err(message) => return fail(&message, Exit::JudgeError),
    };
    match evaluate(&file, &mut Jailed::new(&workshop)) {
        Ok(report) => {
            for line in &report.mismatches {
                printer.result(&format!("{}\n", plain(line)));
            }
            printer.result(&format!("{} values, {} mismatches\n", report.compared, report.mismatches.len()));
            if report.mismatches.is_empty() { Exit::Accepted } else { Exit::NotAccepted }
        }
        Err(error @ CheckError::Shape(_)) => fail(&format!("{}: {error}", args.file.display()), Exit::Usage),
        Err(error @ CheckError::Call(_)) => fail(&error.to_string(), Exit::JudgeError),
    }
}
