//! `judge check` and `judge explain` as processes: exit codes, streams, order.

use std::path::Path;
use std::process::{Command, Output};

const GOOD: &str = "void kernel(const double *x, double *y, long n) {\n#pragma omp target teams loop is_device_ptr(x, y)\n  for (long i = 0; i < n; i++)\n    y[i] = x[i];\n}\n";

fn judge(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_judge")).args(args).output().expect("judge runs")
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    std::fs::write(&path, text).expect("a file");
    path.display().to_string()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn exit_codes_say_the_verdict() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = write(folder.path(), "good.c", GOOD);
    let bad =
        write(folder.path(), "bad.c", &GOOD.replace("is_device_ptr(x, y)", "map(tofrom: y[0:n]) is_device_ptr(x)"));
    let warned = write(folder.path(), "warned.c", &GOOD.replace("teams loop", "parallel for"));
    assert_eq!(judge(&["check", "--no-preprocess", &good]).status.code(), Some(0));
    assert_eq!(judge(&["check", "--no-preprocess", &bad]).status.code(), Some(1));
    assert_eq!(judge(&["check", "--no-preprocess", &warned]).status.code(), Some(0));
    assert_eq!(judge(&["check", "--no-preprocess", "--deny", "warnings", &warned]).status.code(), Some(1));
}

#[test]
fn bad_input_is_a_usage_error_that_names_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let unknown = write(folder.path(), "notes.txt", "x");
    let empty = folder.path().join("empty");
    std::fs::create_dir(&empty).expect("a folder");
    for (argument, words) in [
        (folder.path().join("absent.c").display().to_string(), "absent.c"),
        (unknown, "no extension of a known language"),
        (empty.display().to_string(), "holds no source"),
        ("/dev/zero".to_owned(), "not a regular file"),
    ] {
        let output = judge(&["check", "--no-preprocess", &argument]);
        assert_eq!(output.status.code(), Some(2), "{argument}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{output:?}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn no_name_of_a_file_steers_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = write(folder.path(), "there\u{1b}[31m\u{202e}.c", "#include \"\u{1b}[31m\u{202e}.c\"\nint kernel;\n");
    let absent = folder.path().join("absent\u{1b}[31m\u{202e}.c").display().to_string();
    for command in [&["check", "--no-preprocess"][..], &["submit", "--task", "bs2-axpy"]] {
        for file in [&refused, &absent] {
            let output = judge(&[command, &[file.as_str()]].concat());
            assert_ne!(output.status.code(), Some(0), "{output:?}");
            let shown = [output.stdout, output.stderr].concat();
            assert!(String::from_utf8_lossy(&shown).contains("\\u{1b}[31m\\u{202e}.c"), "{command:?} {file:?}");
            assert!(!shown.contains(&0x1b), "{command:?} {file:?}");
        }
    }
}

#[test]
fn folders_are_read_in_a_stable_order() {
    let folder = tempfile::tempdir().expect("a folder");
    for i in (0..40).rev() {
        write(folder.path(), &format!("d{}/k{i:02}.c", i % 3), GOOD);
    }
    let path = folder.path().display().to_string();
    let first = out(&judge(&["check", "--no-preprocess", "--format", "json", &path]));
    let names: Vec<&str> = first.lines().filter(|l| l.contains("\"file\"")).collect();
    assert_eq!(names.len(), 40);
    assert!(names.is_sorted(), "{names:#?}");
    assert_eq!(first, out(&judge(&["check", "--no-preprocess", "--format", "json", &path])));
}

#[test]
fn without_a_compiler_a_note_says_what_is_not_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = write(folder.path(), "good.c", GOOD);
    assert!(out(&judge(&["check", "--no-preprocess", &good])).contains("J004"));
}

#[test]
fn the_compiler_sees_through_headers() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = write(folder.path(), "k.c", &GOOD.replace("void kernel", "#include <stddef.h>\nvoid kernel"));
    let cache = folder.path().join("cache").display().to_string();
    let output = judge(&["check", "--cache", &cache, &file]);
    let seen = !out(&output).contains("J004");
    assert!(seen || std::env::var_os("JUDGE_MUST_WORK").is_none(), "{output:?}");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn explain_prints_a_rule_or_all_of_them() {
    let one = judge(&["explain", "j102"]);
    assert_eq!(one.status.code(), Some(0));
    assert!(out(&one).contains("Wrong:") && out(&one).contains("```f90"));
    assert!(out(&judge(&["explain"])).lines().count() > 40);
    assert_eq!(judge(&["explain", "J999"]).status.code(), Some(2));
}
