//! The other side of the comparison: a runner of the threaded baseline, stopped while it is not its turn.

use std::time::Duration;

use super::MeasureError;
use super::call::{self, Failed, On};
use super::cases::Cases;
use super::session::Session;
use crate::score::Nanoseconds;

/// How long one call of a baseline may take.
const DEADLINE: Duration = Duration::from_secs(60);

/// A started, paused baseline.
pub struct Baseline {
    session: Session,
}

impl Baseline {
    /// Takes over a started session: lets its threads touch the buffers first, then stops it until its turn.
    ///
    /// # Errors
    /// When the baseline dies.
    pub fn new(mut session: Session) -> Result<Self, MeasureError> {
        session.touch().map_err(|_| fault("start", "died while touching its buffers"))?;
        session.pause()?;
        Ok(Self { session })
    }

    /// Takes over a size's inputs and checks the baseline on them: on each that is at hand, on the first and the last where
    /// they are made anew.
    ///
    /// # Errors
    /// When it dies or disagrees with the oracle: a fault of the task.
    pub fn check(&mut self, cases: &mut dyn Cases) -> Result<(), MeasureError> {
        self.session.resume()?;
        cases.adopt(&mut self.session)?;
        let name = cases.name().to_owned();
        let ends = [0, cases.count() - 1];
        let all = !self.session.shares_memory();
        for set in (0..cases.count()).filter(|set| all || ends.contains(set)) {
            let call = call::checked(&mut self.session, cases, On::Known(set), false, DEADLINE, set as u64);
            let call = call.map_err(|failed| blame(failed, &name))?;
            if let Some(overrun) = call.overrun {
                return Err(fault(&name, &format!("wrote outside `{}`", overrun.array)));
            }
            let gates = cases.gates();
            if let Some((comparison, gate)) = call.look.comparisons.iter().zip(gates).find(|(c, _)| !c.passed()) {
                let at = comparison.first.as_ref().map_or_else(String::new, |d| {
                    format!(": element {} is {}, not {} ± {}", d.index, d.got, d.expected, d.band)
                });
                return Err(fault(&name, &format!("disagrees with the oracle in `{}`{at}", gate.name)));
            }
        }
        self.session.pause()?;
        cases.forget();
        Ok(())
    }

    /// Takes over a size's inputs, in place of those of the size before.
    pub(super) fn adopt(&mut self, cases: &dyn Cases) -> Result<(), MeasureError> {
        cases.adopt(&mut self.session)
    }

    /// A turn on the machine: calls `turn` between resume and pause.
    pub(super) fn turn<T>(&mut self, turn: impl FnOnce(&mut Self) -> Result<T, Failed>) -> Result<T, Failed> {
        self.session.resume()?;
        let outcome = turn(self);
        self.session.pause()?;
        outcome
    }

    /// One timed call on inputs restored like the kernel's; its outputs were checked before.
    pub(super) fn call(&mut self, cases: &mut dyn Cases, set: usize) -> Result<Nanoseconds, Failed> {
        self.session.pause()?;
        cases.prepare(&mut self.session, set, false)?;
        self.session.resume()?;
        self.session.settle().map_err(|silence| blame(Failed::Silent(silence), cases.name()))?;
        let answer = self.session.call(&cases.layout(set).scalar_bits(), false, DEADLINE);
        let answer = answer.map_err(|silence| blame(Failed::Silent(silence), cases.name()))?;
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
