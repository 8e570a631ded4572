//! Runs tasks for tests: inputs, oracle, any kernel, and a comparison by the task's own gates.
#![allow(dead_code, reason = "every test binary uses a part")]

pub(crate) mod c_call;

use std::collections::BTreeMap;

use c_call::{Argument, Function};
use judge_abi::{DType, Intent, Param};
use judge_reference::{BASELINE_FLAGS, ORACLE_FLAGS, generator_signature, oracle_signature};
use judge_tasks::{Accumulation, Band, Layout, OutputComparison, Size, Task, Terms, Variant};

/// Arrays by parameter name.
pub(crate) type Arrays = BTreeMap<String, Vec<u8>>;

/// A task with everything of it compiled.
pub(crate) struct Compiled {
    pub(crate) task: Task,
    pub(crate) oracle: Function,
    pub(crate) generate: Option<Function>,
    pub(crate) baseline: Function,
}

impl Compiled {
    pub(crate) fn new(name: &str) -> Option<Self> {
        Self::of(Task::builtin(name).unwrap_or_else(|e| panic!("{e}")))
    }

    pub(crate) fn of(task: Task) -> Option<Self> {
        let compile = |signature: &_, source, flags| {
            Function::compile(task.name(), signature, source, task.include_files(), flags)
        };
        let oracle = compile(&oracle_signature(&task), task.oracle_source(), ORACLE_FLAGS)?;
        let generate = match generator_signature(&task) {
            Some(signature) => Some(compile(&signature, task.oracle_source(), ORACLE_FLAGS)?),
            None => None,
        };
        let baseline = compile(task.signature(), task.baseline_source(), BASELINE_FLAGS)?;
        Some(Self { task, oracle, generate, baseline })
    }

    /// Contents of all arrays before a call; outputs hold a poison.
    pub(crate) fn inputs(&self, size: &Size, variant: Variant, seed: u64) -> (Layout, Arrays) {
        let layout = self.task.layout(size, variant).unwrap_or_else(|e| panic!("{e}"));
        let mut arrays = Arrays::new();
        for (i, array) in layout.arrays.iter().enumerate() {
            let mut bytes = vec![0xA5; usize::try_from(array.bytes).expect("fits")];
            if matches!(array.intent, Intent::In | Intent::InOut) && !array.generated {
                self.task.fill(&layout, i, seed, &mut bytes).unwrap_or_else(|e| panic!("{e}"));
            }
            arrays.insert(array.name.clone(), bytes);
        }
        if let (Some(generate), Some(signature)) = (&self.generate, generator_signature(&self.task)) {
            let mut arguments: Vec<Argument> = signature
                .params
                .iter()
                .map(|p| match p.name() {
                    "seed" => seed.to_ne_bytes().to_vec(),
                    "twin" => i32::from(variant == Variant::Twin).to_ne_bytes().to_vec(),
                    name => argument(&layout, &arrays, name),
                })
                .collect();
            generate.call(&mut arguments);
            for (param, bytes) in signature.params.iter().zip(arguments) {
                if matches!(param, Param::Array(_)) {
                    arrays.insert(param.name().to_owned(), bytes);
                }
            }
        }
        (layout, arrays)
    }

    /// The oracle's arguments, in order.
    pub(crate) fn oracle_arguments(&self, layout: &Layout, inputs: &Arrays) -> Vec<Argument> {
        let elements: BTreeMap<String, u64> = layout.arrays.iter().map(|a| (a.name.clone(), a.elements)).collect();
        let signature = oracle_signature(&self.task);
        signature
            .params
            .iter()
            .map(|p| match p {
                Param::Array(a) if a.intent == Intent::Out => {
                    let output = a.name.rsplit_once('_').expect("has a suffix").0;
                    vec![0xA5; usize::try_from(elements[output]).expect("fits") * a.dtype.size()]
                }
                p => argument(layout, inputs, p.name()),
            })
            .collect()
    }

    /// What the oracle says for these inputs.
    pub(crate) fn expected(&self, layout: &Layout, inputs: &Arrays) -> Arrays {
        let signature = oracle_signature(&self.task);
        let mut arguments = self.oracle_arguments(layout, inputs);
        self.oracle.call(&mut arguments);
        let written = signature.params.iter().zip(arguments);
        written
            .filter(|(p, _)| matches!(p, Param::Array(a) if a.intent == Intent::Out))
            .map(|(p, b)| (p.name().to_owned(), b))
            .collect()
    }

    /// The kernel's arguments, in order.
    pub(crate) fn arguments(&self, layout: &Layout, inputs: &Arrays) -> Vec<Argument> {
        self.task.signature().params.iter().map(|p| argument(layout, inputs, p.name())).collect()
    }

    /// All arrays after the kernel ran.
    pub(crate) fn run(&self, kernel: &Function, layout: &Layout, inputs: &Arrays) -> Arrays {
        let params = &self.task.signature().params;
        let mut arguments = self.arguments(layout, inputs);
        kernel.call(&mut arguments);
        let arrays = params.iter().zip(arguments).filter(|(p, _)| matches!(p, Param::Array(_)));
        arrays.map(|(p, bytes)| (p.name().to_owned(), bytes)).collect()
    }

    /// The first element outside its gate, in words.
    pub(crate) fn compare(
        &self,
        size: &Size,
        variant: Variant,
        result: &Arrays,
        expected: &Arrays,
    ) -> Result<(), String> {
        for gate in self.task.outputs(size).unwrap_or_else(|e| panic!("{e}")) {
            let (got, r) = (&result[&gate.name], &expected[&format!("{}_r", gate.name)]);
            if !gate.dtype.is_float() {
                let first = got.chunks(gate.dtype.size()).zip(r.chunks(gate.dtype.size())).position(|(a, b)| a != b);
                if let Some(i) = first {
                    return Err(format!("{}[{i}] differs", gate.name));
                }
                continue;
            }
            let (got, r) = (floats(gate.dtype, got), doubles(r));
            let twin = variant == Variant::Twin && gate.twin_exact;
            for (i, (a, r)) in got.iter().zip(&r).enumerate() {
                let band = match &gate.comparison {
                    OutputComparison::Band(band) if !twin => {
                        let s = doubles(&expected[&format!("{}_s", gate.name)])[i];
                        let n = match band.terms {
                            Terms::Constant(n) => n,
                            Terms::Oracle => u64::from(words(&expected[&format!("{}_n", gate.name)])[i]),
                        };
                        width(band, n, s) + if s == 0.0 { 0.0 } else { r.abs() * f64::EPSILON }
                    }
                    _ => 0.0,
                };
                if a != r && (a - r).abs().partial_cmp(&band) != Some(std::cmp::Ordering::Less) {
                    return Err(format!("{}[{i}] is {a:e}, not {r:e}; band {band:e}", gate.name));
                }
            }
        }
        Ok(())
    }
}

fn argument(layout: &Layout, arrays: &Arrays, name: &str) -> Argument {
    if let Some(bytes) = arrays.get(name) {
        return bytes.clone();
    }
    if let Some(scalar) = layout.scalars.iter().find(|s| s.name == name) {
        return scalar.bits.to_le_bytes()[..scalar.dtype.size()].to_vec();
    }
    let dimension = layout.dimensions.iter().find(|(d, _)| d == name);
    dimension.unwrap_or_else(|| panic!("no value for `{name}`")).1.to_le_bytes().to_vec()
}

fn width(band: &Band, n: u64, s: f64) -> f64 {
    let u = match band.acc {
        Accumulation::F32 => 2f64.powi(-24),
        Accumulation::F16 => 2f64.powi(-11),
        Accumulation::Bf16 => 2f64.powi(-8),
        Accumulation::Matrix => 2f64.powi(-23),
        Accumulation::F64 => 2f64.powi(-53),
    };
    let sequential = n.saturating_sub(1).min(band.depth.unwrap_or(u64::MAX));
    let k = (sequential + band.m + 2 * band.libm_ulp) as f64;
    k * u / (1.0 - k * u) * s
}

/// The doubles in these bytes.
pub(crate) fn doubles(bytes: &[u8]) -> Vec<f64> {
    bytes.as_chunks().0.iter().map(|b| f64::from_ne_bytes(*b)).collect()
}

/// The 32-bit words in these bytes.
pub(crate) fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|b| u32::from_ne_bytes(*b)).collect()
}

/// The 64-bit integers in these bytes.
pub(crate) fn longs(bytes: &[u8]) -> Vec<i64> {
    bytes.as_chunks().0.iter().map(|b| i64::from_ne_bytes(*b)).collect()
}

fn floats(dtype: DType, bytes: &[u8]) -> Vec<f64> {
    match dtype {
        DType::F32 | DType::Complex64 => words(bytes).into_iter().map(|w| f64::from(f32::from_bits(w))).collect(),
        _ => doubles(bytes),
    }
}
