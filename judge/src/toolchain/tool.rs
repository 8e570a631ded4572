//! Runs one compiler tool in a jail, in a folder of its own, with limits.

use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::fcntl::OFlag;

use super::{Mount, Toolchain};

/// Where a workspace appears to the tools.
pub const WORK: &str = "/work";

/// A folder that tools read from and write to.
#[derive(Debug)]
pub struct Workspace {
    folder: tempfile::TempDir,
}

/// Limits of one tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time.
    pub wall: Duration,
    /// Memory in bytes.
    pub memory: u64,
    /// Largest file it may write, in bytes.
    pub file: u64,
    /// Most bytes kept of what it prints; more is read and dropped.
    pub text: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { wall: Duration::from_secs(60), memory: 3 << 30, file: 64 << 20, text: 64 << 10 }
    }
}

/// One tool to run.
#[derive(Debug, Clone)]
pub struct Tool<'a> {
    /// The program.
    pub program: &'a Path,
    /// Its arguments.
    pub args: &'a [String],
    /// Variables; nothing else is in its environment.
    pub env: &'a [(&'a str, String)],
    /// What it sees besides its workspace.
    pub mounts: &'a [Mount],
    /// Its limits.
    pub limits: Limits,
}

/// How a tool ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// By itself.
    Exit(i32),
    /// By a signal.
    Signal(i32),
    /// The judge stopped it after its wall-clock limit.
    Time,
    /// The judge stopped it at its memory limit.
    Memory,
}

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exit(code) => write!(f, "exit code {code}"),
            Self::Signal(number) => write!(f, "signal {number}"),
            Self::Time => f.write_str("stopped at the time limit"),
            Self::Memory => f.write_str("stopped at the memory limit"),
        }
    }
}

/// What a tool did.
#[derive(Debug, Clone)]
pub struct Ran {
    /// How it ended.
    pub ended: Ended,
    /// Standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// Standard error, up to the limit.
    pub stderr: Vec<u8>,
    /// Wall-clock time.
    pub wall: Duration,
}

impl Ran {
    /// Whether it ended by itself with 0.
    #[must_use]
    pub fn ok(&self) -> bool {
        self.ended == Ended::Exit(0)
    }
}

/// Why a tool could not be run: the judge's fault.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The workspace cannot be made.
    #[error("cannot make a temporary folder: {source}; set TMPDIR to a folder you can write")]
    Workspace {
        /// The system's reason.
        source: io::Error,
    },
    /// A file cannot be put into the workspace.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A tool's output cannot be read.
    #[error("cannot read {}, which {tool} should have written: {source}", path.display())]
    Output {
        /// The file.
        path: PathBuf,
        /// The tool.
        tool: String,
        /// The system's reason.
        source: io::Error,
    },
    /// The program cannot be started.
    #[error("cannot start {}: {source}", program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
}

impl Workspace {
    /// One that holds nothing but `ld`, a link to the toolchain's linker: the link of a host device image runs plain `ld`.
    ///
    /// # Errors
    /// [`ToolError::Workspace`] and [`ToolError::Write`].
    pub fn new(toolchain: &Toolchain) -> Result<Self, ToolError> {
        let folder = tempfile::Builder::new()
            .prefix("judge-build-")
            .tempdir()
            .map_err(|source| ToolError::Workspace { source })?;
        let path = folder.path().join("ld");
        std::os::unix::fs::symlink(&toolchain.lld, &path).map_err(|source| ToolError::Write { path, source })?;
        Ok(Self { folder })
    }

    /// Puts a file in.
    ///
    /// # Errors
    /// [`ToolError::Write`].
    pub fn write(&self, name: &str, contents: &[u8]) -> Result<(), ToolError> {
        let path = self.folder.path().join(name);
        std::fs::write(&path, contents).map_err(|source| ToolError::Write { path, source })
    }

    /// Takes a file out: regular files of at most `limit` bytes only, and no link is followed.
    ///
    /// # Errors
    /// [`ToolError::Output`].
    pub fn read(&self, name: &str, limit: u64, tool: &str) -> Result<Vec<u8>, ToolError> {
        let path = self.folder.path().join(name);
        read_regular(&path, limit).map_err(|source| ToolError::Output { path, tool: tool.to_owned(), source })
    }

    /// Its path as the tools see it.
    #[must_use]
    pub fn inside(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// Runs one tool here.
    ///
    /// # Errors
    /// [`ToolError::Start`].
    pub fn run(&self, tool: &Tool<'_>) -> Result<Ran, ToolError> {
        let fail = |source| ToolError::Start { program: tool.program.to_owned(), source };
        let begin = Instant::now();
        let mut child = Command::new(tool.program)
            .args(tool.args)
            .env_clear()
            .envs(tool.env.iter().map(|(name, value)| (name, value)))
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(fail)?;
        let text = tool.limits.text;
        let (out, err) = (child.stdout.take(), child.stderr.take());
        let stdout = std::thread::spawn(move || capped(out, text));
        let stderr = std::thread::spawn(move || capped(err, text));
        let status = child.wait().map_err(fail)?;
        let ended = status.code().map_or_else(|| Ended::Signal(status.signal().unwrap_or(0)), Ended::Exit);
        Ok(Ran {
            ended,
            stdout: stdout.join().unwrap_or_default(),
            stderr: stderr.join().unwrap_or_default(),
            wall: begin.elapsed(),
        })
    }
}

/// The environment of a compiler: nothing of this process's, and `ld` found as the toolchain's own linker.
#[must_use]
pub fn environment(toolchain: &Toolchain, workspace: &Workspace) -> Vec<(&'static str, String)> {
    // The link of a host device image runs plain `ld`, found in PATH; lld serves any name that ends in it.
    let folder = workspace.inside();
    vec![
        ("LC_ALL", "C".to_owned()),
        ("PATH", format!("{}:{}", folder.display(), toolchain.root.join("bin").display())),
        ("TMPDIR", folder.display().to_string()),
        // Nothing may be read from a home folder.
        ("HOME", folder.display().to_string()),
    ]
}

/// Reads to the end and keeps the first `limit` bytes.
fn capped(from: Option<impl Read>, limit: usize) -> Vec<u8> {
    let mut kept = Vec::new();
    if let Some(mut from) = from {
        let _ = from.by_ref().take(limit as u64).read_to_end(&mut kept);
        let _ = io::copy(&mut from, &mut io::sink());
    }
    kept
}

/// Reads a regular file without following a link, blocking on a pipe or reading past `limit`.
fn read_regular(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let flags = (OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK).bits();
    let file = std::fs::OpenOptions::new().read(true).custom_flags(flags).open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut contents = Vec::new();
    file.take(limit + 1).read_to_end(&mut contents)?;
    if contents.len() as u64 > limit {
        return Err(io::Error::other(format!("larger than {limit} bytes")));
    }
    Ok(contents)
}
