//! Comparison without a band: integers, indices, bytes, and the exact twin.

use judge_abi::DType;
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSlice;

use super::column::{Magnitude, Terms};
use super::compare::{Reference, against_reference, between_runs};
use super::difference::{Difference, Value};
use super::{Comparison, GateError, Label, Outcome, Precision, Rule, Runs};

/// Bytes of one parallel job: a multiple of every element size.
const JOB: usize = 1 << 18;

/// A rule that accepts equality only.
const fn equality(out: Precision) -> Rule {
    Rule { acc: out, out, m: 0, libm_ulp: 0, depth: None, runs: Runs::Equal }
}

/// Compares two buffers of `dtype` for equality: integers bit by bit, floats in value (`−0 = +0`, NaN with NaN).
///
/// # Errors
///
/// When the buffers differ in length or hold no whole number of elements.
pub fn exact(out: &[u8], expected: &[u8], dtype: DType) -> Result<Comparison, GateError> {
    if let Some(precision) = Precision::of(dtype) {
        return between_runs(out, expected, Terms::Constant(1), Magnitude::Exact, &equality(precision));
    }
    let size = dtype.size();
    if out.len() != expected.len() || !out.len().is_multiple_of(size) {
        let elements = expected.len() / size;
        return Err(GateError::Length { what: "the output", bytes: out.len(), elements, size });
    }
    let elements = (out.len() / size) as u64;
    let (differing, first) = out
        .par_chunks(JOB)
        .zip(expected.par_chunks(JOB))
        .enumerate()
        .map(|(job, (a, b))| if a == b { (0, None) } else { unequal(a, b, size, job * JOB / size) })
        .reduce(|| (0, None), |a, b| (a.0 + b.0, a.1.or(b.1)));
    let first = first.map(|index: usize| {
        let at = index * size..(index + 1) * size;
        Difference {
            index: index as u64,
            got: Value::Integer(integer(&out[at.clone()], dtype)),
            expected: Value::Integer(integer(&expected[at], dtype)),
            n: 1,
            s: Value::Integer(0),
            band: Value::Integer(0),
            ratio: Value::Float(f64::INFINITY),
        }
    });
    Ok(Comparison {
        outcome: if differing == 0 { Outcome::Pass } else { Outcome::Fail },
        label: if differing == 0 { Label::BitEqual } else { Label::Fail },
        elements,
        differing,
        failing: differing,
        suspicious: 0,
        worst: first.clone(),
        first,
        band_blind: false,
    })
}

/// Compares the output on the exact twin with its oracle: every partial sum is exact, so the band is zero.
///
/// `value`: native-endian `f64`, one per element (per component of a complex element), exact in `dtype`.
///
/// # Errors
///
/// When the lengths do not fit, or `dtype` has no band: integers go to [`exact`].
pub fn twin(out: &[u8], value: &[u8], dtype: DType) -> Result<Comparison, GateError> {
    let precision = Precision::of(dtype).ok_or(GateError::NoBand)?;
    let reference = Reference { value, n: Terms::Constant(1), s: Magnitude::Exact };
    against_reference(out, reference, &equality(precision))
}

fn unequal(a: &[u8], b: &[u8], size: usize, offset: usize) -> (u64, Option<usize>) {
    let pairs = a.chunks_exact(size).zip(b.chunks_exact(size));
    pairs
        .enumerate()
        .filter(|(_, (a, b))| a != b)
        .fold((0, None), |(count, first), (i, _)| (count + 1, first.or(Some(offset + i))))
}

fn integer(raw: &[u8], dtype: DType) -> i128 {
    let unsigned = raw.iter().enumerate().fold(0_u128, |sum, (i, byte)| {
        let place = if cfg!(target_endian = "little") { i } else { raw.len() - 1 - i };
        sum | u128::from(*byte) << (8 * place)
    });
    match dtype {
        DType::I32 => i128::from(unsigned as u32 as i32),
        DType::I64 => i128::from(unsigned as u64 as i64),
        // At most eight bytes: no bit is lost.
        _ => unsigned as i128,
    }
}
