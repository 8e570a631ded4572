//! `judge tasks new`: writes a folder for a task of one's own.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use judge_tasks::Template;

use super::{Exit, Printer};

/// Options of `judge tasks new`.
#[derive(Debug, Args)]
pub(super) struct New {
    /// Its name: lower-case letters, digits and hyphens.
    name: String,
    /// One line that says what it computes; asked for on a terminal.
    #[arg(long)]
    title: Option<String>,
    /// What to start from; asked for on a terminal.
    #[arg(long, value_enum)]
    kind: Option<Kind>,
    /// The folder to write; the task's name by default. It must not exist yet.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// What a new task starts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Each output element on its own.
    Map,
    /// All elements into one number.
    Sum,
}

/// Why no folder was written.
#[derive(Debug, thiserror::Error)]
enum NewError {
    /// The name is none.
    #[error(transparent)]
    Name(#[from] judge_tasks::NameError),
    /// The terminal gave no answer.
    #[error("cannot read your answer: {0}; give --title and --kind")]
    Answer(io::Error),
    /// Something is there already.
    #[error("{} is there already; choose another --dir", .0.display())]
    Exists(PathBuf),
    /// The folder cannot be made.
    #[error("cannot make {}: {source}", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
}

/// Writes the folder.
pub(super) fn run(new: &New, printer: Printer) -> Exit {
    match write(new, printer) {
        Ok(folder) => {
            let folder = folder.display();
            let next = format!(
                "{folder}: a complete task; change it step by step, and try it in between:\n  \
                 judge tasks verify {folder}\n  judge submit {folder}/good.c --task {folder}\n"
            );
            printer.result(&next, Exit::Accepted)
        }
        Err(error) => {
            printer.error(&format!("judge: {error}"));
            match error {
                NewError::Name(_) | NewError::Exists(_) | NewError::Answer(_) => Exit::Usage,
                NewError::Folder { .. } | NewError::Write { .. } => Exit::JudgeError,
            }
        }
    }
}

fn write(new: &New, printer: Printer) -> Result<PathBuf, NewError> {
    let asks = io::stdin().is_terminal() && io::stderr().is_terminal();
    let title = match &new.title {
        Some(title) => title.clone(),
        None if asks => ask(printer, "title (one line: what does it compute?)", &new.name)?,
        None => new.name.clone(),
    };
    let kind = match new.kind {
        Some(kind) => kind,
        None if asks => {
            match ask(printer, "start from `map` (each output on its own) or `sum` (all into one)", "map")?.as_str() {
                "sum" => Kind::Sum,
                _ => Kind::Map,
            }
        }
        None => Kind::Map,
    };
    let template = match kind {
        Kind::Map => Template::Map,
        Kind::Sum => Template::Sum,
    };
    let files = template.files(&new.name, &title)?;
    let folder = new.dir.clone().unwrap_or_else(|| Path::new(&new.name).to_owned());
    if folder.symlink_metadata().is_ok() {
        return Err(NewError::Exists(folder));
    }
    fs::create_dir_all(&folder).map_err(|source| NewError::Folder { path: folder.clone(), source })?;
    for (name, text) in files {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|source| NewError::Write { path, source })?;
    }
    Ok(folder)
}

fn ask(printer: Printer, what: &str, otherwise: &str) -> Result<String, NewError> {
    printer.error(&format!("{what} [{otherwise}]:"));
    let _ = io::stderr().flush();
    let mut line = String::new();
    io::stdin().read_line(&mut line).map_err(NewError::Answer)?;
    Ok(match line.trim() {
        "" => otherwise.to_owned(),
        answer => answer.to_owned(),
    })
}
