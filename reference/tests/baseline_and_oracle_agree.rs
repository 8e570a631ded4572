//! Every built-in baseline is right by its oracle at every correctness size, on random data and on the exact twin.

mod common;

use common::Compiled;
use judge_tasks::{Role, Task, Variant};

#[test]
fn every_baseline_passes_its_own_gate() {
    for task in Task::builtins() {
        let Some(compiled) = Compiled::of(task) else { return };
        let name = compiled.task.name().to_owned();
        let variants =
            if compiled.task.has_twin() { &[Variant::Normal, Variant::Twin][..] } else { &[Variant::Normal] };
        for size in compiled.task.sizes().iter().filter(|s| s.role == Role::Correctness) {
            for &variant in variants {
                for seed in [1, 42] {
                    let (layout, inputs) = compiled.inputs(size, variant, seed);
                    let expected = compiled.expected(&layout, &inputs);
                    let result = compiled.run(&compiled.baseline, &layout, &inputs);
                    let verdict = compiled.compare(size, variant, &result, &expected);
                    assert_eq!(verdict, Ok(()), "{name} {} {variant:?} seed {seed}", size.name);
                }
            }
        }
    }
}

#[test]
fn every_built_in_task_loads() {
    let names: Vec<String> = Task::builtins().map(|t| t.name().to_owned()).collect();
    for folder in std::fs::read_dir("../tasks/builtin").expect("a folder of tasks") {
        let name = folder.expect("readable").file_name().into_string().expect("a name");
        let task = Task::builtin(&name).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(task.name(), name);
        assert!(names.contains(&name));
    }
}
