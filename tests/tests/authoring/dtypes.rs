//! Every element type, from its fill through its C type to the gate: the tasks of `tests/tasks` are fit, and their examples
//! get the verdict of their folder.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use judge_abi::{DType, Intent};
use judge_tasks::Task;
use judge_tests::{Place, compiles, root};

fn folders(path: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

#[test]
fn tasks_of_every_type_are_fit_and_judge() {
    let place = Place::new();
    if !compiles(&place) {
        return;
    }
    for folder in folders(&root().join("tests/tasks")) {
        let task = folder.to_string_lossy().into_owned();
        let said = place.run(&["tasks", "verify", &task]);
        assert_eq!(said.code, Some(0), "{task}: {said:?}");
        for verdict in ["accepted", "wrong-answer"] {
            for file in folders(&folder.join(verdict)) {
                let file = file.to_string_lossy();
                let said = place.run(&["submit", &file, "--task", &task, "--format", "json", "--budget", "0.02"]);
                let document = said.json();
                assert_eq!(document["verdict"], verdict, "{file}: {}", document["reason"]);
            }
        }
    }
}

/// Types of the built-in tasks' arrays are judged with those.
#[test]
fn no_type_is_left_out() {
    let mut seen = BTreeSet::new();
    let own = folders(&root().join("tests/tasks")).into_iter().map(|folder| Task::from_dir(&folder));
    for task in Task::builtins().map(Ok).chain(own) {
        let task = task.unwrap_or_else(|e| panic!("{e}"));
        for array in task.signature().arrays() {
            seen.insert((array.dtype, array.intent.is_output()));
            if array.intent == Intent::InOut {
                seen.insert((array.dtype, false));
            }
        }
    }
    use DType::{Bf16, Bytes, Complex64, Complex128, F16, F32, F64, I32, I64, U32, U64};
    for dtype in [F64, F32, F16, Bf16, Complex64, Complex128, I32, I64, U32, U64, Bytes] {
        assert!(seen.contains(&(dtype, true)), "no task has an output of {dtype}");
        assert!(seen.contains(&(dtype, false)), "no task has an input of {dtype}");
    }
}
