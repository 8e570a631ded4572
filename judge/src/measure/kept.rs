//! Cases whose inputs and expectations stay in memory.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use judge_tasks::{Layout, OutputGate, Role, Size, Task, Variant};

use super::MeasureError;
use super::case::{self, Case, Helpers};
use super::cases::{Cases, Look, Output};
use super::naive;
use super::session::{Session, SessionError};
use crate::gate::{Comparison, output_against_oracle, output_between_runs};

/// Every case of one size.
pub struct Kept<'a> {
    /// The task.
    pub task: &'a Task,
    /// The size.
    pub size: &'a Size,
    /// The task's own code, which the sizes of a group share.
    pub helpers: Rc<RefCell<Helpers>>,
    /// Rotating input sets.
    pub sets: Vec<Case>,
    /// The exact twin, where the task has one.
    pub twin: Option<Case>,
    /// What no call has seen before.
    pub fresh: Option<Case>,
    /// Memory of outputs that nobody needs any more.
    pub spare: Vec<Vec<u8>>,
}

impl Kept<'_> {
    /// The sets in order, then the twin.
    pub fn cases(&self) -> impl Iterator<Item = &Case> {
        self.sets.iter().chain(&self.twin)
    }

    /// The case of that number.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn case(&self, set: usize) -> &Case {
        self.cases().chain(&self.fresh).nth(set).expect("a case of this size")
    }
}

impl Cases for Kept<'_> {
    fn name(&self) -> &str {
        &self.size.name
    }

    fn timed(&self) -> bool {
        self.size.role == Role::Timed
    }

    fn sets(&self) -> usize {
        self.sets.len()
    }

    fn count(&self) -> usize {
        self.sets.len() + usize::from(self.twin.is_some())
    }

    fn fresh(&mut self, seed: u64) -> Result<usize, MeasureError> {
        let Helpers { oracle, generator } = &mut *self.helpers.borrow_mut();
        self.fresh = Some(case::make(self.task, self.size, Variant::Normal, seed, oracle, generator.as_mut())?);
        Ok(self.count())
    }

    fn layout(&self, set: usize) -> &Layout {
        &self.case(set).layout
    }

    fn gates(&self) -> Vec<&OutputGate> {
        self.sets.first().map_or_else(Vec::new, |case| case.expected.iter().map(|e| &e.gate).collect())
    }

    fn adopt(&self, session: &mut Session) -> Result<(), MeasureError> {
        self.cases().enumerate().try_for_each(|(set, case)| keep(session, set, case))
    }

    fn prepare(&mut self, session: &mut Session, set: usize, _judged: bool) -> Result<(), MeasureError> {
        let case = self.case(set);
        if set == self.count() {
            keep(session, set, case)?;
        }
        Ok(session.prepare(set, &case.layout.array_bytes())?)
    }

    fn look(&mut self, session: &Session, set: usize) -> Result<Look, MeasureError> {
        let mut spare = std::mem::take(&mut self.spare);
        let case = self.case(set);
        let outputs = snapshot(session, case, &mut spare)?;
        let compare = |(out, expected): (&Vec<u8>, &super::case::Expected)| {
            let comparison = output_against_oracle(&expected.gate, case.input(), out, expected.oracle())?;
            Ok(naive::comparison(session.defences(), out, &expected.value, comparison))
        };
        let comparisons = outputs.iter().zip(&case.expected).map(compare).collect::<Result<_, MeasureError>>()?;
        let outputs = outputs.into_iter().map(Output::Whole).collect();
        Ok(Look { outputs, comparisons, unlike: Vec::new() })
    }

    fn recycle(&mut self, outputs: Vec<Output>) {
        self.spare = outputs
            .into_iter()
            .filter_map(|output| match output {
                Output::Whole(bytes) => Some(bytes),
                Output::Digests(_) | Output::Near(_) => None,
            })
            .collect();
        // The next call takes them from the end.
        self.spare.reverse();
    }

    fn changed(&self, session: &Session, set: usize, then: &[Output]) -> Result<Option<(usize, u64)>, MeasureError> {
        for (output, (expected, then)) in self.case(set).expected.iter().zip(then).enumerate() {
            let Output::Whole(then) = then else { continue };
            if let Some(offset) = session.differs(expected.array, then)? {
                return Ok(Some((output, offset as u64)));
            }
        }
        Ok(None)
    }

    fn between(&mut self, set: usize, a: &[Output], b: &[Output]) -> Result<Vec<Option<Comparison>>, MeasureError> {
        let case = self.case(set);
        let compare = |((a, b), expected): ((&Output, &Output), &super::case::Expected)| match (a, b) {
            (Output::Whole(a), Output::Whole(b)) => {
                Ok(Some(output_between_runs(&expected.gate, case.input(), a, b, expected.oracle())?))
            }
            _ => Ok(None),
        };
        a.iter().zip(b).zip(&case.expected).map(compare).collect()
    }

    fn forget(&mut self) {}

    fn hide(&self) -> Result<(), MeasureError> {
        Ok(())
    }
}

fn keep(session: &mut Session, set: usize, case: &Case) -> Result<(), MeasureError> {
    for (index, contents) in case.contents.iter().enumerate() {
        if let Some(contents) = contents {
            session.keep(index, set, Arc::clone(contents))?;
        }
    }
    Ok(())
}

/// Each output as it is, in memory of an earlier call's where there is some: fresh pages cost more than the copy.
fn snapshot(session: &Session, case: &Case, spare: &mut Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, SessionError> {
    let read = |expected: &super::case::Expected| {
        let array = &case.layout.arrays[expected.array];
        let mut contents = spare.pop().unwrap_or_default();
        contents.resize(usize::try_from(array.bytes).unwrap_or(usize::MAX), 0);
        session.read(expected.array, 0, &mut contents)?;
        Ok(contents)
    };
    case.expected.iter().map(read).collect()
}
