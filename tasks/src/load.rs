//! Reads a task: built in, or from a folder.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::builtin;
use crate::error::{Place, TaskError};
use crate::format;
use crate::task::{Sources, Task};
use crate::validate::{file_name, validate};

/// No honest task file or C source is larger.
const MAX_FILE: u64 = 1 << 20;

impl Task {
    /// The built-in task of that name.
    ///
    /// # Errors
    /// When there is none; names the nearest.
    pub fn builtin(name: &str) -> Result<Self, TaskError> {
        match builtin::TASKS.iter().find(|t| t.name == name) {
            Some(task) => task.load(),
            None => Err(TaskError::Unknown { name: name.to_owned(), near: near(name).map(str::to_owned) }),
        }
    }

    /// All built-in tasks.
    pub fn builtins() -> impl Iterator<Item = Self> {
        builtin::TASKS.iter().filter_map(|t| t.load().ok())
    }

    /// The task in a folder: `task.yaml`, and the baseline and oracle that it names.
    ///
    /// # Errors
    /// A missing or unreadable file; YAML that is broken or says something impossible, with line and column.
    pub fn from_dir(dir: &Path) -> Result<Self, TaskError> {
        if !dir.is_dir() {
            return Err(TaskError::NotAFolder(dir.to_owned()));
        }
        let path = dir.join("task.yaml");
        let yaml = read(&path)?;
        let file = path.display().to_string();
        let parsed = parse(&file, &yaml)?;
        let beside = |name| file_name(&file, name).and_then(|n| read(&dir.join(n)));
        let (baseline, oracle) = (beside(&parsed.baseline)?, beside(&parsed.oracle)?);
        validate(parsed, &file, Sources { yaml, baseline, oracle })
    }

    /// A task from the texts of its three files.
    ///
    /// # Errors
    /// As [`Self::from_dir`].
    pub fn from_sources(file: &str, sources: Sources) -> Result<Self, TaskError> {
        let parsed = parse(file, &sources.yaml)?;
        validate(parsed, file, sources)
    }
}

fn read(path: &Path) -> Result<String, TaskError> {
    let failed = |source| TaskError::Read { path: path.to_owned(), source };
    // A pipe would be waited for.
    if !std::fs::metadata(path).map_err(failed)?.is_file() {
        return Err(failed(std::io::Error::other("it is not a regular file")));
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(failed)?.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(TaskError::TooLarge { path: path.to_owned(), limit: MAX_FILE });
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
        let last = good.rsplit('\n').next().unwrap_or_default();
        let place = Place { line: good.matches('\n').count() as u64 + 1, column: last.chars().count() as u64 + 1 };
        TaskError::Invalid { file: path.display().to_string(), place, message: "this is not UTF-8 text".to_owned() }
    })
}

fn parse(file: &str, yaml: &str) -> Result<format::File, TaskError> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_aliases: 64,
            max_anchors: 64,
            max_depth: 32,
            max_documents: 1,
            max_nodes: 20_000,
        },
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(yaml, options).map_err(|error| {
        let place =
            error.location().map_or(Place { line: 1, column: 1 }, |l| Place { line: l.line(), column: l.column() });
        TaskError::Yaml { file: file.to_owned(), place, message: sentence(&error.to_string()) }
    })
}

/// The first line of the parser's message in a task author's words, without the place, which stands in front already.
fn sentence(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let line = line.split_once(": ").filter(|(head, _)| head.starts_with("error")).map_or(line, |(_, rest)| rest);
    let line = line.split(" at line ").next().unwrap_or(line);
    let line = line.split(", set DuplicateKeyPolicy").next().unwrap_or(line);
    let words = [
        ("expected sequence start", "expected a list"),
        ("expected mapping start", "expected a mapping (`key: value`)"),
        ("expected string scalar", "expected text"),
        ("cannot deserialize null into string; use Option<String>", "expected text, found nothing"),
        ("unexpected end of input", "the file holds no task"),
    ];
    words.iter().find(|(theirs, _)| line == *theirs).map_or_else(|| line.to_owned(), |(_, ours)| (*ours).to_owned())
}

/// The built-in name that was most likely meant: one that holds what was typed, or one a few letters away.
fn near(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let names = builtin::TASKS.iter().map(|t| t.name);
    let holds = names.clone().filter(|n| name.len() > 2 && n.contains(&name)).min_by_key(|n| n.len());
    let close = names.map(|n| (distance(&name, n), n)).min().filter(|(d, _)| *d <= 3).map(|(_, n)| n);
    holds.or(close)
}

/// Edit distance, for names close to one that exists.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.chars().enumerate() {
            let substitute = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = substitute.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

impl Place {
    pub(crate) fn of<T>(spanned: &serde_saphyr::Spanned<T>) -> Self {
        Self { line: spanned.referenced.line(), column: spanned.referenced.column() }
    }
}
