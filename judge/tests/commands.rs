//! `judge build` and `judge abi` over the built program.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn judge(args: &[&str], cache: &Path) -> Output {
    let program = env!("CARGO_BIN_EXE_judge");
    Command::new(program).args(args).env("JUDGE_CACHE", cache).output().expect("judge runs")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A folder with a file of this text in it.
fn folder(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    fs::write(&file, text).expect("a file");
    let path = file.display().to_string();
    (folder, path)
}

/// The task's own skeleton is the surest text that fits its signature.
fn skeleton(cache: &Path, language: &str) -> String {
    let output = judge(&["abi", "bs2-axpy", "-l", language, "--skeleton"], cache);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_skeleton_of_each_openmp_language_builds_as_it_is_printed() {
    let cache = tempfile::tempdir().expect("a folder");
    for (language, extension) in [("c", "c"), ("c++", "cpp"), ("fortran", "f90")] {
        let (folder, file) = folder(&format!("k.{extension}"), &skeleton(cache.path(), language));
        let object = folder.path().join("k.so").display().to_string();
        let output = judge(&["build", &file, "--task", "bs2-axpy", "-o", &object], cache.path());
        assert_eq!(output.status.code(), Some(0), "{language}: {}", said(&output));
        assert!(fs::read(&object).expect("the object").starts_with(b"\x7fELF"));
    }
}

#[test]
fn abi_shows_every_language_and_refuses_unknown_tasks() {
    let cache = tempfile::tempdir().expect("a folder");
    let all = said(&judge(&["abi", "bs2-axpy"], cache.path()));
    for words in
        ["void kernel(", "extern \"C\" void kernel(", "bind(c)", "__global__", "is_device_ptr(", "has_device_addr("]
    {
        assert!(all.contains(words), "{words}\n{all}");
    }
    let output = judge(&["abi", "no-such-task"], cache.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("no-such-task"), "{}", said(&output));
}

#[test]
fn build_shows_device_code_and_names_what_is_wrong() {
    let cache = tempfile::tempdir().expect("a folder");
    let good = skeleton(cache.path(), "c");
    let (_folder, file) = folder("k.c", &good);
    for (form, words) in
        [("llvm", "target triple"), ("asm", "__omp_offloading"), ("resources", "target region __omp_offloading")]
    {
        let output = judge(&["build", &file, "--task", "bs2-axpy", "--emit", form], cache.path());
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        assert!(said(&output).contains(words), "{form}: {}", said(&output));
    }
    let (_folder, file) = folder("k.c", &good.replace("const double *", "const float *"));
    let output = judge(&["build", &file, "--task", "bs2-axpy"], cache.path());
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("found `const float *`"), "{}", said(&output));
}

#[test]
fn each_bad_input_of_build_is_one_sentence_and_its_exit_code() {
    let cache = tempfile::tempdir().expect("a folder");
    let (_folder, good) = folder("k.c", &skeleton(cache.path(), "c"));
    let (_empty, empty) = folder("k.c", "");
    let (_other, other) = folder("k.txt", "x");
    let (_object, object) = folder("k.c", "\u{7f}ELF\0\u{1}");
    let nowhere = cache.path().join("nowhere").display().to_string();
    for (args, code, words) in [
        (vec!["build", "/no/such/file.c", "--task", "bs2-axpy"], 2, "/no/such/file.c"),
        (vec!["build", "/etc", "--task", "bs2-axpy"], 2, "/etc"),
        (vec!["build", &empty, "--task", "bs2-axpy"], 1, "k.c has 0 bytes"),
        (vec!["build", &other, "--task", "bs2-axpy"], 2, "extension"),
        (vec!["build", &object, "--task", "bs2-axpy"], 1, "k.c has a NUL byte at offset 4: it is not text"),
        (vec!["build", &good, "--task", "nothing"], 2, "nothing"),
        (vec!["build", &good, "--task", "bs2-axpy", "--toolchain", &nowhere], 3, "no clang in"),
        (vec!["build", &good, "--task", "bs2-axpy", "--cache", "/dev/null/x"], 3, "JUDGE_CACHE"),
        (vec!["build", &good, "--task", "bs2-axpy", "-o", "/dev/null/x"], 2, "cannot write /dev/null/x"),
        (vec!["build", &good, "--task", "bs2-axpy", "-o", "/dev/full"], 3, "cannot write /dev/full: No space left"),
    ] {
        let output = judge(&args, cache.path());
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", said(&output));
        assert!(said(&output).contains(words), "{args:?}: {}", said(&output));
        assert_eq!(said(&output).trim_end().lines().count(), 1, "{args:?}: {}", said(&output));
    }
}

#[test]
fn a_result_that_is_lost_is_an_error_and_a_reader_who_left_is_none() {
    for args in [&["tasks"][..], &["abi", "bs2-axpy"], &["explain", "J102"], &["--help"]] {
        let to =
            |out: Stdio| Command::new(env!("CARGO_BIN_EXE_judge")).args(args).stdout(out).output().expect("judge runs");
        let full = fs::File::options().write(true).open("/dev/full").expect("a device");
        assert_eq!(to(full.into()).status.code(), Some(3), "{args:?}");
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let left = to(writer.into());
        assert_eq!(left.status.code(), Some(0), "{args:?}: {}", said(&left));
    }
}
