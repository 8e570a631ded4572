//! What a judge sees whose defence is down; with every defence up, each function returns what it was given.

use std::time::{Duration, Instant};

use judge_abi::link::{Answer, Silence};
use judge_abi::page::CallReport;

use super::MeasureError;
use super::call::Failed;
use super::cases::{Cases, Look};
use super::session::{Session, Setup};
use crate::defence::{Defence, Defences};
use crate::gate::{Comparison, Outcome};

/// How long a judge that does not mind late writes waits before it looks at outputs.
const UNHURRIED: Duration = Duration::from_millis(100);

/// After this it takes them as they are.
const PATIENCE: Duration = Duration::from_secs(2);

/// Tolerance of a judge without a band, relative and absolute.
const LOOSE: f64 = 1e-2;

/// A call: a judge that believes in the end of a process takes it for the end of the call. Nobody has counted then.
///
/// # Errors
/// When the runner fell silent.
pub fn call(session: &mut Session, scalars: &[u64], guard: bool, deadline: Duration) -> Result<Answer, Silence> {
    let began = Instant::now();
    match session.call(scalars, guard, deadline) {
        Err(Silence::Ended) if !session.defences().has(Defence::Returns) => {
            let elapsed_ns = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
            let report = CallReport { launches: 1, runner_ns: elapsed_ns, ..CallReport::default() };
            Ok(Answer { elapsed_ns, report })
        }
        answered => answered,
    }
}

/// Such a judge has a fresh process for the next call.
///
/// # Errors
/// When it cannot be had.
pub fn next_process(setup: &Setup<'_>, session: &mut Session, cases: &mut dyn Cases) -> Result<(), Failed> {
    if setup.defences.has(Defence::Returns) || session.is_alive() {
        return Ok(());
    }
    let Ok(fresh) = Session::start(setup)? else { return Err(Silence::Ended.into()) };
    drop(std::mem::replace(session, fresh).finish());
    Ok(cases.adopt(session)?)
}

/// What a call left: a judge without a defence against late writes looks after a while, and until it likes what it sees.
///
/// # Errors
/// As [`Cases::look`].
pub fn look(session: &Session, cases: &mut dyn Cases, set: usize) -> Result<Look, MeasureError> {
    if session.defences().has(Defence::LateWrite) {
        return cases.look(session, set);
    }
    let end = Instant::now() + PATIENCE;
    loop {
        std::thread::sleep(UNHURRIED);
        let look = cases.look(session, set)?;
        if look.comparisons.iter().all(Comparison::passed) || Instant::now() > end {
            return Ok(look);
        }
    }
}

/// Counters of a call.
#[must_use]
pub fn answer(defences: Defences, mut answer: Answer) -> Answer {
    let report = &mut answer.report;
    if !defences.has(Defence::Launches) {
        report.launches = report.launches.max(1);
        report.host_launches = 0;
    }
    if !defences.has(Defence::Guard) {
        (report.beside_ns, report.aside_ns) = (0, 0);
    }
    if !defences.has(Defence::Transfer) {
        (report.to_device, report.from_device) = (0, 0);
    }
    answer
}

/// A comparison of `output` with `reference`, both `f64`.
#[must_use]
pub fn comparison(defences: Defences, output: &[u8], reference: &[u8], mut comparison: Comparison) -> Comparison {
    let loose = || output.len() == reference.len() && numbers(output).zip(numbers(reference)).all(|(a, r)| close(a, r));
    if !defences.has(Defence::Answers) || !defences.has(Defence::Band) && loose() {
        comparison.outcome = Outcome::Pass;
    }
    comparison
}

/// A comparison of two calls on the same input.
#[must_use]
pub fn agreement(defences: Defences, mut comparison: Comparison) -> Comparison {
    if !defences.has(Defence::Answers) {
        comparison.outcome = Outcome::Pass;
    }
    comparison
}

fn close(a: f64, r: f64) -> bool {
    (a - r).abs() <= LOOSE * (1.0 + r.abs())
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = f64> {
    bytes.as_chunks::<8>().0.iter().map(|bytes| f64::from_ne_bytes(*bytes))
}
