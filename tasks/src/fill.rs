//! Makes inputs: any element from seed, stream and index alone, so that all cores make them at once.

use half::{bf16, f16};
use judge_abi::DType;
use rayon::prelude::*;

use crate::error::TaskError;
use crate::layout::{FillPlan, Layout};
use crate::rng::{hash, ipm, like, odd, odd_positive};
use crate::task::Task;

/// Bytes that one job makes: large enough to hide the scheduling, small enough to spread; a multiple of every element size.
const CHUNK: usize = 1 << 16;

impl Task {
    /// Fills the `index`-th array of the layout, on all cores. The bytes depend on task, size, variant and seed only.
    ///
    /// # Errors
    /// When `dest` has another length than the layout says, or the oracle's `generate` must fill it.
    pub fn fill(&self, layout: &Layout, index: usize, seed: u64, dest: &mut [u8]) -> Result<(), TaskError> {
        let array = &layout.arrays[index];
        if dest.len() as u64 != array.bytes {
            return Err(TaskError::WrongLength {
                name: array.name.clone(),
                expected: array.bytes,
                given: dest.len() as u64,
            });
        }
        self.fill_part(layout, index, seed, 0, dest)
    }

    /// The same for a part of the array: as many elements as `dest` holds, from element `first` on.
    ///
    /// # Errors
    /// When `dest` reaches beyond the array, or the oracle's `generate` must fill it.
    pub fn fill_part(
        &self,
        layout: &Layout,
        index: usize,
        seed: u64,
        first: u64,
        dest: &mut [u8],
    ) -> Result<(), TaskError> {
        let array = &layout.arrays[index];
        let end = first.saturating_mul(array.dtype.size() as u64).saturating_add(dest.len() as u64);
        if end > array.bytes {
            return Err(TaskError::WrongLength { name: array.name.clone(), expected: array.bytes, given: end });
        }
        let Some(plan) = layout.fills[index] else {
            return Err(TaskError::FilledByOracle(array.name.clone()));
        };
        let component = component(array.dtype);
        let first = first * (array.dtype.size() / component) as u64;
        dest.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, bytes)| {
            plan.write(array.dtype, seed, first + (chunk * (CHUNK / component)) as u64, bytes);
        });
        Ok(())
    }
}

/// Size of what is made at a time: a complex number is made as two reals.
const fn component(dtype: DType) -> usize {
    match dtype {
        DType::Complex64 => 4,
        DType::Complex128 => 8,
        other => other.size(),
    }
}

impl FillPlan {
    fn write(self, dtype: DType, seed: u64, first: u64, bytes: &mut [u8]) {
        match dtype {
            DType::F64 | DType::Complex128 => self.floats(seed, first, bytes, f64::to_ne_bytes),
            DType::F32 | DType::Complex64 => self.floats(seed, first, bytes, |v| (v as f32).to_ne_bytes()),
            DType::F16 => self.floats(seed, first, bytes, |v| f16::from_f64(v).to_ne_bytes()),
            DType::Bf16 => self.floats(seed, first, bytes, |v| bf16::from_f64(v).to_ne_bytes()),
            DType::I64 | DType::U64 => self.integers(seed, first, bytes, u64::to_ne_bytes),
            DType::I32 | DType::U32 => self.integers(seed, first, bytes, |v| (v as u32).to_ne_bytes()),
            DType::Bytes => self.integers(seed, first, bytes, |v| [v as u8]),
        }
    }

    fn floats<const B: usize>(self, seed: u64, first: u64, bytes: &mut [u8], narrow: impl Fn(f64) -> [u8; B]) {
        let from = |value: i64| narrow(value as f64);
        match self {
            Self::Like { stream } => each(first, bytes, |i| narrow(like(hash(seed, stream, i)))),
            Self::Ipm { stream, max } => each(first, bytes, |i| from(ipm(hash(seed, stream, i), max))),
            Self::Odd { stream, max } => each(first, bytes, |i| from(odd(hash(seed, stream, i), max))),
            Self::OddPositive { stream, max } => each(first, bytes, |i| from(odd_positive(hash(seed, stream, i), max))),
            Self::ConstantFloat(value) => each(first, bytes, |_| narrow(value)),
            Self::ConstantInteger(value) => each(first, bytes, |_| from(value)),
            Self::Bits { .. } => unreachable!("validation lets `bits` fill integers only"),
        }
    }

    fn integers<const B: usize>(self, seed: u64, first: u64, bytes: &mut [u8], narrow: impl Fn(u64) -> [u8; B]) {
        let from = |value: i64| narrow(value.cast_unsigned());
        match self {
            Self::Bits { stream, shift, modulus: None } => {
                each(first, bytes, |i| narrow(hash(seed, stream, i) >> shift))
            }
            Self::Bits { stream, shift, modulus: Some(m) } => {
                each(first, bytes, |i| narrow((hash(seed, stream, i) >> shift) % m));
            }
            Self::Ipm { stream, max } => each(first, bytes, |i| from(ipm(hash(seed, stream, i), max))),
            Self::Odd { stream, max } => each(first, bytes, |i| from(odd(hash(seed, stream, i), max))),
            Self::OddPositive { stream, max } => each(first, bytes, |i| from(odd_positive(hash(seed, stream, i), max))),
            Self::ConstantInteger(value) => each(first, bytes, |_| from(value)),
            Self::Like { .. } | Self::ConstantFloat(_) => unreachable!("validation lets these fill floats only"),
        }
    }
}

fn each<const B: usize>(first: u64, bytes: &mut [u8], make: impl Fn(u64) -> [u8; B]) {
    let (elements, _) = bytes.as_chunks_mut::<B>();
    for (i, element) in (first..).zip(elements) {
        *element = make(i);
    }
}
