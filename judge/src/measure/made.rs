//! Cases of a large size: inputs are made again for every call, in the buffers that everybody shares, and of outputs that
//! no order of additions may change a digest is kept once one was found right. Nothing is in memory twice.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use judge_abi::Intent;
use judge_tasks::{ArrayLayout, Layout, OutputComparison, OutputGate, Size, Task, Terms, Variant};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::MeasureError;
use super::arena::Arena;
use super::case::{self, CaseError, Expected, Helpers};
use super::cases::{Cases, Look, Output, same};
use super::naive;
use super::near::Near;
use super::parts::{PART, difference, digest, digests, in_a_row, parts};
use super::session::Session;
use crate::gate::{Comparison, Input, Label, Outcome, output_against_oracle, output_between_runs};

/// Bytes that go to a device at a time: the longer, the faster.
const TRANSFER: usize = 8 << 20;

/// An output below this share of the task's memory, as its inverse, is kept whole.
const SMALL: u64 = 64;

/// How the inputs of one case come about.
#[derive(Debug, Clone, Copy)]
pub struct Recipe {
    /// Seed of every element.
    pub seed: u64,
    /// One element that has another seed: array, element, seed.
    pub change: Option<(usize, u64, u64)>,
}

/// The cases of one large size.
pub struct Made<'a> {
    task: &'a Task,
    name: String,
    timed: bool,
    arena: &'a Arena,
    helpers: Helpers,
    /// One for each case.
    recipes: Vec<Recipe>,
    layouts: [Layout; 2],
    twin: bool,
    outputs: Vec<Plan>,
    truths: Vec<Truth>,
    doubts: Vec<Doubt>,
    spent: Spent,
}

/// The oracle's word on a part of an output.
pub struct Word<'a> {
    /// First element of the part.
    pub first: u64,
    /// Number of elements.
    pub elements: usize,
    /// What they should be.
    pub expected: Cow<'a, Expected>,
}

/// Wall time that the task's own code took.
#[derive(Debug, Clone, Copy, Default)]
pub struct Spent {
    /// Making inputs and putting them in place.
    pub inputs: Duration,
    /// Oracle.
    pub oracle: Duration,
}

/// A part of an output that was otherwise in an earlier call, though nothing may change it.
struct Doubt {
    output: usize,
    first: u64,
    bytes: Vec<u8>,
}

/// How one output is looked at.
struct Plan {
    gate: OutputGate,
    array: usize,
    small: bool,
}

impl Plan {
    /// Whether every right output of one binary is the same.
    fn is_fixed(&self, input: Input) -> bool {
        match &self.gate.comparison {
            OutputComparison::Exact => true,
            OutputComparison::Band(_) if input == Input::Twin && self.gate.twin_exact => true,
            OutputComparison::Band(band) => band.runs_equal || matches!(band.terms, Terms::Constant(0..=2)),
        }
    }
}

/// What is known of one case.
#[derive(Default)]
struct Truth {
    /// The oracle's word on small outputs, by number.
    small: BTreeMap<usize, Expected>,
    /// Right outputs that may not differ, by number.
    right: BTreeMap<usize, (Vec<[u8; 32]>, Comparison)>,
}

impl<'a> Made<'a> {
    /// The cases of `recipes`, the last of which is the twin if the task has one.
    ///
    /// # Errors
    /// When the task has no value at this size.
    pub fn new(
        task: &'a Task,
        size: &Size,
        mut recipes: Vec<Recipe>,
        arena: &'a Arena,
        helpers: Helpers,
    ) -> Result<Self, MeasureError> {
        let normal = task.layout(size, Variant::Normal).map_err(CaseError::from)?;
        let twin = task.layout(size, Variant::Twin).map_err(CaseError::from)?;
        let plan = |gate: OutputGate| {
            let array = normal.arrays.iter().position(|a| a.name == gate.name)?;
            let small = normal.arrays[array].bytes.saturating_mul(SMALL) <= normal.bytes();
            Some(Plan { gate, array, small })
        };
        recipes.push(Recipe { seed: 0, change: None });
        let outputs = task.outputs(size).map_err(CaseError::from)?.into_iter().filter_map(plan).collect();
        Ok(Self {
            task,
            name: size.name.clone(),
            timed: size.role == judge_tasks::Role::Timed,
            arena,
            helpers,
            truths: recipes.iter().map(|_| Truth::default()).collect(),
            recipes,
            twin: task.has_twin(),
            layouts: [normal, twin],
            outputs,
            doubts: Vec::new(),
            spent: Spent::default(),
        })
    }

    fn input(&self, set: usize) -> Input {
        case::input(self.layout(set))
    }

    /// Puts the case's inputs in place.
    fn load(&mut self, set: usize) -> Result<(), MeasureError> {
        let began = Instant::now();
        let Recipe { seed, change } = self.recipes[set];
        let layout = &self.layouts[usize::from(self.is_twin(set))];
        if let Some(generator) = &mut self.helpers.generator {
            generator.invoke(layout, &case::generator_scalars(layout, seed))?;
        }
        for (index, array) in layout.arrays.iter().enumerate().filter(|(_, a)| reads(a)) {
            let each = array.dtype.size();
            let make = |bytes: &mut Vec<u8>, (first, elements): (u64, usize)| {
                bytes.resize(elements * each, 0);
                self.input_part(set, index, first, bytes)?;
                Ok::<_, MeasureError>(self.arena.write(index, first as usize * each, bytes)?)
            };
            parts(array.elements, each).try_for_each_init(Vec::new, make)?;
        }
        if let Some((index, element, seed)) = change {
            let each = layout.arrays[index].dtype.size();
            let mut bytes = vec![0; each];
            self.task.fill_part(layout, index, seed, element, &mut bytes).map_err(CaseError::from)?;
            self.arena.write(index, element as usize * each, &bytes)?;
        }
        self.spent.inputs += began.elapsed();
        Ok(())
    }

    /// The elements of the `index`-th array from `first` on that a call on `set` finds, but for a changed one; what a
    /// generator makes, from its last call.
    ///
    /// # Errors
    /// When they reach beyond the array.
    pub fn input_part(&self, set: usize, index: usize, first: u64, bytes: &mut [u8]) -> Result<(), MeasureError> {
        let layout = self.layout(set);
        let array = &layout.arrays[index];
        match &self.helpers.generator {
            Some(generator) if array.generated => {
                Ok(generator.read(&array.name, first as usize * array.dtype.size(), bytes)?)
            }
            _ => {
                let seed = self.recipes[set].seed;
                Ok(self.task.fill_part(layout, index, seed, first, bytes).map_err(CaseError::from)?)
            }
        }
    }

    /// Time spent so far.
    #[must_use]
    pub fn spent(&self) -> Spent {
        self.spent
    }

    /// What the oracle last said of each part of an output.
    pub fn words(&self, set: usize, output: usize) -> impl Iterator<Item = Result<Word<'_>, MeasureError>> {
        let plan = &self.outputs[output];
        let array = &self.layout(set).arrays[plan.array];
        let most = if plan.small { array.elements.max(1) } else { (PART / array.dtype.size()) as u64 };
        (0..array.elements).step_by(most as usize).map(move |first| {
            let elements = most.min(array.elements - first) as usize;
            Ok(Word { first, elements, expected: self.word(set, output, first, elements)? })
        })
    }

    /// Whether a call on the case can be judged without the oracle.
    fn is_known(&self, set: usize) -> bool {
        let truth = &self.truths[set];
        (0..self.outputs.len()).all(|output| truth.small.contains_key(&output) || truth.right.contains_key(&output))
    }

    /// Has the oracle speak of the inputs in place, and keeps what it says of small outputs.
    fn explain(&mut self, set: usize) -> Result<(), MeasureError> {
        let began = Instant::now();
        let layout = &self.layouts[usize::from(self.is_twin(set))];
        self.helpers.oracle.invoke(layout, &case::oracle_scalars(layout))?;
        for (output, plan) in self.outputs.iter().enumerate().filter(|(_, plan)| plan.small) {
            let expected = self.expected(set, plan, 0, layout.arrays[plan.array].elements)?;
            self.truths[set].small.insert(output, expected);
        }
        self.spent.oracle += began.elapsed();
        Ok(())
    }

    /// The oracle's word on `elements` elements of an output from `first` on.
    fn expected(&self, set: usize, plan: &Plan, first: u64, elements: u64) -> Result<Expected, MeasureError> {
        let layout = self.layout(set);
        let array = &layout.arrays[plan.array];
        let part = |suffix: &str| {
            let name = format!("{}_{suffix}", array.name);
            let each = case::helper_bytes(layout, &name).checked_div(array.elements).unwrap_or(0);
            let mut bytes = vec![0; (elements * each) as usize];
            self.helpers.oracle.read(&name, (first * each) as usize, &mut bytes)?;
            Ok::<_, MeasureError>(bytes)
        };
        let (terms, magnitude) = match &plan.gate.comparison {
            OutputComparison::Exact => (None, None),
            OutputComparison::Band(band) => {
                let terms = if band.terms == Terms::Oracle { Some(part("n")?) } else { None };
                (terms, Some(part("s")?))
            }
        };
        Ok(Expected { gate: plan.gate.clone(), array: plan.array, value: part("r")?, terms, magnitude })
    }

    /// Holds part of an output to the oracle.
    fn judge(
        &self,
        session: &Session,
        set: usize,
        expected: &Expected,
        out: &[u8],
    ) -> Result<Comparison, MeasureError> {
        let comparison = output_against_oracle(&expected.gate, self.input(set), out, expected.oracle())?;
        Ok(naive::comparison(session.defences(), out, &expected.value, comparison))
    }

    /// The oracle's word on a part of an output.
    fn word(&self, set: usize, output: usize, first: u64, elements: usize) -> Result<Cow<'_, Expected>, MeasureError> {
        match self.truths[set].small.get(&output) {
            Some(expected) => Ok(Cow::Borrowed(expected)),
            None => Ok(Cow::Owned(self.expected(set, &self.outputs[output], first, elements as u64)?)),
        }
    }

    /// Holds an output to the oracle, part by part.
    fn blockwise(&self, session: &Session, set: usize, output: usize) -> Result<(Output, Comparison), MeasureError> {
        let plan = &self.outputs[output];
        let array = &self.layout(set).arrays[plan.array];
        let each = array.dtype.size();
        let look = |first: u64, bytes: &mut [u8]| {
            session.read(plan.array, first as usize * each, bytes)?;
            let word = self.word(set, output, first, bytes.len() / each)?;
            let comparison = self.judge(session, set, &word, bytes)?;
            Ok::<_, MeasureError>((word, comparison))
        };
        if plan.small {
            let mut bytes = vec![0; array.elements as usize * each];
            let (_, comparison) = look(0, &mut bytes)?;
            return Ok((Output::Whole(bytes), comparison));
        }
        if plan.is_fixed(self.input(set)) {
            let part = |bytes: &mut Vec<u8>, (first, elements): (u64, usize)| {
                bytes.resize(elements * each, 0);
                let (_, comparison) = look(first, bytes)?;
                Ok((digest(bytes), comparison))
            };
            let seen = parts(array.elements, each).map_init(Vec::new, part);
            let (digests, comparisons): (_, Vec<_>) =
                seen.collect::<Result<Vec<_>, MeasureError>>()?.into_iter().unzip();
            return Ok((Output::Digests(digests), in_a_row(comparisons)));
        }
        let part = |bytes: &mut Vec<u8>, (first, elements): (u64, usize)| {
            bytes.resize(elements * each, 0);
            let (word, comparison) = look(first, bytes)?;
            Ok((Near::encode(array.dtype, bytes, &word.value), comparison))
        };
        let seen = parts(array.elements, each).map_init(Vec::new, part);
        let (near, comparisons): (_, Vec<_>) = seen.collect::<Result<Vec<_>, MeasureError>>()?.into_iter().unzip();
        Ok((Output::Near(near), in_a_row(comparisons)))
    }

    /// The part of an output in which it first differs from what was right in an earlier call.
    fn doubt(&self, session: &Session, set: usize, output: usize, now: &[[u8; 32]]) -> Result<Doubt, MeasureError> {
        let array = &self.layout(set).arrays[self.outputs[output].array];
        let each = array.dtype.size();
        let right = self.truths[set].right.get(&output).map_or(&[][..], |(digests, _)| digests);
        let block = now.iter().zip(right).position(|(a, b)| a != b).unwrap_or(0);
        let first = (block * PART / each) as u64;
        let elements = ((PART / each) as u64).min(array.elements.saturating_sub(first)) as usize;
        let mut bytes = vec![0; elements * each];
        session.read(self.outputs[output].array, first as usize * each, &mut bytes)?;
        Ok(Doubt { output, first, bytes })
    }

    fn is_twin(&self, set: usize) -> bool {
        self.twin && set + 1 == self.count()
    }
}

impl Cases for Made<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn timed(&self) -> bool {
        self.timed
    }

    fn sets(&self) -> usize {
        self.count() - usize::from(self.twin)
    }

    fn count(&self) -> usize {
        self.recipes.len() - 1
    }

    fn fresh(&mut self, seed: u64) -> Result<usize, MeasureError> {
        let number = self.count();
        (self.recipes[number], self.truths[number]) = (Recipe { seed, change: None }, Truth::default());
        Ok(number)
    }

    fn layout(&self, set: usize) -> &Layout {
        &self.layouts[usize::from(self.is_twin(set))]
    }

    fn gates(&self) -> Vec<&OutputGate> {
        self.outputs.iter().map(|plan| &plan.gate).collect()
    }

    fn adopt(&self, _session: &mut Session) -> Result<(), MeasureError> {
        Ok(())
    }

    fn prepare(&mut self, session: &mut Session, set: usize, judged: bool) -> Result<(), MeasureError> {
        self.load(set)?;
        if judged && !self.is_known(set) {
            self.explain(set)?;
        }
        session.prepare(set, &self.layout(set).array_bytes())?;
        if !session.shares_memory() {
            let arrays = self.layout(set).arrays.iter().enumerate().filter(|(_, a)| reads(a));
            for (index, array) in arrays {
                let bytes = array.bytes as usize;
                let mut copy = vec![0; TRANSFER.min(bytes)];
                for offset in (0..bytes).step_by(TRANSFER) {
                    let copy = &mut copy[..TRANSFER.min(bytes - offset)];
                    self.arena.read(index, offset, copy)?;
                    session.write(index, offset, copy)?;
                }
            }
        }
        Ok(())
    }

    fn look(&mut self, session: &Session, set: usize) -> Result<Look, MeasureError> {
        let mut look = Look { outputs: Vec::new(), comparisons: Vec::new(), unlike: Vec::new() };
        self.doubts.clear();
        for output in 0..self.outputs.len() {
            let plan = &self.outputs[output];
            let array = &self.layout(set).arrays[plan.array];
            let (seen, comparison) = match self.truths[set].right.get(&output) {
                None => self.blockwise(session, set, output)?,
                Some((right, comparison)) => {
                    let now = digests(session, plan.array, array.dtype.size(), array.elements)?;
                    let comparison = comparison.clone();
                    if now != *right {
                        let doubt = self.doubt(session, set, output, &now)?;
                        self.doubts.push(doubt);
                    }
                    (Output::Digests(now), comparison)
                }
            };
            if let (Output::Digests(digests), true) = (&seen, comparison.passed()) {
                let right = &mut self.truths[set].right;
                right.entry(output).or_insert_with(|| (digests.clone(), comparison.clone()));
            }
            look.outputs.push(seen);
            look.comparisons.push(comparison);
        }
        Ok(look)
    }

    /// Parts of outputs that were otherwise in an earlier call are held to the oracle, which needs the inputs that the call
    /// may have written over.
    fn settle(&mut self, session: &Session, set: usize, look: &mut Look) -> Result<(), MeasureError> {
        let doubts = std::mem::take(&mut self.doubts);
        if doubts.is_empty() {
            return Ok(());
        }
        self.load(set)?;
        self.explain(set)?;
        for Doubt { output, first, bytes } in doubts {
            let plan = &self.outputs[output];
            let each = self.layout(set).arrays[plan.array].dtype.size();
            let expected = self.expected(set, plan, first, (bytes.len() / each) as u64)?;
            let comparison = same(first).followed_by(self.judge(session, set, &expected, &bytes)?);
            if comparison.passed() {
                let label = Label::Fail;
                look.unlike.push((output, Comparison { outcome: Outcome::Fail, label, ..comparison.clone() }));
            }
            look.comparisons[output] = comparison;
        }
        Ok(())
    }

    fn changed(&self, session: &Session, set: usize, then: &[Output]) -> Result<Option<(usize, u64)>, MeasureError> {
        for (output, (plan, then)) in self.outputs.iter().zip(then).enumerate() {
            let array = &self.layout(set).arrays[plan.array];
            let each = array.dtype.size();
            let offset = match then {
                Output::Digests(then) => {
                    let now = digests(session, plan.array, each, array.elements)?;
                    now.iter().zip(then).position(|(a, b)| a != b).map(|block| block * PART)
                }
                Output::Whole(then) => difference(session, plan.array, 0, then)?,
                Output::Near(then) => {
                    let part = |((first, elements), then): ((u64, usize), &Near)| {
                        let then = then.decode(array.dtype, &self.word(set, output, first, elements)?.value);
                        difference(session, plan.array, first as usize * each, &then)
                    };
                    let parts = parts(array.elements, each).zip(then.par_iter()).map(part);
                    parts.collect::<Result<Vec<_>, MeasureError>>()?.into_iter().flatten().next()
                }
            };
            if let Some(offset) = offset {
                return Ok(Some((output, offset as u64)));
            }
        }
        Ok(None)
    }

    fn between(&mut self, set: usize, a: &[Output], b: &[Output]) -> Result<Vec<Option<Comparison>>, MeasureError> {
        let compare = |(output, (a, b)): (usize, (&Output, &Output))| {
            let plan = &self.outputs[output];
            let array = &self.layout(set).arrays[plan.array];
            let judge = |first, elements, a: &[u8], b: &[u8]| {
                let word = self.word(set, output, first, elements)?;
                Ok::<_, MeasureError>(output_between_runs(&plan.gate, self.input(set), a, b, word.oracle())?)
            };
            match (a, b) {
                (Output::Whole(a), Output::Whole(b)) => judge(0, array.elements as usize, a, b).map(Some),
                (Output::Near(a), Output::Near(b)) => {
                    let part = |((first, elements), (a, b)): ((u64, usize), (&Near, &Near))| {
                        let word = self.word(set, output, first, elements)?;
                        let [a, b] = [a, b].map(|near| near.decode(array.dtype, &word.value));
                        judge(first, elements, &a, &b)
                    };
                    let both = a.par_iter().zip(b.par_iter());
                    let parts = parts(array.elements, array.dtype.size()).zip(both).map(part);
                    Ok(Some(in_a_row(parts.collect::<Result<Vec<_>, MeasureError>>()?)))
                }
                (a, b) => Ok((a == b).then(|| same(array.elements))),
            }
        };
        a.iter().zip(b).enumerate().map(compare).collect()
    }

    fn forget(&mut self) {
        self.truths.iter_mut().for_each(|truth| truth.right.clear());
    }

    fn hide(&self) -> Result<(), MeasureError> {
        Ok(self.arena.blank()?)
    }
}

fn reads(array: &ArrayLayout) -> bool {
    matches!(array.intent, Intent::In | Intent::InOut)
}
