//! Verify: whether a task is fit to judge by. For its author, before anyone submits to it.

pub mod call;
mod probes;
pub mod workshop;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use judge_tasks::{OutputComparison, Size, Task, TaskError, Variant, derive};

use crate::gate::{Comparison, Outcome, Precision};
use crate::measure::call::{Failed, checked};
use crate::measure::case::{self, CaseError, Expected, Helper};
use crate::measure::cases::{Cases, Output};
use crate::measure::kept::Kept;
use crate::measure::memory::fits;
use crate::measure::session::{Session, SessionError};
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
    /// Memory of the oracle's.
    pub oracle_memory: Bytes,
    /// Time to make inputs and expectations.
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
    /// Its oracle or generator failed.
    #[error(transparent)]
    Case(#[from] CaseError),
    /// Memory could not be shared with it.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// Its baseline fell silent.
    #[error("the task's baseline {what} at size `{size}`")]
    Baseline {
        /// What happened.
        what: String,
        /// Where.
        size: String,
    },
    /// The comparison was not possible.
    #[error("the oracle and the outputs do not fit: {0}")]
    Gate(#[from] crate::gate::GateError),
    /// Something else of the judge's failed.
    #[error(transparent)]
    Judge(#[from] crate::measure::MeasureError),
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
    let mut report = Report { sizes: Vec::new(), probes: probes::all(task) };
    for size in sizes {
        tell(&format!("size {}", size.name));
        let one = verify_size(workshop, task, size, &objects, limit, &mut report.probes)?;
        report.sizes.push(one);
    }
    Ok(report)
}

struct Objects {
    baseline: PathBuf,
    oracle: PathBuf,
    generator: Option<PathBuf>,
}

fn verify_size(
    workshop: &Workshop,
    task: &Task,
    size: &Size,
    objects: &Objects,
    limit: Duration,
    probes: &mut [Probe],
) -> Result<SizeReport, VerifyError> {
    let layout = task.layout(size, Variant::Normal)?;
    let own: u64 = Part::Oracle.signature(task).arrays().map(|a| case::helper_bytes(&layout, &a.name)).sum();
    // The oracle's arrays, what is kept of them, and the baseline's, on the usual input and on the twin.
    fits(size.name.clone(), own.saturating_mul(2).saturating_add(layout.bytes().saturating_mul(2)))?;
    let start = |part: Part, object: &PathBuf| {
        let extents: Vec<u64> = part.signature(task).arrays().map(|a| case::helper_bytes(&layout, &a.name)).collect();
        workshop.start(task, part, object, &extents).map(|session| (session, extents))
    };
    let (session, extents) = start(Part::Oracle, &objects.oracle)?;
    let mut oracle = Helper::new(session, Part::Oracle.signature(task), Part::Oracle.name()).within(limit);
    let mut generator = match &objects.generator {
        Some(object) => {
            let session = start(Part::Generator, object)?.0;
            Some(Helper::new(session, Part::Generator.signature(task), Part::Generator.name()).within(limit))
        }
        None => None,
    };
    let mut report = SizeReport {
        name: size.name.clone(),
        memory: Bytes(layout.bytes()),
        oracle_memory: Bytes(extents.iter().sum()),
        oracle: Nanoseconds(0),
        baseline: Nanoseconds(u64::MAX),
        findings: Vec::new(),
        notes: Vec::new(),
    };
    let began = Instant::now();
    let seed = derive(crate::submit::PUBLIC_SEED, 0);
    let normal = case::make(task, size, Variant::Normal, seed, &mut oracle, generator.as_mut())?;
    report.oracle = began.elapsed().into();
    let twin = match task.has_twin() {
        true => Some(case::make(task, size, Variant::Twin, seed, &mut oracle, generator.as_mut())?),
        false => None,
    };
    drop((oracle, generator));
    let mut cases = Kept { name: size.name.clone(), sets: vec![normal], twin, timed: false, spare: Vec::new() };
    let (mut session, _) = start(Part::Baseline, &objects.baseline)?;
    cases.adopt(&mut session)?;
    for set in 0..cases.count() {
        let outputs = baseline(&mut session, &mut cases, set, limit, &mut report)?;
        let case = cases.case(set);
        match case.layout.variant {
            // On the twin the band is zero and would refuse them whatever the gate says.
            Variant::Normal => probes::refuse(probes, case, &outputs, &size.name)?,
            Variant::Twin => case.expected.iter().for_each(|expected| exact_in_any_order(expected, &mut report)),
        }
    }
    Ok(report)
}

/// Calls the baseline on one case, and holds it to the oracle.
fn baseline(
    session: &mut Session,
    cases: &mut Kept,
    set: usize,
    limit: Duration,
    report: &mut SizeReport,
) -> Result<Vec<Vec<u8>>, VerifyError> {
    let variant = if cases.layout(set).variant == Variant::Twin { " on the exact twin" } else { "" };
    let mut outputs = Vec::new();
    for number in 0..CALLS {
        let call = checked(session, cases, set, false, limit, number).map_err(|failed| match failed {
            Failed::Judge(error) => VerifyError::Judge(*error),
            Failed::Silent(silence) => {
                VerifyError::Baseline { what: silence.describe().to_owned(), size: report.name.clone() }
            }
        })?;
        report.baseline = report.baseline.min(Nanoseconds(call.answer.elapsed_ns));
        if let Some(overrun) = &call.overrun {
            report.findings.push(format!("the baseline wrote outside `{}`{variant}", overrun.array));
        }
        if number == 0 {
            for (comparison, expected) in call.look.comparisons.iter().zip(&cases.case(set).expected) {
                examine(comparison, &expected.gate.name, variant, report);
                not_finite(&expected.value, expected.gate.dtype.is_float(), &expected.gate.name, variant, report);
            }
        }
        let whole = |output| match output {
            Output::Whole(bytes) => bytes,
            Output::Digests(_) => Vec::new(),
        };
        outputs = call.look.outputs.into_iter().map(whole).collect();
    }
    Ok(outputs)
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

/// On the twin S must stay below 2^p, or some order of summation rounds, even if the baseline's happens not to.
fn exact_in_any_order(expected: &Expected, report: &mut SizeReport) {
    let (OutputComparison::Band(band), true, Some(magnitude)) =
        (&expected.gate.comparison, expected.gate.twin_exact, &expected.magnitude)
    else {
        return;
    };
    let bits = Precision::of_sum(band.acc).significand_bits();
    let largest = magnitude.as_chunks().0.iter().map(|b| f64::from_ne_bytes(*b)).fold(0.0, f64::max);
    if largest >= f64::from(bits).exp2() {
        report.findings.push(format!(
            "the magnitude of `{}` reaches {largest:e} on the exact twin, not below 2^{bits}: some order rounds; smaller integers",
            expected.gate.name
        ));
    }
}

fn not_finite(value: &[u8], float: bool, output: &str, variant: &str, report: &mut SizeReport) {
    let first = value.as_chunks().0.iter().map(|b| f64::from_ne_bytes(*b)).position(f64::is_nan);
    if let (true, Some(index)) = (float, first) {
        report.findings.push(format!("the oracle's `{output}` is NaN at element {index}{variant}"));
    }
}
