//! A new task's folder is fit, judges at once, and names what is wrong in its file.

use std::path::{Path, PathBuf};

use judge_tests::{Place, compiles};

/// A place with a new task in it; `None` when this machine has no compiler, unless it must.
pub(crate) fn new_task(kind: &str) -> Option<(Place, PathBuf)> {
    let place = Place::new();
    let made = place.run(&["tasks", "new", "mine", "--kind", kind, "--title", "Mine: a \"test\""]);
    assert_eq!(made.code, Some(0), "{made:?}");
    let task = place.folder.path().join("mine");
    compiles(&place).then_some((place, task))
}

/// Exit code, and everything said.
pub(crate) fn verify(place: &Place, options: &[&str]) -> (Option<i32>, String) {
    let said = place.run(&[&["tasks", "verify", "--sizes", "empty,n1,n31,n1000", "mine"], options].concat());
    (said.code, format!("{}{}", said.stdout, said.stderr))
}

pub(crate) fn change(task: &Path, file: &str, old: &str, new: &str) {
    let path = task.join(file);
    let text = std::fs::read_to_string(&path).expect("readable");
    assert!(text.contains(old), "{file} holds no `{old}`");
    std::fs::write(path, text.replace(old, new)).expect("writable");
}

#[test]
fn a_new_task_is_fit() {
    for kind in ["map", "sum"] {
        let Some((place, _)) = new_task(kind) else { return };
        let (code, text) = verify(&place, &[]);
        assert_eq!(code, Some(0), "{text}");
        for probe in ["outputs of zeros", "a copy of an input", "results in single precision"] {
            assert!(text.contains(&format!("refused as they must be: {probe}")), "{text}");
        }
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
