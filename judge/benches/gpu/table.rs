//! The tables of a results page.

use std::fmt::Write;

use crate::row::{Row, Timed};
use crate::{ARMS, Machine, Share, TASKS};

/// The page.
pub(crate) fn text(machine: &Machine, rows: &[Row], share: &Share) -> String {
    let mut page = String::new();
    let device = &machine.device;
    let name = device["name"].as_str().unwrap_or("?");
    let rate = |key: &str| device["peaks"][key].as_f64().unwrap_or(f64::NAN) / 1e9;
    let _ = write!(
        page,
        "# Results on {name}\n\nWritten by `make bench-gpu`; everything measured is in the JSON file beside this page.\n\n\
         {name}, {}, {}; {}; {}. Measured on the device by the judge's own kernels: copy {:.0}, triad {:.0}, read {:.0} GB/s, \
         fp64 {:.1} TFLOP/s.\n\nTimes are medians by the judge's clock, launch and hand-off included, on inputs that change \
         from call to call, with a flushed second-level cache. GB/s counts the bytes that the task must move. The baseline \
         is threaded C on the same machine's processor.\n\n",
        device["identity"]["arch"].as_str().unwrap_or("?"),
        device["identity"]["driver"].as_str().unwrap_or("?"),
        machine.compiler,
        machine.processor,
        rate("copy"),
        rate("triad"),
        rate("read"),
        rate("fp64") / 1e3,
    );
    plain_and_tuned(&mut page, rows);
    arms(&mut page, rows);
    let _ = write!(page, "\n## The judge's own share\n\nbs2-axpy, size small, cached build: {:.2} s", share.all);
    let stages: Vec<String> = share.stages.iter().map(|(name, s)| format!("{name} {:.0} ms", s * 1e3)).collect();
    let _ = writeln!(page, " besides the calls, every context included ({}).", stages.join(", "));
    page
}

fn find<'r>(rows: &'r [Row], task: &str, arm: &str, device: &str, size: &str) -> Option<&'r Row> {
    rows.iter().find(|row| row.task == task && row.arm == arm && row.device == device && row.size == size)
}

fn plain_and_tuned(page: &mut String, rows: &[Row]) {
    page.push_str("## C, plain and tuned, and HIP, size large (1 GiB)\n\n");
    page.push_str("| task | example | time | GB/s | of copy | baseline | speed-up | launches |\n|---|---|--:|--:|--:|--:|--:|--:|\n");
    for task in TASKS {
        for (arm, label) in [("C", "plain"), ("C, tuned", "tuned"), ("HIP", "HIP")] {
            let Some(row) = find(rows, task, arm, "cuda", "large").filter(|row| row.verdict != "no example") else {
                continue;
            };
            let cells = match &row.timed {
                Some(t) => format!(
                    "{:.1} µs | {:.0} | {:.1} % | {:.2} ms | {:.1} | {}",
                    t.nanoseconds / 1e3,
                    t.rate / 1e9,
                    100.0 * t.share.unwrap_or(f64::NAN),
                    t.baseline / 1e6,
                    t.baseline / t.nanoseconds,
                    t.launches
                ),
                None => format!("{}: {} | | | | |", row.verdict, row.reason),
            };
            let _ = writeln!(page, "| {task} | {label} | {cells} |");
        }
    }
}

fn arms(page: &mut String, rows: &[Row]) {
    page.push_str(
        "\n## Every language, on the GPU (size medium, 64 MiB) and as a dry run on the host (size small, 1 MiB)\n\n",
    );
    page.push_str("Verdict, time, GB/s, launches of a call.\n\n| task | device |");
    let languages: Vec<&str> = ARMS.iter().map(|(arm, _)| *arm).filter(|arm| *arm != "C, tuned").collect();
    for arm in &languages {
        let _ = write!(page, " {arm} |");
    }
    let _ = writeln!(page, "\n|---|---|{}", "---|".repeat(languages.len()));
    for task in TASKS {
        for (device, size) in [("cuda", "medium"), ("host", "small")] {
            let _ = write!(page, "| {task} | {device} |");
            for arm in &languages {
                let _ = write!(page, " {} |", find(rows, task, arm, device, size).map_or_else(String::new, cell));
            }
            page.push('\n');
        }
    }
}

fn cell(row: &Row) -> String {
    match &row.timed {
        Some(Timed { nanoseconds, rate, launches, .. }) => {
            format!("{}, {:.1} µs, {:.0}, {launches}", row.verdict, nanoseconds / 1e3, rate / 1e9)
        }
        None => format!("{}: {}", row.verdict, row.reason),
    }
}
