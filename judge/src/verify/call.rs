//! Check values: calls oracles and generators on given arguments, in the jail.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use judge_abi::{Intent, Param};
use judge_reference::checks::Call;
use judge_tasks::Task;

use super::workshop::{Part, Workshop};

/// How long one call may take.
const DEADLINE: Duration = Duration::from_secs(120);

/// Calls a task's own functions in runners of their own.
pub struct Jailed<'a> {
    workshop: &'a Workshop,
    built: BTreeMap<(String, Part), PathBuf>,
}

impl<'a> Jailed<'a> {
    /// With nothing built yet.
    #[must_use]
    pub fn new(workshop: &'a Workshop) -> Self {
        Self { workshop, built: BTreeMap::new() }
    }

    fn call(&mut self, task: &Task, part: Part, arguments: &mut [Vec<u8>]) -> Result<(), String> {
        let key = (task.name().to_owned(), part);
        let object = match self.built.get(&key) {
            Some(object) => object.clone(),
            None => {
                let object = self.workshop.build(task, part).map_err(|e| e.to_string())?;
                self.built.insert(key, object.clone());
                object
            }
        };
        let signature = part.signature(task);
        let is_array = |p: &Param| matches!(p, Param::Array(_));
        let arrays: Vec<usize> = (0..arguments.len()).filter(|i| is_array(&signature.params[*i])).collect();
        let extents: Vec<u64> = arrays.iter().map(|i| arguments[*i].len() as u64).collect();
        let scalars: Vec<u64> =
            (0..arguments.len()).filter(|i| !arrays.contains(i)).map(|i| word(&arguments[i])).collect();
        let mut session = self.workshop.start(task, part, &object, &extents, None).map_err(|e| e.to_string())?;
        let failed = |e: crate::measure::session::SessionError| e.to_string();
        for (index, (array, place)) in signature.arrays().zip(&arrays).enumerate() {
            if array.intent == Intent::In {
                session.keep(index, 0, Arc::new(arguments[*place].clone())).map_err(failed)?;
            }
        }
        session.prepare(0, &extents).map_err(failed)?;
        if let Err(silence) = session.call(&scalars, false, DEADLINE) {
            return Err(format!("{} of {}: {}", part.name(), task.name(), silence.describe()));
        }
        for (index, (array, place)) in signature.arrays().zip(&arrays).enumerate() {
            if array.intent != Intent::In {
                session.read(index, 0, &mut arguments[*place]).map_err(failed)?;
            }
        }
        Ok(())
    }
}

impl Call for Jailed<'_> {
    fn oracle(&mut self, task: &Task, arguments: &mut [Vec<u8>]) -> Result<(), String> {
        self.call(task, Part::Oracle, arguments)
    }

    fn generate(&mut self, task: &Task, arguments: &mut [Vec<u8>]) -> Result<(), String> {
        self.call(task, Part::Generator, arguments)
    }
}

/// A scalar's bits.
fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}
