//! What to try next.

use super::page::{Page, Paint};
use crate::score::{Document, Evidence, OutputComparison, Standing, Verdict};

/// The hint for a verdict, each on its own line.
pub(super) fn next(page: &mut Page, document: &Document) {
    page.end();
    for hint in hints(document) {
        page.put(Paint::Strong, "hint: ");
        page.line(&hint);
    }
}

fn hints(document: &Document) -> Vec<String> {
    let evidence = &document.evidence;
    let fixed: &[&str] = match document.verdict {
        Verdict::JudgeError if evidence.overtime.is_some() => {
            &["this is not the submission's fault: the task's own code and the judge were too slow for the limit"]
        }
        Verdict::JudgeError => {
            let failure = evidence.failure.as_ref().and_then(|failure| failure.hint.clone());
            return vec![
                failure.unwrap_or_else(|| "this is not the submission's fault; run `judge doctor`".to_owned()),
            ];
        }
        Verdict::Rejected => &["`judge check FILE` shows each finding in its place, with a fix"],
        Verdict::BuildFailed => &["`judge abi TASK` prints the declaration that a submission must define"],
        Verdict::SecurityViolation => &["a kernel needs no system calls: leave out files, processes and sockets"],
        Verdict::MemoryLimit => &["use the task's scratch arrays instead of allocating inside the call"],
        Verdict::TimeLimit => &["try `--sizes small` first, and look for a loop whose end depends on another thread"],
        Verdict::OutputLimit => &["remove printing from the kernel, also from inside target regions"],
        Verdict::RuntimeError => &["check indices at the last team and the last element; the sizes are odd on purpose"],
        Verdict::NoOffload => &[
            "put the work inside `#pragma omp target teams distribute parallel for` (`!$omp target …` in Fortran)",
            "do not read or write the arrays outside a target region: they are device pointers",
        ],
        Verdict::Transfer => {
            &["name every array in is_device_ptr (has_device_addr in Fortran) and map none: the data is already there"]
        }
        Verdict::LateWrite => &["leave out `nowait`, or end with `#pragma omp taskwait`, before the kernel returns"],
        Verdict::WrongAnswer => return vec![wrong_answer(evidence).to_owned()],
        Verdict::NotReproducible => {
            &["look for a race: use reduction(+:…) or `#pragma omp atomic` where several threads update one element"]
        }
        Verdict::Impossible => {
            &["every call must read all its inputs and write all its outputs: look for skipped work"]
        }
        Verdict::Accepted => match document.standing {
            Standing::NotAccepted => {
                &["right but slow: compare its GB/s with the device's peak, and count its launches"]
            }
            Standing::Accepted | Standing::JudgeError => &[accepted(document)],
        },
    };
    fixed.iter().map(|hint| (*hint).to_owned()).collect()
}

fn accepted(document: &Document) -> &'static str {
    match &document.score {
        None => "name a timed size, as in `--sizes medium`, to see how fast it is",
        Some(score) if !score.comparable => {
            "judge it where a GPU is, with `--device cuda` or `--device hip`: only there a speed-up means anything"
        }
        Some(_) => "its share of the copy bandwidth says what is left to gain; `--sizes large` shows it at its best",
    }
}

fn wrong_answer(evidence: &Evidence) -> &'static str {
    let runs = || evidence.sizes.iter().flat_map(|size| [&size.a, &size.b]).flatten();
    let failing = |output: &&OutputComparison| !output.comparison.passed();
    let outputs = || runs().flat_map(|run| &run.outputs).filter(failing);
    if runs().any(|run| run.overrun.is_some()) {
        "check the loop bounds at the first and the last element"
    } else if outputs().all(|output| output.twin) {
        "only the exact twin differs: look for a lost or doubled update, or an accumulator narrower than the task's"
    } else if outputs().all(|output| output.comparison.failing == output.comparison.elements) {
        "every element is wrong: is the output written at all, and on every call?"
    } else {
        "some elements are right: look at the first wrong index for a missing block, a race, or a narrower type"
    }
}
