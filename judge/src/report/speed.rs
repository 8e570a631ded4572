//! How fast: a row for each timed size.

use super::page::{Page, Paint};
use super::table::Table;
use crate::score::{Document, Estimate, Nanoseconds, Score, Size, Timing};

/// The table of times.
pub(super) fn table(page: &mut Page, document: &Document) {
    let mut table = Table::new(["size", "kernel", "± MAD", "n", "GB/s", "baseline", "± MAD", "n", "GB/s", "speed-up"]);
    for size in &document.evidence.sizes {
        if let Some(kernel) = &size.kernel {
            table.row(row(size, kernel, document.score.as_ref()));
        }
    }
    if !table.is_empty() {
        page.end();
        table.write(page);
    }
}

fn row(size: &Size, kernel: &Timing, score: Option<&Score>) -> [String; 10] {
    let speedup = score.and_then(|score| score.sizes.iter().find(|s| s.size == size.name));
    let [kernel, kernel_mad, kernel_n, kernel_rate] = timing(size, Some(kernel));
    let [baseline, baseline_mad, baseline_n, baseline_rate] = timing(size, size.baseline.as_ref());
    [
        size.name.clone(),
        kernel,
        kernel_mad,
        kernel_n,
        kernel_rate,
        baseline,
        baseline_mad,
        baseline_n,
        baseline_rate,
        speedup.map_or_else(dash, |s| times(&s.speedup)),
    ]
}

fn timing(size: &Size, timing: Option<&Timing>) -> [String; 4] {
    match timing {
        Some(timing) => [
            interval(&timing.median),
            timing.mad.to_string(),
            timing.n.to_string(),
            format!("{:.1}", timing.gigabytes_per_second(size.bytes)),
        ],
        None => std::array::from_fn(|_| dash()),
    }
}

fn dash() -> String {
    "–".to_owned()
}

fn interval(median: &Estimate) -> String {
    let time = |ns: f64| Nanoseconds(ns.round() as u64).to_string();
    format!("{} [{}, {}]", time(median.value), time(median.low), time(median.high))
}

fn times(estimate: &Estimate) -> String {
    let digits = if estimate.value < 10.0 { 2 } else { 1 };
    format!("{:.digits$} [{:.digits$}, {:.digits$}]", estimate.value, estimate.low, estimate.high)
}

/// The lines below the table of an accepted submission.
pub(super) fn summary(page: &mut Page, document: &Document) {
    page.end();
    let Some(score) = &document.score else {
        page.marked_field("", Paint::Warn, "nothing was timed: no speed-up");
        return;
    };
    page.put(Paint::Plain, "  speed-up ");
    page.put(Paint::Strong, &times(&score.speedup));
    page.line(&format!(" over the threaded baseline (geometric mean over {})", count(score.sizes.len(), "size")));
    if let Some(requirement) = score.requirement {
        let (paint, word) = if requirement.met { (Paint::Good, "reached") } else { (Paint::Warn, "not reached") };
        page.marked_field(
            "",
            paint,
            &format!("the speed-up of {} that was asked for is {word}", requirement.min_speedup),
        );
    }
    if !score.comparable {
        page.marked_field("", Paint::Warn, "dry run: host device, speed-up not comparable");
    }
    if let Some(peaks) = document.evidence.device.as_ref().and_then(|device| device.peaks.as_ref()) {
        let share = |size: &Size| {
            let rate = size.kernel.as_ref()?.gigabytes_per_second(size.bytes);
            Some(format!("{} {:.1} %", size.name, 100.0 * rate * 1e9 / peaks.copy))
        };
        let shares: Vec<String> = document.evidence.sizes.iter().filter_map(share).collect();
        page.field("", &format!("of the device's copy bandwidth: {}", shares.join(", ")));
    }
    page.marked_field(
        "",
        Paint::Dim,
        "medians with 95 % bootstrap intervals; GB/s from the bytes that the task must move",
    );
}

/// A number of things.
pub(super) fn count(n: usize, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}
