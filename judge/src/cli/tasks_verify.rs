//! `judge tasks verify`: whether a task is fit to judge by.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use judge_sandbox::Isolation;
use judge_tasks::{Size, Task};

use super::progress::Bar;
use super::{Exit, Printer, cache, interrupt};
use crate::measure::case::TRUTH_DEADLINE;
use crate::submit::Progress;
use crate::toolchain::probe::Search;
use crate::verify::workshop::Workshop;
use crate::verify::{Report, VerifyError, verify};

/// Options of `judge tasks verify`.
#[derive(Debug, clap::Args)]
pub(super) struct Verify {
    /// The folder of a task, or the name of a built-in one.
    task: String,
    /// Sizes to try; default: all but those whose name begins with `large`.
    #[arg(long, value_delimiter = ',', value_name = "NAME,...")]
    sizes: Vec<String>,
    /// Seconds that one call of its oracle, generator or baseline may take.
    #[arg(long, value_name = "SECONDS", default_value_t = TRUTH_DEADLINE.as_secs_f64(), value_parser = super::submit::positive)]
    time_limit: f64,
    /// Folder of the compiler, instead of those in PATH and /usr/lib.
    #[arg(long, value_name = "DIR")]
    toolchain: Option<PathBuf>,
    /// Folder of the cache, instead of JUDGE_CACHE or the user's own.
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
}

/// Verifies and reports: 0 fit, 1 unfit, 2 the file is no task, 3 the machine cannot.
pub(super) fn run(args: &Verify, printer: Printer) -> Exit {
    let task = match super::submit::task(&args.task) {
        Ok(task) => task,
        Err(message) => return fail(printer, &message, Exit::Usage),
    };
    let sizes: Vec<&Size> = match args.sizes.iter().map(|name| task.size(name)).collect() {
        Ok(sizes) if !args.sizes.is_empty() => sizes,
        Ok(_) => task.sizes().iter().filter(|s| !s.on_request()).collect(),
        Err(error) => return fail(printer, &format!("{error}"), Exit::Usage),
    };
    let limit = Duration::from_secs_f64(args.time_limit);
    let bar = Bar::new(printer);
    let outcome = interrupt::unless_interrupted(|| {
        let workshop = open(args.cache.as_deref(), args.toolchain.clone())?;
        Ok::<_, String>(verify(&workshop, &task, &sizes, limit, &|text| bar.step(text)))
    });
    bar.finish();
    match outcome {
        None => interrupt::told(printer),
        Some(Err(message)) => fail(printer, &message, Exit::JudgeError),
        Some(Ok(Ok(report))) => {
            let exit = if report.is_fit() { Exit::Accepted } else { Exit::NotAccepted };
            printer.result(&text(&task, &report), exit)
        }
        Some(Ok(Err(error))) => fail(printer, &error.to_string(), exit_of(&error)),
    }
}

/// A compiler and a cache, or why there is none.
pub(super) fn open(cache: Option<&Path>, toolchain: Option<PathBuf>) -> Result<Workshop, String> {
    let cache = cache::folder(cache)?;
    Workshop::open(&cache, &Search::from_env(toolchain), Isolation::Full).map_err(|e| e.to_string())
}

fn fail(printer: Printer, message: &str, exit: Exit) -> Exit {
    printer.error(&format!("judge: {message}"));
    exit
}

/// A task whose own code fails is unfit; all else is the machine's matter.
fn exit_of(error: &VerifyError) -> Exit {
    match error {
        VerifyError::Task(_) => Exit::Usage,
        error if error.is_the_tasks() => Exit::NotAccepted,
        _ => Exit::JudgeError,
    }
}

fn text(task: &Task, report: &Report) -> String {
    let mut text = format!("{}: {}\n\n", task.name(), task.title());
    let columns = ["memory", "oracle's own", "inputs", "oracle", "baseline"].map(|title| format!(" {title:>12}"));
    let _ = writeln!(text, "{:16}{}", "size", columns.concat());
    for size in &report.sizes {
        let memory = [size.memory, size.oracle_memory].map(|bytes| format!(" {:>12}", bytes.to_string()));
        let times = [size.inputs, size.oracle, size.baseline].map(|time| format!(" {:>12}", time.to_string()));
        let _ = writeln!(text, "{:16}{}{}", size.name, memory.concat(), times.concat());
        for finding in &size.findings {
            let _ = writeln!(text, "  unfit: {finding}");
        }
        for note in &size.notes {
            let _ = writeln!(text, "  note: {note}");
        }
    }
    text.push('\n');
    for probe in &report.probes {
        let _ = match &probe.refused_at {
            Some(size) => writeln!(text, "refused as they must be: {}, at size {size}", probe.what),
            None => writeln!(text, "unfit: {} would be accepted at every size tried", probe.what),
        };
    }
    let twin = if report.wants_twin { "; it has no exact twin, which any sum of floats needs" } else { "" };
    let _ = writeln!(text, "{}", if report.is_fit() { format!("fit{twin}") } else { "unfit".to_owned() });
    text
}
