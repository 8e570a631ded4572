//! One checked call: prepare, call, snapshot, compare, and look again.

use std::time::Duration;

use judge_abi::link::{Answer, Silence};

use super::MeasureError;
use super::case::{Case, Expected};
use super::naive;
use super::session::{Session, SessionError};
use crate::defence::{Defence, Defences};
use crate::gate::{Comparison, GateError, output_against_oracle};
use crate::score::{LateWrite, Overrun};

/// What one call did.
#[derive(Debug)]
pub struct Call {
    /// Time and counters.
    pub answer: Answer,
    /// Each output array as it was at *done*.
    pub outputs: Vec<Vec<u8>>,
    /// Each output array compared with the oracle.
    pub comparisons: Vec<Comparison>,
    /// A guard region that was written.
    pub overrun: Option<Overrun>,
    /// An output that changed after *done*: array and first byte.
    pub late: Option<LateWrite>,
}

/// Why a call gave nothing.
#[derive(Debug)]
pub enum Failed {
    /// The runner fell silent.
    Silent(Silence),
    /// The judge, the machine or the task failed.
    Judge(Box<MeasureError>),
}

impl From<Silence> for Failed {
    fn from(silence: Silence) -> Self {
        Self::Silent(silence)
    }
}

impl<E: Into<MeasureError>> From<E> for Failed {
    fn from(error: E) -> Self {
        Self::Judge(Box::new(error.into()))
    }
}

/// How long a judge without a defence against late writes waits before it looks.
const UNHURRIED: Duration = Duration::from_millis(200);

/// Calls the kernel once on `case`, kept in the session as `set`.
///
/// The outputs are copied as soon as the runner says *done*, compared at leisure, and then looked at again: what changed
/// meanwhile was written late.
///
/// # Errors
/// When the runner falls silent or the judge cannot do its part.
pub fn checked(
    session: &mut Session<'_>,
    case: &Case,
    set: usize,
    guard: bool,
    deadline: Duration,
    number: u64,
) -> Result<Call, Failed> {
    let bytes = case.bytes();
    session.prepare(set, &bytes)?;
    session.settle()?;
    let defences = session.defences();
    let guard = guard && defences.has(Defence::Guard);
    let answer = naive::answer(defences, session.call(&case.scalars(), guard, deadline)?);
    if !defences.has(Defence::LateWrite) {
        std::thread::sleep(UNHURRIED);
    }
    let outputs = snapshot(session, case)?;
    let overrun = if defences.has(Defence::Regions) { session.overrun(&bytes)? } else { None };
    let comparisons = compare_all(case, &outputs, defences)?;
    let late = if defences.has(Defence::LateWrite) { late(session, case, &outputs, number)? } else { None };
    Ok(Call { answer, outputs, comparisons, overrun, late })
}

fn snapshot(session: &Session<'_>, case: &Case) -> Result<Vec<Vec<u8>>, SessionError> {
    let read = |expected: &Expected| {
        let array = &case.layout.arrays[expected.array];
        let mut contents = vec![0; usize::try_from(array.bytes).unwrap_or(usize::MAX)];
        session.read(expected.array, &mut contents)?;
        Ok(contents)
    };
    case.expected.iter().map(read).collect()
}

fn compare_all(case: &Case, outputs: &[Vec<u8>], defences: Defences) -> Result<Vec<Comparison>, GateError> {
    let input = case.input();
    let compare = |(out, expected): (&Vec<u8>, &Expected)| {
        let comparison = output_against_oracle(&expected.gate, input, out, expected.oracle())?;
        Ok(naive::comparison(defences, out, &expected.value, comparison))
    };
    outputs.iter().zip(&case.expected).map(compare).collect()
}

/// The first output that no longer is what it was at *done*.
fn late(session: &Session<'_>, case: &Case, outputs: &[Vec<u8>], call: u64) -> Result<Option<LateWrite>, SessionError> {
    let now = snapshot(session, case)?;
    let changed = |((now, then), expected): ((&Vec<u8>, &Vec<u8>), &Expected)| {
        if now == then {
            return None;
        }
        let offset = now.iter().zip(then).position(|(a, b)| a != b)?;
        Some(LateWrite { array: case.layout.arrays[expected.array].name.clone(), call, offset: offset as u64 })
    };
    Ok(now.iter().zip(outputs).zip(&case.expected).find_map(changed))
}
