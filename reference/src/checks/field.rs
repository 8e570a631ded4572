//! Fields of a check: hexadecimal floats, fractions, specifications of random arrays; and what came of them.

use judge_abi::DType;
use judge_tasks::rng;
use serde_json::Value;

use super::expression::Expression;

/// Why checks could not be evaluated.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The file is not of the format.
    #[error("not a file of check values: {0}")]
    Shape(String),
    /// A function of a task could not be called.
    #[error("cannot call the oracle: {0}")]
    Call(String),
}

/// What came of the checks.
#[derive(Debug, Default)]
pub struct Report {
    /// Values compared.
    pub compared: usize,
    /// One line for each that differs.
    pub mismatches: Vec<String>,
}

impl Report {
    pub(crate) fn equal<T: PartialEq + std::fmt::Debug>(&mut self, check: &str, what: &str, got: T, expected: T) {
        self.compared += 1;
        if got != expected {
            self.mismatches.push(format!("{check}: {what} is {got:?}, not {expected:?}"));
        }
    }
}

/// One check: its fields, and the report it adds to.
pub(crate) struct Check<'a> {
    name: String,
    fields: &'a Value,
    report: &'a mut Report,
}

impl<'a> Check<'a> {
    pub(crate) fn new(name: String, fields: &'a Value, report: &'a mut Report) -> Self {
        Self { name, fields, report }
    }

    pub(crate) fn has(&self, field: &str) -> bool {
        !self.fields[field].is_null()
    }

    pub(crate) fn field(&self, field: &str) -> &'a Value {
        &self.fields[field]
    }

    /// Names of the check's fields.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &'a String> + use<'a> {
        self.fields.as_object().into_iter().flat_map(|o| o.keys())
    }

    /// Fields that name points of a grid of `n` points a side: `y_321` is `y` at i = 3, j = 2, k = 1.
    pub(crate) fn points(&self, name: &str, n: usize) -> Vec<(&'a String, [usize; 3])> {
        let point = |field: &'a String| {
            let digits = field.strip_prefix(name)?.strip_prefix('_')?.chars();
            let digits = digits.map(|c| c.to_digit(10).map(|d| d as usize)).collect::<Option<Vec<_>>>()?;
            let point: [usize; 3] = digits.try_into().ok()?;
            point.iter().all(|d| *d < n).then_some((field, point))
        };
        self.fields().filter_map(point).collect()
    }

    /// Fields that hold a sum of scaled values: `sum_ex4` is that of 4·ex.
    pub(crate) fn sums(&self, name: &str) -> Vec<(&'a String, f64)> {
        let scale = |field: &'a String| {
            let digits = field.strip_prefix("sum_")?.strip_prefix(name)?;
            Some((field, if digits.is_empty() { 1.0 } else { digits.parse::<u32>().ok()?.into() }))
        };
        self.fields().filter_map(scale).collect()
    }

    pub(crate) fn is_twin(&self) -> bool {
        self.fields["twin"] == Value::Bool(true)
    }

    pub(crate) fn seed(&self) -> u64 {
        self.fields["seed"].as_u64().unwrap_or(42)
    }

    pub(crate) fn text(&self, field: &str) -> &'a str {
        self.fields[field].as_str().unwrap_or_default()
    }

    /// A number of elements.
    pub(crate) fn count(&self, field: &str) -> Result<usize, CheckError> {
        let value = self.fields[field].as_u64().and_then(|v| usize::try_from(v).ok()).filter(|v| *v < 1 << 28);
        value.ok_or_else(|| CheckError::Shape(format!("{}: `{field}` is no number of elements", self.name)))
    }

    /// Points along an axis of a cube.
    pub(crate) fn side(&self, field: &str) -> Result<usize, CheckError> {
        const MOST: usize = 512;
        let wrong = || self.wrong(field, "a number of points a side, at most 512");
        Some(self.count(field)?).filter(|side| *side <= MOST).ok_or_else(wrong)
    }

    /// N; a check that states none has 1000 elements.
    pub(crate) fn elements(&self) -> Result<usize, CheckError> {
        if self.has("N") { self.count("N") } else { Ok(1000) }
    }

    pub(crate) fn integer(&self, field: &str) -> Result<i64, CheckError> {
        self.fields[field].as_i64().ok_or_else(|| self.wrong(field, "an integer"))
    }

    pub(crate) fn number(&self, field: &str) -> Result<f64, CheckError> {
        number(&self.fields[field]).ok_or_else(|| self.wrong(field, "a number"))
    }

    pub(crate) fn numbers(&self, field: &str) -> Result<Vec<f64>, CheckError> {
        numbers(&self.fields[field]).ok_or_else(|| self.wrong(field, "a list of numbers"))
    }

    pub(crate) fn wrong(&self, field: &str, wanted: &str) -> CheckError {
        CheckError::Shape(format!("{}: `{field}` is not {wanted}", self.name))
    }

    /// Compares a value with a field, if the check has it.
    pub(crate) fn same(&mut self, field: &str, got: f64) -> Result<(), CheckError> {
        if self.has(field) {
            let expected = self.number(field)?;
            self.report.equal(&self.name, field, got, expected);
        }
        Ok(())
    }

    /// Compares the first values with a list, if the check has it.
    pub(crate) fn same_list(&mut self, field: &str, got: &[f64]) -> Result<(), CheckError> {
        if self.has(field) {
            let expected = self.numbers(field)?;
            let first = got.get(..expected.len()).unwrap_or(got).to_vec();
            self.report.equal(&self.name, field, first, expected);
        }
        Ok(())
    }

    /// Compares an integer with a field modulo 2^64, if the check has it.
    pub(crate) fn same_integer(&mut self, field: &str, got: i128) -> Result<(), CheckError> {
        self.same_value(field, &self.fields[field], got)
    }

    /// The same with a value that stands elsewhere.
    pub(crate) fn same_value(&mut self, what: &str, expected: &Value, got: i128) -> Result<(), CheckError> {
        let wrap = |v: i128| v.rem_euclid(1 << 64);
        if !expected.is_null() {
            let expected = whole_number(expected).ok_or_else(|| self.wrong(what, "an integer"))?;
            self.report.equal(&self.name, what, wrap(got), wrap(expected));
        }
        Ok(())
    }

    /// Compares the first integers with a list, if the check has it.
    pub(crate) fn same_integers(&mut self, field: &str, got: &[i64]) -> Result<(), CheckError> {
        if self.has(field) {
            let expected = self.fields[field].as_array().and_then(|list| list.iter().map(whole_number).collect());
            let expected: Vec<i128> = expected.ok_or_else(|| self.wrong(field, "a list of integers"))?;
            let first: Vec<i128> = got.iter().take(expected.len()).map(|v| i128::from(*v)).collect();
            self.report.equal(&self.name, field, first, expected);
        }
        Ok(())
    }

    /// States that something must hold.
    pub(crate) fn holds(&mut self, what: &str, got: bool) {
        self.report.equal(&self.name, what, got, true);
    }

    /// Compares two lists of floats bit for bit.
    pub(crate) fn same_floats(&mut self, what: &str, got: &[f64], expected: &[f64]) {
        self.report.equal(&self.name, what, got, expected);
    }

    /// Compares within a relative error.
    pub(crate) fn close(&mut self, what: &str, got: f64, expected: f64, relative: f64) {
        self.within(what, got, expected, relative * expected.abs());
    }

    /// Compares within an absolute error.
    pub(crate) fn within(&mut self, what: &str, got: f64, expected: f64, error: f64) {
        self.report.compared += 1;
        let is_close = got == expected || (got - expected).abs() <= error;
        if !is_close {
            self.report.mismatches.push(format!("{}: {what} is {got:e}, not {expected:e}", self.name));
        }
    }

    /// A random array as its specification says: `ipm(stream 0,K=1000)`, `odd(…)`, `odd_positive(…)`, `constant 3`, or an
    /// [`Expression`].
    pub(crate) fn random(&self, specification: &str, n: usize) -> Result<Vec<i64>, CheckError> {
        let text = specification.trim();
        let (seed, stream) = (self.seed(), after(text, "stream ").unwrap_or(0));
        if let Some((_, make)) = INTEGERS.iter().find(|(name, _)| text.starts_with(name)) {
            let max = after(text, "K=").filter(|k| *k > 0).ok_or_else(|| self.unknown(text))?;
            return Ok((0..n as u64).map(|i| make(rng::hash(seed, stream, i), max)).collect());
        }
        if let Some(value) = after(text, "constant ").or_else(|| after(text, "all ")) {
            return Ok(vec![value.cast_signed(); n]);
        }
        let expression = Expression::parse(text, seed).ok_or_else(|| self.unknown(text))?;
        let values = (0..n as u64).map(|i| expression.at(i).map(u64::cast_signed));
        values.collect::<Option<_>>().ok_or_else(|| self.unknown(text))
    }

    fn unknown(&self, text: &str) -> CheckError {
        CheckError::Shape(format!("{}: cannot read the specification `{text}`", self.name))
    }

    /// Floats of like magnitude.
    pub(crate) fn like(&self, stream: u64, n: usize) -> Vec<f64> {
        (0..n).map(|i| rng::like(rng::hash(self.seed(), stream, i as u64))).collect()
    }

    /// What a field specifies, as floats: integers of a specification, a list, or floats of like magnitude.
    pub(crate) fn floats(&self, field: &str, stream: u64, n: usize) -> Result<Vec<f64>, CheckError> {
        match &self.fields[field] {
            Value::String(text) if text.starts_with("like") => {
                Ok(self.like(after(text, "stream ").unwrap_or(stream), n))
            }
            Value::String(text) => Ok(self.random(text, n)?.into_iter().map(|v| v as f64).collect()),
            Value::Array(_) => self.numbers(field),
            _ => Ok(self.like(stream, n)),
        }
    }
}

/// An integer up to a bound, made of a hash.
type Make = fn(u64, u64) -> i64;

/// Random integers by how a specification begins.
const INTEGERS: [(&str, Make); 3] = [("ipm(", rng::ipm), ("odd(", rng::odd), ("odd_positive(", rng::odd_positive)];

/// The number right behind a marker in a text.
fn after(text: &str, marker: &str) -> Option<u64> {
    let rest = &text[text.find(marker)? + marker.len()..];
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

/// A JSON number, or text: decimal, C99 hexadecimal float, or a fraction.
pub(crate) fn number(value: &Value) -> Option<f64> {
    let text = match value {
        Value::Number(n) => return n.as_f64(),
        Value::String(text) => text.trim(),
        _ => return None,
    };
    if text.contains("0x") {
        return hexadecimal(text);
    }
    match text.split_once('/') {
        Some((a, b)) => Some(a.trim().parse::<f64>().ok()? / b.trim().parse::<f64>().ok()?),
        None => text.parse().ok(),
    }
}

/// A JSON integer, or text that is one.
pub(crate) fn whole_number(value: &Value) -> Option<i128> {
    match value {
        Value::Number(n) => n.as_i128().or_else(|| n.as_f64().filter(|x| x.fract() == 0.0).map(|x| x as i128)),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

pub(crate) fn numbers(value: &Value) -> Option<Vec<f64>> {
    value.as_array()?.iter().map(number).collect()
}

/// C99 `%a` with at most 16 digits; exact.
fn hexadecimal(text: &str) -> Option<f64> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let (digits, exponent) = rest.strip_prefix("0x")?.split_once('p').unwrap_or((rest.strip_prefix("0x")?, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mantissa = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok().filter(|m| *m < 1 << 53)?;
    let exponent = exponent.parse::<i32>().ok()? - 4 * i32::try_from(fraction.len()).ok()?;
    // Two steps, so that no power of two on the way leaves the range of normal numbers.
    Some(sign * mantissa as f64 * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2))
}

/// The low bytes of an integer, as a scalar of this type.
pub(crate) fn bytes_of_i64(value: i64, dtype: DType) -> Vec<u8> {
    match dtype {
        DType::F64 => (value as f64).to_ne_bytes().to_vec(),
        DType::F32 => (value as f32).to_ne_bytes().to_vec(),
        other => value.to_le_bytes()[..other.size().min(8)].to_vec(),
    }
}

pub(crate) fn bytes(values: &[f64]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_ne_bytes()).collect()
}

pub(crate) fn words(values: &[i64]) -> Vec<u8> {
    values.iter().flat_map(|v| (*v as u32).to_ne_bytes()).collect()
}

pub(crate) fn floats_in(bytes: &[u8]) -> Vec<f64> {
    bytes.as_chunks().0.iter().map(|b| f64::from_ne_bytes(*b)).collect()
}

pub(crate) fn u32s_in(bytes: &[u8]) -> Vec<i64> {
    bytes.as_chunks().0.iter().map(|b| i64::from(u32::from_ne_bytes(*b))).collect()
}

pub(crate) fn i32s_in(bytes: &[u8]) -> Vec<i64> {
    bytes.as_chunks().0.iter().map(|b| i64::from(i32::from_ne_bytes(*b))).collect()
}

/// Sum of (i+1)·v_i.
pub(crate) fn weighted_sum(values: impl IntoIterator<Item = i64>) -> i128 {
    values.into_iter().zip(1i128..).map(|(v, i)| i * i128::from(v)).sum()
}

/// Floats that are integers, as integers.
pub(crate) fn whole(values: &[f64]) -> impl Iterator<Item = i64> + '_ {
    values.iter().map(|v| *v as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_numbers_of_every_spelling() {
        for (text, expected) in [
            ("0x1.8p+1", 3.0),
            ("-0x1.3dd732262feb6p+0", -1.241_564_878_771_823_2),
            ("0x0.0p+0", 0.0),
            ("-147/4", -36.75),
            ("1.5e-3", 0.0015),
            ("0x1p-1074", 5e-324),
        ] {
            assert_eq!(number(&Value::from(text)), Some(expected), "{text}");
        }
        assert_eq!(number(&Value::from("0xzz")), None);
    }
}
