//! Element types that may cross the boundary to a kernel.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Element type of an ABI array or scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DType {
    /// IEEE binary64.
    F64,
    /// IEEE binary32.
    F32,
    /// IEEE binary16.
    F16,
    /// bfloat16: binary32 with a significand of 8 bits.
    Bf16,
    /// Two binary32 values: real, imaginary.
    Complex64,
    /// Two binary64 values: real, imaginary.
    Complex128,
    /// 32-bit two's complement.
    I32,
    /// 64-bit two's complement.
    I64,
    /// 32-bit unsigned.
    U32,
    /// 64-bit unsigned.
    U64,
    /// Raw bytes.
    Bytes,
}

impl DType {
    /// Size of one element in bytes.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::Complex128 => 16,
            Self::F64 | Self::I64 | Self::U64 | Self::Complex64 => 8,
            Self::F32 | Self::I32 | Self::U32 => 4,
            Self::F16 | Self::Bf16 => 2,
            Self::Bytes => 1,
        }
    }

    /// Whether values are compared within a band rather than exactly.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F64 | Self::F32 | Self::F16 | Self::Bf16 | Self::Complex64 | Self::Complex128)
    }

    /// The spelling used in `task.yaml`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::F64 => "f64",
            Self::F32 => "f32",
            Self::F16 => "f16",
            Self::Bf16 => "bf16",
            Self::Complex64 => "complex64",
            Self::Complex128 => "complex128",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::Bytes => "bytes",
        }
    }
}

impl std::fmt::Display for DType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
