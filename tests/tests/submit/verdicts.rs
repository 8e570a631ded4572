//! Every example submission, in every language, gets the verdict that its folder is named after.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use judge_abi::Language;
use judge_tasks::{Role, Task};
use judge_tests::{Place, root};

/// Judges at one time: while one compiles, the other measures.
const WORKERS: usize = 2;

struct Example {
    task: String,
    verdict: String,
    file: PathBuf,
}

fn folders(path: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    entries
}

fn examples() -> Vec<Example> {
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    let mut all = Vec::new();
    for task in folders(&root().join("tests/submissions")) {
        for verdict in folders(&task) {
            for file in folders(&verdict) {
                assert!(Language::of(&file).is_some(), "{} is in no language", file.display());
                all.push(Example { task: name(&task), verdict: name(&verdict), file });
            }
        }
    }
    all
}

/// Sizes that show every mistake of the examples in little time; what is accepted is timed too.
fn sizes(example: &Example) -> String {
    let task = Task::builtin(&example.task).expect("a built-in task");
    let timed = |name: &str| example.verdict == "accepted" && name.starts_with("small");
    let sizes = task.sizes().iter().filter(|size| size.role == Role::Correctness || timed(&size.name));
    sizes.map(|size| size.name.as_str()).collect::<Vec<_>>().join(",")
}

/// What is wrong with the judge's answer, if anything.
fn fault(place: &Place, example: &Example) -> Option<String> {
    let Example { task, verdict, file } = example;
    let path = file.to_string_lossy();
    let sizes = sizes(example);
    let said = place.run(&["submit", &path, "--task", task, "--format", "json", "--budget", "0.05", "--sizes", &sizes]);
    let document = said.json();
    let code = if verdict == "accepted" { 0 } else { 1 };
    let right = document["verdict"] == verdict.as_str() && said.code == Some(code);
    (!right).then(|| format!("{path}: {} ({}), exit {:?}", document["verdict"], document["reason"], said.code))
}

#[test]
fn every_example_gets_the_verdict_of_its_folder() {
    let place = Place::new();
    let todo = Mutex::new(examples());
    let count = todo.lock().expect("no panic").len();
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let Some(example) = todo.lock().expect("no panic").pop() else { return };
                    let fault = fault(&place, &example);
                    wrong.lock().expect("no panic").extend(fault);
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no panic");
    assert!(wrong.is_empty(), "{} of {count} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The tasks of the table over arms and devices.
const IN_EVERY_LANGUAGE: [&str; 6] = ["bs1-copy", "bs2-axpy", "bs3-norm", "bs4-dot", "bs5-cg", "stencil7"];

#[test]
fn every_task_has_an_example_in_c_fortran_and_hip_and_some_in_cxx() {
    for task in Task::builtins() {
        let cxx = IN_EVERY_LANGUAGE.contains(&task.name());
        for language in Language::ALL.into_iter().filter(|language| cxx || *language != Language::Cxx) {
            let file = format!("tests/submissions/{}/accepted/good.{}", task.name(), language.extension());
            assert!(root().join(&file).is_file(), "{file} is missing");
        }
    }
}
