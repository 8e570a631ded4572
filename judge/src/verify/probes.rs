//! Typical wrong outputs, which a task's gates must refuse at some size.

use judge_abi::{DType, Intent};
use judge_tasks::{ArrayLayout, Layout, Task};

use super::Probe;
use crate::gate::output_against_oracle;
use crate::measure::MeasureError;
use crate::measure::case;
use crate::measure::cases::Cases;
use crate::measure::made::{Made, Word};
use crate::measure::session::Session;

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

/// Notes which probes are refused on this case, on which the baseline's outputs are right and still in place.
pub(super) fn refuse(
    probes: &mut [Probe],
    cases: &Made<'_>,
    session: &Session,
    set: usize,
) -> Result<(), MeasureError> {
    for probe in probes.iter_mut().filter(|p| p.refused_at.is_none()) {
        for output in 0..cases.gates().len() {
            if is_refused(probe.what, cases, session, set, output)? {
                probe.refused_at = Some(cases.name().to_owned());
            }
        }
    }
    Ok(())
}

fn is_refused(
    what: &str,
    cases: &Made<'_>,
    session: &Session,
    set: usize,
    output: usize,
) -> Result<bool, MeasureError> {
    let layout = cases.layout(set);
    for word in cases.words(set, output) {
        let Word { first, elements, expected } = word?;
        let array = &layout.arrays[expected.array];
        let each = array.dtype.size();
        let mut bytes = vec![0; elements * each];
        match what {
            ZEROS => {}
            COPY => {
                let Some(input) = input_like(layout, array) else { return Ok(false) };
                cases.input_part(set, input, first, &mut bytes)?;
            }
            _ if narrowed(array.dtype) => {
                session.read(expected.array, first as usize * each, &mut bytes)?;
                narrow(&mut bytes);
            }
            _ => return Ok(false),
        }
        if !output_against_oracle(&expected.gate, case::input(layout), &bytes, expected.oracle())?.passed() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The first input of the output's type that is as long.
fn input_like(layout: &Layout, output: &ArrayLayout) -> Option<usize> {
    let read = |a: &ArrayLayout| matches!(a.intent, Intent::In | Intent::InOut);
    layout.arrays.iter().position(|a| read(a) && a.dtype == output.dtype && a.bytes >= output.bytes)
}

fn narrowed(dtype: DType) -> bool {
    matches!(dtype, DType::F64 | DType::Complex128)
}

/// Rounds doubles to single precision, in place.
fn narrow(bytes: &mut [u8]) {
    for double in bytes.as_chunks_mut().0 {
        *double = f64::from(f64::from_ne_bytes(*double) as f32).to_ne_bytes();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrowing_loses_half_of_the_bits() {
        let bytes: Vec<u8> = [0.1, 1.0].iter().flat_map(|v: &f64| v.to_ne_bytes()).collect();
        let mut narrowed = bytes.clone();
        narrow(&mut narrowed);
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
