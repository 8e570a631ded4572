//! A task at one size: how much memory each array takes, what the scalars are, how much work a call is.

use judge_abi::{DType, Intent};

use crate::error::TaskError;
use crate::gate::{Band, OutputComparison, OutputGate, Terms};
use crate::task::{FillRule, GateRule, Number, Placed, Size, Task, Variant};

/// Sizes of everything that a call at one size needs.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// Name of the size.
    pub size: String,
    /// The variant.
    pub variant: Variant,
    /// The array parameters, in order.
    pub arrays: Vec<ArrayLayout>,
    /// The scalar parameters, in order.
    pub scalars: Vec<ScalarValue>,
    /// The dimensions' values, in the order in which `generate` takes them.
    pub dimensions: Vec<(String, i64)>,
    /// Bytes that any kernel must move.
    pub bytes_moved: u64,
    /// Operations.
    pub flops: u64,
    /// The rules by which [`Task::fill`] makes the inputs, with every bound evaluated.
    pub(crate) fills: Vec<Option<FillPlan>>,
}

/// One array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrayLayout {
    /// Its name.
    pub name: String,
    /// Element type.
    pub dtype: DType,
    /// Direction.
    pub intent: Intent,
    /// Number of elements.
    pub elements: u64,
    /// `elements` times the size of one.
    pub bytes: u64,
    /// Whether the oracle's `generate` writes it.
    pub generated: bool,
}

/// One scalar: its bits, in the low bytes for types narrower than 64.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScalarValue {
    /// Its name.
    pub name: String,
    /// Its type.
    pub dtype: DType,
    /// The value's bits.
    pub bits: u64,
}

/// How to make the elements of one input array.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum FillPlan {
    Like { stream: u64 },
    Ipm { stream: u64, max: u64 },
    Odd { stream: u64, max: u64 },
    OddPositive { stream: u64, max: u64 },
    Bits { stream: u64, shift: u32, modulus: Option<u64> },
    ConstantFloat(f64),
    ConstantInteger(i64),
}

impl Layout {
    /// Bytes of all arrays together.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.arrays.iter().fold(0, |sum, a| sum.saturating_add(a.bytes))
    }

    /// Bytes of each array.
    #[must_use]
    pub fn array_bytes(&self) -> Vec<u64> {
        self.arrays.iter().map(|a| a.bytes).collect()
    }

    /// Bits of each scalar.
    #[must_use]
    pub fn scalar_bits(&self) -> Vec<u64> {
        self.scalars.iter().map(|s| s.bits).collect()
    }

    /// Whether [`Task::fill`] makes the `index`-th array, each element for itself and from the seed.
    #[must_use]
    pub fn is_random(&self, index: usize) -> bool {
        let constant = |plan: &FillPlan| matches!(plan, FillPlan::ConstantFloat(_) | FillPlan::ConstantInteger(_));
        self.fills[index].as_ref().is_some_and(|plan| !constant(plan))
    }
}

impl Task {
    /// Everything a call at this size needs.
    ///
    /// # Errors
    /// An expression that has no value here, a negative extent, a scalar that does not fit its type; with line and column.
    pub fn layout(&self, size: &Size, variant: Variant) -> Result<Layout, TaskError> {
        let mut layout = Layout {
            size: size.name.clone(),
            variant,
            arrays: Vec::new(),
            scalars: Vec::new(),
            dimensions: self.dimensions.iter().map(|d| (d.clone(), size.bindings[d])).collect(),
            bytes_moved: self.count(&self.bytes, size)?,
            flops: self.count(&self.flops, size)?,
            fills: Vec::new(),
        };
        for rule in &self.arrays {
            let elements = self.count(&rule.extent, size)?;
            let bytes = elements.checked_mul(rule.array.dtype.size() as u64).filter(|b| i64::try_from(*b).is_ok());
            let too_large =
                || self.at(&rule.extent, size, format!("`{}` would take more than 2^63 bytes", rule.array.name));
            let fill = match variant {
                Variant::Twin => rule.twin_fill.as_ref().or(rule.fill.as_ref()),
                Variant::Normal => rule.fill.as_ref(),
            };
            layout.arrays.push(ArrayLayout {
                name: rule.array.name.clone(),
                dtype: rule.array.dtype,
                intent: rule.array.intent,
                elements,
                bytes: bytes.ok_or_else(too_large)?,
                generated: matches!(fill, Some(FillRule::Oracle)),
            });
            layout.fills.push(fill.map(|f| self.plan(f, size)).transpose()?.flatten());
        }
        for rule in &self.scalars {
            let value = match variant {
                Variant::Twin => rule.twin_value.as_ref().unwrap_or(&rule.value),
                Variant::Normal => &rule.value,
            };
            let bits = self.scalar_bits(value, rule.scalar.dtype, size)?;
            layout.scalars.push(ScalarValue { name: rule.scalar.name.clone(), dtype: rule.scalar.dtype, bits });
        }
        Ok(layout)
    }

    /// How each output array is compared at this size.
    ///
    /// # Errors
    /// A number of terms or a depth that has no value here.
    pub fn outputs(&self, size: &Size) -> Result<Vec<OutputGate>, TaskError> {
        let outputs = self.arrays.iter().filter(|r| r.array.intent.is_output());
        outputs
            .map(|rule| {
                let (comparison, twin_exact) = match &rule.gate {
                    None | Some(GateRule::Exact) => (OutputComparison::Exact, true),
                    Some(GateRule::Band(rule)) => {
                        let band = Band {
                            acc: rule.acc,
                            m: rule.m,
                            libm_ulp: rule.libm_ulp,
                            depth: rule.depth.as_ref().map(|d| self.count(d, size)).transpose()?,
                            terms: match &rule.terms {
                                Some(n) => Terms::Constant(self.count(n, size)?),
                                None => Terms::Oracle,
                            },
                            runs_equal: rule.runs_equal,
                        };
                        (OutputComparison::Band(band), rule.twin_exact)
                    }
                };
                Ok(OutputGate {
                    name: rule.array.name.clone(),
                    dtype: rule.array.dtype,
                    comparison,
                    twin_exact: twin_exact && self.has_twin(),
                })
            })
            .collect()
    }

    /// A value that counts something.
    fn count(&self, placed: &Placed, size: &Size) -> Result<u64, TaskError> {
        let value = self.at_size(placed, size)?;
        u64::try_from(value).map_err(|_| self.at(placed, size, format!("`{}` is negative ({value})", placed.expr)))
    }

    fn at(&self, placed: &Placed, size: &Size, message: String) -> TaskError {
        TaskError::AtSize { file: self.file.clone(), place: placed.place, message, size: size.name.clone() }
    }

    fn plan(&self, rule: &FillRule, size: &Size) -> Result<Option<FillPlan>, TaskError> {
        let positive = |placed: &Placed| {
            let value = self.count(placed, size)?;
            match value {
                0 => Err(self.at(placed, size, format!("`{}` is 0; a bound is at least 1", placed.expr))),
                _ => Ok(value),
            }
        };
        Ok(Some(match rule {
            FillRule::Oracle => return Ok(None),
            FillRule::Like { stream } => FillPlan::Like { stream: u64::from(*stream) },
            FillRule::Ipm { stream, max } => FillPlan::Ipm { stream: u64::from(*stream), max: positive(max)? },
            FillRule::Odd { stream, max } => FillPlan::Odd { stream: u64::from(*stream), max: positive(max)? },
            FillRule::OddPositive { stream, max } => {
                FillPlan::OddPositive { stream: u64::from(*stream), max: positive(max)? }
            }
            FillRule::Bits { stream, shift, modulus } => FillPlan::Bits {
                stream: u64::from(*stream),
                shift: *shift,
                modulus: modulus.as_ref().map(positive).transpose()?,
            },
            FillRule::Constant(Number::Float(value)) => FillPlan::ConstantFloat(*value),
            FillRule::Constant(Number::Integer(placed)) => FillPlan::ConstantInteger(self.at_size(placed, size)?),
        }))
    }

    fn scalar_bits(&self, number: &Number, dtype: DType, size: &Size) -> Result<u64, TaskError> {
        let (value, placed) = match number {
            Number::Float(value) if dtype == DType::F32 => return Ok(u64::from((*value as f32).to_bits())),
            Number::Float(value) => return Ok(value.to_bits()),
            Number::Integer(placed) => (self.at_size(placed, size)?, placed),
        };
        let fits = match dtype {
            DType::I32 => i32::try_from(value).ok().map(|v| u64::from(v.cast_unsigned())),
            DType::U32 => u32::try_from(value).ok().map(u64::from),
            DType::U64 => u64::try_from(value).ok(),
            DType::F64 => Some(value as f64).filter(|v| *v as i64 == value).map(f64::to_bits),
            DType::F32 => Some(value as f32).filter(|v| *v as i64 == value).map(|v| u64::from(v.to_bits())),
            _ => Some(value.cast_unsigned()),
        };
        fits.ok_or_else(|| self.at(placed, size, format!("{value} does not fit {dtype}")))
    }
}
