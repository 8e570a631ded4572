//! The stages in order: check → build → measure → gate → score. The only place that knows them all.
//!
//! A stage that fails leaves its evidence and ends the way; [`Document::of`] makes a verdict of whatever there is.

mod builds;
mod device;
mod gpu_runtime;
pub(crate) mod machine;
mod peaks;
mod stages;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use judge_abi::Language;
use judge_abi::device::MemoryInfo;
use judge_sandbox::Isolation;
use judge_tasks::{Role, Size, Task};

use crate::defence::Defences;
use crate::measure::end::Limits as RunLimits;
use crate::measure::pair::{Job, Measured, measure};
use crate::measure::site::Site;
use crate::measure::stop::Budget;
use crate::measure::total::Total;
use crate::score::{self, Document, Evidence, Submission};
use crate::store::Store;
use crate::store::lock::{self, TimingLock};
use crate::toolchain::probe::Search;
use device::Opened;
use stages::Stages;

pub use device::DeviceChoice;

/// Seed of a dry run, known to everyone.
pub const PUBLIC_SEED: u64 = 42;

/// Sizes above this many bytes keep nothing in memory twice, on a machine with little memory.
const LARGE: score::Bytes = score::Bytes(512 << 20);

/// Sizes above this many bytes keep nothing in memory twice: what is kept takes some fifteen times as much.
#[must_use]
pub fn large() -> score::Bytes {
    LARGE.max(score::Bytes(crate::measure::memory::available().unwrap_or(0) / 64))
}

/// What is asked for.
#[derive(Debug)]
pub struct Request {
    /// The submission's name, for messages.
    pub name: String,
    /// Its text.
    pub source: Vec<u8>,
    /// Its language.
    pub language: Language,
    /// Its language and source form, for the check.
    pub form: crate::language::Language,
    /// The task.
    pub task: Task,
    /// Names of the sizes, in the task's order.
    pub sizes: Vec<String>,
    /// Seed of the inputs; it reaches no jail but those of the task's own code.
    pub seed: u64,
    /// Whether the seed is secret: then nothing of what comes from it is left on disk.
    pub secret: bool,
    /// Rotating input sets for each size.
    pub sets: usize,
    /// Sizes above this many bytes keep nothing in memory twice.
    pub large: score::Bytes,
    /// Where to run.
    pub device: DeviceChoice,
    /// What timing may cost.
    pub budget: Budget,
    /// Limits on the submission.
    pub limits: RunLimits,
    /// Limit on the whole judgement.
    pub total: Duration,
    /// Defences against the submission; all of them, except in tests.
    pub defences: Defences,
    /// Isolation asked for.
    pub isolation: Isolation,
    /// Speed-up asked for.
    pub min_speedup: Option<f64>,
    /// Where to look for a compiler.
    pub search: Search,
    /// Folder of the cache.
    pub cache: PathBuf,
}

/// Hears what the judge is doing.
pub trait Progress: Sync {
    /// A step begins.
    fn step(&self, text: &str);
    /// Something a person should know.
    fn note(&self, text: &str);
}

/// Judges one submission.
#[must_use]
pub fn judge(request: &Request, progress: &dyn Progress) -> Document {
    let mut evidence = empty(request);
    let mut stages = Stages::default();
    if let Err(failure) = go(request, progress, &mut evidence, &mut stages) {
        evidence.failure = Some(failure);
    }
    evidence.stages = stages.finish();
    Document::of(evidence)
}

/// What the judge itself could not do, by stage.
fn failure(stage: &str, error: &dyn std::error::Error) -> score::Failure {
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let text = cause.to_string();
        if !message.contains(&text) {
            message = format!("{message}: {text}");
        }
        source = cause.source();
    }
    // A compiler's words have lines.
    let lines: Vec<&str> = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    score::Failure { stage: stage.to_owned(), message: lines.join(" / "), hint: None }
}

fn go(
    request: &Request,
    progress: &dyn Progress,
    evidence: &mut Evidence,
    stages: &mut Stages,
) -> Result<(), score::Failure> {
    let mut total = Total::new(request.total);
    let sizes = sizes(request)?;
    let opened = stages.time("device", || Opened::new(&request.device))?;
    let store = Store::open(&request.cache).map_err(|e| failure("cache", &e))?;
    progress.step("looking for a compiler");
    let search = Search { gpus: opened.for_search(), ..request.search.clone() };
    let toolchain = stages.time("toolchain", || crate::toolchain::cached_or_probe(&store, &search));
    let toolchain = toolchain.map_err(|e| failure("toolchain", &e))?;
    evidence.toolchain = Some(score::Toolchain {
        compiler: format!("LLVM {}", toolchain.version),
        identity: toolchain.identity.hex().to_owned(),
    });
    progress.step("checking the source");
    let chosen = opened.choose(&toolchain)?;
    evidence.device = Some(chosen.evidence());
    let builder = builds::Builder { toolchain: &toolchain, store: &store, target: chosen.target };
    let checked = stages.time("check", || builder.check(request))?;
    total.charge(checked.seen.wall);
    let refused = checked.evidence.findings.iter().any(|f| f.refuses);
    evidence.check = Some(checked.evidence);
    if refused {
        return Ok(());
    }
    progress.step("building");
    let own = checked.own?;
    let built = stages.time("build", || builder.build(request, checked.seen))?;
    total.charge(stages.last());
    evidence.build = Some(built.evidence);
    if let Some(check) = evidence.check.as_mut() {
        check.findings.extend(built.findings);
    }
    let Some(object) = built.object else { return Ok(()) };
    if total.is_over() {
        evidence.overtime = Some(total.overtime("building"));
        return Ok(());
    }
    let site = chosen.site(request.language)?;
    let machine = machine::machine(&toolchain, request.isolation, request.limits.memory.0, request.limits.output.0)
        .map_err(|e| failure("machine", &e))?;
    let _lock = if sizes.iter().any(|size| size.role == Role::Timed) {
        progress.step("waiting for the machine");
        let waiting =
            |holder: &lock::Holder| progress.note(&format!("waiting for {holder}, which is timing on this machine"));
        let lock = stages
            .time("lock", || TimingLock::acquire(&lock::default_path(), || !judge_sandbox::is_shut_down(), waiting));
        total.leave_out(stages.last());
        Some(lock.map_err(|e| failure("lock", &e))?)
    } else {
        None
    };
    let peaks = stages.time("peaks", || chosen.peaks(&store))?;
    let before = memory(&site)?;
    let job = Job {
        machine: &machine,
        task: &request.task,
        sizes: &sizes,
        seed: request.seed,
        cache: (!request.secret).then_some(&store),
        sets: request.sets,
        large: request.large,
        defences: request.defences,
        budget: request.budget,
        limits: request.limits,
        total: &Arc::new(total),
        objects: own.with(&object),
        site: &site,
        peaks,
    };
    let mut measured = Measured::default();
    // On a thread of the pool, which then does small work by itself: to have it done costs more than the work.
    let outcome =
        stages.time("measure", || rayon::scope(|_| measure(&job, &|text: &str| progress.step(text), &mut measured)));
    stages.split("measure", "kernel and baseline calls", measured.in_calls);
    (evidence.sizes, evidence.overtime) = (measured.sizes, measured.overtime);
    evidence.handoff = measured.handoff;
    evidence.isolation = measured.isolation;
    outcome.map_err(|e| failure("measure", &e))?;
    if let Some(evidence) = evidence.device.as_mut() {
        (evidence.peaks, evidence.memory) = (peaks, before.zip(memory(&site)?).map(|(before, after)| [before, after]));
    }
    Ok(())
}

/// The device's own memory, where it has any.
fn memory(site: &Site) -> Result<Option<MemoryInfo>, score::Failure> {
    site.device.memory().map_err(|e| failure("device", &e))
}

fn sizes(request: &Request) -> Result<Vec<&Size>, score::Failure> {
    request.sizes.iter().map(|name| request.task.size(name).map_err(|e| failure("task", &e))).collect()
}

fn empty(request: &Request) -> Evidence {
    let language = match request.language {
        Language::C => score::Language::C,
        Language::Cxx => score::Language::Cpp,
        Language::Fortran => score::Language::Fortran,
        Language::Hip => score::Language::Hip,
    };
    let arrays = request.task.signature().arrays().count() as u64;
    Evidence {
        task: request.task.name().to_owned(),
        submission: Submission {
            file: request.name.clone(),
            sha256: crate::store::Key::of(&request.source).hex().to_owned(),
            language,
        },
        seed_sha256: crate::store::Key::of(&request.seed.to_le_bytes()).hex().to_owned(),
        limits: score::Limits { transfer_per_call: score::Limits::TRANSFER, arrays, min_speedup: request.min_speedup },
        check: None,
        build: None,
        toolchain: None,
        device: None,
        isolation: None,
        handoff: None,
        stages: Vec::new(),
        sizes: Vec::new(),
        overtime: None,
        failure: None,
    }
}
