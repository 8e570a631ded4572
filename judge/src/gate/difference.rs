//! One element that differs, with all that explains the judgement.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A value of any output type. In JSON a string, because JSON has no NaN, no infinity, and readers that lose the low bits
/// of a 64-bit integer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// A float, widened.
    Float(f64),
    /// An integer.
    Integer(i128),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Shortest digits that read back as the same number.
            Self::Float(x) if x.is_finite() && *x != 0.0 && !(1e-4..1e16).contains(&x.abs()) => write!(f, "{x:e}"),
            Self::Float(x) => write!(f, "{x:?}"),
            Self::Integer(x) => write!(f, "{x}"),
        }
    }
}

impl Value {
    /// The value, rounded to binary64.
    #[must_use]
    pub fn number(&self) -> f64 {
        match self {
            Self::Float(x) => *x,
            Self::Integer(x) => *x as f64,
        }
    }

    /// Two significant digits, for people.
    #[must_use]
    pub fn short(&self) -> String {
        match self {
            Self::Float(x) if x.is_finite() => format!("{x:.1e}"),
            other => other.to_string(),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if let Ok(integer) = text.parse() {
            return Ok(Self::Integer(integer));
        }
        text.parse().map(Self::Float).map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Value {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Value".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A number in decimal digits that read back exactly, or NaN, inf, -inf."
        })
    }
}

/// An element that differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    /// Element, from 0; of a complex output the component: real parts are even.
    pub index: u64,
    /// The output.
    pub got: Value,
    /// The reference, or the other run's output.
    pub expected: Value,
    /// Terms added into the element.
    pub n: u64,
    /// Sum of the magnitudes of its terms.
    pub s: Value,
    /// Largest accepted difference.
    pub band: Value,
    /// Difference ÷ band; above 1 is refused.
    pub ratio: Value,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_survives_json() {
        for value in [
            Value::Float(0.1 + 0.2),
            Value::Float(-0.0),
            Value::Float(5e-324),
            Value::Float(f64::MAX),
            Value::Float(f64::NEG_INFINITY),
            Value::Integer(i128::from(u64::MAX)),
        ] {
            let json = serde_json::to_string(&value).unwrap();
            assert_eq!(serde_json::from_str::<Value>(&json).unwrap(), value, "{json}");
        }
        assert_eq!(Value::Float(f64::NAN).to_string(), "NaN");
        assert_eq!(Value::Float(1.0).to_string(), "1.0");
    }
}
