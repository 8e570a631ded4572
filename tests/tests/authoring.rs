//! Writing a task: the new folder is fit and judges at once; a task that is broken in any usual way is found out by
//! `judge tasks verify`, in one sentence and with exit code 1.

use std::path::{Path, PathBuf};

use assert_cmd::Command;

fn judge() -> Command {
    Command::new(judge_tests::judge())
}

/// A folder with a new task in it; `None` when this machine has no compiler, unless it must.
fn new_task(kind: &str) -> Option<(tempfile::TempDir, PathBuf)> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let task = folder.path().join("mine");
    let mut make = judge();
    make.args(["tasks", "new", "mine", "--kind", kind, "--title", "Mine: a \"test\"", "--dir"]).arg(&task);
    make.assert().success();
    let doctor = judge().arg("doctor").output().expect("starts");
    if !doctor.status.success() {
        assert!(std::env::var("JUDGE_MUST_WORK").as_deref() != Ok("1"), "{}", String::from_utf8_lossy(&doctor.stdout));
        return None;
    }
    Some((folder, task))
}

/// Exit code, and everything said.
fn verify(task: &Path) -> (Option<i32>, String) {
    let output = judge().args(["tasks", "verify", "--sizes", "empty,n1,n31,n1000"]).arg(task).output().expect("starts");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code(), text)
}

fn change(task: &Path, file: &str, old: &str, new: &str) {
    let path = task.join(file);
    let text = std::fs::read_to_string(&path).expect("readable");
    assert!(text.contains(old), "{file} holds no `{old}`");
    std::fs::write(path, text.replace(old, new)).expect("writable");
}

#[test]
fn a_new_task_is_fit() {
    for kind in ["map", "sum"] {
        let Some((_folder, task)) = new_task(kind) else { return };
        let (code, text) = verify(&task);
        assert_eq!(code, Some(0), "{text}");
        for probe in ["outputs of zeros", "a copy of an input", "results in single precision"] {
            assert!(text.contains(&format!("refused as they must be: {probe}")), "{text}");
        }
    }
}

#[test]
fn a_broken_task_is_unfit_and_says_why() {
    for (file, old, new, said) in [
        ("oracle.c", "judge_sum sum", "*(volatile int *)0 = 1;\n    judge_sum sum", "the task's oracle died"),
        ("oracle.c", "dd_round(sum.value)", "0.0 / 0.0 + N", "disagree"),
        ("oracle.c", "dd_round(sum.magnitude)", "NAN", "S is NaN"),
        ("oracle.c", "return dd_of(", "return dd_of(1.0001 * ", "disagree"),
        ("baseline.c", "result[0] = sum", "result[1] = sum", "wrote outside"),
        ("baseline.c", "double *result, int64_t N", "double *result, int32_t N", "does not build"),
        ("task.yaml", "terms: N, m: 0", "terms: N, m: 100000000000000", "would be accepted"),
        ("task.yaml", "max: \"2^53 / max(N, 2)\"", "max: 2^53 - 1", "not exact on the exact twin"),
    ] {
        let Some((_folder, task)) = new_task("sum") else { return };
        change(&task, file, old, new);
        let (code, text) = verify(&task);
        assert_eq!(code, Some(1), "{file}: {new}: {text}");
        assert!(text.contains(said), "{file}: {new}: expected `{said}`: {text}");
    }
}

#[test]
fn a_broken_file_is_a_usage_error_with_its_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let task = folder.path().join("mine");
    judge().args(["tasks", "new", "mine", "--dir"]).arg(&task).assert().success();
    change(&task, "task.yaml", "extent: N", "extent: M");
    let output = judge().args(["tasks", "verify"]).arg(&task).output().expect("starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("task.yaml:21:13: unknown name `M`; known here: N"), "{said}");
}

#[test]
fn a_folder_that_is_there_is_left_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = judge().args(["tasks", "new", "mine", "--dir"]).arg(folder.path()).output().expect("starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is there already; choose another --dir"));
    assert_eq!(std::fs::read_dir(folder.path()).expect("readable").count(), 0);
}

#[test]
fn tasks_are_listed_and_shown() {
    let list = judge().arg("tasks").output().expect("starts");
    let text = String::from_utf8_lossy(&list.stdout).into_owned();
    assert_eq!(text.lines().count(), 19, "{text}");
    for line in text.lines() {
        let name = line.split_whitespace().next().expect("a name");
        judge().args(["tasks", "show", name]).assert().success();
    }
    let unknown = judge().args(["tasks", "show", "bs5-gc"]).output().expect("starts");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("did you mean `bs5-cg`?"));
}

#[test]
fn known_answers_are_met() {
    let Some(_) = new_task("map") else { return };
    let output = judge().args(["selftest", "tasks", "data/task_checks.json"]).output().expect("starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.ends_with(" 0 mismatches\n"), "{text}");
}
