//! Runs one compiler tool in a jail, in a folder of its own, with limits.

use std::error::Error;
use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use judge_abi::device::RunnerNeeds;
use judge_sandbox::{Capture, Evidence, Exit, Jail, JailError, Policy, ProcMount, Stop};

use super::folder::Folder;
use super::janitor::WatchedFolder;
use super::{Mount, Target, Toolchain};

/// Bound of a tool's private `/tmp`; it counts as memory.
const TMP_BYTES: u64 = 512 << 20;
const TMP_FILES: u64 = 10_000;

/// Where a workspace appears to the tools.
pub const WORK: &str = "/work";

/// A folder that tools read from and write to.
///
/// It is open to every user, because a jail of root's runs as another one, and lies in a folder that only its owner may enter.
#[derive(Debug)]
pub struct Workspace {
    folder: PathBuf,
    files: Folder,
    _outer: WatchedFolder,
}

/// Limits of one tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time.
    pub wall: Duration,
    /// Processor time.
    pub cpu: Option<Duration>,
    /// Memory in bytes.
    pub memory: u64,
    /// Largest file it may write, in bytes.
    pub file: u64,
    /// Most bytes kept of what it prints.
    pub text: usize,
    /// Most bytes it may print.
    pub written: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            wall: Duration::from_secs(60),
            cpu: None,
            memory: 3 << 30,
            file: 64 << 20,
            text: 1 << 20,
            written: 64 << 20,
        }
    }
}

impl Limits {
    fn for_jail(self) -> judge_sandbox::Limits {
        judge_sandbox::Limits {
            wall: self.wall,
            cpu: self.cpu,
            memory: self.memory,
            file_size: self.file,
            ..judge_sandbox::Limits::default()
        }
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
    /// Name of the system-call policy.
    pub policy: &'static str,
    /// What a GPU's driver needs besides, for a program that uses one.
    pub device: Option<&'a RunnerNeeds>,
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
    /// The judge stopped it because it printed too much.
    Output,
    /// The judge stopped it for a system call that no such tool makes.
    Denied,
}

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exit(code) => write!(f, "exit code {code}"),
            Self::Signal(number) => write!(f, "signal {number}"),
            Self::Time => f.write_str("stopped at the time limit"),
            Self::Memory => f.write_str("stopped at the memory limit"),
            Self::Output => f.write_str("stopped at the limit of what it may print"),
            Self::Denied => f.write_str("stopped for a forbidden system call"),
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
    /// Largest memory in bytes.
    pub memory: u64,
}

impl Ran {
    fn from_evidence(evidence: Evidence) -> Self {
        let ended = match (evidence.cause, evidence.exit) {
            (Some(Stop::WallClock | Stop::CpuTime | Stop::Caller), _) => Ended::Time,
            (Some(Stop::Memory), _) => Ended::Memory,
            (Some(Stop::Output(_)), _) => Ended::Output,
            (Some(Stop::Denied), _) => Ended::Denied,
            (None, Exit::Code(code)) => Ended::Exit(code),
            (None, Exit::Signal(number)) => Ended::Signal(number),
        };
        Self {
            ended,
            stdout: evidence.stdout.kept,
            stderr: evidence.stderr.kept,
            wall: evidence.wall,
            memory: evidence.peak_memory,
        }
    }

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
    #[error("cannot make a temporary folder in {}: {source}; set TMPDIR to a folder you can write", folder.display())]
    Workspace {
        /// Where it was to be.
        folder: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A file cannot be put into the workspace.
    #[error("cannot write {}: {source}; set TMPDIR to a folder that has room", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A tool failed where nothing more can be written, so that its own words prove nothing.
    #[error("{} failed and the disk that holds {} is full; free some space or set TMPDIR", program.display(), folder.display())]
    Full {
        /// The program.
        program: PathBuf,
        /// The workspace.
        folder: PathBuf,
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
    /// The jail cannot be set up or the program started in it.
    #[error("cannot run {} in a jail: {}", program.display(), chain(source))]
    Jail {
        /// The program.
        program: PathBuf,
        /// What failed.
        source: JailError,
    },
}

/// An error with its causes, on one line.
fn chain(error: &dyn Error) -> String {
    error.source().map_or_else(|| error.to_string(), |cause| format!("{error}: {}", chain(cause)))
}

impl Workspace {
    /// One that holds nothing but `ld`, a link to the toolchain's linker: the link of a host device image runs plain `ld`.
    ///
    /// # Errors
    /// [`ToolError::Workspace`] and [`ToolError::Write`].
    pub fn new(toolchain: &Toolchain) -> Result<Self, ToolError> {
        let parent = std::env::temp_dir();
        let fail = |source| ToolError::Workspace { folder: parent.clone(), source };
        let outer = std::path::absolute(&parent).and_then(|parent| WatchedFolder::new(&parent)).map_err(fail)?;
        let folder = outer.path().join("work");
        std::fs::create_dir(&folder).map_err(fail)?;
        std::fs::set_permissions(&folder, Permissions::from_mode(0o777)).map_err(fail)?;
        let path = folder.join("ld");
        std::os::unix::fs::symlink(&toolchain.lld, &path).map_err(|source| ToolError::Write { path, source })?;
        let files = Folder::open(&folder).map_err(fail)?;
        Ok(Self { folder, files, _outer: outer })
    }

    /// Puts a file in, in place of what is there. No link that a tool left behind is followed.
    ///
    /// # Errors
    /// [`ToolError::Write`].
    pub fn write(&self, name: &str, contents: &[u8]) -> Result<(), ToolError> {
        let fail = |source| ToolError::Write { path: self.folder.join(name), source };
        self.files.put(name, contents).map_err(fail)
    }

    /// Takes a file out: regular files of at most `limit` bytes only, and no link is followed.
    ///
    /// # Errors
    /// [`ToolError::Output`].
    pub fn read(&self, name: &str, limit: u64, tool: &str) -> Result<Vec<u8>, ToolError> {
        let fail = |source| ToolError::Output { path: self.folder.join(name), tool: tool.to_owned(), source };
        self.files.take(name, limit).map_err(fail)
    }

    /// Runs one tool here, in a jail that sees this folder as [`WORK`] and nothing else but the tool's mounts.
    ///
    /// # Errors
    /// [`ToolError::Jail`] and [`ToolError::Full`].
    pub fn run(&self, tool: &Tool<'_>) -> Result<Ran, ToolError> {
        let fail = |source| ToolError::Jail { program: tool.program.to_owned(), source };
        let policy = Policy::named(tool.policy).map_err(|error| fail(error.into()))?;
        // Written to the end of time, a stream only fills a pipe: what is over the cap is read and dropped.
        let capture = Capture { keep: tool.limits.text, limit: Some(tool.limits.written) };
        let mut jail = Jail::new(tool.program)
            .args(tool.args)
            .bind_rw(&self.folder, WORK)
            .current_dir(WORK)
            .tmp(TMP_BYTES, TMP_FILES)
            .stdout(capture)
            .stderr(capture)
            .limits(tool.limits.for_jail())
            .policy(policy);
        for mount in tool.mounts {
            jail = match mount.source.starts_with("/dev") {
                true => jail.device(&mount.source),
                false => jail.bind_ro(&mount.source, &mount.target),
            };
        }
        if let Some(needs) = tool.device {
            let proc = if needs.proc { ProcMount::Writable } else { ProcMount::None };
            jail = needs.nodes.iter().fold(jail.proc(proc).sys(needs.sys), Jail::device);
        }
        for (name, value) in tool.env {
            jail = jail.env(*name, value);
        }
        let ran = Ran::from_evidence(jail.spawn().map_err(fail)?.wait());
        if !ran.ok() && self.files.is_full() {
            // A linker whose output has no room dies of a signal and says nothing of it.
            return Err(ToolError::Full { program: tool.program.to_owned(), folder: self.folder.clone() });
        }
        Ok(ran)
    }
}

/// The environment of a compiler: nothing of this process's, and `ld` found as the toolchain's own linker.
#[must_use]
pub fn environment(toolchain: &Toolchain, target: &Target) -> Vec<(&'static str, String)> {
    // The link of a host device image runs plain `ld`, found in PATH: the workspace has one.
    let mut path = format!("{WORK}:{}", toolchain.root.join("bin").display());
    if let Target::Nvidia { cuda, .. } = target {
        // flang finds CUDA by the ptxas in PATH, clang the program that bundles device objects.
        path.push_str(&format!(":{}", cuda.join("bin").display()));
    }
    vec![
        ("LC_ALL", "C".to_owned()),
        ("PATH", path),
        ("TMPDIR", "/tmp".to_owned()),
        // The programs look for their libraries beside themselves, which the loader finds by /proc, and there is none.
        ("LD_LIBRARY_PATH", toolchain.root.join("lib").display().to_string()),
    ]
}
