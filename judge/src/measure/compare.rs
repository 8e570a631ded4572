//! Applies the gate to what a call left behind.

use judge_abi::DType;
use judge_tasks::{OutputComparison as TaskComparison, OutputGate, Terms as TaskTerms, Variant};

use super::case::Expected;
use crate::gate::{self, Comparison, GateError, Magnitude, Precision, Reference, Rule, Runs, Terms};

/// Compares one output with the oracle's word.
///
/// # Errors
/// When the oracle's arrays do not fit the output; never the submission's fault.
pub fn with_oracle(output: &[u8], expected: &Expected, variant: Variant) -> Result<Comparison, GateError> {
    let gate = &expected.gate;
    let Some(precision) = Precision::of(gate.dtype) else {
        return gate::exact(output, &expected.value, gate.dtype);
    };
    match rule(gate, precision) {
        Some(rule) if !(variant == Variant::Twin && gate.twin_exact) => {
            let reference = Reference { value: &expected.value, n: terms(expected), s: magnitude(expected) };
            gate::against_reference(output, reference, &rule)
        }
        _ => gate::twin(output, &expected.value, gate.dtype),
    }
}

/// Compares one output of run B with that of run A on the same input.
///
/// # Errors
/// When the lengths do not fit.
pub fn between_runs(a: &[u8], b: &[u8], expected: &Expected, variant: Variant) -> Result<Comparison, GateError> {
    let gate = &expected.gate;
    match Precision::of(gate.dtype).and_then(|p| rule(gate, p)) {
        Some(rule) if !(variant == Variant::Twin && gate.twin_exact) => {
            gate::between_runs(a, b, terms(expected), magnitude(expected), &rule)
        }
        _ => gate::exact(a, b, gate.dtype),
    }
}

/// The band of an output, or nothing when only equality will do.
fn rule(gate: &OutputGate, out: Precision) -> Option<Rule> {
    let TaskComparison::Band(band) = &gate.comparison else { return None };
    Some(Rule {
        acc: Precision::of(band.acc).unwrap_or(out),
        out,
        m: u32::try_from(band.m).unwrap_or(u32::MAX),
        libm_ulp: u32::try_from(band.libm_ulp).unwrap_or(u32::MAX),
        depth: band.depth,
        runs: if band.runs_equal { Runs::Equal } else { Runs::Reassociate },
    })
}

fn terms(expected: &Expected) -> Terms<'_> {
    match (&expected.terms, &expected.gate.comparison) {
        (Some(terms), _) => Terms::PerElement(terms),
        (None, TaskComparison::Band(band)) => match band.terms {
            TaskTerms::Constant(n) => Terms::Constant(n),
            TaskTerms::Oracle => Terms::Constant(1),
        },
        (None, TaskComparison::Exact) => Terms::Constant(1),
    }
}

fn magnitude(expected: &Expected) -> Magnitude<'_> {
    expected.magnitude.as_deref().map_or(Magnitude::Exact, Magnitude::PerElement)
}

/// Whether `dtype` is stored as two components.
#[must_use]
pub const fn components(dtype: DType) -> u64 {
    if matches!(dtype, DType::Complex64 | DType::Complex128) { 2 } else { 1 }
}
