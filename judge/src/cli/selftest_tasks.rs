//! `judge selftest tasks FILE.json`.

use std::fmt::Write;
use std::path::PathBuf;

use judge_reference::checks::{CheckError, evaluate};

use super::{Exit, Printer, input, interrupt, tasks_verify};
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
    let text = match input::text(&args.file) {
        Ok(text) => text,
        Err(message) => return fail(&message, Exit::Usage),
    };
    let file = match serde_json::from_str(&text) {
        Ok(file) => file,
        Err(error) => return fail(&format!("{}: {error}", args.file.display()), Exit::Usage),
    };
    let outcome = interrupt::unless_interrupted(|| {
        let workshop = tasks_verify::open(args.cache.as_deref(), args.toolchain.clone())?;
        Ok::<_, String>(evaluate(&file, &mut Jailed::new(&workshop)))
    });
    match outcome {
        None => interrupt::told(printer),
        Some(Err(message)) => fail(&message, Exit::JudgeError),
        Some(Ok(Ok(report))) => {
            let mut text: String = report.mismatches.iter().map(|line| format!("{}\n", plain(line))).collect();
            let _ = writeln!(text, "{} values, {} mismatches", report.compared, report.mismatches.len());
            printer.result(&text, if report.mismatches.is_empty() { Exit::Accepted } else { Exit::NotAccepted })
        }
        Some(Ok(Err(error @ CheckError::Shape(_)))) => fail(&format!("{}: {error}", args.file.display()), Exit::Usage),
        Some(Ok(Err(error @ CheckError::Call(_)))) => fail(&error.to_string(), Exit::JudgeError),
    }
}
