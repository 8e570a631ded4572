//! `judge check`: may these submissions be built?

use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum};
use rayon::prelude::*;

use judge_abi::Signature;

use super::{Exit, Printer, cache, input, interrupt};
use crate::build::{self, BuildRequest, Fault, Policy};
use crate::check::output::{self, File};
use crate::check::{Level, Preprocessed, Source, check};
use crate::language::Language;
use crate::store::Store;
use crate::toolchain::probe::Search;
use crate::toolchain::{Kind, Target, Toolchain, cached_or_probe};

/// Judge sources without building them.
#[derive(Debug, ClapArgs)]
pub(super) struct Args {
    /// Sources, or folders that are searched for them.
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// How to write the findings.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Refuse on findings of this level too.
    #[arg(long, value_enum, value_name = "LEVEL")]
    deny: Vec<Deny>,
    /// Do not run the compiler's preprocessor; a note says what that hides.
    #[arg(long)]
    no_preprocess: bool,
    /// Folder of the compiler, instead of those in PATH and /usr/lib.
    #[arg(long, value_name = "DIR")]
    toolchain: Option<PathBuf>,
    /// Folder of the cache, instead of JUDGE_CACHE or the user's own.
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
}

/// A format for findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Snippets, for people.
    Text,
    /// One JSON object.
    Json,
    /// SARIF 2.1.0.
    Sarif,
    /// GitHub workflow commands.
    Github,
    /// `JUnit` XML.
    Junit,
}

/// What else refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Deny {
    /// Warnings refuse.
    Warnings,
}

/// Runs the command.
pub(super) fn run(args: &Args, printer: Printer) -> Exit {
    let files = match sources(&args.paths) {
        Ok(files) => files,
        Err(message) => {
            printer.error(&format!("judge: {message}"));
            return Exit::Usage;
        }
    };
    let judged = interrupt::unless_interrupted(|| -> Result<Vec<File>, String> {
        let compiler = if args.no_preprocess { None } else { compiler(args, printer) };
        files.par_iter().map(|path| judge(path, compiler.as_ref(), printer)).collect()
    });
    let files = match judged {
        Some(Ok(files)) => files,
        Some(Err(message)) => {
            printer.error(&format!("judge: {message}"));
            return Exit::Usage;
        }
        None => return interrupt::told(printer),
    };
    let text = match args.format {
        Format::Text => output::text::render_all(&files, printer.stdout_color()),
        Format::Json => output::json::render(&files),
        Format::Sarif => output::sarif::render(&files),
        Format::Github => output::github::render(&files),
        Format::Junit => output::junit::render(&files),
    };
    let warnings = args.deny.contains(&Deny::Warnings);
    let refused = |f: &File| f.report.refused() || warnings && f.report.count(Level::Warning) > 0;
    printer.result(&text, if files.iter().any(refused) { Exit::NotAccepted } else { Exit::Accepted })
}

/// A toolchain and the device its view of a source is for.
struct Compiler {
    toolchain: Toolchain,
    target: Target,
}

/// The compiler that would build the sources; without one a note says so, and the check goes on without it.
fn compiler(args: &Args, printer: Printer) -> Option<Compiler> {
    let found = || -> Result<Compiler, String> {
        let store = Store::open(&cache::folder(args.cache.as_deref())?).map_err(|e| e.to_string())?;
        let search = Search::from_env(args.toolchain.clone());
        let toolchain = cached_or_probe(&store, &search).map_err(|e| e.to_string())?;
        let target = toolchain.targets.first().cloned().ok_or("the toolchain has no device that works")?;
        Ok(Compiler { toolchain, target })
    };
    match found() {
        Ok(compiler) => Some(compiler),
        Err(message) => {
            printer.note(&format!("judge: checking without a compiler's preprocessor: {message}"));
            None
        }
    }
}

/// What the compiler sees; `None` when it refuses the source, whose text is then checked as it is, or, with a note, when it
/// cannot be run.
fn preprocess(compiler: &Compiler, name: &str, path: &Path, text: &[u8], printer: Printer) -> Option<Preprocessed> {
    let signature = Signature { entry: "kernel".into(), params: Vec::new() };
    let request = BuildRequest {
        source: text,
        name,
        language: judge_abi::Language::of(path)?,
        signature: &signature,
        target: &compiler.target,
        kind: Kind::Submission,
        includes: &[],
        policy: Policy::Refuse,
        limits: crate::toolchain::tool::Limits::default(),
    };
    match build::preprocess(&compiler.toolchain, &request) {
        Ok(made) => Some(Preprocessed { text: made.text }),
        Err(error) => {
            if error.fault() == Fault::Judge {
                printer.note(&format!("judge: {name}: checked without a compiler's preprocessor: {error}"));
            }
            None
        }
    }
}

fn judge(path: &Path, compiler: Option<&Compiler>, printer: Printer) -> Result<File, String> {
    let text = input::bytes(path, build::MAX_SOURCE as u64)?;
    let name = path.display().to_string();
    let Some(language) = Language::of(path) else {
        return Err(format!("`{name}` has no extension of a known language: {}", known_extensions()));
    };
    let preprocessed = compiler.and_then(|c| preprocess(c, &name, path, &text, printer));
    let report = check(&Source { name: &name, language, text: &text }, preprocessed.as_ref(), None);
    Ok(File { name, text, report })
}

fn known_extensions() -> String {
    judge_abi::Language::extensions().map(|e| format!(".{e}")).collect::<Vec<_>>().join(" ")
}

/// The files named, and those of a known language within the folders named, in a stable order.
fn sources(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut out = Vec::new();
    for path in paths {
        let kind = std::fs::metadata(path).map_err(|e| format!("cannot read `{}`: {e}", path.display()))?;
        if !kind.is_dir() {
            if !kind.is_file() {
                return Err(format!("`{}` is not a regular file", path.display()));
            }
            if Language::of(path).is_none() {
                return Err(format!(
                    "`{}` has no extension of a known language: {}",
                    path.display(),
                    known_extensions()
                ));
            }
            out.push(path.clone());
            continue;
        }
        let before = out.len();
        folder(path, &mut out, 0)?;
        if out.len() == before {
            return Err(format!("`{}` holds no source of a known language: {}", path.display(), known_extensions()));
        }
    }
    Ok(out)
}

/// Folders within folders that are searched.
const MAX_DEPTH: usize = 64;

fn folder(path: &Path, out: &mut Vec<PathBuf>, depth: usize) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("cannot read the folder `{}`: {e}", path.display());
    let mut entries: Vec<_> = std::fs::read_dir(path).map_err(failed)?.collect::<Result<_, _>>().map_err(failed)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        // Links are not followed: a loop of them has no end.
        let kind = entry.file_type().map_err(failed)?;
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if kind.is_dir() && !hidden && depth < MAX_DEPTH {
            folder(&entry.path(), out, depth + 1)?;
        } else if kind.is_file() && Language::of(&entry.path()).is_some() {
            out.push(entry.path());
        }
    }
    Ok(())
}
