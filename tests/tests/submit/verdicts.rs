//! Every example submission gets the verdict that its folder is named after.

use std::path::{Path, PathBuf};

use judge_tasks::{Role, Task};
use judge_tests::{Place, root};

fn folders(path: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    entries
}

/// Task, expected verdict and file of every C and C++ example.
fn examples() -> Vec<(String, String, PathBuf)> {
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    let mut all = Vec::new();
    for task in folders(&root().join("tests/submissions")) {
        for verdict in folders(&task) {
            let c_family = |p: &PathBuf| p.extension().is_some_and(|e| e == "c" || e == "cpp");
            all.extend(folders(&verdict).into_iter().filter(c_family).map(|file| (name(&task), name(&verdict), file)));
        }
    }
    all
}

/// Sizes that show every mistake of the examples in little time.
fn correctness_sizes(task: &str) -> String {
    let task = Task::builtin(task).expect("a built-in task");
    let sizes = task.sizes().iter().filter(|size| size.role == Role::Correctness);
    sizes.map(|size| size.name.as_str()).collect::<Vec<_>>().join(",")
}

#[test]
fn every_example_gets_the_verdict_of_its_folder() {
    let place = Place::new();
    let examples = examples();
    assert!(examples.len() >= 25, "only {} examples found", examples.len());
    let mut wrong = Vec::new();
    for (task, verdict, file) in &examples {
        let path = file.to_string_lossy();
        let sizes = correctness_sizes(task);
        let said = place.run(&["submit", &path, "--task", task, "--format", "json", "--sizes", &sizes]);
        let expected_code = if verdict == "accepted" { 0 } else { 1 };
        let document = said.json();
        if document["verdict"] != verdict.as_str() || said.code != Some(expected_code) {
            wrong.push(format!("{path}: {} ({}), exit {:?}", document["verdict"], document["reason"], said.code));
        }
    }
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), examples.len(), wrong.join("\n"));
}
