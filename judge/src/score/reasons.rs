//! When each verdict applies, and the sentence that says why.

use super::evidence::{Evidence, OutputComparison, Size};
use super::run::{End, Run, Side};
use super::{Nanoseconds, Verdict};
use crate::gate::{Difference, Outcome};

/// A measured peak is never the true one, so a time is only impossible clearly below the floor.
const FLOOR_SLACK: f64 = 0.9;

/// Why `verdict` applies to `evidence`; nothing when it does not.
pub(super) fn reason(verdict: Verdict, evidence: &Evidence) -> Option<String> {
    match verdict {
        Verdict::JudgeError => judge_error(evidence),
        Verdict::Rejected => rejected(evidence),
        Verdict::BuildFailed => Some(evidence.build.as_ref()?.failed.as_ref()?.reason.clone()),
        Verdict::SecurityViolation => ended(evidence, |end| match end {
            End::SecurityViolation { what } => Some(format!("it tried what the jail forbids: {what}")),
            _ => None,
        }),
        Verdict::MemoryLimit => ended(evidence, |end| match end {
            End::MemoryLimit { limit } => Some(format!("it reached its memory limit of {limit}")),
            _ => None,
        }),
        Verdict::TimeLimit => ended(evidence, |end| match end {
            End::TimeLimit { limit } => Some(format!("it did not finish within {limit}")),
            _ => None,
        })
        .or_else(|| Some(evidence.overtime.as_ref().filter(|o| o.is_the_submissions())?.to_string())),
        Verdict::OutputLimit => ended(evidence, |end| match end {
            End::OutputLimit { limit } => Some(format!("it printed more than {limit}")),
            _ => None,
        }),
        Verdict::RuntimeError => in_runs(evidence, |_, run| match (&run.end, &run.host_access) {
            (End::Crashed { what }, None) => Some(format!("it ended before its calls had returned: {what}")),
            // The guard that caught the access ended the process: not a crash of the submission's own.
            _ => None,
        }),
        Verdict::NoOffload => in_runs(evidence, no_offload),
        Verdict::Transfer => in_runs(evidence, |_, run| transfer(evidence, run)),
        Verdict::LateWrite => in_runs(evidence, |_, run| {
            let late = run.late_write.as_ref()?;
            Some(format!("`{}` changed after call {} had returned, at byte {}", late.array, late.call, late.offset))
        }),
        Verdict::WrongAnswer => in_runs(evidence, wrong_answer),
        Verdict::NotReproducible => evidence.sizes.iter().find_map(|size| {
            let (output, difference) = size.between.iter().find_map(failing)?;
            Some(at(size, None, format!("two runs on the same input disagree: {}", differs(output, difference))))
        }),
        Verdict::Impossible => evidence.sizes.iter().find_map(impossible),
        Verdict::Accepted => complete(evidence).then(|| "right, reproducible, and done by the device".to_owned()),
    }
}

fn judge_error(evidence: &Evidence) -> Option<String> {
    if let Some(failure) = &evidence.failure {
        return Some(format!("{}: {}", failure.stage, failure.message));
    }
    if let Some(overtime) = evidence.overtime.as_ref().filter(|overtime| !overtime.is_the_submissions()) {
        return Some(format!("{overtime}; raise --total-limit or judge fewer --sizes"));
    }
    evidence.sizes.iter().find_map(|size| {
        let runs = [&size.a, &size.b].into_iter().flatten().flat_map(|run| &run.outputs);
        runs.chain(&size.between).find_map(|output| match &output.comparison.outcome {
            Outcome::RefuseTask(refusal) => {
                Some(at(size, None, format!("the task cannot be judged at `{}`: {refusal}", output.output)))
            }
            Outcome::Pass | Outcome::Fail => None,
        })
    })
}

fn rejected(evidence: &Evidence) -> Option<String> {
    let findings = &evidence.check.as_ref()?.findings;
    let mut refusing = findings.iter().filter(|finding| finding.refuses);
    let first = refusing.next()?;
    let more = match refusing.count() {
        0 => String::new(),
        n => format!(" (and {n} more)"),
    };
    Some(format!("{}: {} [{}]{more}", first.place(), first.message, first.code))
}

/// The first run that `judge` gives a reason for, in the order in which they were made.
fn in_runs(evidence: &Evidence, judge: impl Fn(&Size, &Run) -> Option<String>) -> Option<String> {
    evidence.sizes.iter().find_map(|size| {
        let runs = [("A", &size.a), ("B", &size.b)];
        runs.into_iter().find_map(|(name, run)| Some(at(size, Some(name), judge(size, run.as_ref()?)?)))
    })
}

fn ended(evidence: &Evidence, judge: impl Fn(&End) -> Option<String>) -> Option<String> {
    in_runs(evidence, |_, run| judge(&run.end))
}

fn no_offload(size: &Size, run: &Run) -> Option<String> {
    if let End::NoDevice { what } = &run.end {
        Some(format!("the offload runtime found nothing to run on the device: {what}"))
    } else if run.host_regions > 0 {
        Some(format!("{} target regions ran on the host", run.host_regions))
    } else if let Some(access) = &run.host_access {
        Some(format!("host code touched `{}` in call {}, outside every target region", access.array, access.call))
    } else if let Some(work) = run.host_work.filter(|work| work.excess() > 0) {
        Some(format!(
            "host threads worked for {} beside target regions and {} apart from them in call {}, whose regions took {}; \
             {} and {} are allowed",
            work.beside,
            work.aside,
            work.call,
            work.regions,
            work.allowed_beside(),
            work.allowed_aside()
        ))
    } else if size.has_work && run.calls > 0 && run.launches_min == 0 {
        Some("a call returned without launching a target region".to_owned())
    } else {
        None
    }
}

fn transfer(evidence: &Evidence, run: &Run) -> Option<String> {
    let allowed = evidence.limits.transfer(evidence.submission.language, run.launches_max);
    let ways = [(run.to_device, "to"), (run.from_device, "from")];
    let (bytes, way) = ways.into_iter().find(|(bytes, _)| *bytes > allowed)?;
    Some(format!("one call moved {bytes} {way} the device; {allowed} are allowed"))
}

fn wrong_answer(_: &Size, run: &Run) -> Option<String> {
    if let Some(overrun) = &run.overrun {
        let side = match overrun.side {
            Side::Before => "before the start",
            Side::After => "past the end",
        };
        return Some(format!("it wrote {} {side} of `{}`", overrun.distance, overrun.array));
    }
    let (output, difference) = run.outputs.iter().find_map(failing)?;
    let input = if output.twin { " on the exact twin" } else { "" };
    Some(format!("call {}{input}: {}", output.call, differs(output, difference)))
}

fn failing(output: &OutputComparison) -> Option<(&OutputComparison, Option<&Difference>)> {
    (output.comparison.outcome == Outcome::Fail).then_some((output, output.comparison.first.as_ref()))
}

fn differs(output: &OutputComparison, difference: Option<&Difference>) -> String {
    match difference {
        Some(d) => format!("`{}[{}]` is {}, not {} ± {}", output.output, d.index, d.got, d.expected, d.band),
        None => format!("`{}` differs", output.output),
    }
}

/// The median itself is held to the floor, not the end of its interval: the speed-up counts the median, an honest kernel has
/// not a single call below what the memory allows, and one that stretches some of its calls would widen the interval as it
/// likes.
fn impossible(size: &Size) -> Option<String> {
    let (timing, floor) = (size.kernel.as_ref()?, size.floor?);
    let least = FLOOR_SLACK * floor.time.0 as f64;
    (timing.median.value < least).then(|| {
        let time = timing.time();
        let gigabytes = floor.peak_bytes_per_second / 1e9;
        let text = format!(
            "{time} a call is below the floor of {}: {} at the {gigabytes:.1} GB/s measured on this device",
            Nanoseconds(floor.time.0),
            size.bytes
        );
        at(size, None, text)
    })
}

/// Whether every size was run twice to its end and both runs' outputs were compared.
fn complete(evidence: &Evidence) -> bool {
    let finished = |run: &Option<Run>| {
        let done = |run: &Run| matches!(run.end, End::Completed | End::CompletedThenFailed { .. });
        run.as_ref().is_some_and(|run| done(run) && run.calls > 0 && !run.outputs.is_empty())
    };
    let twice = |size: &Size| finished(&size.a) && finished(&size.b) && !size.between.is_empty();
    !evidence.sizes.is_empty() && evidence.sizes.iter().all(twice)
}

fn at(size: &Size, run: Option<&str>, text: String) -> String {
    match run {
        Some(run) => format!("size {}, run {run}: {text}", size.name),
        None => format!("size {}: {text}", size.name),
    }
}
