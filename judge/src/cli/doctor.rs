//! `judge doctor`: what this machine can judge, each fact with its evidence, each failure with its fix.

use std::fmt::Write;
use std::path::PathBuf;

use serde::Serialize;

use super::{Exit, Printer, interrupt};
use crate::store::{Store, lock};
use crate::toolchain::fact::{Fact, Outcome};
use crate::toolchain::probe::{Search, probe};
use crate::toolchain::{gpu, keep};

/// Options of `judge doctor`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folder of the compiler to look at, instead of those in PATH and /usr/lib.
    #[arg(long, value_name = "DIR")]
    toolchain: Option<PathBuf>,
    /// CUDA's folder, instead of CUDA_PATH, that of the ptxas in PATH and the usual ones.
    #[arg(long, value_name = "DIR")]
    cuda_path: Option<PathBuf>,
    /// Folder of the cache, instead of JUDGE_CACHE or the user's own.
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
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
    let Some(answer) = interrupt::unless_interrupted(|| look(args)) else { return interrupt::told(printer) };
    let text = match args.format {
        Format::Text => text(&answer),
        Format::Json => match serde_json::to_string_pretty(&answer) {
            Ok(json) => format!("{json}\n"),
            Err(error) => {
                printer.error(&format!("judge: cannot write JSON: {error}"));
                return Exit::JudgeError;
            }
        },
    };
    printer.result(&text, if answer.usable { Exit::Accepted } else { Exit::JudgeError })
}

/// Asks the machine anew, whatever is cached; what was found is left for the judges that come.
fn look(args: &Args) -> Answer {
    let mut facts: Vec<Fact> = judge_sandbox::probe().into_iter().map(Fact::from).collect();
    let (store, fact) = cache(args);
    facts.extend([fact, timing_lock()]);
    let mut search = Search::from_env(args.toolchain.clone());
    if let Some(folder) = &args.cuda_path {
        search.cuda = vec![folder.clone()];
    }
    let (gpus, absent) = gpu::look();
    search.gpus = gpus;
    facts.extend(absent);
    let works = facts.iter().all(|fact| fact.outcome != Outcome::Bad);
    let toolchain = match probe(&search) {
        Ok(found) => {
            facts.extend(found.facts);
            found.toolchain
        }
        Err(error) => {
            facts.push(Fact::of_error("target region", Outcome::Bad, &error, "make room, and look again"));
            None
        }
    };
    if let (Some(store), Some(toolchain)) = (store, &toolchain) {
        keep(&store, &search, toolchain);
    }
    Answer { usable: works && toolchain.is_some(), facts }
}

/// The cache, and whether it can be written.
fn cache(args: &Args) -> (Option<Store>, Fact) {
    const NAME: &str = "cache";
    let folder = match super::cache::folder(args.cache.as_deref()) {
        Ok(folder) => folder,
        Err(message) => return (None, Fact::bad(NAME, message, "set JUDGE_CACHE")),
    };
    let opened = Store::open(&folder).and_then(|store| store.check_writable().map(|()| store));
    match opened {
        Ok(store) => (Some(store), Fact::good(NAME, format!("{} can be written", folder.display()))),
        Err(error) => (None, Fact::of_error(NAME, Outcome::Bad, &error, "set JUDGE_CACHE")),
    }
}

/// By which two judges never time at once.
fn timing_lock() -> Fact {
    const NAME: &str = "timing lock";
    let path = lock::default_path();
    match lock::check(&path) {
        Ok(()) => Fact::good(NAME, path.display().to_string()),
        Err(error) => Fact::of_error(NAME, Outcome::Bad, &error, "remove what is there"),
    }
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
