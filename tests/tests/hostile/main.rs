//! The hostile corpus: what must become of submissions that attack the judge, and what must be left of them: nothing.
//!
//! Cases are files under `tests/hostile/<verdict>/`; [`case`] says what their first comment holds. Each is submitted to
//! the built judge as a person would do it, then again with defences switched off one by one, which proves of each
//! defence that the attack behind it is real, and of each later layer that it holds alone.
#![allow(clippy::print_stderr, reason = "a table of verdicts for whoever runs it with --nocapture")]

mod bench;
mod itself;
mod names;
mod program;
mod traces;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use bench::{Bench, corpus, honest};
use judge_tests::case::{Case, Trial};

/// Judges at one time: while one compiles, the other measures.
const WORKERS: usize = 2;

/// Rows whose subject is the judge, not a submission: tests in [`itself`].
const ABOUT_THE_JUDGE: [u32; 2] = [45, 46];

#[test]
fn every_row_has_its_case() {
    let cases = judge_tests::case::read_all(&corpus());
    let rows: BTreeSet<u32> = cases.iter().map(|c| c.row).chain(ABOUT_THE_JUDGE).collect();
    assert_eq!(rows.into_iter().collect::<Vec<_>>(), (1..=46).collect::<Vec<_>>());
}

/// Rows of what beats other judges.
const EXPLOITS: std::ops::RangeInclusive<u32> = 28..=43;

/// Rows among them that are no attack: what they do is right, or concerns the process alone.
const HONEST: [u32; 2] = [38, 42];

#[test]
fn every_exploit_works_on_a_judge_without_its_defence() {
    let cases = judge_tests::case::read_all(&corpus());
    for row in EXPLOITS.filter(|row| !HONEST.contains(row)) {
        let accepted = |trial: &Trial| !trial.without.is_empty() && trial.allowed == ["accepted"];
        let works = cases.iter().any(|c| c.row == row && !c.is_harmless() && c.trials[1..].iter().any(accepted));
        assert!(works, "row {row} has no case that a judge without its defence accepts");
    }
}

#[test]
fn every_case_gets_one_of_its_verdicts() {
    let Some(bench) = Bench::new() else { return };
    let gpu = std::env::var_os("JUDGE_GPU").is_some();
    let cases = chosen(judge_tests::case::read_all(&corpus()));
    let (mut run, mut wrong) = (BTreeSet::new(), Vec::new());
    for row in cases.chunk_by(|a, b| a.row == b.row) {
        let (skipped, row): (Vec<&Case>, Vec<&Case>) = row.iter().partition(|c| c.needs_gpu && !gpu);
        for case in &skipped {
            eprintln!("skipped {}: it needs a GPU; set JUDGE_GPU=1 on a machine that has one", case.name());
        }
        // Attacks first: what comes after them must find the machine as it was.
        let (harmless, hostile): (Vec<&Case>, Vec<&Case>) = row.iter().partition(|c| c.is_harmless());
        wrong.extend(try_all(&bench, &hostile));
        wrong.extend(try_all(&bench, &harmless));
        if harmless.is_empty() && !hostile.is_empty() {
            let answer = bench.submit(&honest(), &[], "json");
            if answer.field("verdict") != "accepted" {
                wrong.push(format!("after row {}: an honest submission is {}", hostile[0].row, answer.describe()));
            }
        }
        run.extend(skipped.into_iter().chain(hostile).chain(harmless).map(|c| c.path.clone()));
    }
    if std::env::var_os(ONLY).is_none() {
        assert_eq!(run.len(), count(&corpus()), "cases on disk and cases run differ");
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// For a person at work on one case: a part of its name.
const ONLY: &str = "JUDGE_HOSTILE_ONLY";

fn chosen(cases: Vec<Case>) -> Vec<Case> {
    let Ok(only) = std::env::var(ONLY) else { return cases };
    cases.into_iter().filter(|c| c.name().contains(&only)).collect()
}

/// Every trial of the cases, some at a time; then a look at what is left.
fn try_all(bench: &Bench, cases: &[&Case]) -> Vec<String> {
    let todo: Mutex<Vec<(&Case, &Trial)>> =
        Mutex::new(cases.iter().rev().flat_map(|&case| case.trials.iter().rev().map(move |t| (case, t))).collect());
    let wrong = Mutex::new(Vec::new());
    let work = || {
        loop {
            let Some((case, trial)) = todo.lock().expect("no panic").pop() else { return };
            let started = Instant::now();
            let (verdict, problems) = bench.try_case(case, trial);
            let name = if trial.without.is_empty() {
                case.name()
            } else {
                format!("{} without {}", case.name(), trial.without.join(", "))
            };
            eprintln!("row {:2}  {:5.2} s  {verdict:18}  {name}", case.row, started.elapsed().as_secs_f64());
            wrong.lock().expect("no panic").extend(problems.into_iter().map(|p| format!("{name}: {p}")));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(work);
        }
    });
    let mut wrong = wrong.into_inner().expect("no panic");
    let names = || cases.iter().map(|c| c.name()).collect::<Vec<_>>().join(", ");
    wrong.extend(traces::orphans().into_iter().map(|p| format!("{p} outlived one of {}", names())));
    wrong.extend(traces::mounts(bench.cache()).into_iter().map(|m| format!("{m} stayed mounted after {}", names())));
    wrong.extend(traces::groups().into_iter().map(|g| format!("the control group {g} stayed after {}", names())));
    wrong
}

/// Files under the corpus, counted without reading them.
fn count(folder: &Path) -> usize {
    let files = |folder: std::fs::DirEntry| std::fs::read_dir(folder.path()).expect("a folder of cases");
    let paths = std::fs::read_dir(folder).expect("the corpus").flatten().flat_map(files).flatten();
    paths.filter(|file| file.path().extension().is_none_or(|e| e != "case")).count()
}
