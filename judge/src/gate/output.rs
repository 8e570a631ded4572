//! A task's outputs, compared as the task says.

use judge_abi::DType;
use judge_tasks::{Band, OutputComparison, OutputGate, Terms as TaskTerms};

use super::{
    Comparison, GateError, Magnitude, Precision, Reference, Rule, Runs, Terms, against_reference, between_runs, exact,
    twin,
};

/// What a task's oracle writes for one output, as it lies in its buffers.
#[derive(Debug, Clone, Copy)]
pub struct OracleOutput<'a> {
    /// Values: `f64` for floats, two for each complex element; else the output's own type.
    pub value: &'a [u8],
    /// Term counts, `u32`, one per element, where the task takes them from the oracle.
    pub n: Option<&'a [u8]>,
    /// Magnitudes, `f64`, one per element (per component of a complex one), where the output has a band.
    pub s: Option<&'a [u8]>,
}

/// Which input a call was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// The task's usual input.
    Usual,
    /// The exact twin, on which outputs that the task declares exact have no band.
    Twin,
}

/// Compares an output with what the task's oracle wrote for it.
///
/// # Errors
///
/// When buffers do not fit the task, or the oracle left out what the band needs.
pub fn output_against_oracle(
    gate: &OutputGate,
    input: Input,
    out: &[u8],
    oracle: OracleOutput<'_>,
) -> Result<Comparison, GateError> {
    match band(gate, input) {
        Some(band) => {
            let (n, s) = explained(band, oracle)?;
            against_reference(out, Reference { value: oracle.value, n, s }, &rule(gate.dtype, band)?)
        }
        None if gate.dtype.is_float() => twin(out, oracle.value, gate.dtype),
        None => exact(out, oracle.value, gate.dtype),
    }
}

/// Compares the outputs of two runs on the same input.
///
/// # Errors
///
/// As [`output_against_oracle`].
pub fn output_between_runs(
    gate: &OutputGate,
    input: Input,
    a: &[u8],
    b: &[u8],
    oracle: OracleOutput<'_>,
) -> Result<Comparison, GateError> {
    match band(gate, input) {
        Some(band) => {
            let (n, s) = explained(band, oracle)?;
            between_runs(a, b, n, s, &rule(gate.dtype, band)?)
        }
        None => exact(a, b, gate.dtype),
    }
}

/// The band of an output on an input; none where only equality is accepted.
fn band(gate: &OutputGate, input: Input) -> Option<&Band> {
    match (&gate.comparison, input) {
        (OutputComparison::Exact, _) => None,
        (OutputComparison::Band(_), Input::Twin) if gate.twin_exact => None,
        (OutputComparison::Band(band), _) => Some(band),
    }
}

fn explained<'a>(band: &Band, oracle: OracleOutput<'a>) -> Result<(Terms<'a>, Magnitude<'a>), GateError> {
    let n = match band.terms {
        TaskTerms::Constant(n) => Terms::Constant(n),
        TaskTerms::Oracle => Terms::PerElement(oracle.n.ok_or(GateError::Missing { what: "term counts" })?),
    };
    let s = oracle.s.ok_or(GateError::Missing { what: "magnitudes" })?;
    Ok((n, Magnitude::PerElement(s)))
}

fn rule(out: DType, band: &Band) -> Result<Rule, GateError> {
    Ok(Rule {
        acc: Precision::of_sum(band.acc),
        out: Precision::of(out).ok_or(GateError::NoBand)?,
        m: roundings(band.m),
        libm_ulp: roundings(band.libm_ulp),
        depth: band.depth,
        runs: if band.runs_equal { Runs::Equal } else { Runs::Reassociate },
    })
}

/// So many roundings that a count does not hold them are refused like any hopeless number.
fn roundings(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use judge_tasks::Accumulation;

    use super::*;
    use crate::gate::Label;

    fn bytes(values: &[f64]) -> Vec<u8> {
        values.iter().flat_map(|x| x.to_ne_bytes()).collect()
    }

    fn gate(dtype: DType, terms: TaskTerms, runs_equal: bool) -> OutputGate {
        let acc = Accumulation::of(dtype).unwrap();
        let band = Band { acc, m: 1, libm_ulp: 0, depth: None, terms, runs_equal };
        OutputGate { name: "y".to_owned(), dtype, comparison: OutputComparison::Band(band), twin_exact: true }
    }

    #[test]
    fn the_twin_has_no_band() {
        let gate = gate(DType::F64, TaskTerms::Constant(1000), false);
        let (value, s) = (bytes(&[1.0]), bytes(&[1000.0]));
        let oracle = OracleOutput { value: &value, n: None, s: Some(&s) };
        let near = bytes(&[1.0 + f64::EPSILON]);
        let usual = output_against_oracle(&gate, Input::Usual, &near, oracle).unwrap();
        assert_eq!((usual.passed(), usual.label), (true, Label::ReassociationOnly));
        assert!(!output_against_oracle(&gate, Input::Twin, &near, oracle).unwrap().passed());
        assert!(output_between_runs(&gate, Input::Usual, &near, &value, oracle).unwrap().passed());
        assert!(!output_between_runs(&gate, Input::Twin, &near, &value, oracle).unwrap().passed());
    }

    #[test]
    fn an_output_without_open_order_must_not_differ_between_runs() {
        let gate = gate(DType::F64, TaskTerms::Constant(7), true);
        let (value, s) = (bytes(&[1.0]), bytes(&[10.0]));
        let oracle = OracleOutput { value: &value, n: None, s: Some(&s) };
        let near = bytes(&[1.0 + f64::EPSILON]);
        assert!(output_against_oracle(&gate, Input::Usual, &near, oracle).unwrap().passed());
        assert!(!output_between_runs(&gate, Input::Usual, &near, &value, oracle).unwrap().passed());
    }

    #[test]
    fn a_complex_element_has_one_count_and_two_magnitudes() {
        let gate = gate(DType::Complex128, TaskTerms::Oracle, false);
        let elements = 1500;
        let value = bytes(&vec![1.0; 2 * elements]);
        let s = bytes(&[1000.0, 0.0].repeat(elements));
        let n = 1000_u32.to_ne_bytes().repeat(elements);
        let oracle = OracleOutput { value: &value, n: Some(&n), s: Some(&s) };
        let judged = |change: usize| {
            let mut out = vec![1.0; 2 * elements];
            out[change] += f64::EPSILON;
            output_against_oracle(&gate, Input::Usual, &bytes(&out), oracle).unwrap()
        };
        assert!(judged(2000).passed());
        // The imaginary part's terms are all zero.
        let fails = judged(2001);
        assert!(!fails.passed());
        assert_eq!(fails.first.unwrap().index, 2001);
        assert_eq!(fails.elements, 2 * elements as u64);
    }

    #[test]
    fn what_the_band_needs_must_be_there() {
        let gate = gate(DType::F64, TaskTerms::Oracle, false);
        let value = bytes(&[1.0]);
        let error = |n, s| {
            let oracle = OracleOutput { value: &value, n, s };
            output_against_oracle(&gate, Input::Usual, &value, oracle).unwrap_err().to_string()
        };
        assert_eq!(error(None, Some(value.as_slice())), "the oracle wrote no term counts, which the band needs");
        assert_eq!(error(Some(&[1, 0, 0, 0]), None), "the oracle wrote no magnitudes, which the band needs");
        let odd = error(Some(&[1, 0, 0]), Some(&value));
        assert_eq!(odd, "the oracle's term counts has 3 bytes, not 1 elements of 4 bytes");
    }
}
