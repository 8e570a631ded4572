//! Rows of expected judgements, so that anyone adds a case without touching code.
//!
//! Tab-separated columns, named in a first line: `dtype n S a b verdict why mode m acc`. Floats are C99 hexadecimal. Mode
//! `rr` compares two runs, `ref` an output `a` with the reference `b`, `exact` demands equality.

use judge_abi::DType;

use super::{Against, Element, Precision, Rule, Runs, hex};

/// The columns, in order.
pub const COLUMNS: [&str; 10] = ["dtype", "n", "S", "a", "b", "verdict", "why", "mode", "m", "acc"];

/// What a row expects, or what the gate says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// Accepted.
    Pass,
    /// Not accepted.
    Fail,
    /// The task is refused.
    Refuse,
}

impl Expected {
    /// The word in the file.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Refuse => "refuse",
        }
    }
}

/// One row.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Line in the file, from 1.
    pub line: usize,
    /// What the gate should say.
    pub expected: Expected,
    /// Why.
    pub why: String,
    case: Case,
}

#[derive(Debug, Clone, PartialEq)]
enum Case {
    Integers { a: i128, b: i128 },
    Exact { a: f64, b: f64 },
    Band { rule: Rule, against: Against, a: f64, b: f64, n: f64, s: f64 },
}

impl Row {
    /// What the gate says.
    #[must_use]
    pub fn evaluate(&self) -> Expected {
        let agree = |yes: bool| if yes { Expected::Pass } else { Expected::Fail };
        match &self.case {
            Case::Integers { a, b } => agree(a == b),
            Case::Exact { a, b } => agree(a == b || (a.is_nan() && b.is_nan())),
            Case::Band { rule, against, a, b, n, s } => match rule.judge(*against, *a, *b, *n, *s) {
                Element::Equal | Element::Within(_) => Expected::Pass,
                Element::Beyond(_) => Expected::Fail,
                Element::Refused(_) => Expected::Refuse,
            },
        }
    }
}

/// A line that is no row.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct Malformed {
    /// Line in the file, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The first line names other columns.
    #[error("expected a first line with the columns `{}`, separated by tabs", COLUMNS.join(" "))]
    Header,
    /// Too few or too many columns.
    #[error("expected 10 columns separated by tabs, found {found}")]
    Columns {
        /// Columns found.
        found: usize,
    },
    /// A value that its column does not allow.
    #[error("column `{column}` cannot be {value:?}; expected {expected}")]
    Value {
        /// The column.
        column: &'static str,
        /// What is there.
        value: String,
        /// What may be there.
        expected: &'static str,
    },
}

/// Parses a file of rows. Empty lines and lines that start with `#` are skipped.
///
/// # Errors
///
/// The first malformed line.
pub fn parse(text: &str) -> Result<Vec<Row>, Malformed> {
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.trim_end_matches('\r')))
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    match lines.next() {
        Some((_, line)) if line.split('\t').eq(COLUMNS) => {}
        Some((line, _)) => return Err(Malformed { line, fault: Fault::Header }),
        None => return Err(Malformed { line: 1, fault: Fault::Header }),
    }
    lines.map(|(line, text)| row(line, text).map_err(|fault| Malformed { line, fault })).collect()
}

fn row(line: usize, text: &str) -> Result<Row, Fault> {
    let fields: Vec<&str> = text.split('\t').collect();
    let [dtype, n, s, a, b, verdict, why, mode, m, acc_name] =
        <[&str; 10]>::try_from(fields).map_err(|fields| Fault::Columns { found: fields.len() })?;
    let expected = match verdict {
        "pass" => Expected::Pass,
        "fail" => Expected::Fail,
        "refuse" => Expected::Refuse,
        _ => return Err(fault("verdict", verdict, "pass, fail or refuse")),
    };
    let dtype = dtype_named(dtype)?;
    let against = match mode {
        "rr" => Some(Against::Run),
        "ref" => Some(Against::Reference),
        "exact" => None,
        _ => return Err(fault("mode", mode, "rr, ref or exact")),
    };
    let case = match (Precision::of(dtype), against) {
        (None, _) => Case::Integers { a: integer("a", a, dtype)?, b: integer("b", b, dtype)? },
        (Some(_), None) => Case::Exact { a: float("a", a)?, b: float("b", b)? },
        (Some(out), Some(against)) => {
            let m = m.parse().map_err(|_| fault("m", m, "a whole number of roundings"))?;
            let acc = match acc_name {
                "matrix" => Some(Precision::Matrix),
                name => dtype_named(name).ok().and_then(Precision::of),
            };
            let acc = acc.ok_or_else(|| fault("acc", acc_name, "f64, f32, f16, bf16 or matrix"))?;
            Case::Band {
                rule: Rule { acc, out, m, libm_ulp: 0, depth: None, runs: Runs::Reassociate },
                against,
                a: float("a", a)?,
                b: float("b", b)?,
                n: n.parse::<u64>().map_err(|_| fault("n", n, "a whole number of terms"))? as f64,
                s: magnitude(s)?,
            }
        }
    };
    Ok(Row { line, expected, why: why.to_owned(), case })
}

fn fault(column: &'static str, value: &str, expected: &'static str) -> Fault {
    Fault::Value { column, value: value.to_owned(), expected }
}

fn float(column: &'static str, text: &str) -> Result<f64, Fault> {
    hex::parse(text).ok_or_else(|| fault(column, text, "a C99 hexadecimal float, inf, -inf or nan"))
}

/// A sum of magnitudes.
fn magnitude(text: &str) -> Result<f64, Fault> {
    let s = float("S", text)?;
    if s < 0.0 { Err(fault("S", text, "a sum of magnitudes, which is never negative")) } else { Ok(s) }
}

fn integer(column: &'static str, text: &str, dtype: DType) -> Result<i128, Fault> {
    let (least, most) = match dtype {
        DType::I32 => (i128::from(i32::MIN), i128::from(i32::MAX)),
        DType::U32 => (0, i128::from(u32::MAX)),
        DType::I64 => (i128::from(i64::MIN), i128::from(i64::MAX)),
        DType::Bytes => (0, 255),
        _ => (0, i128::from(u64::MAX)),
    };
    let value = text.parse().ok().filter(|value| (least..=most).contains(value));
    value.ok_or_else(|| fault(column, text, "an integer that the dtype holds"))
}

fn dtype_named(name: &str) -> Result<DType, Fault> {
    Ok(match name {
        "f64" => DType::F64,
        "f32" => DType::F32,
        "f16" => DType::F16,
        "bf16" => DType::Bf16,
        "c64" | "complex64" => DType::Complex64,
        "c128" | "complex128" => DType::Complex128,
        "i32" => DType::I32,
        "i64" | "idx" => DType::I64,
        "u32" => DType::U32,
        "u64" => DType::U64,
        "bytes" | "u8" => DType::Bytes,
        _ => return Err(fault("dtype", name, "f64, f32, f16, bf16, c64, c128, i32, i64, u32, u64, idx or bytes")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::{Magnitude, Outcome, Reference, Terms, against_reference, between_runs};

    const VECTORS: &str = include_str!("../../../tests/data/band_vectors.tsv");

    /// Pairs at random, at limits and between them, judged by exact rational arithmetic.
    const MADE: &str = include_str!("../../../tests/data/band_vectors_made.tsv");

    #[test]
    fn every_row_is_judged_as_written() {
        for text in [VECTORS, MADE] {
            let rows = parse(text).unwrap();
            assert_eq!(rows.len(), text.lines().count() - 1);
            for row in rows {
                assert_eq!(row.evaluate(), row.expected, "line {}: {}", row.line, row.why);
            }
        }
    }

    /// The stored form of a value, alone.
    fn stored(value: f64, out: Precision) -> Vec<u8> {
        match out {
            Precision::F64 => value.to_ne_bytes().to_vec(),
            Precision::F32 | Precision::Matrix => (value as f32).to_ne_bytes().to_vec(),
            Precision::F16 => half::f16::from_f64(value).to_ne_bytes().to_vec(),
            Precision::Bf16 => half::bf16::from_f64(value).to_ne_bytes().to_vec(),
        }
    }

    #[test]
    fn buffers_are_judged_as_rows_are() {
        // One element takes the careful path; a full block of the same takes the fast one.
        for copies in [1, 1024, 2051] {
            for row in parse(VECTORS).unwrap() {
                let Case::Band { rule, against, a, b, n, s } = &row.case else { continue };
                let out = stored(*a, rule.out).repeat(copies);
                let counts = (*n as u32).to_ne_bytes().repeat(copies);
                let magnitudes = s.to_ne_bytes().repeat(copies);
                for n in [Terms::Constant(*n as u64), Terms::PerElement(&counts)] {
                    let s = Magnitude::PerElement(&magnitudes);
                    let comparison = match against {
                        Against::Run => between_runs(&out, &stored(*b, rule.out).repeat(copies), n, s, rule),
                        Against::Reference => {
                            let value = b.to_ne_bytes().repeat(copies);
                            against_reference(&out, Reference { value: &value, n, s }, rule)
                        }
                    }
                    .unwrap();
                    let said = match comparison.outcome {
                        Outcome::Pass => Expected::Pass,
                        Outcome::Fail => Expected::Fail,
                        Outcome::RefuseTask(_) => Expected::Refuse,
                    };
                    assert_eq!(said, row.expected, "line {}, {copies} copies: {}", row.line, row.why);
                }
            }
        }
    }

    #[test]
    fn a_malformed_line_is_named() {
        let head = COLUMNS.join("\t");
        let line = |fields: &str| format!("{head}\n\n# note\n{}\n", fields.replace(' ', "\t"));
        for (fields, column) in [
            ("f65 1 0x1p0 0x1p0 0x1p0 pass - rr 0 f64", "dtype"),
            ("f64 -1 0x1p0 0x1p0 0x1p0 pass - rr 0 f64", "n"),
            ("f64 1 1.0 0x1p0 0x1p0 pass - rr 0 f64", "S"),
            ("f64 1 -0x1p0 0x1p0 0x1p0 pass - rr 0 f64", "S"),
            ("f64 1 0x1p0 one 0x1p0 pass - rr 0 f64", "a"),
            ("f64 1 0x1p0 0x1p0 0x1p99999 pass - rr 0 f64", "b"),
            ("f64 1 0x1p0 0x1p0 0x1p0 maybe - rr 0 f64", "verdict"),
            ("f64 1 0x1p0 0x1p0 0x1p0 pass - ab 0 f64", "mode"),
            ("f64 1 0x1p0 0x1p0 0x1p0 pass - rr x f64", "m"),
            ("f64 1 0x1p0 0x1p0 0x1p0 pass - rr 0 i32", "acc"),
            ("i32 1 - 4294967296 0 fail - rr 0 -", "a"),
        ] {
            let error = parse(&line(fields)).unwrap_err();
            assert_eq!(error.line, 4);
            assert!(matches!(&error.fault, Fault::Value { column: c, .. } if *c == column), "{fields}: {error}");
        }
        assert_eq!(parse(&line("f64 1")).unwrap_err().fault, Fault::Columns { found: 2 });
        assert_eq!(parse("n\tdtype\n").unwrap_err(), Malformed { line: 1, fault: Fault::Header });
        assert_eq!(parse("").unwrap_err().fault, Fault::Header);
    }
}
