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

/// Judges at one time: while one measures, which no two do at once, others compile.
const WORKERS: usize = 3;

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
    let Some(bench) = Bench::open() else { return };
    let gpu = std::env::var_os("JUDGE_GPU").is_some();
    let cases = chosen(judge_tests::case::read_all(&corpus()));
    let (skipped, cases): (Vec<Case>, Vec<Case>) = cases.into_iter().partition(|c| c.needs_gpu && !gpu);
    for case in &skipped {
        eprintln!("skipped {}: it needs a GPU; set JUDGE_GPU=1 on a machine that has one", case.name());
    }
    if std::env::var_os(ONLY).is_none() {
        assert_eq!(cases.len() + skipped.len(), count(&corpus()), "cases on disk and cases read differ");
    }
    let todo = Mutex::new(jobs(&cases).into_iter());
    let wrong = Mutex::new(Vec::new());
    let work = || {
        loop {
            let Some(job) = todo.lock().expect("no panic").next() else { return };
            let mut problems = job.run(&bench);
            let left = left_behind(&bench);
            if !left.is_empty() {
                // Whoever comes next would be blamed for it.
                todo.lock().expect("no panic").by_ref().for_each(drop);
                problems.extend(left.into_iter().map(|left| format!("{left} after {job}, or beside it")));
            }
            wrong.lock().expect("no panic").extend(problems);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(work);
        }
    });
    let mut wrong = wrong.into_inner().expect("no panic");
    wrong.extend(Job::Honest.run(&bench));
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// What a worker does before it looks at what is left.
enum Job<'a> {
    /// Every trial of a case, one after the other: the first one builds it for all.
    Case(&'a Case),
    /// An honest submission: the machine is as it was.
    Honest,
}

/// Attacks first, row by row: what comes after them must find the machine as it was.
fn jobs(cases: &[Case]) -> Vec<Job<'_>> {
    fn of_row(row: &[Case]) -> Vec<Job<'_>> {
        let (harmless, hostile): (Vec<_>, Vec<_>) = row.iter().partition(|case| case.is_harmless());
        let honest = harmless.is_empty().then_some(Job::Honest);
        hostile.into_iter().chain(harmless).map(Job::Case).chain(honest).collect()
    }
    cases.chunk_by(|a, b| a.row == b.row).flat_map(of_row).collect()
}

impl Job<'_> {
    /// Says what is wrong, if anything is.
    fn run(&self, bench: &Bench) -> Vec<String> {
        match self {
            Self::Case(case) => case.trials.iter().flat_map(|trial| run(bench, case, trial)).collect(),
            Self::Honest => {
                let answer = bench.submit(&honest(), &[], "json");
                let accepted = answer.field("verdict") == "accepted";
                if accepted { vec![] } else { vec![format!("{self} is {}", answer.describe())] }
            }
        }
    }
}

impl std::fmt::Display for Job<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Case(case) => f.write_str(&case.name()),
            Self::Honest => f.write_str("an honest submission"),
        }
    }
}

fn run(bench: &Bench, case: &Case, trial: &Trial) -> Vec<String> {
    let started = Instant::now();
    let (verdict, problems) = bench.try_case(case, trial);
    let name = match trial.without.as_slice() {
        [] => case.name(),
        without => format!("{} without {}", case.name(), without.join(", ")),
    };
    eprintln!("row {:2}  {:5.2} s  {verdict:18}  {name}", case.row, started.elapsed().as_secs_f64());
    problems.into_iter().map(|problem| format!("{name}: {problem}")).collect()
}

/// What judges that have ended left of themselves.
fn left_behind(bench: &Bench) -> Vec<String> {
    let processes = traces::orphans().into_iter().map(|process| format!("the process {process} lived on"));
    let mounts = traces::mounts(bench.cache()).into_iter().map(|mount| format!("{mount} stayed mounted"));
    let groups = traces::groups().into_iter().map(|group| format!("the control group {group} stayed"));
    processes.chain(mounts).chain(groups).collect()
}

/// For a person at work on one case: a part of its name.
const ONLY: &str = "JUDGE_HOSTILE_ONLY";

fn chosen(cases: Vec<Case>) -> Vec<Case> {
    let Ok(only) = std::env::var(ONLY) else { return cases };
    cases.into_iter().filter(|c| c.name().contains(&only)).collect()
}

/// Files under the corpus, counted without reading them.
fn count(folder: &Path) -> usize {
    let files = |folder: std::fs::DirEntry| std::fs::read_dir(folder.path()).expect("a folder of cases");
    let paths = std::fs::read_dir(folder).expect("the corpus").flatten().flat_map(files).flatten();
    paths.filter(|file| file.path().extension().is_none_or(|e| e != "case")).count()
}
