//! Builds one source file into a shared object that exports `judge_call`.
//!
//! Everything that reads submitted text runs in a jail. The object is inspected before it is linked, and the linked object again: what
//! code may run when it is loaded, and what it may call, is decided from the object's own tables, not from the source.

mod allow;
mod compile;
mod emit;
mod error;
mod fortran;
mod fortran_nvidia;
mod hip;
mod inspect;
mod link;
mod preprocess;
mod prototype;
mod record;
mod resources;
mod shared_memory;
mod steering;
pub mod text;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use judge_abi::{Language, Signature};

pub use emit::{Emit, emit};
pub use error::{BuildError, Fault, Finding};
pub use preprocess::{Preprocessed, preprocess};
pub use resources::{KernelResources, Resources};

use crate::store::{Key, Store};
use crate::toolchain::tool::Limits;
use crate::toolchain::{Kind, Target, Toolchain};

/// Largest source in bytes.
pub const MAX_SOURCE: usize = 1 << 20;

/// One source file to build.
#[derive(Debug, Clone)]
pub struct BuildRequest<'a> {
    /// The source text.
    pub source: &'a [u8],
    /// What the source is called in messages; never used as a path.
    pub name: &'a str,
    /// Its language.
    pub language: Language,
    /// What it must define.
    pub signature: &'a Signature,
    /// The device it is built for.
    pub target: &'a Target,
    /// Submission, baseline or oracle.
    pub kind: Kind,
    /// Files that the source may include by name: a task's own headers, never a submitter's.
    pub includes: &'a [(&'a str, &'a str)],
    /// What happens when the object holds something forbidden.
    pub policy: Policy,
    /// Limits of each compiler run.
    pub limits: Limits,
}

/// What happens when an object holds something forbidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Policy {
    /// The build fails with the findings.
    #[default]
    Refuse,
    /// The build goes on: for showing that the jail holds when the inspection is out of the way.
    Ignore,
}

/// A shared object that is ready to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artifact {
    /// Where it lies in the store.
    pub path: PathBuf,
    /// Hash of its contents.
    pub sha256: Key,
    /// Whether it was built earlier.
    pub cached: bool,
    /// Time this call took.
    pub wall: Duration,
    /// What the compiler said: warnings, capped and cleaned.
    pub text: String,
    /// What the compiler made of it.
    pub resources: Resources,
}

/// Builds `request`, or finds what an earlier build of the same text with the same toolchain made.
///
/// # Errors
/// [`BuildError`]; [`BuildError::fault`] says whether the submitter or the judge has to act.
pub fn build(toolchain: &Toolchain, store: &Store, request: &BuildRequest<'_>) -> Result<Artifact, BuildError> {
    let preprocessed = preprocess(toolchain, request)?;
    build_preprocessed(toolchain, store, request, &preprocessed)
}

/// As [`build`], for a caller who has the preprocessed text already.
///
/// # Errors
/// As [`build`].
pub fn build_preprocessed(
    toolchain: &Toolchain,
    store: &Store,
    request: &BuildRequest<'_>,
    preprocessed: &Preprocessed,
) -> Result<Artifact, BuildError> {
    let begin = Instant::now();
    let key = record::key(toolchain, request, preprocessed);
    if let Some(artifact) = record::load(store, &key, begin)? {
        return Ok(artifact);
    }
    let findings = steering::findings(request, preprocessed);
    if request.policy == Policy::Refuse && !findings.is_empty() {
        return Err(BuildError::Forbidden { findings });
    }
    let object = compile::compile(toolchain, store, request)?;
    let linked = link::link(toolchain, request, &object)?;
    record::save(store, &key, &linked, begin)
}
