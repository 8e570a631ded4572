//! The cases of one size as a run needs them: what a call must find, and whether what it left is right.
//!
//! [`super::kept`] has everything in memory, [`super::made`] makes it again for every call.

use judge_tasks::{Layout, OutputGate};

use super::MeasureError;
use super::near::Near;
use super::session::Session;
use crate::gate::{Comparison, Label, Outcome};

/// The cases of one size, numbered: rotating input sets, then the exact twin where the task has one, then the fresh case.
pub trait Cases {
    /// Name of the size.
    fn name(&self) -> &str;

    /// Whether time is taken.
    fn timed(&self) -> bool;

    /// How many sets rotate.
    fn sets(&self) -> usize;

    /// How many cases are known from the start: the sets, and the twin.
    fn count(&self) -> usize;

    /// Makes the fresh case, in place of the one before, and says its number.
    ///
    /// # Errors
    /// When the task's own code fails.
    fn fresh(&mut self, seed: u64) -> Result<usize, MeasureError>;

    /// Sizes and scalars of a case.
    fn layout(&self, set: usize) -> &Layout;

    /// How each output is compared, in order.
    fn gates(&self) -> Vec<&OutputGate>;

    /// What a session needs before its first call on any of the cases.
    ///
    /// # Errors
    /// When there is no memory for it.
    fn adopt(&self, session: &mut Session) -> Result<(), MeasureError>;

    /// Makes the arrays of a session that stands still what a call on `set` must find. `judged`: [`Cases::look`] will be asked about the call.
    ///
    /// # Errors
    /// When the device refuses or the task's own code fails.
    fn prepare(&mut self, session: &mut Session, set: usize, judged: bool) -> Result<(), MeasureError>;

    /// What the call just made on `set` left, and whether that is right.
    ///
    /// # Errors
    /// When the device refuses or the oracle's arrays do not fit.
    fn look(&mut self, session: &Session, set: usize) -> Result<Look, MeasureError>;

    /// What [`Cases::look`] could not say without disturbing the arrays.
    ///
    /// # Errors
    /// When the task's own code fails.
    fn settle(&mut self, _session: &Session, _set: usize, _look: &mut Look) -> Result<(), MeasureError> {
        Ok(())
    }

    /// The first output, by number, that no longer is what it was, and the first byte of the change.
    ///
    /// # Errors
    /// When the device refuses.
    fn changed(&self, session: &Session, set: usize, then: &[Output]) -> Result<Option<(usize, u64)>, MeasureError>;

    /// Compares, output by output, what two runs left on the same case. An output without an entry was compared when it
    /// was looked at.
    ///
    /// # Errors
    /// When the oracle's arrays do not fit.
    fn between(&mut self, set: usize, a: &[Output], b: &[Output]) -> Result<Vec<Option<Comparison>>, MeasureError>;

    /// Takes back outputs that nobody needs any more.
    fn recycle(&mut self, _outputs: Vec<Output>) {}

    /// Another binary will make the outputs from now on.
    fn forget(&mut self);

    /// Leaves nothing in memory that a process of a submission could find and should not.
    ///
    /// # Errors
    /// When the device refuses.
    fn hide(&self) -> Result<(), MeasureError>;
}

/// What a call left in one output.
#[derive(Debug, PartialEq, Eq)]
pub enum Output {
    /// All of it.
    Whole(Vec<u8>),
    /// A SHA-256 of each block: where equality is all that matters later.
    Digests(Vec<[u8; 32]>),
    /// Its steps from the oracle's word, part by part: where another order of additions may change it.
    Near(Vec<Near>),
}

/// What [`Cases::look`] saw.
#[derive(Debug)]
pub struct Look {
    /// Each output.
    pub outputs: Vec<Output>,
    /// Each output compared with the oracle.
    pub comparisons: Vec<Comparison>,
    /// Outputs, by number, that an earlier call of the submission on the same case made otherwise, though no order of
    /// additions is open to them.
    pub unlike: Vec<(usize, Comparison)>,
}

/// The comparison of equal things.
pub(super) fn same(elements: u64) -> Comparison {
    Comparison {
        outcome: Outcome::Pass,
        label: Label::BitEqual,
        elements,
        differing: 0,
        failing: 0,
        suspicious: 0,
        first: None,
        worst: None,
        band_blind: false,
    }
}
