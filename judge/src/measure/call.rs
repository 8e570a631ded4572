//! One checked call: prepare, call, snapshot, compare, and look again.

use std::time::Duration;

use judge_abi::link::{Answer, Silence};

use super::MeasureError;
use super::cases::{Cases, Look};
use super::naive;
use super::session::Session;
use crate::defence::Defence;
use crate::score::{LateWrite, Overrun};

/// What one call did.
#[derive(Debug)]
pub struct Call {
    /// The case.
    pub set: usize,
    /// Time and counters.
    pub answer: Answer,
    /// What it left, compared with the oracle.
    pub look: Look,
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

/// On which case a call is made.
#[derive(Debug, Clone, Copy)]
pub enum On {
    /// One that is known from the start.
    Known(usize),
    /// A fresh one of this seed.
    Fresh(u64),
}

/// Calls the kernel once on a case. The process stands still while its inputs are made and put in place: it must not see them
/// before its time begins.
///
/// The outputs are copied as soon as the runner says *done*, compared, and then looked at again: what changed meanwhile
/// was written late.
///
/// # Errors
/// When the runner falls silent or the judge cannot do its part.
pub fn checked(
    session: &mut Session,
    cases: &mut dyn Cases,
    on: On,
    guard: bool,
    deadline: Duration,
    number: u64,
) -> Result<Call, Failed> {
    session.pause()?;
    let set = match on {
        On::Known(set) => set,
        On::Fresh(seed) => cases.fresh(seed)?,
    };
    cases.prepare(session, set, true)?;
    session.resume()?;
    session.flush()?;
    session.settle()?;
    let (bytes, scalars) = (cases.layout(set).array_bytes(), cases.layout(set).scalar_bits());
    let defences = session.defences();
    let guard = guard && defences.has(Defence::Guard);
    let answer = naive::answer(defences, naive::call(session, &scalars, guard, deadline)?);
    let mut look = naive::look(session, cases, set)?;
    let overrun = if defences.has(Defence::Regions) { session.overrun(&bytes)? } else { None };
    let changed = if defences.has(Defence::LateWrite) { cases.changed(session, set, &look.outputs)? } else { None };
    cases.settle(session, set, &mut look)?;
    let late = changed.map(|(output, offset)| {
        let array = cases.gates().get(output).map_or_else(String::new, |gate| gate.name.clone());
        LateWrite { array, call: number, offset }
    });
    Ok(Call { set, answer, look, overrun, late })
}
