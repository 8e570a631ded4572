//! Comparison within the band, in parallel.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::band::Against;
use super::column::{Column, Constant, Counts, Floats};
use super::float::{Bf16, F16, F32, F64, Float};
use super::lanes::{BLOCK, Pair, Tally};
use super::{Comparison, GateError, Label, Magnitude, Outcome, Precision, Rule, Terms};

/// Elements of one parallel job.
const JOB: usize = 32 * BLOCK;

/// The oracle's word on one output.
#[derive(Debug, Clone, Copy)]
pub struct Reference<'a> {
    /// Values: native-endian `f64`, one per element (per component of a complex element).
    pub value: &'a [u8],
    /// Terms added into each element.
    pub n: Terms<'a>,
    /// Sum of their magnitudes.
    pub s: Magnitude<'a>,
}

/// Compares an output with the oracle's values.
///
/// # Errors
///
/// When a buffer's length does not fit the element count of `reference.value`.
pub fn against_reference(out: &[u8], reference: Reference<'_>, rule: &Rule) -> Result<Comparison, GateError> {
    match rule.out {
        Precision::F64 => with_reference::<F64, 8>(out, reference, rule),
        Precision::F32 | Precision::Matrix => with_reference::<F32, 4>(out, reference, rule),
        Precision::F16 => with_reference::<F16, 2>(out, reference, rule),
        Precision::Bf16 => with_reference::<Bf16, 2>(out, reference, rule),
    }
}

/// Compares the outputs of two runs of the same binary on the same input.
///
/// # Errors
///
/// When the buffers' lengths do not fit each other.
pub fn between_runs(a: &[u8], b: &[u8], n: Terms<'_>, s: Magnitude<'_>, rule: &Rule) -> Result<Comparison, GateError> {
    match rule.out {
        Precision::F64 => with_run::<F64, 8>(a, b, n, s, rule),
        Precision::F32 | Precision::Matrix => with_run::<F32, 4>(a, b, n, s, rule),
        Precision::F16 => with_run::<F16, 2>(a, b, n, s, rule),
        Precision::Bf16 => with_run::<Bf16, 2>(a, b, n, s, rule),
    }
}

fn with_reference<F: Float<N>, const N: usize>(
    out: &[u8],
    reference: Reference<'_>,
    rule: &Rule,
) -> Result<Comparison, GateError> {
    let count = reference.value.len() / 8;
    let a = Floats::<F, N>::new(out, count, "the output")?;
    let b = Floats::<F64, 8>::new(reference.value, count, "the reference")?;
    with_terms(Against::Reference, count, a, b, reference.n, reference.s, rule)
}

fn with_run<F: Float<N>, const N: usize>(
    a: &[u8],
    b: &[u8],
    n: Terms<'_>,
    s: Magnitude<'_>,
    rule: &Rule,
) -> Result<Comparison, GateError> {
    let count = b.len() / N;
    let a = Floats::<F, N>::new(a, count, "the output of run A")?;
    let b = Floats::<F, N>::new(b, count, "the output of run B")?;
    with_terms(Against::Run, count, a, b, n, s, rule)
}

fn with_terms<A: Column, B: Column>(
    against: Against,
    count: usize,
    a: A,
    b: B,
    n: Terms<'_>,
    s: Magnitude<'_>,
    rule: &Rule,
) -> Result<Comparison, GateError> {
    const MAGNITUDES: &str = "the oracle's magnitudes";
    const TERMS: &str = "the oracle's term counts";
    Ok(match (n, s) {
        (Terms::Constant(n), Magnitude::Exact) => {
            run(&Pair { rule, against, count, a, b, n: Constant(n as f64), s: Constant(0.0) })
        }
        (Terms::Constant(n), Magnitude::PerElement(s)) => {
            let s = Floats::<F64, 8>::new(s, count, MAGNITUDES)?;
            run(&Pair { rule, against, count, a, b, n: Constant(n as f64), s })
        }
        (Terms::PerElement(n), Magnitude::Exact) => {
            let n = Counts::<1>::new(n, count, TERMS)?;
            run(&Pair { rule, against, count, a, b, n, s: Constant(0.0) })
        }
        (Terms::PerElement(n), Magnitude::PerElement(s)) if count > 0 && n.len() == 2 * count => {
            // Half as many counts as values: complex elements, each with one.
            let (n, s) = (Counts::<2>::new(n, count, TERMS)?, Floats::<F64, 8>::new(s, count, MAGNITUDES)?);
            run(&Pair { rule, against, count, a, b, n, s })
        }
        (Terms::PerElement(n), Magnitude::PerElement(s)) => {
            let (n, s) = (Counts::<1>::new(n, count, TERMS)?, Floats::<F64, 8>::new(s, count, MAGNITUDES)?);
            run(&Pair { rule, against, count, a, b, n, s })
        }
    })
}

fn run<A: Column, B: Column, N: Column, S: Column>(pair: &Pair<'_, A, B, N, S>) -> Comparison {
    let jobs = pair.count.div_ceil(JOB);
    let job = |i: usize| pair.tally(i * JOB..pair.count.min((i + 1) * JOB));
    let tally = if jobs <= 1 { job(0) } else { (0..jobs).into_par_iter().map(job).reduce(Tally::default, Tally::then) };

    let outcome = match (tally.first_refused, tally.failing) {
        (Some((_, refusal)), _) => Outcome::RefuseTask(refusal),
        (None, 0) => Outcome::Pass,
        (None, _) => Outcome::Fail,
    };
    let label = match (tally.failing, tally.differing) {
        (0, 0) => Label::BitEqual,
        (0, _) => Label::ReassociationOnly,
        _ => Label::Fail,
    };
    let first = tally.first_failing.or_else(|| tally.first_differing_block.and_then(|b| pair.first_differing_in(b)));
    Comparison {
        outcome,
        label,
        elements: pair.count as u64,
        differing: tally.differing,
        failing: tally.failing,
        suspicious: tally.suspicious,
        first: first.map(|i| pair.difference(i)),
        worst: tally.worst.and_then(|(_, block)| pair.worst_in(block)).map(|i| pair.difference(i)),
        band_blind: pair.rule.is_blind(tally.longest),
    }
}
