//! The corpus of the static check: every labelled case gives its verdict, rule family and line, in both views.

use std::path::{Path, PathBuf};
use std::process::Command;

use judge::check::{Finding, Level, Preprocessed, Report, Source, check};
use judge::language::{Form, Language};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("check/cases")
}

struct Case {
    file: String,
    accept: bool,
    families: Vec<String>,
    line: Option<u32>,
}

/// Columns of `expected.tsv`: file, verdict, family, line, then notes.
fn cases() -> Vec<Case> {
    let table = std::fs::read_to_string(corpus().join("expected.tsv")).expect("expected.tsv");
    table
        .lines()
        .skip(1)
        .map(|row| {
            let cells: Vec<&str> = row.split('\t').collect();
            Case {
                file: cells[0].to_owned(),
                accept: cells[1] == "accept",
                families: cells[2].split('|').map(str::to_owned).collect(),
                line: cells[3].parse().ok(),
            }
        })
        .collect()
}

/// First digits of the codes of a rule family.
fn prefix(family: &str) -> &'static str {
    match family {
        "source" => "J0",
        "residency" => "J1",
        "transfer" => "J2",
        "device" => "J3",
        "completion" => "J4",
        "integrity" => "J5",
        "interface" => "J7",
        other => panic!("unknown family {other}"),
    }
}

fn preprocess(path: &Path, language: Language) -> Option<Preprocessed> {
    let (compiler, flags): (&str, &[&str]) = match language {
        Language::C => ("clang-22", &["-E", "-fopenmp"]),
        Language::Cxx => ("clang++-22", &["-E", "-fopenmp"]),
        Language::Hip => return None,
        Language::Fortran(_) => ("flang-22", &["-E", "-fopenmp"]),
    };
    let Ok(output) = Command::new(compiler).args(flags).arg(path).output() else {
        assert!(std::env::var_os("JUDGE_MUST_WORK").is_none(), "{compiler} is not installed");
        return None;
    };
    assert!(output.status.success(), "{compiler} -E {}: {}", path.display(), String::from_utf8_lossy(&output.stderr));
    Some(Preprocessed { text: output.stdout })
}

fn judge(path: &Path, preprocessed: Option<&Preprocessed>) -> Report {
    let text = std::fs::read(path).expect("case");
    let language = Language::of(path).expect("known extension");
    check(&Source { name: "case", language, text: &text }, preprocessed, None)
}

fn wrong(case: &Case, report: &Report) -> Option<String> {
    let errors: Vec<&Finding> = report.findings.iter().filter(|f| f.level == Level::Error).collect();
    let listing = || {
        report
            .findings
            .iter()
            .map(|f| format!("    {} {}: {}", f.line, f.code, f.message))
            .collect::<Vec<_>>()
            .join("\n")
    };
    if case.accept {
        return (!errors.is_empty()).then(|| format!("{}: refused\n{}", case.file, listing()));
    }
    let Some(first) = errors.first() else { return Some(format!("{}: accepted\n{}", case.file, listing())) };
    let family = |f: &Finding| case.families.iter().any(|x| f.code.name().starts_with(prefix(x)));
    let hit = errors.iter().any(|f| family(f) && case.line.is_none_or(|l| f.line == l));
    (!hit || case.families.len() == 1 && case.line.is_some() && !family(first))
        .then(|| format!("{}: expected {:?} at {:?}\n{}", case.file, case.families, case.line, listing()))
}

#[test]
fn every_case_without_a_compiler() {
    let failures: Vec<String> =
        cases().iter().filter_map(|c| wrong(c, &judge(&corpus().join(&c.file), None))).collect();
    assert!(failures.is_empty(), "{} wrong\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_case_as_the_compiler_sees_it() {
    let mut failures = Vec::new();
    for case in cases() {
        let path = corpus().join(&case.file);
        let language = Language::of(&path).expect("known extension");
        let Some(preprocessed) = preprocess(&path, language) else { continue };
        failures.extend(wrong(&case, &judge(&path, Some(&preprocessed))));
    }
    assert!(failures.is_empty(), "{} wrong\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn source_form_follows_the_extension() {
    assert_eq!(Language::of(Path::new("k.f")), Some(Language::Fortran(Form::Fixed)));
}
