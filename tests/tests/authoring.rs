//! Writing a task: the new folder is fit and judges at once; a task that is broken in any usual way is found out by
//! `judge tasks verify`, in one sentence and with exit code 1.

use std::path::{Path, PathBuf};

use judge_tests::{Place, root};

/// A place with a new task in it; `None` when this machine has no compiler, unless it must.
fn new_task(kind: &str) -> Option<(Place, PathBuf)> {
    let place = Place::new();
    let made = place.run(&["tasks", "new", "mine", "--kind", kind, "--title", "Mine: a \"test\""]);
    assert_eq!(made.code, Some(0), "{made:?}");
    let doctor = place.run(&["doctor"]);
    if doctor.code != Some(0) {
        assert!(std::env::var("JUDGE_MUST_WORK").as_deref() != Ok("1"), "{doctor:?}");
        return None;
    }
    let task = place.folder.path().join("mine");
    Some((place, task))
}

/// Exit code, and everything said.
fn verify(place: &Place) -> (Option<i32>, String) {
    let said = place.run(&["tasks", "verify", "--sizes", "empty,n1,n31,n1000", "mine"]);
    (said.code, format!("{}{}", said.stdout, said.stderr))
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
        let Some((place, _)) = new_task(kind) else { return };
        let (code, text) = verify(&place);
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
        ("oracle.c", "dd_round(sum.magnitude)", "NAN", "magnitude S is NaN"),
        ("oracle.c", "return dd_of(", "return dd_of(1.0001 * ", "disagree"),
        ("baseline.c", "result[0] = sum", "result[1] = sum", "wrote outside"),
        ("baseline.c", "double *result, int64_t N", "double *result, int32_t N", "does not build"),
        ("task.yaml", "terms: N, m: 0", "terms: N, m: 100000000000000", "would be accepted"),
        ("task.yaml", "max: \"2^53 / max(N, 2)\"", "max: 2^53 - 1", "some order rounds"),
    ] {
        let Some((place, task)) = new_task("sum") else { return };
        change(&task, file, old, new);
        let (code, text) = verify(&place);
        assert_eq!(code, Some(1), "{file}: {new}: {text}");
        assert!(text.contains(said), "{file}: {new}: expected `{said}`: {text}");
    }
}

#[test]
fn a_broken_file_is_a_usage_error_with_its_line() {
    let place = Place::new();
    assert_eq!(place.run(&["tasks", "new", "mine"]).code, Some(0));
    change(&place.folder.path().join("mine"), "task.yaml", "extent: N", "extent: M");
    let said = place.run(&["tasks", "verify", "mine"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.stderr.contains("task.yaml:22:13: unknown name `M`; known here: N"), "{said:?}");
}

#[test]
fn a_folder_that_is_there_is_left_alone() {
    let place = Place::new();
    std::fs::create_dir(place.folder.path().join("mine")).expect("a folder");
    let said = place.run(&["tasks", "new", "mine"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.stderr.contains("mine is there already; choose another --dir"), "{said:?}");
    assert_eq!(std::fs::read_dir(place.folder.path().join("mine")).expect("readable").count(), 0);
}

#[test]
fn tasks_are_listed_and_shown() {
    let place = Place::new();
    let list = place.run(&["tasks"]);
    assert_eq!(list.stdout.lines().count(), 19, "{list:?}");
    for line in list.stdout.lines() {
        let name = line.split_whitespace().next().expect("a name");
        assert_eq!(place.run(&["tasks", "show", name]).code, Some(0), "{name}");
    }
    let unknown = place.run(&["tasks", "show", "bs5-gc"]);
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.stderr.contains("did you mean `bs5-cg`?"), "{unknown:?}");
}

#[test]
fn known_answers_are_met() {
    let Some((place, _)) = new_task("map") else { return };
    let file = root().join("tests/data/task_checks.json");
    let said = place.run(&["selftest", "tasks", &file.to_string_lossy()]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.stdout.ends_with(" 0 mismatches\n"), "{said:?}");
}
