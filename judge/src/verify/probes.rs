//! Typical wrong outputs, which a task's gates must refuse at some size.

use judge_abi::{DType, Intent};
use judge_tasks::Task;

use super::{Probe, VerifyError};
use crate::gate::output_against_oracle;
use crate::measure::case::Case;

const ZEROS: &str = "outputs of zeros";
const COPY: &str = "a copy of an input";
const SINGLE: &str = "results in single precision";

/// The probes that make sense for the task.
pub(super) fn all(task: &Task) -> Vec<Probe> {
    let outputs = || task.signature().arrays().filter(|a| a.intent.is_output());
    let mut probes = vec![ZEROS];
    let read = |dtype| {
        let mut arrays = task.signature().arrays();
        arrays.any(|a| matches!(a.intent, Intent::In | Intent::InOut) && a.dtype == dtype)
    };
    if outputs().any(|a| read(a.dtype)) {
        probes.push(COPY);
    }
    if outputs().any(|a| narrowed(a.dtype)) {
        probes.push(SINGLE);
    }
    probes.into_iter().map(|what| Probe { what, refused_at: None }).collect()
}

/// Notes which probes are refused on this case; `right` are the baseline's outputs.
pub(super) fn refuse(probes: &mut [Probe], case: &Case, right: &[Vec<u8>], size: &str) -> Result<(), VerifyError> {
    for probe in probes.iter_mut().filter(|p| p.refused_at.is_none()) {
        let Some(outputs) = make(probe.what, case, right) else { continue };
        for (output, expected) in outputs.iter().zip(&case.expected) {
            let comparison = output_against_oracle(&expected.gate, case.input(), output, expected.oracle())?;
            if !comparison.passed() {
                probe.refused_at = Some(size.to_owned());
            }
        }
    }
    Ok(())
}

fn make(what: &str, case: &Case, right: &[Vec<u8>]) -> Option<Vec<Vec<u8>>> {
    match what {
        ZEROS => Some(right.iter().map(|bytes| vec![0; bytes.len()]).collect()),
        COPY => {
            let mut outputs = right.to_vec();
            let mut copied = false;
            for (output, expected) in outputs.iter_mut().zip(&case.expected) {
                if let Some(bytes) = input_like(case, expected.gate.dtype, output.len()) {
                    *output = bytes;
                    copied = true;
                }
            }
            copied.then_some(outputs)
        }
        _ => {
            let pairs = right.iter().zip(&case.expected);
            Some(pairs.map(|(bytes, e)| if narrowed(e.gate.dtype) { narrow(bytes) } else { bytes.clone() }).collect())
        }
    }
}

/// The first bytes of an input of this type that is long enough.
fn input_like(case: &Case, dtype: DType, length: usize) -> Option<Vec<u8>> {
    let inputs = case.layout.arrays.iter().zip(&case.contents).filter(|(a, _)| a.dtype == dtype);
    inputs.filter_map(|(_, contents)| contents.as_deref()?.get(..length)).find(|_| length > 0).map(<[u8]>::to_vec)
}

fn narrowed(dtype: DType) -> bool {
    matches!(dtype, DType::F64 | DType::Complex128)
}

/// Doubles rounded to single precision and back.
fn narrow(bytes: &[u8]) -> Vec<u8> {
    let doubles = bytes.as_chunks().0.iter();
    doubles.flat_map(|b| f64::from(f64::from_ne_bytes(*b) as f32).to_ne_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrowing_loses_half_of_the_bits() {
        let bytes: Vec<u8> = [0.1, 1.0].iter().flat_map(|v: &f64| v.to_ne_bytes()).collect();
        let narrowed = narrow(&bytes);
        assert_ne!(narrowed[..8], bytes[..8]);
        assert_eq!(narrowed[8..], bytes[8..]);
    }

    #[test]
    fn integer_tasks_have_no_single_precision_version() {
        let names =
            |task: &str| -> Vec<&str> { all(&Task::builtin(task).expect("built in")).iter().map(|p| p.what).collect() };
        assert_eq!(names("histogram-256"), [ZEROS, COPY]);
        assert_eq!(names("bs4-dot"), [ZEROS, COPY, SINGLE]);
        // No input has the type of an output.
        let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/tasks/matrix-sum"));
        let probes = all(&Task::from_dir(folder).expect("a task"));
        assert_eq!(probes.iter().map(|p| p.what).collect::<Vec<_>>(), [ZEROS]);
    }
}
