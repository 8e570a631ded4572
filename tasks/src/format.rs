//! `task.yaml` as written: what serde reads and the JSON schema describes. [`crate::validate`] turns it into a task.

use judge_abi::{DType, Intent};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_saphyr::Spanned;
use std::collections::BTreeMap;

use crate::gate::Accumulation;

/// A task file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "task.yaml")]
pub(crate) struct File {
    /// Name on the command line: lower-case letters, digits and hyphens.
    #[schemars(with = "String", regex(pattern = "^[a-z][a-z0-9-]*$"))]
    pub(crate) name: Spanned<String>,
    /// One line, for lists.
    pub(crate) title: String,
    /// What the kernel computes, in words and formulas; independent of the language of a submission.
    pub(crate) summary: String,
    /// File with the threaded CPU baseline, beside this file.
    #[schemars(with = "String")]
    pub(crate) baseline: Spanned<String>,
    /// File with the higher-precision oracle, beside this file.
    #[schemars(with = "String")]
    pub(crate) oracle: Spanned<String>,
    /// Names that every size gives a value; also the first arguments of the oracle's `generate`.
    #[schemars(with = "Vec<String>")]
    pub(crate) dimensions: Vec<Spanned<String>>,
    /// Names computed from the dimensions, each from those before it.
    #[serde(default)]
    pub(crate) derived: Vec<Derived>,
    /// Inputs of different size; every submission is judged on all of them.
    #[schemars(length(min = 1))]
    pub(crate) sizes: Vec<SizeEntry>,
    /// The parameters of `kernel`, in order.
    #[schemars(length(min = 1))]
    pub(crate) parameters: Vec<Parameter>,
    /// Work of one call.
    pub(crate) work: Work,
}

/// A name computed from the dimensions.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Derived {
    /// The name.
    #[schemars(with = "String")]
    pub(crate) name: Spanned<String>,
    /// Integer expression.
    #[schemars(with = "Integer")]
    pub(crate) value: Spanned<Text>,
}

/// One size.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SizeEntry {
    /// Its name.
    #[schemars(with = "String")]
    pub(crate) name: Spanned<String>,
    /// What it is for.
    pub(crate) role: Role,
    /// A value for every dimension: an integer expression of numbers.
    #[schemars(with = "BTreeMap<String, Integer>")]
    pub(crate) bind: BTreeMap<String, Spanned<Text>>,
}

/// What a size is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, serde::Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The answer is checked; no time is taken.
    Correctness,
    /// The answer is checked and the time counts.
    Timed,
}

/// One parameter of `kernel`: an array (`array`, `intent`, `extent`) or a scalar (`scalar`, `value`).
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameter {
    /// An identifier in C and Fortran, unique without regard to case.
    #[schemars(with = "String", regex(pattern = "^[A-Za-z][A-Za-z0-9_]*$"))]
    pub(crate) name: Spanned<String>,
    /// Element type of an array.
    pub(crate) array: Option<DType>,
    /// Type of a scalar: `f64 f32 i32 i64 u32 u64`.
    pub(crate) scalar: Option<DType>,
    /// How the kernel may use an array.
    pub(crate) intent: Option<Intent>,
    /// Elements of an array: an integer expression.
    #[schemars(with = "Option<Integer>")]
    pub(crate) extent: Option<Spanned<Text>>,
    /// A scalar's value: a number, or an integer expression.
    #[schemars(with = "Option<Integer>")]
    pub(crate) value: Option<Spanned<Text>>,
    /// A scalar's value on the exact twin; without it, the same.
    #[schemars(with = "Option<Integer>")]
    pub(crate) twin_value: Option<Spanned<Text>>,
    /// What an input array holds.
    #[schemars(with = "Option<Fill>")]
    pub(crate) fill: Option<Spanned<Fill>>,
    /// What it holds on the exact twin: positive odd integers, so that no order of summation rounds.
    #[schemars(with = "Option<Fill>")]
    pub(crate) twin_fill: Option<Spanned<Fill>>,
    /// How an output array of floats is compared; integers are always compared exactly.
    #[schemars(with = "Option<Gate>")]
    pub(crate) gate: Option<Spanned<Gate>>,
}

/// Contents of an input array; `h = H(seed, stream, index)`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Fill {
    /// `±(0.5 + (h>>11)·2⁻⁵³)`: floats of like magnitude.
    Like(Stream),
    /// `±(1 + (h>>32) mod max)`.
    Ipm(Bounded),
    /// `±(2·((h>>20) mod ((max+1)/2)) + 1)`.
    Odd(Bounded),
    /// The same without a sign.
    OddPositive(Bounded),
    /// `(h >> shift)`, `mod` a bound if there is one, cut to the element type: integers.
    Bits(Bits),
    /// One value everywhere.
    Constant(#[schemars(with = "Integer")] Spanned<Text>),
    /// The oracle's `generate` writes it.
    Oracle,
}

/// A stream of random numbers.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stream {
    /// Number of the stream: arrays with the same one hold the same values.
    pub(crate) stream: u32,
}

/// Random integers below a bound.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bounded {
    /// Number of the stream.
    pub(crate) stream: u32,
    /// Largest magnitude: an integer expression.
    #[schemars(with = "Integer")]
    pub(crate) max: Spanned<Text>,
}

/// Random bits.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bits {
    /// Number of the stream.
    pub(crate) stream: u32,
    /// Bits dropped from the right.
    #[serde(default)]
    #[schemars(range(max = 63))]
    pub(crate) shift: u32,
    /// Values stay below it: an integer expression.
    #[serde(rename = "mod")]
    #[schemars(with = "Option<Integer>")]
    pub(crate) modulus: Option<Spanned<Text>>,
}

/// How an output array of floats is compared.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Gate {
    /// Equal to the oracle's value.
    Exact,
    /// Within what reassociation and rounding can explain.
    Band(BandEntry),
}

/// The reassociation band: `k = min(n − 1, depth) + m + 2·libm_ulp`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BandEntry {
    /// Number of terms n: an integer expression, or `oracle` when it differs from element to element.
    #[schemars(with = "Integer")]
    pub(crate) terms: Spanned<Text>,
    /// Roundings that a term suffers before it is added.
    pub(crate) m: u64,
    /// Arithmetic in which an honest kernel accumulates; without it, the array's own.
    pub(crate) acc: Option<Accumulation>,
    /// Error of library functions on the way, in units in the last place.
    #[serde(default)]
    pub(crate) libm_ulp: u64,
    /// Cap on sequential additions: an integer expression.
    #[schemars(with = "Option<Integer>")]
    pub(crate) depth: Option<Spanned<Text>>,
    /// Two runs must agree exactly, because no order of accumulation is open to the kernel.
    #[serde(default)]
    pub(crate) runs_equal: bool,
    /// Set to false where the twin's data still round in this output.
    #[serde(default = "yes")]
    pub(crate) twin_exact: bool,
}

fn yes() -> bool {
    true
}

/// Work of one call, for bandwidth, floor and arithmetic intensity.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Work {
    /// Bytes that any kernel must move: an integer expression.
    #[schemars(with = "Integer")]
    pub(crate) bytes: Spanned<Text>,
    /// Floating-point (for integer tasks: integer) operations: an integer expression.
    #[schemars(with = "Integer")]
    pub(crate) flops: Spanned<Text>,
}

/// A number, or the text of an expression; kept as text, so that 0.7 is read once and exactly.
#[derive(Debug, Clone)]
pub(crate) struct Text(pub(crate) String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self)
    }
}

/// In the schema: a number or an expression.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only describes the schema")]
pub(crate) enum Integer {
    /// A number.
    Number(f64),
    /// `+ - * / % ^ ( )`, dimensions, derived names, `min max odd isqrt`.
    Expression(String),
}
