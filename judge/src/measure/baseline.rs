//! The other side of the comparison: a runner of the threaded baseline, stopped while it is not its turn.

use std::time::Duration;

use super::MeasureError;
use super::call::{self, Failed};
use super::run::SizeCases;
use super::session::Session;
use crate::score::Nanoseconds;

/// How long one call of a baseline may take.
const DEADLINE: Duration = Duration::from_secs(60);

/// A started, paused baseline.
pub struct Baseline<'a> {
    session: Session<'a>,
}

impl<'a> Baseline<'a> {
    /// Takes over a started session: lets its threads touch the buffers first, then stops it until its turn.
    ///
    /// # Errors
    /// When the baseline dies.
    pub fn new(mut session: Session<'a>) -> Result<Self, MeasureError> {
        session.touch().map_err(|_| fault("start", "died while touching its buffers"))?;
        session.pause()?;
        Ok(Self { session })
    }

    /// Takes over a size's inputs and checks the baseline once on each.
    ///
    /// # Errors
    /// When it dies or disagrees with the oracle: a fault of the task.
    pub fn check(&mut self, size: &SizeCases) -> Result<(), MeasureError> {
        self.session.resume()?;
        self.session.keep_all(size)?;
        for (set, case) in size.cases().enumerate() {
            let call = call::checked(&mut self.session, case, set, false, DEADLINE, set as u64);
            let call = call.map_err(|failed| blame(failed, &size.name))?;
            if let Some(overrun) = call.overrun {
                return Err(fault(&size.name, &format!("wrote outside `{}`", overrun.array)));
            }
            if let Some((comparison, expected)) = call.comparisons.iter().zip(&case.expected).find(|(c, _)| !c.passed())
            {
                let at = comparison.first.as_ref().map_or_else(String::new, |d| {
                    format!(": element {} is {}, not {} ± {}", d.index, d.got, d.expected, d.band)
                });
                return Err(fault(&size.name, &format!("disagrees with the oracle in `{}`{at}", expected.gate.name)));
            }
        }
        self.session.pause()?;
        Ok(())
    }

    /// A turn on the machine: calls `turn` between resume and pause.
    pub(super) fn turn<T>(&mut self, turn: impl FnOnce(&mut Self) -> Result<T, Failed>) -> Result<T, Failed> {
        self.session.resume()?;
        let outcome = turn(self);
        self.session.pause()?;
        outcome
    }

    /// One timed call on inputs restored like the kernel's; its outputs were checked before.
    pub(super) fn call(&mut self, size: &SizeCases, set: usize) -> Result<Nanoseconds, Failed> {
        let case = &size.sets[set];
        self.session.prepare(set, &case.bytes())?;
        let answer = self.session.call(&case.scalars(), false, DEADLINE);
        let answer = answer.map_err(|silence| blame(Failed::Silent(silence), &size.name))?;
        Ok(Nanoseconds(answer.elapsed_ns))
    }
}

/// The baseline's silence is the task's fault, never the submission's.
fn blame(failed: Failed, size: &str) -> MeasureError {
    match failed {
        Failed::Judge(error) => *error,
        Failed::Silent(silence) => fault(size, silence.describe()),
    }
}

fn fault(size: &str, what: &str) -> MeasureError {
    MeasureError::Baseline { size: size.to_owned(), what: what.to_owned() }
}
