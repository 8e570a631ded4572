//! What the verdict stands on.

use super::device;
use super::page::{Page, Paint};
use super::table::Table;
use crate::gate::{Difference, Label, Outcome};
use crate::score::{Bytes, Check, ClockMismatch, End, Evidence, OutputComparison, Run, Size};

/// Most lines of somebody else's text.
const QUOTED: usize = 20;

/// Most comparisons that are shown in full; the others are like them.
const SHOWN: usize = 3;

/// The elements that were refused.
pub(super) fn differences(page: &mut Page, evidence: &Evidence) {
    let mut failing = 0;
    for size in &evidence.sizes {
        let runs = [("run A with the reference", &size.a), ("run B with the reference", &size.b)];
        let outputs = runs.iter().flat_map(|(what, run)| run.iter().flat_map(|r| &r.outputs).map(|o| (*what, o)));
        let all = outputs.chain(size.between.iter().map(|o| ("run A with run B", o)));
        for (what, output) in all.filter(|(_, output)| output.comparison.outcome == Outcome::Fail) {
            failing += 1;
            if failing <= SHOWN {
                difference(page, size, what, output);
            }
        }
    }
    if failing > SHOWN {
        page.end();
        page.field("", &format!("and {} more comparisons failed", failing - SHOWN));
    }
}

fn difference(page: &mut Page, size: &Size, what: &str, output: &OutputComparison) {
    let comparison = &output.comparison;
    let twin = if output.twin { " on the exact twin" } else { "" };
    page.title(&format!("`{}` of size {}, call {}: {what}{twin}", output.output, size.name, output.call));
    let share = format!("{} of {} elements outside the band", comparison.failing, comparison.elements);
    page.field("failing", &share);
    let mut element = |name: &str, d: &Difference| {
        page.field(name, &format!("[{}] got {}, expected {} ± {}", d.index, d.got, d.expected, d.band));
        page.field("", &format!("            n = {}, S = {}, difference ÷ band = {}", d.n, d.s, d.ratio.short()));
    };
    if let Some(first) = &comparison.first {
        element("first", first);
    }
    match &comparison.worst {
        Some(worst) if comparison.first.as_ref() != Some(worst) => element("worst", worst),
        _ => {}
    }
}

/// A line for each fact.
pub(super) fn lines(page: &mut Page, evidence: &Evidence) {
    page.title("evidence");
    source(page, evidence);
    device::lines(page, evidence);
    if let Some(isolation) = &evidence.isolation {
        page.field("isolation", &format!("{}: {}", isolation.level, isolation.layers.join(", ")));
    }
    if let Some(handoff) = evidence.handoff {
        page.field("hand-off", &format!("{handoff} for an empty call, included in every time"));
    }
    if !evidence.stages.is_empty() {
        let stages = evidence.stages.iter().map(|stage| format!("{} {}", stage.name, stage.wall));
        page.field("time", &stages.collect::<Vec<_>>().join(", "));
    }
    runs(page, evidence);
}

fn source(page: &mut Page, evidence: &Evidence) {
    page.field("source", &format!("sha256 {}", evidence.submission.sha256));
    match &evidence.check {
        Some(check) => findings(page, check),
        None => page.field("check", "not reached"),
    }
    if let Some(toolchain) = &evidence.toolchain {
        page.field("toolchain", &toolchain.compiler);
    }
    match &evidence.build {
        Some(build) => {
            let how = match (build.cached, &build.failed) {
                (_, Some(_)) => "failed after",
                (true, None) => "from the cache in",
                (false, None) => "compiled in",
            };
            page.field("build", &format!("{how} {}", build.wall));
            page.field("flags", &build.flags.join(" "));
            for line in &build.resources {
                page.field("resources", line);
            }
            if let Some(failed) = &build.failed {
                page.quote(&failed.output, QUOTED);
            }
        }
        None => page.field("build", "not reached"),
    }
}

fn findings(page: &mut Page, check: &Check) {
    let how = if check.preprocessed { "preprocessed source" } else { "source as written" };
    let refusing = check.findings.iter().filter(|f| f.refuses).count();
    let found = match (refusing, check.findings.len() - refusing) {
        (0, 0) => "nothing found".to_owned(),
        (0, notes) => format!("{notes} noted"),
        (refusing, 0) => format!("refused for {refusing}"),
        (refusing, notes) => format!("refused for {refusing}, {notes} noted"),
    };
    page.field("check", &format!("{how}, {found}"));
    for finding in &check.findings {
        let paint = if finding.refuses { Paint::Bad } else { Paint::Warn };
        page.marked_field("", paint, &format!("  {}: [{}] {}", finding.place(), finding.code, finding.message));
    }
}

fn runs(page: &mut Page, evidence: &Evidence) {
    let mut table = Table::with_prose([
        "size",
        "calls",
        "launches",
        "on host",
        "to device",
        "from device",
        "in regions",
        "with the reference",
        "A with B",
    ]);
    evidence.sizes.iter().filter_map(calls).for_each(|row| table.row(row));
    if !table.is_empty() {
        page.end();
        table.write(page);
    }
    for size in &evidence.sizes {
        for (name, run) in [("A", &size.a), ("B", &size.b)] {
            run.iter().for_each(|run| notes(page, &format!("size {}, run {name}", size.name), run));
        }
    }
}

/// One row; launches, and bytes at most, are those of one call.
fn calls(size: &Size) -> Option<[String; 9]> {
    let runs: Vec<&Run> = [&size.a, &size.b].into_iter().flatten().collect();
    let all = |of: fn(&Run) -> u64| runs.iter().map(move |run| of(run));
    let (least, most) = (all(|r| r.launches_min).min()?, all(|r| r.launches_max).max()?);
    let share = match all(|r| r.in_calls.0).sum::<u64>() {
        0 => String::new(),
        time => format!("{:.0} %", 100.0 * all(|r| r.in_target_regions.0).sum::<u64>() as f64 / time as f64),
    };
    let reference = gates(runs.iter().flat_map(|run| &run.outputs));
    let between = gates(size.between.iter());
    Some([
        size.name.clone(),
        all(|r| r.calls).map(|calls| calls.to_string()).collect::<Vec<_>>().join(" + "),
        if least == most { least.to_string() } else { format!("{least}–{most}") },
        all(|r| r.host_regions).sum::<u64>().to_string(),
        Bytes(all(|r| r.to_device.0).max()?).to_string(),
        Bytes(all(|r| r.from_device.0).max()?).to_string(),
        share,
        reference,
        between,
    ])
}

/// The labels of some comparisons, one for each output and kind of input: the worst.
fn gates<'e>(outputs: impl Iterator<Item = &'e OutputComparison>) -> String {
    let mut worst: Vec<&OutputComparison> = Vec::new();
    for output in outputs {
        match worst.iter_mut().find(|w| w.output == output.output && w.twin == output.twin) {
            Some(known) if rank(known) >= rank(output) => {}
            Some(known) => *known = output,
            None => worst.push(output),
        }
    }
    worst.into_iter().map(gate).collect::<Vec<_>>().join(", ")
}

/// How bad: the label, then the share of the band.
fn rank(output: &OutputComparison) -> (u8, f64) {
    let label = match output.comparison.label {
        Label::BitEqual => 0,
        Label::ReassociationOnly => 1,
        Label::Fail => 2,
    };
    (label, output.comparison.worst.as_ref().map_or(0.0, |worst| worst.ratio.number()))
}

fn gate(output: &OutputComparison) -> String {
    let comparison = &output.comparison;
    let name = if output.twin { format!("{} twin", output.output) } else { output.output.clone() };
    let mut text = format!("{name} {}", comparison.label.text());
    if let (Label::ReassociationOnly, Some(worst)) = (comparison.label, &comparison.worst) {
        text.push_str(&format!(" ({} of band)", worst.ratio.short()));
    }
    if comparison.suspicious > 0 {
        text.push_str(", suspiciously far apart: run again");
    }
    if comparison.band_blind {
        text.push_str(", band-blind");
    }
    text
}

fn notes(page: &mut Page, whose: &str, run: &Run) {
    if let End::CompletedThenFailed { what } = &run.end {
        page.marked_field("", Paint::Warn, &format!("{whose}: failed after its last call had returned: {what}"));
    }
    if let Some(clock) = &run.clock_mismatch {
        let ClockMismatch { call, judge, runner } = clock;
        let text =
            format!("{whose}: call {call} took {judge} by the judge's clock, which counts, and {runner} by its own");
        page.marked_field("", Paint::Warn, &text);
    }
    if !run.stderr.is_empty() {
        page.marked_field("", Paint::Warn, &format!("{whose} printed:"));
        page.quote(&run.stderr, QUOTED);
    }
}
