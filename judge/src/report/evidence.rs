//! What the verdict stands on.

use super::page::{Page, Paint};
use super::table::Table;
use crate::gate::{Difference, Label, Outcome};
use crate::score::{Check, ClockMismatch, DeviceKind, End, Evidence, OutputComparison, Run, Size};

/// Most lines of somebody else's text.
const QUOTED: usize = 20;

/// The elements that were refused.
pub(super) fn differences(page: &mut Page, evidence: &Evidence) {
    for size in &evidence.sizes {
        let runs = [("run A with the reference", &size.a), ("run B with the reference", &size.b)];
        let outputs = runs.iter().flat_map(|(what, run)| run.iter().flat_map(|r| &r.outputs).map(|o| (*what, o)));
        let all = outputs.chain(size.between.iter().map(|o| ("run A with run B", o)));
        for (what, output) in all.filter(|(_, output)| output.comparison.outcome == Outcome::Fail) {
            difference(page, size, what, output);
        }
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
    if let Some(device) = &evidence.device {
        let kind = match device.kind {
            DeviceKind::Host => "the host, through the host offload device",
            DeviceKind::Cuda => "an NVIDIA GPU",
            DeviceKind::Hip => "an AMD GPU",
        };
        page.field("device", &format!("{} ({kind})", device.name));
    }
    if let Some(isolation) = &evidence.isolation {
        page.field("isolation", &format!("{}: {}", isolation.level, isolation.layers.join(", ")));
    }
    if let Some(handoff) = evidence.handoff {
        page.field("hand-off", &format!("{handoff} for an empty call, included in every time"));
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
            let how = if build.cached { "from the cache in" } else { "compiled in" };
            page.field("build", &format!("{how} {}, {}", build.wall, build.flags.join(" ")));
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
    let notes = check.findings.len() - refusing;
    page.field("check", &format!("{how}, refused for {refusing}, {notes} noted"));
    for finding in &check.findings {
        let paint = if finding.refuses { Paint::Bad } else { Paint::Warn };
        page.marked_field("", paint, &format!("  line {}: [{}] {}", finding.line, finding.code, finding.message));
    }
}

fn runs(page: &mut Page, evidence: &Evidence) {
    let mut table =
        Table::with_prose(["run", "calls", "launches", "on host", "to device", "from device", "in regions", "gate"]);
    for size in &evidence.sizes {
        for (name, run) in [("A", &size.a), ("B", &size.b)] {
            if let Some(run) = run {
                table.row(calls(format!("{} {name}", size.name), run));
            }
        }
        if !size.between.is_empty() {
            let mut row: [String; 8] = Default::default();
            (row[0], row[7]) = (format!("{} A:B", size.name), gates(&size.between));
            table.row(row);
        }
    }
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
fn calls(name: String, run: &Run) -> [String; 8] {
    let launches = if run.launches_min == run.launches_max {
        run.launches_min.to_string()
    } else {
        format!("{}–{}", run.launches_min, run.launches_max)
    };
    let share = match run.in_calls.0 {
        0 => String::new(),
        all => format!("{:.0} %", 100.0 * run.in_target_regions.0 as f64 / all as f64),
    };
    [
        name,
        run.calls.to_string(),
        launches,
        run.host_regions.to_string(),
        run.to_device.to_string(),
        run.from_device.to_string(),
        share,
        gates(&run.outputs),
    ]
}

fn gates(outputs: &[OutputComparison]) -> String {
    let gate = |output: &OutputComparison| {
        let comparison = &output.comparison;
        let name = if output.twin { format!("{} twin", output.output) } else { output.output.clone() };
        let mut text = format!("{name}: {}", comparison.label.text());
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
    };
    outputs.iter().map(gate).collect::<Vec<_>>().join("; ")
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
