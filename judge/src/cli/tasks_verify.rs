//! `judge tasks verify`: whether a task is fit to judge by.

use std::fmt::Write;
use std::time::Duration;

use judge_sandbox::Isolation;
use judge_tasks::{Size, Task};

use super::progress::Bar;
use super::{Exit, Failure, Places, Printer};
use crate::measure::case::TRUTH_DEADLINE;
use crate::submit::Progress;
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
    #[command(flatten)]
    places: Places,
}

/// Verifies and reports: 0 fit, 1 unfit, 2 the file is no task, 3 the machine cannot.
pub(super) fn run(args: &Verify, printer: Printer) -> Exit {
    match verified(args, printer) {
        Ok((task, report)) => {
            printer.result(&text(&task, &report));
            if report.is_fit() { Exit::Accepted } else { Exit::NotAccepted }
        }
        Err(failure) => failure.tell(printer),
    }
}

fn verified(args: &Verify, printer: Printer) -> Result<(Task, Report), Failure> {
    let task = super::submit::task(&args.task)?;
    let sizes: Vec<&Size> = match args.sizes.as_slice() {
        [] => task.sizes().iter().filter(|s| !s.on_request()).collect(),
        names => names.iter().map(|name| task.size(name)).collect::<Result<_, _>>().map_err(Failure::usage)?,
    };
    let workshop = open(&args.places)?;
    let limit = Duration::from_secs_f64(args.time_limit);
    let bar = Bar::new(printer);
    let outcome =
        super::interrupt::unless_interrupted(|| verify(&workshop, &task, &sizes, limit, &|text| bar.step(text)));
    bar.finish();
    let report = outcome.ok_or_else(Failure::interrupted)?.map_err(|error| {
        let exit = exit_of(&error);
        Failure::new(error, exit)
    })?;
    Ok((task, report))
}

/// A compiler and a cache.
pub(super) fn open(places: &Places) -> Result<Workshop, Failure> {
    Workshop::open(&places.cache()?, &places.search(), Isolation::Full).map_err(Failure::judge)
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
