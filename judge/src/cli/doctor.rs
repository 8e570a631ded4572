//! `judge doctor`: what this machine can judge, each fact with its evidence, each failure with its fix.

use std::fmt::Write;
use std::path::PathBuf;

use serde::Serialize;

use super::{Exit, Failure, Printer};
use crate::toolchain::fact::{Fact, Outcome};
use crate::toolchain::gpu;
use crate::toolchain::probe::{Search, probe};

/// Options of `judge doctor`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folder of the compiler to look at, instead of those in PATH and /usr/lib.
    #[arg(long, value_name = "DIR")]
    toolchain: Option<PathBuf>,
    /// CUDA's folder, instead of CUDA_PATH, that of the ptxas in PATH and the usual ones.
    #[arg(long, value_name = "DIR")]
    cuda_path: Option<PathBuf>,
    /// Form of the answer.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Form of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// The answer.
#[derive(Debug, Serialize)]
struct Answer {
    usable: bool,
    facts: Vec<Fact>,
}

/// Probes and prints. Usable: 0; not: 3.
#[must_use]
pub(super) fn run(args: &Args, printer: Printer) -> Exit {
    let mut facts: Vec<Fact> = judge_sandbox::probe().into_iter().map(Fact::from).collect();
    let jail = facts.iter().all(|fact| fact.outcome != Outcome::Bad);
    let mut search = Search::from_env(args.toolchain.clone());
    if let Some(folder) = &args.cuda_path {
        search.cuda = vec![folder.clone()];
    }
    let (gpus, absent) = gpu::look();
    search.gpus = gpus;
    facts.extend(absent);
    let answer = match probe(&search) {
        Ok(found) => {
            facts.extend(found.facts);
            Answer { usable: jail && found.toolchain.is_some(), facts }
        }
        Err(error) => return Failure::judge(error).tell(printer),
    };
    match args.format {
        Format::Text => printer.result(&text(&answer)),
        Format::Json => match serde_json::to_string_pretty(&answer) {
            Ok(json) => printer.result(&format!("{json}\n")),
            Err(error) => return Failure::judge(format!("cannot write JSON: {error}")).tell(printer),
        },
    }
    if answer.usable { Exit::Accepted } else { Exit::JudgeError }
}

fn text(answer: &Answer) -> String {
    let width = answer.facts.iter().map(|fact| fact.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for fact in &answer.facts {
        let sign = match fact.outcome {
            Outcome::Good => "ok     ",
            Outcome::Missing => "missing",
            Outcome::Bad => "bad    ",
        };
        let _ = writeln!(text, "{sign}  {:width$}  {}", fact.name, fact.evidence);
        if let Some(fix) = &fact.fix {
            let _ = writeln!(text, "         {:width$}  fix: {fix}", "");
        }
    }
    text.push_str(if answer.usable { "\nThis machine can judge.\n" } else { "\nThis machine cannot judge yet.\n" });
    text
}
