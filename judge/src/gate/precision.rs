//! The floating-point formats, as the numbers that a rounding analysis needs.

use judge_abi::DType;
use judge_tasks::Accumulation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A floating-point format: of an accumulation, or of a stored output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// IEEE binary64.
    F64,
    /// IEEE binary32.
    F32,
    /// IEEE binary16.
    F16,
    /// bfloat16.
    Bf16,
    /// The accumulator of a matrix core: binary32 that may truncate, so one bit worse.
    Matrix,
}

/// `2^exponent`, for exponents of normal binary64 numbers.
const fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

impl Precision {
    /// The format of one component of an element; none for integers and bytes.
    #[must_use]
    pub fn of(dtype: DType) -> Option<Self> {
        Accumulation::of(dtype).map(Self::of_sum)
    }

    /// The format of an accumulation.
    #[must_use]
    pub const fn of_sum(acc: Accumulation) -> Self {
        match acc {
            Accumulation::F64 => Self::F64,
            Accumulation::F32 => Self::F32,
            Accumulation::F16 => Self::F16,
            Accumulation::Bf16 => Self::Bf16,
            Accumulation::Matrix => Self::Matrix,
        }
    }

    /// Unit roundoff `u`: the largest relative error of one rounding to nearest (of truncation, for a matrix core).
    #[must_use]
    pub const fn unit_roundoff(self) -> f64 {
        power_of_two(match self {
            Self::F64 => -53,
            Self::F32 => -24,
            Self::F16 => -11,
            Self::Bf16 => -8,
            Self::Matrix => -23,
        })
    }

    /// `λ`: the largest absolute error of one operation that underflows. Units that flush subnormals lose up to the
    /// smallest normal number of binary32 and bfloat16; binary64 is never flushed.
    #[must_use]
    pub const fn underflow(self) -> f64 {
        match self {
            Self::F64 => f64::from_bits(1),
            Self::F32 | Self::Bf16 | Self::Matrix => power_of_two(-126),
            Self::F16 => power_of_two(-24),
        }
    }

    /// The smallest positive number.
    #[must_use]
    pub const fn smallest_subnormal(self) -> f64 {
        match self {
            Self::F64 => f64::from_bits(1),
            Self::F32 | Self::Matrix => power_of_two(-149),
            Self::F16 => power_of_two(-24),
            Self::Bf16 => power_of_two(-133),
        }
    }

    /// The largest finite number.
    #[must_use]
    pub const fn largest(self) -> f64 {
        match self {
            Self::F64 => f64::MAX,
            Self::F32 | Self::Matrix => f32::MAX as f64,
            Self::F16 => 65504.0,
            Self::Bf16 => (2.0 - power_of_two(-7)) * power_of_two(127),
        }
    }

    /// Bits of significand `p`: integers below `2^p` are exact. A matrix core adds exact binary32 integers exactly.
    #[must_use]
    pub const fn significand_bits(self) -> u32 {
        match self {
            Self::F64 => 53,
            Self::F32 | Self::Matrix => 24,
            Self::F16 => 11,
            Self::Bf16 => 8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_match_the_types_that_have_them() {
        assert_eq!(Precision::F64.unit_roundoff() * 2.0, f64::EPSILON);
        assert_eq!(Precision::F32.unit_roundoff() * 2.0, f64::from(f32::EPSILON));
        assert_eq!(Precision::F16.unit_roundoff() * 2.0, half::f16::EPSILON.to_f64());
        assert_eq!(Precision::Bf16.unit_roundoff() * 2.0, half::bf16::EPSILON.to_f64());
        assert_eq!(Precision::F16.largest(), half::f16::MAX.to_f64());
        assert_eq!(Precision::Bf16.largest(), half::bf16::MAX.to_f64());
        assert_eq!(Precision::F32.smallest_subnormal(), f64::from(f32::from_bits(1)));
        assert_eq!(Precision::F16.smallest_subnormal(), half::f16::from_bits(1).to_f64());
        assert_eq!(Precision::Bf16.smallest_subnormal(), half::bf16::from_bits(1).to_f64());
        assert_eq!(Precision::F32.underflow(), f64::from(f32::MIN_POSITIVE));
    }
}
