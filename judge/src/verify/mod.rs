//! Verify: whether a task is fit to judge by. For its author, before anyone submits to it.

pub mod call;
mod probes;
pub mod workshop;

use std::path::{Path, PathBuf};
use std::time::Duration;

use judge_tasks::{OutputComparison, Size, Task, TaskError, Terms, Variant, derive};

use crate::defence::Defences;
use crate::gate::{Comparison, Outcome, Precision};
use crate::measure::MeasureError;
use crate::measure::arena::Arena;
use crate::measure::call::{Failed, On, checked};
use crate::measure::case::{self, CaseError, Expected, Helper, Helpers};
use crate::measure::cases::Cases;
use crate::measure::made::{Made, Recipe, Word};
use crate::measure::memory::fits;
use crate::measure::session::Session;
use crate::score::{Bytes, Nanoseconds};
use workshop::{Part, Workshop, WorkshopError};

/// Baseline calls at each size; the fastest is reported.
const CALLS: u64 = 3;

/// What verifying found.
#[derive(Debug, Default)]
pub struct Report {
    /// Size by size.
    pub sizes: Vec<SizeReport>,
    /// Whether typical wrong outputs would be refused.
    pub probes: Vec<Probe>,
    /// Whether an output is a long sum of floats and no twin holds it.
    pub wants_twin: bool,
}

impl Report {
    /// Whether the task is fit to judge by.
    #[must_use]
    pub fn is_fit(&self) -> bool {
        self.sizes.iter().all(|s| s.findings.is_empty()) && self.probes.iter().all(|p| p.refused_at.is_some())
    }
}

/// One size.
#[derive(Debug)]
pub struct SizeReport {
    /// Its name.
    pub name: String,
    /// Memory of the kernel's arrays.
    pub memory: Bytes,
    /// Memory of the oracle's and the generator's own.
    pub oracle_memory: Bytes,
    /// Time to make inputs and put them in place.
    pub inputs: Nanoseconds,
    /// Time of the oracle.
    pub oracle: Nanoseconds,
    /// Time of the baseline.
    pub baseline: Nanoseconds,
    /// What makes the task unfit.
    pub findings: Vec<String>,
    /// What its author should know.
    pub notes: Vec<String>,
}

/// A typical wrong output.
#[derive(Debug)]
pub struct Probe {
    /// What it is.
    pub what: &'static str,
    /// The first size at which it is refused.
    pub refused_at: Option<String>,
}

/// Why verifying could not go on; findings are no errors.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The task has no value at a size.
    #[error(transparent)]
    Task(#[from] TaskError),
    /// Its code cannot be built or started.
    #[error(transparent)]
    Workshop(#[from] WorkshopError),
    /// Its baseline fell silent.
    #[error("the task's baseline {what} at size `{size}`")]
    Baseline {
        /// What happened.
        what: String,
        /// Where.
        size: String,
    },
    /// Its oracle or generator failed, or the judge did.
    #[error(transparent)]
    Judge(#[from] MeasureError),
}

impl VerifyError {
    /// Whether the task is to blame, not the machine.
    #[must_use]
    pub fn is_the_tasks(&self) -> bool {
        match self {
            Self::Task(_) | Self::Baseline { .. } => true,
            Self::Workshop(error) => matches!(error, WorkshopError::Build { .. } | WorkshopError::Start { .. }),
            Self::Judge(error) => {
                let own = matches!(error, MeasureError::Case(CaseError::Code { .. } | CaseError::Task(_)));
                own || matches!(error, MeasureError::Gate(_))
            }
        }
    }
}

/// Verifies a task at these sizes. One call of its code may take `limit`; `tell` hears what is being done.
///
/// # Errors
/// When its code does not build, dies, or does not end.
pub fn verify(
    workshop: &Workshop,
    task: &Task,
    sizes: &[&Size],
    limit: Duration,
    tell: &dyn Fn(&str),
) -> Result<Report, VerifyError> {
    tell("building");
    let objects = Objects {
        baseline: workshop.build(task, Part::Baseline)?,
        oracle: workshop.build(task, Part::Oracle)?,
        generator: if task.has_generator() { Some(workshop.build(task, Part::Generator)?) } else { None },
    };
    let mut report = Report { sizes: Vec::new(), probes: probes::all(task), wants_twin: false };
    for size in sizes {
        report.wants_twin |= !task.has_twin() && task.outputs(size)?.iter().any(|gate| is_sum(&gate.comparison));
        tell(&format!("size {}", size.name));
        let one = verify_size(workshop, task, size, &objects, limit, &mut report.probes)?;
        report.sizes.push(one);
    }
    Ok(report)
}

/// Whether terms are added in an order that is open.
fn is_sum(comparison: &OutputComparison) -> bool {
    match comparison {
        OutputComparison::Exact => false,
        OutputComparison::Band(band) => !band.runs_equal && !matches!(band.terms, Terms::Constant(0..=2)),
    }
}

struct Objects {
    baseline: PathBuf,
    oracle: PathBuf,
    generator: Option<PathBuf>,
}

/// Nothing is in memory twice: oracle and baseline work on the same arrays, as they do where large sizes are judged.
fn verify_size(
    workshop: &Workshop,
    task: &Task,
    size: &Size,
    objects: &Objects,
    limit: Duration,
    probes: &mut [Probe],
) -> Result<SizeReport, VerifyError> {
    let layout = task.layout(size, Variant::Normal)?;
    let extents = |part: Part| -> Vec<u64> {
        part.signature(task).arrays().map(|a| case::helper_bytes(&layout, &a.name)).collect()
    };
    let own = case::helper_memory(task, &layout);
    fits(size.name.clone(), layout.bytes().saturating_add(own))?;
    let arena = Arena::new(task.signature(), &extents(Part::Baseline), Defences::UP).map_err(MeasureError::from)?;
    let start = |part, object: &Path, arena| workshop.start(task, part, object, &extents(part), arena);
    let helper = |part: Part, object: &Path, arena| {
        let helper = Helper::new(start(part, object, arena)?, part.signature(task), part.name());
        Ok::<_, VerifyError>(helper.map_err(MeasureError::from)?.within(limit))
    };
    let oracle = helper(Part::Oracle, &objects.oracle, Some(&arena))?;
    let generator = objects.generator.as_deref().map(|object| helper(Part::Generator, object, None)).transpose()?;
    let recipe = Recipe { seed: derive(crate::submit::PUBLIC_SEED, 0), change: None };
    let recipes = vec![recipe; 1 + usize::from(task.has_twin())];
    let mut cases = Made::new(task, size, recipes, &arena, Helpers { oracle, generator })?;
    let mut session = start(Part::Baseline, &objects.baseline, Some(&arena))?;
    let mut report = SizeReport {
        name: size.name.clone(),
        memory: Bytes(layout.bytes()),
        oracle_memory: Bytes(own),
        inputs: Nanoseconds(0),
        oracle: Nanoseconds(0),
        baseline: Nanoseconds(u64::MAX),
        findings: Vec::new(),
        notes: Vec::new(),
    };
    for set in 0..cases.count() {
        baseline(&mut session, &mut cases, set, limit, probes, &mut report)?;
    }
    Ok(report)
}

/// Calls the baseline on one case, and holds it to the oracle.
fn baseline(
    session: &mut Session,
    cases: &mut Made<'_>,
    set: usize,
    limit: Duration,
    probes: &mut [Probe],
    report: &mut SizeReport,
) -> Result<(), VerifyError> {
    let twin = cases.layout(set).variant == Variant::Twin;
    let variant = if twin { " on the exact twin" } else { "" };
    for number in 0..CALLS {
        let call = checked(session, cases, On::Known(set), false, limit, number).map_err(|failed| match failed {
            Failed::Judge(error) => VerifyError::Judge(*error),
            Failed::Silent(silence) => {
                VerifyError::Baseline { what: silence.describe().to_owned(), size: report.name.clone() }
            }
        })?;
        report.baseline = report.baseline.min(Nanoseconds(call.answer.elapsed_ns));
        if number > 0 {
            continue;
        }
        if let Some(overrun) = &call.overrun {
            report.findings.push(format!("the baseline wrote outside `{}`{variant}", overrun.array));
        }
        for (comparison, gate) in call.look.comparisons.iter().zip(cases.gates()) {
            examine(comparison, &gate.name, variant, report);
        }
        inspect(cases, set, variant, report)?;
        if !twin {
            // On the twin the band is zero and would refuse them whatever the gate says.
            probes::refuse(probes, cases, session, set)?;
            let spent = cases.spent();
            (report.inputs, report.oracle) = (spent.inputs.into(), spent.oracle.into());
        }
    }
    Ok(())
}

/// Looks at what the oracle itself said of a case.
fn inspect(cases: &Made<'_>, set: usize, variant: &str, report: &mut SizeReport) -> Result<(), VerifyError> {
    let twin = cases.layout(set).variant == Variant::Twin;
    for (output, gate) in cases.gates().into_iter().enumerate() {
        let (mut nan, mut largest) = (None, 0.0);
        for word in cases.words(set, output) {
            let word = word?;
            nan = nan.or_else(|| first_nan(&word));
            largest = magnitudes(&word.expected).fold(largest, f64::max);
        }
        if let Some(index) = nan {
            report.findings.push(format!("the oracle's `{}` is NaN at element {index}{variant}", gate.name));
        }
        // S must stay below 2^p, or some order of summation rounds, even if the baseline's happens not to.
        let OutputComparison::Band(band) = &gate.comparison else { continue };
        let bits = Precision::of_sum(band.acc).significand_bits();
        if twin && gate.twin_exact && largest >= f64::from(bits).exp2() {
            report.findings.push(format!(
                "the magnitude of `{}` reaches {largest:e} on the exact twin, not below 2^{bits}: some order rounds; smaller integers",
                gate.name
            ));
        }
    }
    Ok(())
}

fn examine(comparison: &Comparison, output: &str, variant: &str, report: &mut SizeReport) {
    match &comparison.outcome {
        Outcome::Pass => {}
        Outcome::RefuseTask(refusal) => report.findings.push(format!("`{output}`{variant}: {refusal}")),
        Outcome::Fail => {
            let at = comparison.first.as_ref().map_or_else(String::new, |d| {
                format!(
                    ": element {} is {}, not {} ± {} (n = {}, S = {})",
                    d.index, d.got, d.expected, d.band, d.n, d.s
                )
            });
            let what = if variant.is_empty() {
                format!("baseline and oracle disagree in `{output}`{at}")
            } else {
                format!("`{output}` is not exact{variant}{at}; smaller integers, or `twin_exact: false`")
            };
            report.findings.push(what);
        }
    }
    if comparison.band_blind && variant.is_empty() {
        report
            .notes
            .push(format!("band-blind: in `{output}` one lost term of like size hides; only the twin shows it"));
    }
}

/// The oracle's magnitudes, where an output has a band.
fn magnitudes(word: &Expected) -> impl Iterator<Item = f64> {
    word.magnitude.as_deref().unwrap_or_default().as_chunks().0.iter().map(|b| f64::from_ne_bytes(*b))
}

/// The first element of floats that is NaN, or has a component that is.
fn first_nan(word: &Word<'_>) -> Option<u64> {
    let (values, _) = word.expected.value.as_chunks();
    let is_nan = |bytes: &[u8; 8]| word.expected.gate.dtype.is_float() && f64::from_ne_bytes(*bytes).is_nan();
    let at = values.iter().position(is_nan)?;
    Some(word.first + (at / (values.len() / word.elements)) as u64)
}
