//! The corpora of the static check: every labelled case gives its verdict, rule and line, in both views; every example
//! of every explanation does what it says.

use std::path::{Path, PathBuf};
use std::process::Command;

use judge::check::{Finding, Level, Preprocessed, Report, Source, check};
use judge::language::Language;

/// Folders of cases: those given, spellings like them, and ways around the check with their honest twins.
const CORPORA: &[&str] = &["cases", "siblings", "evasions"];

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("check").join(name)
}

/// One row of an `expected.tsv`: file, verdict, rules, line, then notes.
struct Case {
    path: PathBuf,
    file: String,
    accept: bool,
    /// Families (`transfer`) or codes (`J201`), any of which will do.
    rules: Vec<String>,
    line: Option<u32>,
}

fn cases(name: &str) -> Vec<Case> {
    let folder = corpus(name);
    let table = std::fs::read_to_string(folder.join("expected.tsv")).expect("expected.tsv");
    let rows = table.lines().skip(1).map(|row| {
        let cells: Vec<&str> = row.split('\t').collect();
        Case {
            path: folder.join(cells[0]),
            file: cells[0].to_owned(),
            accept: cells[1] == "accept",
            rules: cells[2].split('|').filter(|r| *r != "-").map(str::to_owned).collect(),
            line: cells[3].parse().ok(),
        }
    });
    rows.collect()
}

/// What the codes of a rule family begin with; a code is its own family.
fn prefix(rule: &str) -> &str {
    match rule {
        "source" => "J0",
        "residency" => "J1",
        "transfer" => "J2",
        "device" => "J3",
        "completion" => "J4",
        "integrity" => "J5",
        "interface" => "J7",
        code => code,
    }
}

/// The compiler's view. `None` for HIP, whose headers few machines have, and for what the compiler itself refuses.
fn preprocess(path: &Path, language: Language) -> Option<Preprocessed> {
    let compiler = match language {
        Language::C => "clang-22",
        Language::Cxx => "clang++-22",
        Language::Fortran(_) => "flang-22",
        Language::Hip => return None,
    };
    match Command::new(compiler).args(["-E", "-fopenmp"]).arg(path).output() {
        Ok(output) => output.status.success().then_some(Preprocessed { text: output.stdout }),
        Err(error) => {
            assert!(std::env::var_os("JUDGE_MUST_WORK").is_none(), "{compiler}: {error}");
            None
        }
    }
}

fn judge(path: &Path, preprocessed: Option<&Preprocessed>) -> Report {
    let text = std::fs::read(path).expect("a case is readable");
    let language = Language::of(path).expect("a known extension");
    check(&Source { name: "case", language, text: &text }, preprocessed, None)
}

/// What is wrong with a report, if anything.
fn fault(case: &Case, report: &Report) -> Option<String> {
    let listing = || {
        let lines = report.findings.iter().map(|f| format!("\n    {} {}: {}", f.line, f.code, f.message));
        lines.collect::<String>()
    };
    let named = |f: &&Finding| case.rules.iter().any(|r| f.code.name().starts_with(prefix(r)));
    let placed = |f: &&Finding| case.line.is_none_or(|l| f.line == l);
    let hit = case.rules.is_empty() || report.findings.iter().filter(named).any(|f| placed(&f));
    let quiet = !case.accept || !case.rules.is_empty() || report.count(Level::Warning) == 0;
    let right = report.refused() != case.accept && hit && quiet;
    (!right).then(|| {
        let wanted = if case.accept { "accepted" } else { "refused" };
        format!("{}: expected {wanted} {:?} at {:?}{}", case.file, case.rules, case.line, listing())
    })
}

fn assert_none(failures: &[String]) {
    assert!(failures.is_empty(), "{} wrong:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_case_without_a_compiler() {
    let all: Vec<Case> = CORPORA.iter().flat_map(|c| cases(c)).collect();
    assert!(all.len() >= 860, "{} cases: some were lost", all.len());
    assert_none(&all.iter().filter_map(|c| fault(c, &judge(&c.path, None))).collect::<Vec<_>>());
}

#[test]
fn every_case_as_the_compiler_sees_it() {
    let mut failures = Vec::new();
    let mut seen = 0;
    for case in CORPORA.iter().flat_map(|c| cases(c)) {
        let language = Language::of(&case.path).expect("a known extension");
        let Some(preprocessed) = preprocess(&case.path, language) else { continue };
        seen += 1;
        failures.extend(fault(&case, &judge(&case.path, Some(&preprocessed))));
    }
    assert!(seen > 720 || std::env::var_os("JUDGE_MUST_WORK").is_none(), "only {seen} cases were preprocessed");
    assert_none(&failures);
}

#[test]
fn every_file_of_the_corpora_has_a_row() {
    for name in CORPORA {
        let rows: Vec<PathBuf> = cases(name).into_iter().map(|c| c.path).collect();
        for folder in std::fs::read_dir(corpus(name)).expect("a folder").flatten().filter(|e| e.path().is_dir()) {
            for file in std::fs::read_dir(folder.path()).expect("a folder").flatten() {
                assert!(rows.contains(&file.path()), "{} has no row", file.path().display());
            }
        }
    }
}

/// The honest submissions of all tasks are never refused.
#[test]
fn honest_submissions_are_accepted() {
    let mut failures = Vec::new();
    let submissions = Path::new(env!("CARGO_MANIFEST_DIR")).join("submissions");
    let tasks = std::fs::read_dir(&submissions).expect("submissions").flatten();
    for folder in tasks.map(|t| t.path().join("accepted")).filter(|f| f.is_dir()) {
        for file in std::fs::read_dir(folder).expect("a folder").flatten().filter(|f| Language::of(&f.path()).is_some())
        {
            let report = judge(&file.path(), None);
            failures.extend(report.refused().then(|| format!("{}: {:?}", file.path().display(), report.findings)));
        }
    }
    assert_none(&failures);
}
