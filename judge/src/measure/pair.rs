//! The whole measurement of one submission: inputs and expectations, the baseline, run A and run B.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use judge_abi::Signature;
use judge_abi::device;
use judge_abi::wire::RunnerDevice;
use judge_reference::{generator_signature, oracle_signature};
use judge_tasks::{Layout, Size, Task, Variant, derive};

use super::MeasureError;
use super::arena::Arena;
use super::baseline::Baseline;
use super::case::{self, Case, CaseError, Helper, Helpers};
use super::cases::Cases;
use super::end::Limits;
use super::floor;
use super::jail::Machine;
use super::kept::Kept;
use super::made::{Made, Recipe};
use super::memory;
use super::remembered::Remembered;
use super::run::{Plan, SizeRun, Started, run};
use super::session::{Session, Setup};
use super::site::Site;
use super::stop::Budget;
use super::total::Total;
use crate::defence::{Defence, Defences};
use crate::score::{Bytes, End, Isolation, Nanoseconds, Overtime, Size as SizeEvidence, Timing, stats};
use crate::store::Store;

/// Sizes above this many bytes are measured on their own, so that their inputs are in memory alone.
const GROUP_BYTES: u64 = 256 << 20;

/// Most memory that judging a large size takes, as a multiple of its arrays'.
pub const LARGE_MEMORY: u64 = 3;

/// Stream of the seed that places the changed element of the near copy.
const NEAR_COPY: u64 = u64::MAX - 1;

/// Stream of the seed that orders the input sets.
const ROTATION: u64 = u64::MAX - 2;

/// Stream of the seed of which each fresh case has a seed.
const FRESH: u64 = u64::MAX - 3;

/// What to measure.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// This machine.
    pub machine: &'a Machine,
    /// The task.
    pub task: &'a Task,
    /// Sizes, in order.
    pub sizes: &'a [&'a Size],
    /// Seed of the inputs.
    pub seed: u64,
    /// Where the oracle's words are kept; nowhere when the seed is secret.
    pub cache: Option<&'a Store>,
    /// Rotating input sets for each size.
    pub sets: usize,
    /// Sizes above this many bytes keep nothing in memory twice: inputs are made again for every call.
    pub large: Bytes,
    /// Defences against the submission; all of them, except in tests.
    pub defences: Defences,
    /// What timing may cost.
    pub budget: Budget,
    /// Limits on the submission.
    pub limits: Limits,
    /// The whole judgement's time.
    pub total: &'a Arc<Total>,
    /// Built objects.
    pub objects: Objects<'a>,
    /// Where the submission runs.
    pub site: &'a Site,
    /// The best that the device does, where it was measured.
    pub peaks: Option<device::Floor>,
}

/// Built objects.
#[derive(Debug, Clone, Copy)]
pub struct Objects<'a> {
    /// The submission.
    pub submission: &'a Path,
    /// The threaded baseline.
    pub baseline: &'a Path,
    /// The oracle.
    pub oracle: &'a Path,
    /// The input generator, where the task has one.
    pub generator: Option<&'a Path>,
}

/// What was measured.
#[derive(Debug, Default)]
pub struct Measured {
    /// Evidence, size by size, up to the first that went wrong.
    pub sizes: Vec<SizeEvidence>,
    /// Time inside calls of the kernel and the baseline.
    pub in_calls: Duration,
    /// Median cost of the hand-off of an empty call.
    pub handoff: Option<Nanoseconds>,
    /// What the submission was shut in with.
    pub isolation: Option<Isolation>,
    /// The limit on the whole judgement, when it was reached.
    pub overtime: Option<Overtime>,
}

/// Measures a submission. `tell` hears what is being done, `measured` holds what was found out, also before an error.
///
/// # Errors
/// When the judge, the machine or the task fails.
pub fn measure(job: &Job<'_>, tell: &(dyn Fn(&str) + Sync), measured: &mut Measured) -> Result<(), MeasureError> {
    let mut handoffs = Vec::new();
    let step = Mutex::new(String::new());
    let tell = |text: &str| {
        text.clone_into(&mut step.lock().unwrap_or_else(PoisonError::into_inner));
        tell(text);
    };
    let overtime = || Some(job.total.overtime(&step.lock().unwrap_or_else(PoisonError::into_inner)));
    let groups = groups(job)?;
    // Before the first, so that nobody waits for an answer that cannot come.
    groups.iter().try_for_each(|group| fits(job, group))?;
    for group in groups {
        let (sizes, isolation, right) = match measure_group(job, &group, &tell, &mut handoffs) {
            // The task's own code was stopped because nothing is left of the judgement's time.
            Err(_) if job.total.is_over() => {
                measured.overtime = overtime();
                break;
            }
            answered => answered?,
        };
        if sizes.iter().flat_map(|size| size.a.iter().chain(&size.b)).any(|run| run.end == End::Overtime) {
            measured.overtime = overtime();
        }
        measured.sizes.extend(sizes);
        measured.isolation = isolation.or(measured.isolation.take());
        if !right {
            break;
        }
    }
    measured.in_calls = in_calls(&measured.sizes);
    measured.handoff = stats::median(&handoffs).map(|m| Nanoseconds(m.round() as u64));
    Ok(())
}

/// The share of a measurement that is not the judge's own.
fn in_calls(sizes: &[SizeEvidence]) -> Duration {
    let kernel = sizes.iter().flat_map(|s| s.a.iter().chain(&s.b)).map(|run| run.in_calls.0);
    let baseline = sizes.iter().filter_map(|s| s.baseline.as_ref()).flat_map(|b| &b.samples).map(|t| t.0);
    Duration::from_nanos(kernel.chain(baseline).sum())
}

/// One size with its layout.
struct Planned<'a> {
    size: &'a Size,
    layout: Layout,
}

/// Small sizes share their processes; a large one has them for itself.
fn groups<'a>(job: &Job<'a>) -> Result<Vec<Vec<Planned<'a>>>, MeasureError> {
    let mut groups: Vec<Vec<Planned<'a>>> = Vec::new();
    let mut open = false;
    for &size in job.sizes {
        let layout = job.task.layout(size, Variant::Normal).map_err(CaseError::from)?;
        let large = layout.bytes() > GROUP_BYTES.min(job.large.0);
        match groups.last_mut() {
            Some(group) if open && !large => group.push(Planned { size, layout }),
            _ => groups.push(vec![Planned { size, layout }]),
        }
        open = !large;
    }
    Ok(groups)
}

/// Whether a group's inputs, expectations and buffers fit in memory, estimated from above.
fn fits(job: &Job<'_>, group: &[Planned<'_>]) -> Result<(), MeasureError> {
    let cases = job.sets as u64 + u64::from(job.task.has_twin()) + 1;
    let bytes = |p: &Planned<'_>| {
        let (arrays, beside) = (p.layout.bytes(), case::helper_memory(job.task, &p.layout));
        // A large size's outputs are kept whole where runs may differ.
        let large = arrays.saturating_mul(2).saturating_add(beside).max(arrays.saturating_mul(LARGE_MEMORY));
        if arrays > job.large.0 { large } else { arrays.saturating_mul(2 + 3 * cases) }
    };
    let need = group.iter().fold(0_u64, |sum, p| sum.saturating_add(bytes(p)));
    memory::fits(group.iter().map(|p| p.size.name.as_str()).collect::<Vec<_>>().join(", "), need)
}

fn measure_group(
    job: &Job<'_>,
    group: &[Planned<'_>],
    tell: &(dyn Fn(&str) + Sync),
    handoffs: &mut Vec<Nanoseconds>,
) -> Result<(Vec<SizeEvidence>, Option<Isolation>, bool), MeasureError> {
    let signature = job.task.signature();
    let extents = case::largest(signature, group.iter().map(|p| &p.layout));
    let is_large = group.iter().any(|planned| planned.layout.bytes() > job.large.0);
    let arena = if is_large { Some(Arena::new(signature, &extents, job.defences)?) } else { None };
    let arena = arena.as_ref();
    let on_host = job.site.runner == RunnerDevice::HostOffload;
    let setup = Setup {
        machine: job.machine,
        object: job.objects.submission,
        signature,
        extents: &extents,
        site: job.site,
        arena: arena.filter(|_| on_host),
        hostile: true,
        defences: job.defences,
        load: Duration::from_nanos(job.limits.load().0),
        total: job.total,
    };
    // A context on a GPU takes a while: both processes make theirs beside the work on the host, which needs no GPU, and are
    // stopped until their turn.
    let early = !on_host && !is_large;
    let (ready, started) = std::thread::scope(|scope| {
        let start = || early.then(|| scope.spawn(|| Started::new(&setup)));
        let started = [start(), start()];
        (prepare(job, group, arena, tell), started.map(|thread| thread.map(join).transpose()))
    });
    let (mut sizes, mut baseline) = ready?;
    let [first, second] = started;
    let [rotation, fresh] = [ROTATION, FRESH].map(|stream| derive(job.seed, stream));
    let plan = Plan { setup, budget: job.budget, limits: job.limits, rotation, fresh, tell };
    let a = run(&plan, "A", &mut sizes, &mut baseline, None, first?)?;
    let right = complete(&a, sizes.len());
    let b = if right { run(&plan, "B", &mut sizes, &mut baseline, Some(&a), second?)? } else { Vec::new() };
    let right = right && complete(&b, sizes.len());
    let isolation = a.first().map(|run| run.isolation.clone());
    for run in a.iter().chain(&b) {
        handoffs.extend(&run.handoff);
    }
    let mut b = b.into_iter();
    let evidence = a.into_iter().zip(group).map(|(a, planned)| evidence(job, planned, a, b.next())).collect();
    Ok((evidence, isolation, right))
}

/// Inputs, expectations, and a baseline that agrees with them.
fn prepare<'a>(
    job: &Job<'a>,
    group: &[Planned<'a>],
    arena: Option<&'a Arena>,
    tell: &(dyn Fn(&str) + Sync),
) -> Result<(Vec<Box<dyn Cases + 'a>>, Baseline), MeasureError> {
    // To start the baseline takes longer than anything the oracle does for a small size.
    let (sizes, baseline) = std::thread::scope(|scope| {
        let start = || trusted(job, job.objects.baseline, job.task.signature(), group, "baseline", arena);
        let baseline = scope.spawn(move || Baseline::new(start()?));
        let sizes = match arena {
            Some(arena) => made(job, group, arena),
            None => kept(job, group, tell),
        };
        (sizes, join(baseline))
    });
    let (mut sizes, mut baseline) = (sizes?, baseline?);
    for size in sizes.iter_mut().filter(|s| s.timed()) {
        tell(&format!("{}: checking the baseline", size.name()));
        baseline.check(size.as_mut())?;
    }
    Ok((sizes, baseline))
}

/// The value of a scoped thread; a panic in it goes on here.
fn join<T>(thread: std::thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Oracle and generator, started.
fn helpers(job: &Job<'_>, group: &[Planned<'_>], arena: Option<&Arena>) -> Result<Helpers, MeasureError> {
    let signature = oracle_signature(job.task);
    let session = trusted(job, job.objects.oracle, &signature, group, "oracle", arena)?;
    let remembered = job.cache.map(|store| Remembered::new(store, job.objects.oracle));
    let oracle = Helper::new(session, signature, "oracle")?.remembering(remembered);
    let generator = match (generator_signature(job.task), job.objects.generator) {
        (Some(signature), Some(object)) => {
            let session = trusted(job, object, &signature, group, "input generator", None)?;
            Some(Helper::new(session, signature, "input generator")?)
        }
        _ => None,
    };
    Ok(Helpers { oracle, generator })
}

/// How many sets rotate; the last of three or more is almost the first, where the task's inputs allow it.
fn rotating(job: &Job<'_>) -> u64 {
    if job.defences.has(Defence::Rotation) { job.sets as u64 } else { 1 }
}

/// Inputs and expectations of every size of a group, by the task's own code in jails of its own.
fn kept<'a>(
    job: &Job<'a>,
    group: &[Planned<'a>],
    tell: &(dyn Fn(&str) + Sync),
) -> Result<Vec<Box<dyn Cases + 'a>>, MeasureError> {
    let Helpers { mut oracle, mut generator } = helpers(job, group, None)?;
    let mut sizes = Vec::new();
    for Planned { size, .. } in group {
        tell(&format!("{}: making inputs and expectations", size.name));
        let mut make =
            |oracle: &mut _, variant, seed| case::make(job.task, size, variant, seed, oracle, generator.as_mut());
        let mut sets: Vec<Case> = Vec::new();
        for set in 0..rotating(job) {
            let near = match sets.as_slice() {
                [first, .., other] if set + 1 == rotating(job) => {
                    case::near_copy(job.task, size, first, other, derive(job.seed, NEAR_COPY), &mut oracle)?
                }
                _ => None,
            };
            sets.push(near.map_or_else(|| make(&mut oracle, Variant::Normal, derive(job.seed, set)), Ok)?);
        }
        let twin = match job.task.has_twin() {
            true => Some(make(&mut oracle, Variant::Twin, derive(job.seed, u64::MAX))?),
            false => None,
        };
        sizes.push((*size, sets, twin));
    }
    // A fresh case is seen once: nothing to remember.
    let helpers = Rc::new(RefCell::new(Helpers { oracle: oracle.remembering(None), generator }));
    let kept = |(size, sets, twin)| {
        let helpers = Rc::clone(&helpers);
        Box::new(Kept { task: job.task, size, helpers, sets, twin, fresh: None, spare: Vec::new() }) as Box<dyn Cases>
    };
    Ok(sizes.into_iter().map(kept).collect())
}

/// The same cases for a large size, to be made again for every call.
fn made<'a>(job: &Job<'a>, group: &[Planned<'a>], arena: &'a Arena) -> Result<Vec<Box<dyn Cases + 'a>>, MeasureError> {
    let mut sizes: Vec<Box<dyn Cases>> = Vec::new();
    for Planned { size, layout } in group {
        let seed = |set| derive(job.seed, set);
        let recipe = |set| {
            let near = (set > 1 && set + 1 == rotating(job)).then(|| case::secret_element(layout, seed(NEAR_COPY)));
            match near.flatten() {
                Some((array, element)) => Recipe { seed: seed(0), change: Some((array, element, seed(set - 1))) },
                None => Recipe { seed: seed(set), change: None },
            }
        };
        let mut recipes: Vec<Recipe> = (0..rotating(job)).map(recipe).collect();
        recipes.extend(job.task.has_twin().then(|| Recipe { seed: seed(u64::MAX), change: None }));
        sizes.push(Box::new(Made::new(job.task, size, recipes, arena, helpers(job, group, Some(arena))?)?));
    }
    Ok(sizes)
}

/// A session of the task's own host code.
fn trusted(
    job: &Job<'_>,
    object: &Path,
    signature: &Signature,
    group: &[Planned<'_>],
    role: &'static str,
    arena: Option<&Arena>,
) -> Result<Session, MeasureError> {
    let extents = case::largest(signature, group.iter().map(|p| &p.layout));
    let setup = Setup {
        machine: job.machine,
        object,
        signature,
        extents: &extents,
        site: &Site::threads(),
        arena,
        hostile: false,
        defences: Defences::UP,
        load: job.total.left(),
        total: job.total,
    };
    Session::start(&setup)?.map_err(|ended| MeasureError::Helper { role, what: super::end::describe_start(&ended) })
}

/// Whether a run went through every size with nothing wrong.
fn complete(runs: &[SizeRun], sizes: usize) -> bool {
    runs.len() == sizes && runs.iter().all(|r| r.right)
}

fn evidence(job: &Job<'_>, planned: &Planned<'_>, a: SizeRun, b: Option<SizeRun>) -> SizeEvidence {
    let Planned { size, layout } = planned;
    let (mut kernel, mut baseline, mut states) = (a.kernel, a.baseline, a.states);
    // Of run A: calls that differ from the first on the same input.
    let mut between = a.between;
    let b = b.map(|b| {
        kernel.extend(b.kernel);
        baseline.extend(b.baseline);
        states.extend(b.states);
        between.extend(b.between);
        b.run
    });
    let floor = if kernel.is_empty() || !job.defences.has(Defence::Floor) {
        None
    } else if job.site.runner == RunnerDevice::HostOffload {
        floor::host(layout.bytes_moved, job.machine.threads, baseline.iter().min().copied())
    } else {
        job.peaks.as_ref().and_then(|peaks| floor::of(peaks, layout))
    };
    SizeEvidence {
        name: size.name.clone(),
        bytes: Bytes(layout.bytes_moved),
        flops: layout.flops,
        has_work: layout.arrays.iter().any(|array| array.intent.is_output() && array.elements > 0),
        a: Some(a.run),
        b,
        between,
        kernel: Timing::of(&kernel),
        baseline: Timing::of(&baseline),
        floor,
        launches: a.launches,
        states,
    }
}
