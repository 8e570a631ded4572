//! What submissions reach on a GPU: every example arm by task, plain and tuned, against the threaded baseline of the same
//! machine; and the judge's own share of a small submission.
//!
//! `gpu FOLDER` writes `results-DEVICE.json` with everything and `results-DEVICE.md` with the tables; `gpu FOLDER host` (or
//! `cuda`) runs only what is for that device and keeps the folder's other rows. `JUDGE_BIN` and `JUDGE_TESTS_ROOT` name the
//! judge and the repository where those of the build are elsewhere.
#![allow(clippy::print_stdout, reason = "the figures are the output")]

mod row;
mod table;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use row::Row;

/// Tasks of the tables.
const TASKS: [&str; 6] = ["bs1-copy", "bs2-axpy", "bs3-norm", "bs4-dot", "bs5-cg", "stencil7"];

/// Examples: what the table calls them, and the file.
const ARMS: [(&str, &str); 5] =
    [("C", "good.c"), ("C, tuned", "tuned.c"), ("C++", "good.cpp"), ("Fortran", "good.f90"), ("HIP", "good.hip")];

/// What is run: some arms of every task, on one device and at one size.
struct Runs {
    device: &'static str,
    size: &'static str,
    /// Seconds for each of the two timings.
    budget: &'static str,
    arms: &'static [&'static str],
}

/// What is tuned to the GPU says nothing on the host.
const EVERY_LANGUAGE: &[&str] = &["C", "C++", "Fortran", "HIP"];

const PLAN: [Runs; 3] = [
    Runs { device: "cuda", size: "large", budget: "0.3", arms: &["C", "C, tuned", "HIP"] },
    Runs { device: "cuda", size: "medium", budget: "0.2", arms: EVERY_LANGUAGE },
    Runs { device: "host", size: "small", budget: "0.1", arms: EVERY_LANGUAGE },
];

/// Runs by which the judge's own share is measured.
const RUNS: usize = 5;

fn root() -> PathBuf {
    let here = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    std::env::var_os("JUDGE_TESTS_ROOT").map_or_else(here, PathBuf::from)
}

fn submit(task: &str, file: &str, options: &[&str]) -> Value {
    let judge = std::env::var_os("JUDGE_BIN").unwrap_or_else(|| env!("CARGO_BIN_EXE_judge").into());
    let path = root().join("tests/submissions").join(task).join("accepted").join(file);
    if !path.is_file() {
        return json!({ "verdict": "no example" });
    }
    let output = Command::new(judge)
        .args(["submit", "--task", task, "--format", "json"])
        .args(options)
        .arg(path)
        .output()
        .expect("the judge starts");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| json!({ "verdict": "no document", "reason": text }))
}

fn main() {
    let mut args = std::env::args().skip(1).filter(|a| !a.starts_with("--"));
    let (Some(folder), only) = (args.next().map(PathBuf::from), args.next()) else {
        println!("left out: name the folder for the results");
        return;
    };
    let first = submit("bs2-axpy", "good.c", &["--device", "cuda", "--sizes", "n31"]);
    let (machine, share) = (Machine::of(&first), own_share());
    let wanted = |device: &str| only.as_ref().is_none_or(|only| only == device);
    let mut rows: Vec<Row> = kept(&folder, &machine).into_iter().filter(|row| !wanted(&row.device)).collect();
    for Runs { device, size, budget, arms } in PLAN.into_iter().filter(|runs| wanted(runs.device)) {
        let options = ["--device", device, "--sizes", size, "--budget", budget, "--sets", "2"];
        for task in TASKS {
            for (arm, file) in ARMS.into_iter().filter(|(arm, _)| arms.contains(arm)) {
                let row = Row::of(task, arm, device, size, &submit(task, file, &options));
                println!("{}", row.line());
                rows.push(row);
            }
        }
        // Whoever has no patience for the rest has this.
        write(&folder, &machine, &rows, &share);
    }
    println!("\n{}", table::text(&machine, &rows, &share));
}

/// What stands above the tables.
pub(crate) struct Machine {
    pub(crate) device: Value,
    pub(crate) compiler: String,
    pub(crate) processor: String,
}

impl Machine {
    fn of(document: &Value) -> Self {
        let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ").map(|(_, n)| n));
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            device: document["evidence"]["device"].clone(),
            compiler: document["evidence"]["toolchain"]["compiler"].as_str().unwrap_or("?").to_owned(),
            processor: format!("{}, {threads} threads", model.unwrap_or("unknown processor")),
        }
    }
}

/// Seconds of a small submission with a cached build that are not calls of kernel or baseline: median by stage, and in all.
pub(crate) struct Share {
    pub(crate) stages: Vec<(String, f64)>,
    pub(crate) all: f64,
}

fn own_share() -> Share {
    let options = ["--device", "cuda", "--sizes", "small", "--budget", "0.05"];
    let documents: Vec<Value> = (0..RUNS).map(|_| submit("bs2-axpy", "good.c", &options)).collect();
    let stages = |d: &Value| -> Vec<(String, f64)> {
        let all = d["evidence"]["stages"].as_array().cloned().unwrap_or_default();
        let stage = |s: &Value| Some((s["name"].as_str()?.to_owned(), s["wall"].as_f64()? * 1e-9));
        let own = |(name, _): &(String, f64)| name != "kernel and baseline calls" && name != "lock";
        all.iter().filter_map(stage).filter(own).collect()
    };
    let sum = |d: &Value| stages(d).iter().map(|(_, seconds)| seconds).sum::<f64>();
    let names: Vec<String> = documents.first().map(&stages).unwrap_or_default().into_iter().map(|(n, _)| n).collect();
    let of = |name: &str| {
        median(
            documents.iter().filter_map(|d| stages(d).into_iter().find(|(n, _)| n == name)).map(|(_, s)| s).collect(),
        )
    };
    Share {
        stages: names.iter().map(|name| (name.clone(), of(name))).collect(),
        all: median(documents.iter().map(sum).collect()),
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Where the results go, without an extension.
fn results(folder: &Path, machine: &Machine) -> PathBuf {
    let name = machine.device["name"].as_str().unwrap_or("gpu").rsplit(' ').next().unwrap_or("gpu").to_lowercase();
    folder.join(format!("results-{name}"))
}

/// The rows that the folder's file has.
fn kept(folder: &Path, machine: &Machine) -> Vec<Row> {
    let text = std::fs::read_to_string(results(folder, machine).with_extension("json")).unwrap_or_default();
    let document: Value = serde_json::from_str(&text).unwrap_or_default();
    document["rows"].as_array().into_iter().flatten().cloned().map(Row::kept).collect()
}

fn write(folder: &Path, machine: &Machine, rows: &[Row], share: &Share) {
    let stages: serde_json::Map<String, Value> = share.stages.iter().map(|(n, s)| (n.clone(), json!(s))).collect();
    let document = json!({
        "device": machine.device,
        "compiler": machine.compiler,
        "processor": machine.processor,
        "own_share_seconds": share.all,
        "own_share_stages": stages,
        "rows": rows.iter().map(|row| &row.raw).collect::<Vec<_>>(),
    });
    let text = table::text(machine, rows, share);
    let json = serde_json::to_string_pretty(&document).expect("JSON");
    std::fs::create_dir_all(folder).expect("the folder");
    let results = results(folder, machine);
    std::fs::write(results.with_extension("json"), json + "\n").expect("the JSON file");
    std::fs::write(results.with_extension("md"), &text).expect("the tables");
}
