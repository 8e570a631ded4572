//! `judge tasks`: lists the built-in tasks, or shows one.

use std::fmt::Write;

use clap::{Args, Subcommand};
use judge_abi::Param;
use judge_tasks::{OutputComparison, Role, Task, TaskError, Terms, Variant};

use super::{Exit, Printer, submit, tasks_new, tasks_verify};

/// Options of `judge tasks`.
#[derive(Debug, Args)]
pub(super) struct TasksArgs {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Shows a task: what it computes, its parameters, sizes, work and gates.
    Show(Show),
    /// Writes a folder for a task of your own, which judges at once.
    New(tasks_new::New),
    /// Says whether a task is fit to judge by: exit code 1 when it is not.
    Verify(tasks_verify::Verify),
    /// Prints the JSON schema of task.yaml, for editors.
    Schema,
}

#[derive(Debug, Args)]
struct Show {
    /// A built-in task, or the folder of one.
    #[arg(value_name = "NAME|DIR", required_unless_present = "task")]
    name: Option<String>,
    /// The same, as the other commands are told.
    #[arg(long, value_name = "NAME|DIR", conflicts_with = "name")]
    task: Option<String>,
}

/// Runs `judge tasks`.
pub(super) fn run(args: &TasksArgs, printer: Printer) -> Exit {
    let text = match &args.action {
        None => Ok(list()),
        Some(Action::Show(show)) => shown(show),
        Some(Action::Schema) => Ok(format!("{:#}\n", judge_tasks::schema())),
        Some(Action::Verify(verify)) => return tasks_verify::run(verify, printer),
        Some(Action::New(new)) => return tasks_new::run(new, printer),
    };
    match text {
        Ok(text) => printer.result(&text, Exit::Accepted),
        Err(error) => {
            printer.error(&format!("judge: {error}"));
            Exit::Usage
        }
    }
}

fn shown(show: &Show) -> Result<String, String> {
    let name = show.task.as_ref().or(show.name.as_ref()).map_or("", String::as_str);
    describe(&submit::task(name)?).map_err(|e| e.to_string())
}

fn list() -> String {
    let tasks: Vec<Task> = Task::builtins().collect();
    let width = tasks.iter().map(|t| t.name().len()).max().unwrap_or_default();
    tasks.iter().fold(String::new(), |mut text, task| {
        let _ = writeln!(text, "{:width$}  {}", task.name(), task.title());
        text
    })
}

fn describe(task: &Task) -> Result<String, TaskError> {
    let mut text = String::new();
    let _ = writeln!(text, "{}: {}\n\n{}", task.name(), task.title(), task.summary().trim_end());
    let _ = writeln!(text, "\nparameters of `kernel`, in order");
    for param in &task.signature().params {
        let _ = match param {
            Param::Array(a) => writeln!(text, "  {:12} {} array, {}", a.name, a.dtype, intent(a.intent)),
            Param::Scalar(s) => writeln!(text, "  {:12} {}", s.name, s.dtype),
        };
    }
    let _ =
        writeln!(text, "\n{:12} {:11} {:>14} {:>14} {:>16}  dimensions", "size", "", "memory", "moved", "operations");
    for size in task.sizes() {
        let layout = task.layout(size, Variant::Normal)?;
        let role = match size.role {
            Role::Correctness => "correctness",
            Role::Timed => "timed",
        };
        let dimensions = size.describe(task.dimensions());
        let (name, memory) = (&size.name, bytes(layout.bytes()));
        let _ = writeln!(
            text,
            "{name:12} {role:11} {memory:>14} {:>14} {:>16}  {dimensions}",
            bytes(layout.bytes_moved),
            layout.flops
        );
    }
    let _ = writeln!(text, "\nhow outputs are compared");
    let last = &task.sizes()[task.sizes().len() - 1];
    for output in task.outputs(last)? {
        let rule = match &output.comparison {
            OutputComparison::Exact => "exactly".to_owned(),
            OutputComparison::Band(band) => {
                let n = match band.terms {
                    Terms::Constant(n) => format!("n = {n} at size `{}`", last.name),
                    Terms::Oracle => "n from the oracle, element by element".to_owned(),
                };
                let runs = if band.runs_equal { "; two runs must be equal" } else { "" };
                format!("within γ_k·S in {}, k = n − 1 + {}, {n}{runs}", band.acc.name(), band.m + 2 * band.libm_ulp)
            }
        };
        let twin = if output.twin_exact { "; exactly on the twin" } else { "" };
        let _ = writeln!(text, "  {:12} {rule}{twin}", output.name);
    }
    Ok(text)
}

fn intent(intent: judge_abi::Intent) -> &'static str {
    match intent {
        judge_abi::Intent::In => "read",
        judge_abi::Intent::Out => "written in full",
        judge_abi::Intent::InOut => "read and written",
        judge_abi::Intent::Scratch => "workspace, never checked",
    }
}

/// A number of bytes for people.
fn bytes(count: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let unit = (0..UNITS.len()).rev().find(|u| count >> (10 * u) > 0).unwrap_or_default();
    match unit {
        0 => format!("{count} B"),
        _ => format!("{:.1} {}", count as f64 / f64::from(1u32 << 10).powi(unit as i32), UNITS[unit]),
    }
}
