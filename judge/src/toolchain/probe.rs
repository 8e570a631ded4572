//! Finds a toolchain and tries it.

use std::ffi::OsString;
use std::path::PathBuf;

use super::fact::{Fact, Outcome};
use super::tool::ToolError;
use super::{Gpu, Toolchain, find, gather, gfortran, gpus, places, trial};

/// Where to look.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// A folder that was named: nothing else is looked at.
    pub named: Option<PathBuf>,
    /// The value of `PATH`.
    pub path: Option<OsString>,
    /// Folder whose `llvm-NN` are looked at, `/usr/lib`.
    pub system: Option<PathBuf>,
    /// GPUs to build for besides the host, opened by the caller: of each kind the one that is used.
    pub gpus: Vec<Gpu>,
    /// Folders that may be CUDA's, best first.
    pub cuda: Vec<PathBuf>,
    /// Folders that may be ROCm's, best first.
    pub rocm: Vec<PathBuf>,
    /// `LIBRARY_PATH`: where device runtimes may be that are not the compiler's own.
    pub library_path: Vec<PathBuf>,
}

impl Search {
    /// What this process's environment says; `named` comes from the command line.
    #[must_use]
    pub fn from_env(named: Option<PathBuf>) -> Self {
        let named = named.or_else(|| std::env::var_os("JUDGE_TOOLCHAIN").filter(|v| !v.is_empty()).map(PathBuf::from));
        let library_path = std::env::var_os("LIBRARY_PATH").unwrap_or_default();
        Self {
            named,
            path: std::env::var_os("PATH"),
            system: Some(PathBuf::from("/usr/lib")),
            gpus: Vec::new(),
            cuda: places::cuda_in_env(),
            rocm: places::rocm_in_env(),
            library_path: std::env::split_paths(&library_path).filter(|f| f.is_absolute()).collect(),
        }
    }
}

/// What was found.
#[derive(Debug, Clone)]
pub struct Probe {
    /// Facts about the toolchain that is used, or about each that failed.
    pub facts: Vec<Fact>,
    /// The first that works.
    pub toolchain: Option<Toolchain>,
}

/// Tries every compiler in reach until one works for the host and for each GPU that is searched for. Where none does for
/// all, the first that works for the host is taken.
///
/// # Errors
/// [`ToolError`] when no tool can be run at all.
pub fn probe(search: &Search) -> Result<Probe, ToolError> {
    let candidates = find::candidates(search);
    let mut failed = Vec::new();
    let mut host_only = None;
    for clang in &candidates {
        let gathered = gather::gather(clang);
        let mut facts = gathered.facts;
        let Some(mut toolchain) = gathered.toolchain else {
            failed.extend(facts);
            continue;
        };
        facts.push(tried("target region", trial::trial(&toolchain, &toolchain.host(), None))?);
        if facts.iter().any(|fact| fact.outcome == Outcome::Bad) {
            failed.extend(facts);
            continue;
        }
        for gpu in &search.gpus {
            let (found, seen) = match gpus::target(search, &toolchain, gpu)? {
                Ok((target, facts)) => (Ok(target), facts),
                Err(lacking) => (Err(lacking.clone()), lacking.facts),
            };
            facts.extend(seen);
            match found {
                Ok(target) => toolchain.add(target),
                Err(lacking) => toolchain.lacking.push(lacking),
            }
        }
        facts.extend(gpus::without_gpu(search, &toolchain));
        facts.extend(gfortran::look(search, toolchain.flang.is_some()));
        let complete = toolchain.lacking.is_empty();
        let found = Probe { facts, toolchain: Some(toolchain) };
        if complete {
            return Ok(found);
        }
        host_only = host_only.or(Some(found));
    }
    if candidates.is_empty() {
        failed.push(no_compiler(search));
    }
    Ok(host_only.unwrap_or(Probe { facts: failed, toolchain: None }))
}

/// A trial's fact; a jail that cannot be set up is one too.
pub(super) fn tried(name: &str, trial: Result<Fact, ToolError>) -> Result<Fact, ToolError> {
    match trial {
        Err(error @ ToolError::Jail { .. }) => {
            Ok(Fact::bad(name, error.to_string(), "`judge doctor` tries each layer of the jail"))
        }
        tried => tried,
    }
}

fn no_compiler(search: &Search) -> Fact {
    const NAME: &str = "C and C++ compiler";
    match &search.named {
        Some(folder) => Fact::bad(
            NAME,
            format!("no clang in {}", folder.display()),
            "name the folder that holds bin/clang with --toolchain or JUDGE_TOOLCHAIN",
        ),
        None => Fact::bad(
            NAME,
            "no clang in PATH, none in /usr/lib/llvm-NN",
            "apt-get install clang-22 lld-22 clang-tools-22 liboffload-22-dev libomp-22-dev",
        ),
    }
}
