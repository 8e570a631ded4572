//! Floats that are nearly the oracle's, kept as steps from it: an eighth of their memory, and not a bit is lost.

use half::{bf16, f16};
use judge_abi::DType;

/// Marks a value that stands too many steps away to be kept as a step.
const FAR: i8 = i8::MIN;

/// Values of one part of an output.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Near {
    steps: Vec<i8>,
    far: Vec<u64>,
}

impl Near {
    /// Keeps `out`, components of `dtype`, of which the oracle says `value`: as many `f64`.
    pub(super) fn encode(dtype: DType, out: &[u8], value: &[u8]) -> Self {
        let mut near = Self { steps: Vec::with_capacity(value.len() / 8), far: Vec::new() };
        for (raw, reference) in out.chunks_exact(width(dtype)).zip(value.as_chunks().0) {
            let mut word = [0; 8];
            word[..raw.len()].copy_from_slice(raw);
            let bits = u64::from_le_bytes(word);
            let steps = place(dtype, bits).wrapping_sub(place(dtype, nearest(dtype, *reference))).cast_signed();
            match i8::try_from(steps) {
                Ok(step) if step != FAR => near.steps.push(step),
                _ => {
                    near.steps.push(FAR);
                    near.far.push(bits);
                }
            }
        }
        near
    }

    /// The bytes that were kept, by the same word of the oracle's.
    pub(super) fn decode(&self, dtype: DType, value: &[u8]) -> Vec<u8> {
        let mut far = self.far.iter();
        let mut bytes = Vec::with_capacity(self.steps.len() * width(dtype));
        for (step, reference) in self.steps.iter().zip(value.as_chunks().0) {
            let bits = match *step {
                FAR => far.next().copied().unwrap_or_default(),
                step => at(dtype, place(dtype, nearest(dtype, *reference)).wrapping_add_signed(step.into())),
            };
            bytes.extend_from_slice(&bits.to_le_bytes()[..width(dtype)]);
        }
        bytes
    }
}

/// Bytes of a component.
fn width(dtype: DType) -> usize {
    match dtype {
        DType::Complex64 | DType::Complex128 => dtype.size() / 2,
        other => other.size(),
    }
}

/// Bits of the oracle's value in the output's format.
fn nearest(dtype: DType, value: [u8; 8]) -> u64 {
    let value = f64::from_ne_bytes(value);
    match width(dtype) {
        8 => value.to_bits(),
        4 => u64::from((value as f32).to_bits()),
        _ if dtype == DType::Bf16 => u64::from(bf16::from_f64(value).to_bits()),
        _ => u64::from(f16::from_f64(value).to_bits()),
    }
}

fn sign(dtype: DType) -> u64 {
    1 << (8 * width(dtype) - 1)
}

/// Where a pattern stands when all are in the order of their values, one step from each to the next.
fn place(dtype: DType, bits: u64) -> u64 {
    let sign = sign(dtype);
    if bits & sign == 0 { bits | sign } else { !bits & (sign | (sign - 1)) }
}

/// The pattern that stands there.
fn at(dtype: DType, place: u64) -> u64 {
    let sign = sign(dtype);
    if place & sign != 0 { place & (sign - 1) } else { !place & (sign | (sign - 1)) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const DTYPES: [DType; 6] = [DType::F64, DType::F32, DType::F16, DType::Bf16, DType::Complex64, DType::Complex128];

    proptest! {
        #[test]
        fn every_pattern_comes_back(
            dtype in 0..DTYPES.len(),
            out in prop::collection::vec(any::<u8>(), 160),
            value in prop::collection::vec(any::<u64>(), 20),
        ) {
            let dtype = DTYPES[dtype];
            let out = &out[..value.len() * width(dtype)];
            let value: Vec<u8> = value.iter().flat_map(|bits| bits.to_ne_bytes()).collect();
            prop_assert_eq!(Near::encode(dtype, out, &value).decode(dtype, &value), out);
        }
    }

    #[test]
    fn what_is_near_takes_a_byte() {
        let values: Vec<f64> = vec![1.0, -1.0, 0.0, -0.0, 1e-310, -1e300, f64::INFINITY, f64::NAN];
        let value: Vec<u8> = values.iter().flat_map(|v| v.to_ne_bytes()).collect();
        for steps in [-127_i64, -1, 0, 1, 127] {
            let near = values.iter().map(|v| at(DType::F64, place(DType::F64, v.to_bits()).wrapping_add_signed(steps)));
            let out: Vec<u8> = near.flat_map(u64::to_le_bytes).collect();
            let kept = Near::encode(DType::F64, &out, &value);
            assert_eq!(kept.far, Vec::<u64>::new());
            assert_eq!(kept.decode(DType::F64, &value), out);
        }
        let zero = 0.0_f64.to_bits();
        assert_eq!(place(DType::F64, zero) - place(DType::F64, (-0.0_f64).to_bits()), 1);
    }
}
