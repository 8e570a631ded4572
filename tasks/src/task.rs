//! A task, checked: everything the judge needs to judge a kernel, as plain data.

use std::collections::BTreeMap;

use judge_abi::{Array, Param, Scalar, Signature};
use sha2::{Digest, Sha256};

use crate::error::{Place, TaskError};
use crate::expr::{Expr, Names};
use crate::format::Role;
use crate::gate::Accumulation;

/// A task: format, inputs, sizes, gates, work model, and the sources of its baseline and oracle.
#[derive(Debug, Clone)]
pub struct Task {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) summary: String,
    pub(crate) file: String,
    pub(crate) sources: Sources,
    pub(crate) dimensions: Vec<String>,
    pub(crate) sizes: Vec<Size>,
    pub(crate) arrays: Vec<ArrayRule>,
    pub(crate) scalars: Vec<ScalarRule>,
    pub(crate) signature: Signature,
    pub(crate) bytes: Placed,
    pub(crate) flops: Placed,
}

/// The C sources of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sources {
    /// Text of the task file.
    pub yaml: String,
    /// The threaded CPU baseline.
    pub baseline: String,
    /// The oracle.
    pub oracle: String,
}

/// One input size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Size {
    /// Its name.
    pub name: String,
    /// Whether time is taken.
    pub role: Role,
    /// Value of every dimension.
    pub bindings: Names,
}

/// Which data a kernel gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variant {
    /// Random data of like magnitude.
    Normal,
    /// Data on which every order of summation is exact, so that a lost or doubled term shows.
    Twin,
}

/// An expression and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Placed {
    pub(crate) expr: Expr,
    pub(crate) place: Place,
}

/// How long an array is, what it holds, how it is compared.
#[derive(Debug, Clone)]
pub(crate) struct ArrayRule {
    pub(crate) array: Array,
    pub(crate) extent: Placed,
    pub(crate) fill: Option<FillRule>,
    pub(crate) twin_fill: Option<FillRule>,
    pub(crate) gate: Option<GateRule>,
}

/// A scalar's value.
#[derive(Debug, Clone)]
pub(crate) struct ScalarRule {
    pub(crate) scalar: Scalar,
    pub(crate) value: Number,
    pub(crate) twin_value: Option<Number>,
}

/// A number, or an expression of dimensions.
#[derive(Debug, Clone)]
pub(crate) enum Number {
    Float(f64),
    Integer(Placed),
}

#[derive(Debug, Clone)]
pub(crate) enum FillRule {
    Like { stream: u32 },
    Ipm { stream: u32, max: Placed },
    Odd { stream: u32, max: Placed },
    OddPositive { stream: u32, max: Placed },
    Bits { stream: u32, shift: u32, modulus: Option<Placed> },
    Constant(Number),
    Oracle,
}

/// How an output is compared; `exact` is also the rule of outputs that say nothing.
#[derive(Debug, Clone)]
pub(crate) enum GateRule {
    Exact,
    Band(Box<BandRule>),
}

#[derive(Debug, Clone)]
pub(crate) struct BandRule {
    pub(crate) acc: Accumulation,
    pub(crate) m: u64,
    pub(crate) libm_ulp: u64,
    pub(crate) depth: Option<Placed>,
    /// `None`: from the oracle.
    pub(crate) terms: Option<Placed>,
    pub(crate) runs_equal: bool,
    pub(crate) twin_exact: bool,
}

impl Task {
    /// Name on the command line.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// One line, for lists.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What the kernel computes.
    #[must_use]
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// The exact parameter list of `kernel`.
    #[must_use]
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Names that every size binds, in the order in which `generate` takes them.
    #[must_use]
    pub fn dimensions(&self) -> &[String] {
        &self.dimensions
    }

    /// All sizes, in the order of the file.
    #[must_use]
    pub fn sizes(&self) -> &[Size] {
        &self.sizes
    }

    /// The size of that name.
    ///
    /// # Errors
    /// When there is none; lists those there are.
    pub fn size(&self, name: &str) -> Result<&Size, TaskError> {
        self.sizes.iter().find(|s| s.name == name).ok_or_else(|| TaskError::UnknownSize {
            task: self.name.clone(),
            name: name.to_owned(),
            known: self.sizes.iter().map(|s| s.name.as_str()).collect::<Vec<_>>().join(", "),
        })
    }

    /// The C source of the threaded CPU baseline; its entry is [`Self::signature`], with host pointers.
    #[must_use]
    pub fn baseline_source(&self) -> &str {
        &self.sources.baseline
    }

    /// The C source of the oracle.
    #[must_use]
    pub fn oracle_source(&self) -> &str {
        &self.sources.oracle
    }

    /// Headers that baseline and oracle may include: (name, text).
    #[must_use]
    pub fn include_files(&self) -> &'static [(&'static str, &'static str)] {
        crate::builtin::INCLUDES
    }

    /// Whether the oracle must make some of the inputs.
    #[must_use]
    pub fn has_generator(&self) -> bool {
        self.generated().next().is_some()
    }

    /// The input arrays that the oracle's `generate` writes, in the order of the kernel's parameters.
    pub fn generated(&self) -> impl Iterator<Item = &Array> {
        let by_oracle = |f: &Option<FillRule>| matches!(f, Some(FillRule::Oracle));
        self.arrays.iter().filter(move |a| by_oracle(&a.fill) || by_oracle(&a.twin_fill)).map(|a| &a.array)
    }

    /// Whether the task has an exact twin.
    #[must_use]
    pub fn has_twin(&self) -> bool {
        self.arrays.iter().any(|a| a.twin_fill.is_some()) || self.scalars.iter().any(|s| s.twin_value.is_some())
    }

    /// Whether `oracle` reports n for this output array, element by element.
    #[must_use]
    pub fn terms_from_oracle(&self, array: &str) -> bool {
        self.rule(array).is_some_and(|r| matches!(&r.gate, Some(GateRule::Band(band)) if band.terms.is_none()))
    }

    /// Whether `oracle` reports S, the sum of the magnitudes of the terms, for this output array.
    #[must_use]
    pub fn has_band(&self, array: &str) -> bool {
        self.rule(array).is_some_and(|r| matches!(r.gate, Some(GateRule::Band(_))))
    }

    /// SHA-256 of everything that makes the task what it is, in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        let includes = self.include_files().iter().flat_map(|(name, text)| [*name, *text]);
        for part in [&*self.sources.yaml, &*self.sources.baseline, &*self.sources.oracle].into_iter().chain(includes) {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    pub(crate) fn rule(&self, array: &str) -> Option<&ArrayRule> {
        self.arrays.iter().find(|a| a.array.name == array)
    }

    /// An expression's value at a size.
    pub(crate) fn at_size(&self, placed: &Placed, size: &Size) -> Result<i64, TaskError> {
        placed.expr.value(&size.bindings).map_err(|error| TaskError::AtSize {
            file: self.file.clone(),
            place: placed.place.at_offset(error.at),
            message: error.to_string(),
            size: size.name.clone(),
        })
    }
}

impl Place {
    pub(crate) fn at_offset(self, offset: usize) -> Self {
        Self { line: self.line, column: self.column + offset as u64 }
    }
}

impl Size {
    /// Whether the size is judged only when asked for: its name begins with `large`.
    #[must_use]
    pub fn on_request(&self) -> bool {
        self.role == Role::Timed && self.name.starts_with("large")
    }

    /// The bindings as text, for people: `N = 1000`.
    #[must_use]
    pub fn describe(&self, dimensions: &[String]) -> String {
        let pairs: BTreeMap<&str, i64> = self.bindings.iter().map(|(k, v)| (k.as_str(), *v)).collect();
        let shown = dimensions.iter().filter_map(|d| pairs.get(d.as_str()).map(|v| format!("{d} = {v}")));
        shown.collect::<Vec<_>>().join(", ")
    }
}

/// The signature of `kernel` from its parameters.
pub(crate) fn kernel(params: Vec<Param>) -> Signature {
    Signature { entry: "kernel".to_owned(), params }
}

/// Whether this can be the name of a task: lower-case letters, digits and hyphens, a letter first.
pub(crate) fn name_is_valid(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.len() <= 64
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}
