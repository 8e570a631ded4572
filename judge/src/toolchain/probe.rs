//! Finds a toolchain and tries it.

use std::ffi::OsString;
use std::path::PathBuf;

use super::fact::{Fact, Outcome};
use super::tool::ToolError;
use super::{Gpu, NoTarget, Toolchain, find, gather, trial};

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
}

impl Search {
    /// What this process's environment says; `named` comes from the command line.
    #[must_use]
    pub fn from_env(named: Option<PathBuf>) -> Self {
        let named = named.or_else(|| std::env::var_os("JUDGE_TOOLCHAIN").filter(|v| !v.is_empty()).map(PathBuf::from));
        Self { named, path: std::env::var_os("PATH"), system: Some(PathBuf::from("/usr/lib")), gpus: Vec::new() }
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

/// Tries every compiler in reach until one works.
///
/// # Errors
/// [`ToolError`] when no tool can be run at all.
pub fn probe(search: &Search) -> Result<Probe, ToolError> {
    let candidates = find::candidates(search);
    let mut failed = Vec::new();
    for clang in &candidates {
        let gathered = gather::gather(clang);
        let mut facts = gathered.facts;
        let Some(mut toolchain) = gathered.toolchain else {
            failed.extend(facts);
            continue;
        };
        let mut usable = Vec::new();
        for target in &toolchain.targets {
            let fact = match trial::trial(&toolchain, target) {
                Err(error @ ToolError::Jail { .. }) => {
                    Fact::bad("target region", error.to_string(), "`judge doctor` tries each layer of the jail")
                }
                tried => tried?,
            };
            if fact.outcome == Outcome::Good {
                usable.push(target.clone());
            }
            facts.push(fact);
        }
        if facts.iter().any(|fact| fact.outcome == Outcome::Bad) || usable.is_empty() {
            failed.extend(facts);
            continue;
        }
        toolchain.targets = usable;
        let untried = |gpu: &Gpu| {
            let (name, evidence) = (format!("{} GPU", gpu.kind), format!("{} was not tried", gpu.identity.arch));
            NoTarget { kind: gpu.kind, facts: vec![Fact::missing(&name, evidence, "use --device host")] }
        };
        toolchain.lacking = search.gpus.iter().map(untried).collect();
        return Ok(Probe { facts, toolchain: Some(toolchain) });
    }
    if candidates.is_empty() {
        failed.push(no_compiler(search));
    }
    Ok(Probe { facts: failed, toolchain: None })
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
