//! What a task says of each output: how far an honest kernel may be from the oracle.

use judge_abi::DType;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How one output array is compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutputGate {
    /// Name of the output array.
    pub name: String,
    /// Its element type.
    pub dtype: DType,
    /// The comparison.
    pub comparison: OutputComparison,
    /// On the exact twin this output has no rounding at all, so that its band is zero there.
    pub twin_exact: bool,
}

/// Arithmetic in which terms are added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Accumulation {
    /// IEEE binary64.
    F64,
    /// IEEE binary32.
    F32,
    /// IEEE binary16.
    F16,
    /// bfloat16.
    Bf16,
    /// A matrix core's: binary32 that may cut off instead of rounding.
    Matrix,
}

impl Accumulation {
    /// That of an array's own type, component by component; none for integers.
    #[must_use]
    pub const fn of(dtype: DType) -> Option<Self> {
        match dtype {
            DType::F64 | DType::Complex128 => Some(Self::F64),
            DType::F32 | DType::Complex64 => Some(Self::F32),
            DType::F16 => Some(Self::F16),
            DType::Bf16 => Some(Self::Bf16),
            DType::I32 | DType::I64 | DType::U32 | DType::U64 | DType::Bytes => None,
        }
    }

    /// The spelling used in `task.yaml`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::F64 => "f64",
            Self::F32 => "f32",
            Self::F16 => "f16",
            Self::Bf16 => "bf16",
            Self::Matrix => "matrix",
        }
    }
}

/// Equality, or a band.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OutputComparison {
    /// Equal to the oracle: integers bit for bit, floats by value (-0 equals +0, NaN by position).
    Exact,
    /// `|a − r| ≤ γ_k(u_acc)·S + k·λ + out(r)` with `k = min(n − 1, depth) + m + 2·libm_ulp`.
    Band(Band),
}

/// The part of a band that does not depend on data; n and S come with the oracle's value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Band {
    /// Type in which an honest kernel accumulates.
    pub acc: Accumulation,
    /// Roundings that a term suffers before it is added.
    pub m: u64,
    /// Error bound of the library functions on the way, in units in the last place.
    pub libm_ulp: u64,
    /// Cap on sequential additions, where the algorithm has one.
    pub depth: Option<u64>,
    /// Where n, the number of terms, comes from.
    pub terms: Terms,
    /// Two runs must agree exactly: no order of accumulation is open to the kernel.
    pub runs_equal: bool,
}

/// Number of terms added into an output element, an initial value that is not zero counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Terms {
    /// The same for every element of this size.
    Constant(u64),
    /// From the oracle, element by element.
    Oracle,
}
