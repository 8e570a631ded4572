//! One input set at one size, with the oracle's word on what an honest kernel makes of it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use judge_abi::link::Silence;
use judge_abi::{DType, Intent, Param, Signature};
use judge_reference::oracle_signature;
use judge_tasks::{Layout, OutputComparison, OutputGate, Size, Task, TaskError, Terms, Variant, derive};

use super::remembered::{Remembered, Words};
use super::session::{Ended, Session, SessionError};
use crate::gate::{Input, OracleOutput};

/// How long an oracle or an input generator may take for one size.
pub const TRUTH_DEADLINE: Duration = Duration::from_secs(120);

/// Inputs and expectations for one call.
#[derive(Debug)]
pub struct Case {
    /// Sizes and scalars.
    pub layout: Layout,
    /// Contents of each array that the kernel reads; nothing for `out` and `scratch`.
    pub contents: Vec<Option<Arc<Vec<u8>>>>,
    /// One per output array, in order.
    pub expected: Vec<Expected>,
}

impl Case {
    /// Which input the gate is told of.
    #[must_use]
    pub fn input(&self) -> Input {
        input(&self.layout)
    }
}

/// Which input the gate is told of.
#[must_use]
pub fn input(layout: &Layout) -> Input {
    match layout.variant {
        Variant::Normal => Input::Usual,
        Variant::Twin => Input::Twin,
    }
}

/// The oracle's word on one output array, or a part of it.
#[derive(Debug, Clone)]
pub struct Expected {
    /// How to compare.
    pub gate: OutputGate,
    /// Index of the array among the arrays.
    pub array: usize,
    /// Values: `f64` for floats, the output's own type for integers; native-endian.
    pub value: Vec<u8>,
    /// `u32` terms per element, when they differ from element to element.
    pub terms: Option<Vec<u8>>,
    /// `f64` magnitudes per element, for banded outputs.
    pub magnitude: Option<Vec<u8>>,
}

impl Expected {
    /// What the oracle wrote, for the gate.
    #[must_use]
    pub fn oracle(&self) -> OracleOutput<'_> {
        OracleOutput { value: &self.value, n: self.terms.as_deref(), s: self.magnitude.as_deref() }
    }
}

/// Why a case could not be made; never the submission's fault.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// The task file has no value here.
    #[error(transparent)]
    Task(#[from] TaskError),
    /// The judge could not use its own session.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The task's own code died or did not end.
    #[error("the task's {role} {what} at size `{size}`; mend {file}")]
    Code {
        /// `oracle` or `input generator`.
        role: &'static str,
        /// What happened.
        what: String,
        /// At which size.
        size: String,
        /// The source to mend.
        file: &'static str,
    },
}

/// The code that a task has beside its baseline.
pub struct Helpers {
    /// Says what is right.
    pub oracle: Helper,
    /// Makes inputs, where the task has one.
    pub generator: Option<Helper>,
}

/// The task's own code, running: a session and the names of its arrays.
pub struct Helper {
    session: Option<Session>,
    signature: Signature,
    role: &'static str,
    deadline: Duration,
    remembered: Option<Remembered>,
}

impl Helper {
    /// Wraps a started session of the oracle or the generator, and stops it between calls: a team that waits burns a core
    /// for each of its threads, while others are timed.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn new(session: Session, signature: Signature, role: &'static str) -> Result<Self, SessionError> {
        session.pause()?;
        Ok(Self { session: Some(session), signature, role, deadline: TRUTH_DEADLINE, remembered: None })
    }

    /// The same with another limit on the time of a call.
    #[must_use]
    pub fn within(self, deadline: Duration) -> Self {
        Self { deadline, ..self }
    }

    /// The same with a cache of what it said before.
    #[must_use]
    pub fn remembering(self, remembered: Option<Remembered>) -> Self {
        Self { remembered, ..self }
    }

    /// What the code writes for these inputs: recalled, or by a call.
    fn ask(&mut self, layout: &Layout, inputs: BTreeMap<&str, Arc<Vec<u8>>>) -> Result<Words, CaseError> {
        let scalars = oracle_scalars(layout);
        let Some(remembered) = self.remembered.clone() else { return self.call(layout, inputs, &scalars) };
        let signature = self.signature.clone();
        let written = signature.arrays().filter(|a| a.intent != Intent::In);
        let names: Vec<&str> = written.map(|a| a.name.as_str()).collect();
        let Some(key) = remembered.key(layout, &names, &inputs) else { return self.call(layout, inputs, &scalars) };
        if let Some(words) = remembered.recall(&key, layout, &names) {
            return Ok(words);
        }
        let words = self.call(layout, inputs, &scalars)?;
        remembered.keep(&key, &names, &words);
        Ok(words)
    }

    /// Calls the code: `inputs` by array name, scalars by name; returns the arrays it writes, by name.
    fn call(
        &mut self,
        layout: &Layout,
        inputs: BTreeMap<&str, Arc<Vec<u8>>>,
        scalars: &BTreeMap<&str, u64>,
    ) -> Result<Words, CaseError> {
        for (index, array) in self.signature.arrays().enumerate() {
            if let (Some(session), Some(contents)) = (self.session.as_mut(), inputs.get(array.name.as_str())) {
                session.keep(index, 0, Arc::clone(contents))?;
            }
        }
        self.invoke(layout, scalars)?;
        let mut outputs = BTreeMap::new();
        for array in self.signature.arrays().filter(|a| a.intent != Intent::In) {
            let bytes = helper_bytes(layout, &array.name);
            let mut contents = vec![0; usize::try_from(bytes).unwrap_or(usize::MAX)];
            self.read(&array.name, 0, &mut contents)?;
            outputs.insert(array.name.clone(), contents);
        }
        Ok(outputs)
    }

    /// Calls the code on the inputs that are in place.
    ///
    /// # Errors
    /// When it dies, does not end, or writes outside its arrays.
    pub(super) fn invoke(&mut self, layout: &Layout, scalars: &BTreeMap<&str, u64>) -> Result<(), CaseError> {
        let error =
            |what: String| CaseError::Code { role: self.role, what, size: layout.size.clone(), file: "oracle.c" };
        let Some(session) = self.session.as_mut() else { return Err(error("had ended before".into())) };
        let bytes: Vec<u64> = self.signature.arrays().map(|a| helper_bytes(layout, &a.name)).collect();
        session.prepare(0, &bytes)?;
        let words: Vec<u64> =
            self.signature.scalars().map(|s| scalars.get(s.name.as_str()).copied().unwrap_or(0)).collect();
        session.resume()?;
        if let Err(silence) = session.call(&words, false, self.deadline) {
            let ended = self.session.take().map(|s| s.ended(silence));
            return Err(error(ended.map_or_else(String::new, |e| describe(&e, self.deadline))));
        }
        session.pause()?;
        match session.overrun(&bytes)? {
            Some(overrun) => Err(error(format!("wrote outside `{}`", overrun.array))),
            None => Ok(()),
        }
    }

    /// Copies the bytes at `offset` of the array of that name, as the last call left it; an array that the code does not
    /// have leaves `dest` as it is.
    ///
    /// # Errors
    /// When the device refuses.
    pub(super) fn read(&self, array: &str, offset: usize, dest: &mut [u8]) -> Result<(), SessionError> {
        let index = self.signature.arrays().position(|a| a.name == array);
        match (&self.session, index) {
            (Some(session), Some(index)) => session.read(index, offset, dest),
            _ => Ok(()),
        }
    }
}

fn describe(ended: &Ended, deadline: Duration) -> String {
    match ended.silence {
        Silence::Deadline => format!("did not end within {} s", deadline.as_secs_f64()),
        Silence::Ended => format!("died: {}", super::end::describe(&ended.jail)),
    }
}

/// Bytes of an array of the oracle's or generator's signature: the kernel's own arrays by their name; `NAME_r`, `NAME_n`
/// and `NAME_s` hold values, terms and magnitudes per component of `NAME`.
#[must_use]
pub fn helper_bytes(layout: &Layout, name: &str) -> u64 {
    let own = |name: &str| layout.arrays.iter().find(|a| a.name == name);
    if let Some(array) = own(name) {
        return array.bytes;
    }
    let Some((base, part)) = name.rsplit_once('_') else { return 0 };
    let Some(array) = own(base) else { return 0 };
    let components = if matches!(array.dtype, DType::Complex64 | DType::Complex128) { 2 } else { 1 };
    let each = match part {
        "n" => 4,
        "r" if !array.dtype.is_float() => array.dtype.size() as u64,
        _ => 8,
    };
    array.elements * components * each
}

/// Bytes of the oracle's and the generator's arrays that are not the kernel's own: what both need beside it when they work
/// on the same memory.
#[must_use]
pub fn helper_memory(task: &Task, layout: &Layout) -> u64 {
    let oracle = oracle_signature(task);
    let beside = oracle.arrays().filter(|a| layout.arrays.iter().all(|own| own.name != a.name));
    let oracle: u64 = beside.map(|a| helper_bytes(layout, &a.name)).sum();
    let generated: u64 = layout.arrays.iter().filter(|a| a.generated).map(|a| a.bytes).sum();
    oracle.saturating_add(generated)
}

/// Makes the case for one size, variant and set.
///
/// # Errors
/// When the task has no value here or its own code fails.
pub fn make(
    task: &Task,
    size: &Size,
    variant: Variant,
    seed: u64,
    oracle: &mut Helper,
    generator: Option<&mut Helper>,
) -> Result<Case, CaseError> {
    let layout = task.layout(size, variant)?;
    let contents = contents(task, &layout, seed, generator)?;
    with_expectations(task, size, layout, contents, oracle)
}

/// The one element by which a near copy of an input differs from it: an array and an element that only the judge knows.
/// Whoever knows an input again by some of its elements takes the copy for the original.
///
/// `None` when nothing is filled element by element: what a generator made may hold together as a whole.
#[must_use]
pub fn secret_element(layout: &Layout, seed: u64) -> Option<(usize, u64)> {
    let random = |i: &usize| layout.is_random(*i) && layout.arrays[*i].elements > 0;
    let arrays: Vec<usize> = (0..layout.arrays.len()).filter(random).collect();
    let choice = derive(seed, 0).checked_rem(arrays.len() as u64)?;
    let array = arrays[usize::try_from(choice).unwrap_or(0)];
    Some((array, derive(seed, 1) % layout.arrays[array].elements))
}

/// A copy of `base` but for one [`secret_element`], which is that of `other`.
///
/// # Errors
/// When the oracle fails.
pub fn near_copy(
    task: &Task,
    size: &Size,
    base: &Case,
    other: &Case,
    seed: u64,
    oracle: &mut Helper,
) -> Result<Option<Case>, CaseError> {
    let Some((array, element)) = secret_element(&base.layout, seed) else { return Ok(None) };
    let mut contents = base.contents.clone();
    if let (Some(mine), Some(theirs)) = (&mut contents[array], &other.contents[array]) {
        let bytes = base.layout.arrays[array].dtype.size();
        let at = usize::try_from(element).unwrap_or(0) * bytes;
        Arc::make_mut(mine)[at..at + bytes].copy_from_slice(&theirs[at..at + bytes]);
    }
    with_expectations(task, size, base.layout.clone(), contents, oracle).map(Some)
}

fn contents(
    task: &Task,
    layout: &Layout,
    seed: u64,
    generator: Option<&mut Helper>,
) -> Result<Vec<Option<Arc<Vec<u8>>>>, CaseError> {
    let mut contents = fill(task, layout, seed)?;
    if let Some(generator) = generator {
        let mut generated = generator.call(layout, BTreeMap::new(), &generator_scalars(layout, seed))?;
        for (array, slot) in layout.arrays.iter().zip(&mut contents) {
            if array.generated {
                *slot = generated.remove(&array.name).map(Arc::new);
            }
        }
    }
    Ok(contents)
}

fn with_expectations(
    task: &Task,
    size: &Size,
    layout: Layout,
    contents: Vec<Option<Arc<Vec<u8>>>>,
    oracle: &mut Helper,
) -> Result<Case, CaseError> {
    let inputs = layout.arrays.iter().zip(&contents).filter_map(|(a, c)| Some((a.name.as_str(), c.clone()?))).collect();
    let mut words = oracle.ask(&layout, inputs)?;
    let expected = task.outputs(size)?.into_iter().filter_map(|gate| expect(gate, &layout, &mut words)).collect();
    Ok(Case { layout, contents, expected })
}

fn fill(task: &Task, layout: &Layout, seed: u64) -> Result<Vec<Option<Arc<Vec<u8>>>>, CaseError> {
    let fill = |(index, array): (usize, &judge_tasks::ArrayLayout)| {
        if array.generated || !matches!(array.intent, Intent::In | Intent::InOut) {
            return Ok(None);
        }
        let mut bytes = vec![0; usize::try_from(array.bytes).unwrap_or(usize::MAX)];
        task.fill(layout, index, seed, &mut bytes)?;
        Ok(Some(Arc::new(bytes)))
    };
    layout.arrays.iter().enumerate().map(fill).collect()
}

/// The scalars that an oracle takes, by name.
pub(super) fn oracle_scalars(layout: &Layout) -> BTreeMap<&str, u64> {
    layout.scalars.iter().map(|s| (s.name.as_str(), s.bits)).collect()
}

/// The scalars that a generator takes, by name.
pub(super) fn generator_scalars(layout: &Layout, seed: u64) -> BTreeMap<&str, u64> {
    let mut scalars: BTreeMap<&str, u64> =
        layout.dimensions.iter().map(|(name, value)| (name.as_str(), value.cast_unsigned())).collect();
    scalars.extend(layout.scalars.iter().map(|s| (s.name.as_str(), s.bits)));
    scalars.insert("seed", seed);
    scalars.insert("twin", u64::from(layout.variant == Variant::Twin));
    scalars
}

fn expect(gate: OutputGate, layout: &Layout, words: &mut BTreeMap<String, Vec<u8>>) -> Option<Expected> {
    let array = layout.arrays.iter().position(|a| a.name == gate.name)?;
    let mut take = |part: &str| words.remove(&format!("{}_{part}", gate.name));
    let value = take("r")?;
    let (terms, magnitude) = match &gate.comparison {
        OutputComparison::Exact => (None, None),
        OutputComparison::Band(band) => (if band.terms == Terms::Oracle { take("n") } else { None }, take("s")),
    };
    Some(Expected { gate, array, value, terms, magnitude })
}

/// The largest extent in bytes of every array of `signature` over the layouts.
#[must_use]
pub fn largest<'a>(signature: &Signature, layouts: impl Iterator<Item = &'a Layout> + Clone) -> Vec<u64> {
    let arrays = signature.params.iter().filter_map(|p| match p {
        Param::Array(array) => Some(&array.name),
        Param::Scalar(_) => None,
    });
    arrays.map(|name| layouts.clone().map(|l| helper_bytes(l, name)).max().unwrap_or(0)).collect()
}
