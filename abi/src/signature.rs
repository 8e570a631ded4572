//! The exact parameter list of `kernel`, as plain data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DType;

/// How a kernel may use an ABI array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Intent {
    /// Read only; mapped read-only in the runner, also on the device.
    In,
    /// Written in full; poisoned before every call.
    Out,
    /// Read and written; restored before every call.
    InOut,
    /// A workspace of the judge's: poisoned before every call, never checked.
    Scratch,
}

impl Intent {
    /// Whether the pointer is `const` in the prototype.
    #[must_use]
    pub const fn is_const(self) -> bool {
        matches!(self, Self::In)
    }

    /// Whether the judge checks the contents after a call.
    #[must_use]
    pub const fn is_output(self) -> bool {
        matches!(self, Self::Out | Self::InOut)
    }
}

/// One array parameter; its extent is the task's matter, the kernel gets a bare device pointer.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Array {
    /// Parameter name: a C and Fortran identifier.
    pub name: String,
    /// Element type.
    pub dtype: DType,
    /// Direction.
    pub intent: Intent,
}

/// One scalar parameter, passed by value.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Scalar {
    /// Parameter name: a C and Fortran identifier.
    pub name: String,
    /// Type; one of `f64 f32 i32 i64 u32 u64`.
    pub dtype: DType,
}

/// One parameter, in order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Param {
    /// A device pointer.
    Array(Array),
    /// A value.
    Scalar(Scalar),
}

impl Param {
    /// The parameter's name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Array(a) => &a.name,
            Self::Scalar(s) => &s.name,
        }
    }
}

/// The parameter list of an entry point.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Signature {
    /// Name of the function: `kernel` for submissions and baselines.
    pub entry: String,
    /// Parameters, in order.
    pub params: Vec<Param>,
}

impl Signature {
    /// The array parameters, in order.
    pub fn arrays(&self) -> impl Iterator<Item = &Array> {
        self.params.iter().filter_map(|p| match p {
            Param::Array(a) => Some(a),
            Param::Scalar(_) => None,
        })
    }

    /// The scalar parameters, in order.
    pub fn scalars(&self) -> impl Iterator<Item = &Scalar> {
        self.params.iter().filter_map(|p| match p {
            Param::Scalar(s) => Some(s),
            Param::Array(_) => None,
        })
    }
}
