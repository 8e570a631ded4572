//! What can be wrong with a task, each with where and how to mend it.

use std::path::PathBuf;

/// A place in a task file, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Line.
    pub line: u64,
    /// Column, in characters.
    pub column: u64,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Why there is no task, or no layout of one.
#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    /// No built-in task of that name.
    #[error("no task is named `{name}`{}; `judge tasks` lists them, `--task DIR` takes a folder of your own",
        .near.as_ref().map(|n| format!(" (did you mean `{n}`?)")).unwrap_or_default())]
    Unknown {
        /// The name asked for.
        name: String,
        /// The built-in name nearest to it.
        near: Option<String>,
    },
    /// No such folder.
    #[error("{} is no folder; a task is a folder with task.yaml, a baseline and an oracle", .0.display())]
    NotAFolder(PathBuf),
    /// A file of the task cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// A file of the task is larger than any honest one.
    #[error("{} is larger than {limit} bytes", .path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The limit.
        limit: u64,
    },
    /// The file is no YAML, or not of the shape a task has.
    #[error("{file}:{place}: {message}")]
    Yaml {
        /// The file.
        file: String,
        /// Where.
        place: Place,
        /// What is wrong.
        message: String,
    },
    /// The YAML has the right shape, and a value in it makes no sense.
    #[error("{file}:{place}: {message}")]
    Invalid {
        /// The file.
        file: String,
        /// Where.
        place: Place,
        /// What is wrong and what to write instead.
        message: String,
    },
    /// An expression has no value for a size.
    #[error("{file}:{place}: {message}, at size `{size}`")]
    AtSize {
        /// The file.
        file: String,
        /// Where.
        place: Place,
        /// What is wrong.
        message: String,
        /// The size.
        size: String,
    },
    /// No size of that name.
    #[error("task `{task}` has no size `{name}`; it has {known}")]
    UnknownSize {
        /// The task.
        task: String,
        /// The name asked for.
        name: String,
        /// Its sizes.
        known: String,
    },
    /// An input was asked for that only the oracle can make.
    #[error("`{0}` is filled by the oracle's `generate`")]
    FilledByOracle(String),
    /// The memory to fill has another size than the layout says.
    #[error("`{name}` takes {expected} bytes, not {given}")]
    WrongLength {
        /// The array.
        name: String,
        /// Bytes by the layout.
        expected: u64,
        /// Bytes given.
        given: u64,
    },
}
