//! `judge submit --device cuda` on a real GPU: examples and hostile submissions with the right verdict, the device well after
//! each, and evidence that is the hardware's. `JUDGE_GPU=1` says that there is a GPU.
//!
//! Travels to machines without Rust: `JUDGE_BIN` names the judge, `JUDGE_ATTACKS_BIN` the one with switches for its defences,
//! `JUDGE_TESTS_ROOT` the folder that holds the corpora under `tests/`.
#![allow(clippy::print_stderr, reason = "a table of verdicts for whoever runs it with --nocapture")]

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use judge_tasks::{Role, Task};
use judge_tests::case::{Case, read_all};
use judge_tests::{Place, Said, judge_attacks, root};
use serde_json::Value;

/// Judges at one time. Nothing is timed, so they share the device.
const WORKERS: usize = 6;

/// Tasks whose examples run here, in every language they are written in.
const TASKS: [&str; 8] =
    ["bs1-copy", "bs2-axpy", "bs3-norm", "bs4-dot", "bs5-cg", "stencil7", "argmin-first", "histogram-256"];

/// Rows of the list of attacks that need a GPU to be what they are.
const ROWS: [u32; 10] = [8, 25, 26, 27, 28, 30, 32, 33, 36, 43];

fn has_gpu() -> bool {
    let has = std::env::var_os("JUDGE_GPU").is_some_and(|v| v == "1");
    if !has {
        eprintln!("left out: needs a GPU (set JUDGE_GPU=1 on a machine that has one)");
    }
    has
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    all.sort();
    all
}

fn name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned())
}

/// Sizes that show every mistake of the examples.
fn correctness(task: &str) -> String {
    let task = Task::builtin(task).expect("a built-in task");
    let sizes = task.sizes().iter().filter(|size| size.role == Role::Correctness);
    sizes.map(|size| size.name.as_str()).collect::<Vec<_>>().join(",")
}

fn submit(place: &Place, file: &Path, task: &str, options: &[&str]) -> Said {
    let file = file.to_string_lossy();
    let mut args = vec!["submit", &file, "--task", task, "--format", "json", "--device", "cuda"];
    args.extend(options);
    place.run(&args)
}

/// Works the list off with some judges at a time; returns what went wrong.
fn all<T: Send>(todo: Vec<T>, check: impl Fn(T) -> Option<String> + Sync) -> Vec<String> {
    let (todo, wrong) = (Mutex::new(todo), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let Some(next) = todo.lock().expect("no panic").pop() else { return };
                    let fault = check(next);
                    wrong.lock().expect("no panic").extend(fault);
                }
            });
        }
    });
    wrong.into_inner().expect("no panic")
}

#[test]
fn every_example_gets_the_verdict_of_its_folder() {
    if !has_gpu() {
        return;
    }
    let place = Place::new();
    let mut examples = Vec::new();
    for task in TASKS {
        for verdict in files(&root().join("tests/submissions").join(task)) {
            examples.extend(files(&verdict).into_iter().map(|file| (task, name(&verdict), file)));
        }
    }
    let count = examples.len();
    assert!(count >= 40, "only {count} examples found");
    let wrong = all(examples, |(task, verdict, file)| {
        let said = submit(&place, &file, task, &["--sizes", &correctness(task)]);
        let document = said.json();
        let right = document["verdict"] == verdict.as_str();
        eprintln!("{task:14} {:36} {}", name(&file), document["verdict"]);
        (!right).then(|| format!("{task}/{}: {} ({})", name(&file), document["verdict"], document["reason"]))
    });
    assert!(wrong.is_empty(), "{} of {count} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The hostile cases of the rows that need a GPU, with every defence up. What the host device cannot prevent is prevented here.
#[test]
fn every_hostile_row_gets_one_of_its_verdicts() {
    if !has_gpu() {
        return;
    }
    let place = Place::new();
    let cases: Vec<Case> = read_all(&root().join("tests/hostile"));
    let (alone, together): (Vec<_>, Vec<_>) =
        cases.into_iter().filter(|case| ROWS.contains(&case.row)).partition(|case| case.row == 8 || case.row == 25);
    let check = |case: Case| {
        let options: Vec<&str> = case.options.iter().map(String::as_str).collect();
        let sizes = ["--sizes", "n1000,n65537"];
        let own = options.contains(&"--sizes");
        let options: Vec<&str> = if own { options } else { sizes.into_iter().chain(options).collect() };
        let document = submit(&place, &case.path, &case.task, &options).json();
        let verdict = document["verdict"].as_str().unwrap_or_default().to_owned();
        eprintln!("row {:2}  {verdict:18} {}", case.row, case.name());
        let named = case.names.as_ref().is_none_or(|n| document["reason"].to_string().contains(&format!("`{n}`")));
        let allowed = case.trials[0].allowed.contains(&verdict);
        let right = (allowed || case.gpu.contains(&verdict)) && named;
        (!right).then(|| format!("{}: {verdict} ({})", case.name(), document["reason"]))
    };
    let mut wrong = all(together, check);
    // They take the whole device, or hold it: one after the other, and an honest submission after each.
    for case in alone {
        wrong.extend(check(case));
        let document = honest(&place, &["--sizes", "n1000"]).json();
        if document["verdict"] != "accepted" {
            wrong.push(format!("an honest submission afterwards: {} ({})", document["verdict"], document["reason"]));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn honest(place: &Place, options: &[&str]) -> Said {
    submit(place, &root().join("tests/submissions/bs2-axpy/accepted/good.c"), "bs2-axpy", options)
}

/// A judge that believes every answer still knows what the device's memory allows: the task's calls take a millisecond at that,
/// and one empty launch takes a fraction of it on any machine.
#[test]
fn a_kernel_below_the_floor_is_impossible() {
    if !has_gpu() {
        return;
    }
    let place = Place::new();
    let idle = root().join("tests/hostile/wrong-answer/r43_touches_nothing.c");
    let mut command = std::process::Command::new(judge_attacks());
    command.args(["submit", "--format", "json", "--device", "cuda", "--sizes", "small", "--budget", "1", "--task"]);
    command.arg(root().join("tests/tasks/sweeps")).arg(idle).env("JUDGE_TEST_DISABLE", "answers");
    command.env("JUDGE_CACHE", place.folder.path().join("cache"));
    let said = Said::of(&command.output().expect("the judge starts"));
    assert_eq!(said.json()["verdict"], "impossible", "{}", said.json()["reason"]);
}

/// The verdict's facts about the device are there and make sense together.
#[test]
fn the_evidence_is_the_hardwares() {
    if !has_gpu() {
        return;
    }
    let place = Place::new();
    let document = honest(&place, &["--sizes", "n1000,medium", "--budget", "0.3"]).json();
    assert_eq!(document["verdict"], "accepted", "{}", document["reason"]);
    let device = &document["evidence"]["device"];
    assert_eq!(device["kind"], "cuda");
    assert!(device["identity"]["uuid"].as_str().is_some_and(|uuid| uuid.len() > 30), "{device}");
    assert!(device["identity"]["arch"].as_str().is_some_and(|arch| arch.starts_with("sm_")), "{device}");
    let rate = |name: &str| device["peaks"][name].as_f64().unwrap_or_default();
    assert!(rate("copy") > 1e11 && rate("read") >= 0.5 * rate("copy") && rate("fp64") > 1e10, "{device}");
    let [before, after] = [0, 1].map(|at| device["memory"][at]["free"].as_u64().unwrap_or_default());
    assert!(before > 0 && after + (256 << 20) >= before, "{before} bytes free before, {after} after");
    let size = &document["evidence"]["sizes"][1];
    let launch = &size["launches"][0];
    assert!(launch["grid"][0].as_u64() > Some(1) && launch["block"][0].as_u64() >= Some(32), "{launch}");
    assert!(size["states"].as_array().is_some_and(|s| s.len() == 4), "{}", size["states"]);
    assert!(size["states"][0]["sm_mhz"].as_u64() > Some(100));
    let floor = size["floor"]["time"].as_u64().expect("a floor");
    let kernel = size["kernel"]["median"]["value"].as_f64().expect("a time");
    assert!(floor > 0 && kernel > floor as f64, "{kernel} ns, floor {floor} ns");
    assert_eq!((&size["a"]["launches_min"], &size["a"]["to_device"]), (&Value::from(1), &Value::from(0)));
    let resources = document["evidence"]["build"]["resources"].to_string();
    assert!(resources.contains("registers"), "{resources}");
    assert!(document["evidence"]["isolation"]["layers"].to_string().contains("run-load-gpu"));
    // Measured once.
    let again = honest(&place, &["--sizes", "n1000"]).json();
    let copy = again["evidence"]["device"]["peaks"]["copy"].as_f64().unwrap_or_default();
    assert!((copy / rate("copy") - 1.0).abs() < 1e-9, "{copy}");
}

/// With the choice left to the judge, it is the GPU, and the verdict says so.
#[test]
fn the_judges_own_choice_is_the_gpu() {
    if !has_gpu() {
        return;
    }
    let place = Place::new();
    let file = root().join("tests/submissions/bs2-axpy/accepted/good.c").to_string_lossy().into_owned();
    let said = place.run(&["submit", &file, "--task", "bs2-axpy", "--sizes", "n1000", "--format", "json"]);
    let device = &said.json()["evidence"]["device"];
    assert_eq!(device["kind"], "cuda", "{device}");
    assert!(device["chosen"].as_str().is_some_and(|reason| reason.contains("--device auto")), "{device}");
}

/// A failed kernel and an endless one leave nothing behind.
#[test]
fn after_a_failed_or_endless_kernel_the_next_submission_is_judged_correctly() {
    if !has_gpu() {
        return;
    }
    let place = Place::new();
    let sick = [
        ("runtime-error/r26_writes_far_past_the_end.c", "runtime-error", "ILLEGAL_ADDRESS"),
        ("time-limit/r25_endless_region.c", "time-limit", "did not finish"),
    ];
    for (file, verdict, word) in sick {
        let file = root().join("tests/hostile").join(file);
        let document = submit(&place, &file, "bs2-axpy", &["--sizes", "n1000", "--time-limit", "3"]).json();
        assert_eq!(document["verdict"], verdict, "{}", document["reason"]);
        assert!(document["reason"].to_string().contains(word), "{}", document["reason"]);
        let document = honest(&place, &["--sizes", "n1000,n65537"]).json();
        assert_eq!(document["verdict"], "accepted", "{}", document["reason"]);
    }
}

/// Odd choices of a device are refused in words on the real driver too.
#[test]
fn devices_that_are_not_there_are_refused_in_words() {
    if !has_gpu() {
        return;
    }
    let place = Place::new();
    let file = root().join("tests/submissions/bs2-axpy/accepted/good.c").to_string_lossy().into_owned();
    for (device, visible, word) in [
        ("cuda:7", "0", "no visible device is index 7"),
        ("cuda:GPU-0000", "0", "no visible device is"),
        ("cuda", "", "empty value"),
        ("cuda", "fast", "\\\"fast\\\" is neither"),
        ("hip", "0", "AMD driver"),
    ] {
        let mut command =
            place.command(&["submit", &file, "--task", "bs2-axpy", "--format", "json", "--device", device]);
        let said = Said::of(&command.env("CUDA_VISIBLE_DEVICES", visible).output().expect("the judge starts"));
        let document = said.json();
        assert_eq!((said.code, &document["verdict"]), (Some(3), &Value::from("judge-error")), "{device}");
        assert!(document["reason"].to_string().contains(word), "{device}: {}", document["reason"]);
    }
}
