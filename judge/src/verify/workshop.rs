//! Builds and runs a task's own code, without a submission: for authors of tasks and for check values.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use judge_abi::{Language, Signature};
use judge_reference::{generator_signature, oracle_signature};
use judge_sandbox::Isolation;
use judge_tasks::Task;

use crate::build::{self, BuildError, BuildRequest, Policy};
use crate::defence::Defences;
use crate::measure::arena::Arena;
use crate::measure::end::describe_start;
use crate::measure::jail::Machine;
use crate::measure::session::{Session, SessionError, Setup};
use crate::measure::site::Site;
use crate::measure::total::Total;
use crate::store::Store;
use crate::submit::machine::machine;
use crate::toolchain::probe::Search;
use crate::toolchain::tool::Limits;
use crate::toolchain::{Kind, Toolchain};

/// Longest life of a runner of a task's own code.
const WALL: Duration = Duration::from_secs(600);

/// A store, a compiler, and a machine to run on.
pub struct Workshop {
    store: Store,
    toolchain: Toolchain,
    machine: Machine,
}

/// One of a task's own functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The threaded CPU code.
    Baseline,
    /// The higher-precision code.
    Oracle,
    /// The oracle's `generate`.
    Generator,
}

impl Part {
    /// What a person calls it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Oracle => "oracle",
            Self::Generator => "input generator",
        }
    }

    /// Its parameter list in a task; a generator that the task does not have gets an empty one.
    #[must_use]
    pub fn signature(self, task: &Task) -> Signature {
        match self {
            Self::Baseline => task.signature().clone(),
            Self::Oracle => oracle_signature(task),
            Self::Generator => generator_signature(task)
                .unwrap_or_else(|| Signature { entry: "generate".to_owned(), params: Vec::new() }),
        }
    }
}

/// Why the task's own code cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum WorkshopError {
    /// The cache cannot be used.
    #[error("cache: {0}")]
    Store(#[from] crate::store::StoreError),
    /// There is no compiler.
    #[error(transparent)]
    Toolchain(#[from] crate::toolchain::ToolchainError),
    /// This executable, which is also the runner, cannot be found.
    #[error("cannot find this executable: {0}")]
    Executable(std::io::Error),
    /// A source does not build.
    #[error("the task's {part} does not build: {text}")]
    Build {
        /// Which.
        part: &'static str,
        /// What the compiler says.
        text: String,
    },
    /// The runner cannot be set up.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The runner ended before it was ready.
    #[error("the task's {part} does not start: {what}")]
    Start {
        /// Which.
        part: &'static str,
        /// How it ended.
        what: String,
    },
}

impl Workshop {
    /// Finds a compiler and opens the cache.
    ///
    /// # Errors
    /// When there is no compiler, or the cache cannot be used.
    pub fn open(cache: &Path, search: &Search, isolation: Isolation) -> Result<Self, WorkshopError> {
        const MEMORY: u64 = 1 << 31;
        const OUTPUT: u64 = 1 << 20;
        let store = Store::open(cache)?;
        let toolchain = crate::toolchain::cached_or_probe(&store, search)?;
        let machine = machine(&toolchain, isolation, MEMORY, OUTPUT).map_err(WorkshopError::Executable)?;
        Ok(Self { store, toolchain, machine })
    }

    /// Builds one of the task's functions.
    ///
    /// # Errors
    /// With the compiler's words, when it does not build.
    pub fn build(&self, task: &Task, part: Part) -> Result<PathBuf, WorkshopError> {
        let signature = part.signature(task);
        let (name, source, kind) = match part {
            Part::Baseline => ("baseline.c", task.baseline_source(), Kind::Baseline),
            Part::Oracle | Part::Generator => ("oracle.c", task.oracle_source(), Kind::Oracle),
        };
        let request = BuildRequest {
            source: source.as_bytes(),
            name,
            language: Language::C,
            signature: &signature,
            target: &self.toolchain.targets[0],
            kind,
            includes: task.include_files(),
            policy: Policy::Refuse,
            limits: Limits::default(),
        };
        let built = build::build(&self.toolchain, &self.store, &request);
        built
            .map(|artifact| artifact.path)
            .map_err(|error| WorkshopError::Build { part: part.name(), text: words(&error) })
    }

    /// Starts a runner of a built function; `extents` are the bytes of each of its arrays, and those that `arena` has are
    /// used in its place.
    ///
    /// # Errors
    /// When the machine refuses, or the object ends the runner while it loads.
    pub fn start(
        &self,
        task: &Task,
        part: Part,
        object: &Path,
        extents: &[u64],
        arena: Option<&Arena>,
    ) -> Result<Session, WorkshopError> {
        let signature = part.signature(task);
        let setup = Setup {
            machine: &self.machine,
            object,
            signature: &signature,
            extents,
            site: &Site::threads(),
            arena,
            hostile: false,
            defences: Defences::UP,
            total: &Arc::new(Total::new(WALL)),
            load: WALL,
        };
        Session::start(&setup)?
            .map_err(|ended| WorkshopError::Start { part: part.name(), what: describe_start(&ended) })
    }
}

fn words(error: &BuildError) -> String {
    match error {
        BuildError::Refused { text, .. } => text.clone(),
        BuildError::Prototype { problems, .. } => problems.join("; "),
        other => other.to_string(),
    }
}
