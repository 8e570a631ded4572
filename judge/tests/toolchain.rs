//! What the probe says of machines that lack something. Each is made for real: a folder with a compiler and without one part.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use judge::store::Store;
use judge::toolchain::probe::{Probe, Search, probe};
use judge::toolchain::{Fact, Outcome, Toolchain, cached_or_probe, keep};

fn doctor(args: &[&str], path: &str) -> Output {
    let cache = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_judge"));
    command.arg("doctor").args(args).env("PATH", path).env("JUDGE_CACHE", cache.path());
    command.env_remove("JUDGE_TOOLCHAIN").output().expect("judge runs")
}

fn here() -> Probe {
    probe(&Search::from_env(None)).expect("tools run")
}

/// A folder with this machine's compiler in it, and only the neighbours that `keep` names.
fn partial(keep: &[&str]) -> tempfile::TempDir {
    let real = here().toolchain.expect("a toolchain");
    let folder = tempfile::tempdir().expect("a folder");
    let (bin, lib) = (folder.path().join("bin"), folder.path().join("lib"));
    let resource = lib.join("clang").join(real.version.major.to_string());
    for made in [&bin, &resource] {
        fs::create_dir_all(made).expect("folders");
    }
    install(&real.clang, &bin.join("clang"));
    let libraries = fs::read_dir(real.root.join("lib")).expect("its libraries").flatten();
    for library in libraries.filter(|l| l.file_name().to_string_lossy().starts_with("libclang-cpp")) {
        symlink(library.path(), lib.join(library.file_name())).expect("a link");
    }
    let include = PathBuf::from("lib/clang").join(real.version.major.to_string()).join("include");
    symlink(real.root.join(&include), folder.path().join(&include)).expect("a link");
    for name in keep {
        let from = [real.root.join("bin").join(name), real.root.join("lib").join(name)];
        let from = from.iter().find(|path| path.exists()).expect("a neighbour");
        let to = if from.starts_with(real.root.join("bin")) { bin.join(name) } else { lib.join(name) };
        symlink(from, to).expect("a link");
    }
    folder
}

/// Copies a program by another process: one that this process writes is busy as long as a child of another test's, between its
/// fork and its exec, holds the descriptor.
fn install(from: &Path, to: &Path) {
    assert!(Command::new("install").args([from, to]).status().expect("install runs").success());
}

fn facts_of(folder: &Path) -> Vec<Fact> {
    let found = probe(&Search { named: Some(folder.to_owned()), ..Search::default() }).expect("tools run");
    assert!(found.toolchain.is_none());
    found.facts
}

fn bad<'a>(facts: &'a [Fact], name: &str) -> &'a Fact {
    facts.iter().find(|f| f.name == name && f.outcome == Outcome::Bad).unwrap_or_else(|| panic!("{name} in {facts:#?}"))
}

const PROGRAMS: [&str; 4] = ["ld.lld", "clang-linker-wrapper", "llvm-offload-binary", "libomptarget.so"];

#[test]
fn this_machine_is_usable_and_every_fact_has_evidence() {
    let found = here();
    let toolchain = found.toolchain.expect("a toolchain");
    assert!(found.facts.iter().all(|fact| !fact.evidence.is_empty()));
    assert!(found.facts.iter().any(|fact| fact.name == "target region" && fact.evidence.contains("on the device")));
    assert!(!toolchain.targets.is_empty() && toolchain.version.major >= 19);
    assert!(toolchain.files.len() > 5 && !toolchain.run_mounts.is_empty());
}

#[test]
fn no_compiler_at_all_says_what_to_install() {
    let empty = tempfile::tempdir().expect("a folder");
    let search = Search {
        named: None,
        path: Some(empty.path().into()),
        system: Some(empty.path().to_owned()),
        ..Search::default()
    };
    let found = probe(&search).expect("nothing to run");
    let fact = bad(&found.facts, "C and C++ compiler");
    assert!(fact.fix.as_deref().is_some_and(|fix| fix.contains("apt-get install clang-22")), "{fact:?}");
    let store = Store::open(empty.path()).expect("a store");
    let error = cached_or_probe(&store, &search).expect_err("none");
    assert!(error.to_string().contains("apt-get install clang-22"), "{error}");
}

#[test]
fn doctor_without_a_compiler_exits_3_and_names_the_fix() {
    let empty = tempfile::tempdir().expect("a folder");
    let folder = empty.path().to_str().expect("a name");
    let output = doctor(&["--toolchain", folder], "");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains(&format!("no clang in {folder}")) && text.contains("fix: "), "{text}");
}

#[test]
fn doctor_tells_of_a_cache_and_a_temporary_folder_that_cannot_be_written() {
    for (args, temporary, fact, fix) in [
        (&["--cache", "/dev/null/x"][..], "/tmp", "cache ", "fix: set JUDGE_CACHE"),
        (&[], "/nowhere/at/all", "cannot make a temporary folder in /nowhere/at/all", "fix: set TMPDIR"),
    ] {
        let cache = tempfile::tempdir().expect("a folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_judge"));
        command.arg("doctor").args(args).env("JUDGE_CACHE", cache.path()).env("TMPDIR", temporary);
        let output = command.output().expect("judge runs");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{text}");
        let mut lines = text.lines().skip_while(|line| !(line.starts_with("bad") && line.contains(fact)));
        assert!(lines.next().is_some() && lines.next().is_some_and(|line| line.contains(fix)), "{fact}: {text}");
        assert!(text.contains("jail: system-call filter"), "the other facts are there: {text}");
    }
}

#[test]
fn doctor_here_exits_0_and_its_json_says_the_same() {
    let path = std::env::var("PATH").unwrap_or_default();
    let output = doctor(&[], &path);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    for words in ["This machine can judge.", "jail: system-call filter", "device runtime for NVIDIA"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    let output = doctor(&["--format", "json"], &path);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((output.status.code(), &answer["usable"]), (Some(0), &serde_json::Value::Bool(true)));
}

#[test]
fn a_missing_offload_runtime_is_named() {
    let folder = partial(&PROGRAMS[..3]);
    let facts = facts_of(folder.path());
    let fact = bad(&facts, "offload runtime");
    assert!(fact.evidence.contains("libomptarget.so"), "{fact:?}");
    assert!(fact.fix.as_deref().is_some_and(|fix| fix.contains("apt-get install lib")), "{fact:?}");
}

#[test]
fn a_missing_linker_is_named() {
    let folder = partial(&PROGRAMS[1..]);
    let facts = facts_of(folder.path());
    assert!(bad(&facts, "linker").fix.as_deref().is_some_and(|fix| fix.contains("lld-")));
}

#[test]
fn a_missing_offload_linker_is_named() {
    let folder = partial(&["ld.lld", "libomptarget.so"]);
    let facts = facts_of(folder.path());
    assert!(bad(&facts, "offload linker").fix.as_deref().is_some_and(|fix| fix.contains("clang-tools-")));
}

#[test]
fn a_program_that_is_no_compiler_and_one_that_is_too_old_are_named() {
    for (text, words) in [("#!/bin/sh\nexit 1\n", "does not run"), ("#!/bin/sh\necho 14.0.6\n", "at least 19")] {
        let folder = tempfile::tempdir().expect("a folder");
        let script = folder.path().join("script");
        fs::write(&script, text).expect("a script");
        install(&script, &folder.path().join("clang"));
        let facts = facts_of(folder.path());
        assert!(bad(&facts, "C and C++ compiler").evidence.contains(words), "{facts:?}");
    }
}

/// The files below a folder.
fn walk(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

#[test]
fn an_answer_is_kept_until_a_file_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path()).expect("a store");
    let search = Search::from_env(None);
    let first = cached_or_probe(&store, &search).expect("a toolchain");
    let again = cached_or_probe(&store, &search).expect("a toolchain");
    assert_eq!(first, again);
    // Twice the same could be two probes: an answer that nobody but the cache could give shows that it was asked.
    let marked = Toolchain { host_triple: "from the cache".to_owned(), ..first.clone() };
    keep(&store, &search, &marked);
    assert_eq!(cached_or_probe(&store, &search).expect("a toolchain"), marked);
    let mut replaced = marked.clone();
    replaced.files[0].modified += 1;
    keep(&store, &search, &replaced);
    assert_eq!(cached_or_probe(&store, &search).expect("a toolchain"), first, "a compiler that was replaced");
    let kept = walk(&store.folder().join("toolchain"));
    assert_eq!(kept.len(), 1);
    fs::write(&kept[0], "{}").expect("written");
    assert_eq!(cached_or_probe(&store, &search).expect("a toolchain"), first, "a broken answer");
    assert!(first.files.iter().all(judge::toolchain::identity::Stamp::holds));
    let mut other = first.files[0].clone();
    other.modified += 1;
    assert!(!other.holds());
}
