//! Check values of tasks: known answers for small inputs, as JSON, held against oracles and generators.
//!
//! `tests/data/task_checks.json` has the format; anybody can add cases without touching code.

mod expression;
mod field;
mod integers;
mod irregular;
mod mesh;
mod mhd;
mod streaming;

use std::collections::BTreeMap;

use judge_abi::{DType, Intent, Param};
use judge_tasks::{Task, Variant};
use serde_json::Value;

pub use field::{CheckError, Report};

use field::{Check, bytes_of_i64, whole_number};

/// Calls functions of a task's oracle source with these arguments: an array's bytes, or a scalar's, in the order of the
/// signature. Arrays hold the function's results afterwards.
pub trait Call {
    /// Calls `oracle` ([`crate::oracle_signature`]).
    ///
    /// # Errors
    /// In words, when it does not compile or dies.
    fn oracle(&mut self, task: &Task, arguments: &mut [Vec<u8>]) -> Result<(), String>;

    /// Calls `generate` ([`crate::generator_signature`]).
    ///
    /// # Errors
    /// In words, when it does not compile or dies.
    fn generate(&mut self, task: &Task, arguments: &mut [Vec<u8>]) -> Result<(), String>;
}

/// Evaluates every check of the file.
///
/// # Errors
/// When the file is not of the format, or a task cannot be called at all. A wrong value is no error: it is in the report.
pub fn evaluate(file: &Value, call: &mut dyn Call) -> Result<Report, CheckError> {
    let mut report = Report::default();
    random_numbers(&file["meta"]["rng_check"], &mut report)?;
    let tasks = file["tasks"].as_object().ok_or_else(|| CheckError::Shape("`tasks` is no mapping".to_owned()))?;
    for (name, entry) in tasks {
        let checks =
            entry["checks"].as_array().ok_or_else(|| CheckError::Shape(format!("`{name}` has no list `checks`")))?;
        for (index, fields) in checks.iter().enumerate() {
            if !fields.is_object() {
                return Err(CheckError::Shape(format!("{name}[{index}] is no mapping")));
            }
            let (task, evaluate) =
                known(name).ok_or_else(|| CheckError::Shape(format!("no check is known for `{name}`")))?;
            let task = Task::builtin(task).map_err(|e| CheckError::Shape(e.to_string()))?;
            let mut run = Run { task, call };
            evaluate(&mut Check::new(format!("{name}[{index}]"), fields, &mut report), &mut run)?;
        }
    }
    Ok(report)
}

type Evaluator = fn(&mut Check<'_>, &mut Run<'_>) -> Result<(), CheckError>;

/// Tasks and what evaluates their checks.
const EVALUATORS: [(&str, Evaluator); 19] = [
    ("bs1-copy", streaming::copy),
    ("bs2-axpy", streaming::axpy),
    ("bs3-norm", streaming::dot),
    ("bs4-dot", streaming::dot),
    ("bs5-cg", streaming::cg),
    ("bs6-gather", mesh::gather),
    ("bs7-scatter", mesh::scatter),
    ("plm-reconstruct", mhd::plm),
    ("hll-flux", mhd::flux),
    ("hlld-flux", mhd::flux),
    ("rhs-flux-difference", mhd::rhs),
    ("ct-emf", mhd::ct),
    ("histogram-256", integers::histogram),
    ("weighted-histogram-16", irregular::weighted_histogram),
    ("argmin-first", integers::argmin),
    ("exclusive-scan-u32", integers::scan),
    ("compaction-count", integers::compaction),
    ("csr-spmv", irregular::csr),
    ("stencil7", irregular::stencil),
];

/// The task that a name in a file of checks speaks of: its own, with any dashes, or with what it updates.
fn known(name: &str) -> Option<&'static (&'static str, Evaluator)> {
    let name = name.replace('_', "-");
    let name = name.strip_suffix("-update").unwrap_or(&name);
    EVALUATORS.iter().find(|(task, _)| *task == name)
}

/// Lists of hashes: `first5`, with `seed` and `stream` beside it, or `seed42_stream1_first2`.
fn random_numbers(expected: &Value, report: &mut Report) -> Result<(), CheckError> {
    let beside = |name: &str| expected[name].as_u64().unwrap_or_default();
    for (key, values) in expected.as_object().into_iter().flatten() {
        let Some(values) = values.as_array() else { continue };
        let named = key.strip_prefix("seed").and_then(|rest| rest.split_once("_stream"));
        let named = named.and_then(|(seed, rest)| Some((seed, rest.split_once('_')?.0)));
        let (seed, stream) = match named.map(|(seed, stream)| (seed.parse(), stream.parse())) {
            Some((Ok(seed), Ok(stream))) => (seed, stream),
            _ => (beside("seed"), beside("stream")),
        };
        for (i, value) in values.iter().enumerate() {
            let wrong = || CheckError::Shape(format!("rng_check: `{key}` is not a list of integers"));
            let value = whole_number(value).ok_or_else(wrong)?;
            let got = judge_tasks::rng::hash(seed, stream, i as u64);
            report.equal("rng", &format!("{key}[{i}]"), i128::from(got), value);
        }
    }
    Ok(())
}

/// A task and how to call its functions.
pub(crate) struct Run<'a> {
    pub(crate) task: Task,
    call: &'a mut dyn Call,
}

/// Arguments by name: inputs that a check gives.
pub(crate) type Inputs = BTreeMap<&'static str, Vec<u8>>;

/// What an oracle wrote, by parameter name.
pub(crate) type Outputs = BTreeMap<String, Vec<u8>>;

impl Run<'_> {
    /// The oracle's answer for these arrays and scalars. `elements` is the length of each output.
    pub(crate) fn oracle(&mut self, inputs: &Inputs, elements: &[(&str, usize)]) -> Result<Outputs, CheckError> {
        let signature = crate::oracle_signature(&self.task);
        let mut arguments = Vec::new();
        for param in &signature.params {
            arguments.push(match param {
                Param::Array(a) if a.intent == Intent::Out => {
                    let output = a.name.rsplit_once('_').map_or("", |(output, _)| output);
                    let (_, length) = elements.iter().find(|(n, _)| *n == output).unwrap_or(&("", 1));
                    vec![0xA5; length * a.dtype.size()]
                }
                param => inputs.get(param.name()).cloned().ok_or_else(|| {
                    CheckError::Shape(format!("{}: no value for `{}`", self.task.name(), param.name()))
                })?,
            });
        }
        self.call.oracle(&self.task, &mut arguments).map_err(CheckError::Call)?;
        let results = signature.params.iter().zip(arguments);
        let written = results.filter(|(p, _)| matches!(p, Param::Array(a) if a.intent == Intent::Out));
        Ok(written.map(|(p, bytes)| (p.name().to_owned(), bytes)).collect())
    }

    /// What `generate` writes for these values of the dimensions and other scalars; `elements` is the arrays' lengths.
    pub(crate) fn generate(
        &mut self,
        seed: u64,
        values: &[(&str, i64)],
        elements: &[(&str, usize)],
    ) -> Result<Outputs, CheckError> {
        let Some(signature) = crate::generator_signature(&self.task) else {
            return Err(CheckError::Shape(format!("{} has no generator", self.task.name())));
        };
        let value = |name: &str| values.iter().find(|(n, _)| *n == name).map_or(0, |(_, v)| *v);
        let length = |name: &str| elements.iter().find(|(n, _)| *n == name).map_or(0, |(_, l)| *l);
        let bytes = |param: &Param| match param {
            Param::Array(a) => vec![0; length(&a.name) * a.dtype.size()],
            Param::Scalar(s) if s.name == "seed" => seed.to_ne_bytes().to_vec(),
            Param::Scalar(s) => bytes_of_i64(value(&s.name), s.dtype),
        };
        let mut arguments: Vec<Vec<u8>> = signature.params.iter().map(bytes).collect();
        self.call.generate(&self.task, &mut arguments).map_err(CheckError::Call)?;
        let results = signature.params.iter().zip(arguments).filter(|(p, _)| matches!(p, Param::Array(_)));
        Ok(results.map(|(p, bytes)| (p.name().to_owned(), bytes)).collect())
    }

    /// The input array `name` as the task itself fills it at its size with these dimensions, if it has one.
    pub(crate) fn own_fill(&self, name: &str, dimensions: &[(&str, i64)], seed: u64) -> Option<Vec<u8>> {
        let size = self.task.sizes().iter().find(|s| dimensions.iter().all(|(d, v)| s.bindings.get(*d) == Some(v)))?;
        let layout = self.task.layout(size, Variant::Normal).ok()?;
        let index = layout.arrays.iter().position(|a| a.name == name)?;
        let mut bytes = vec![0; usize::try_from(layout.arrays[index].bytes).ok()?];
        self.task.fill(&layout, index, seed, &mut bytes).ok()?;
        Some(bytes)
    }
}

/// A scalar argument.
pub(crate) fn scalar(value: f64) -> Vec<u8> {
    value.to_ne_bytes().to_vec()
}

/// An integer scalar argument.
pub(crate) fn integer(value: i64, dtype: DType) -> Vec<u8> {
    bytes_of_i64(value, dtype)
}
