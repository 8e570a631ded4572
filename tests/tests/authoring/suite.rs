//! The built-in tasks: known answers, and everything a task of the suite has.

use judge_abi::Language;
use judge_tasks::{Role, Task};
use judge_tests::{Place, root};

use crate::new_task::new_task;

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

/// Rows of one's own: what differs is printed and counted, and what is no row is a usage error.
#[test]
fn answers_that_are_not_met_are_told() {
    let Some((place, _)) = new_task("map") else { return };
    let own = |checks: &str| place.write("own.json", format!("{{\"tasks\": {{{checks}}}}}"));
    let scan =
        r#""exclusive_scan_u32": {"checks": [{"N": 3, "seed": 42, "value": "constant 5", "last": 10, "total": 16}]}"#;
    let said = place.run(&["selftest", "tasks", &own(scan)]);
    assert_eq!(said.code, Some(1), "{said:?}");
    assert_eq!(said.stdout, "exclusive_scan_u32[0]: total is 15, not 16\n2 values, 1 mismatches\n");
    let odd = r#""compaction_count": {"checks": [{"N": 100, "seed": 42, "predicate": "(H & 1)==1", "count": 49}]}"#;
    let said = place.run(&["selftest", "tasks", &own(odd)]);
    assert_eq!((said.code, said.stdout.as_str()), (Some(0), "2 values, 0 mismatches\n"), "{said:?}");
    for malformed in [
        r#""bs9": {"checks": [{}]}"#,
        r#""bs1_copy": {"checks": 7}"#,
        r#""bs1_copy": {"checks": [{"N": -1}]}"#,
        r#""stencil7": {"checks": [{"n": 1e30}]}"#,
        "",
    ] {
        let file = if malformed.is_empty() { place.write("own.json", "{") } else { own(malformed) };
        let said = place.run(&["selftest", "tasks", &file]);
        assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""), "{malformed}: {said:?}");
    }
}

/// Outputs that a band judges and that are sums: there the band alone does not do.
const SUMS: [&str; 9] = [
    "bs3-norm",
    "bs4-dot",
    "bs5-cg",
    "bs6-gather",
    "weighted-histogram-16",
    "csr-spmv",
    "stencil7",
    "ct-emf",
    "rhs-flux-difference",
];

#[test]
fn every_task_is_whole() {
    for task in Task::builtins() {
        let name = task.name();
        let exists = |path: String| assert!(root().join(&path).exists(), "{path} is missing");
        exists(format!("tasks/builtin/{name}/task.yaml"));
        exists(format!("reference/{name}/baseline.c"));
        exists(format!("reference/{name}/oracle.c"));
        let page = format!("docs/tasks/{name}.md");
        exists(page.clone());
        let page = std::fs::read_to_string(root().join(page)).expect("readable");
        for part in ["## How outputs are compared", "## Source"] {
            assert!(page.contains(part), "the page of {name} has no part `{part}`");
        }
        assert!(page.contains("## Exact twin") || !task.has_twin(), "{name} does not say what its twin is");
        let examples = |verdict: &str| {
            let folder = root().join(format!("tests/submissions/{name}/{verdict}"));
            let files = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
            let is_c = |file: &std::fs::DirEntry| Language::of(&file.path()) == Some(Language::C);
            files.filter(|file| is_c(file.as_ref().expect("an entry"))).count()
        };
        assert!(examples("accepted") > 0 && examples("wrong-answer") > 0, "{name}");
        assert!(!SUMS.contains(&name) || task.has_twin(), "{name} is a sum and has no exact twin");
        for (role, begin) in
            [(Role::Correctness, ""), (Role::Timed, "small"), (Role::Timed, "medium"), (Role::Timed, "large")]
        {
            let has = task.sizes().iter().any(|size| size.role == role && size.name.starts_with(begin));
            assert!(has, "{name} has no size {begin} of role {role:?}");
        }
        assert!(task.size("empty").is_ok(), "{name} has no empty size");
    }
}

/// Sizes follow the bytes moved: a mebibyte, 64 of them, a gibibyte; meshes and grids as their tables say.
#[test]
fn sizes_are_those_of_the_suite() {
    for task in Task::builtins() {
        let is_grid = task.dimensions().len() > 2;
        for size in task.sizes().iter().filter(|size| size.role == Role::Timed && !is_grid) {
            let layout = task.layout(size, judge_tasks::Variant::Normal).expect("a layout");
            let wanted: u64 = match size.name.as_str() {
                "small" => 1 << 20,
                "medium" => 64 << 20,
                _ => 1 << 30,
            };
            let moved = layout.bytes_moved;
            assert!(moved <= wanted + wanted / 8 && moved > wanted * 3 / 4, "{} {}: {moved}", task.name(), size.name);
        }
    }
    let names = |task: &str| -> Vec<String> {
        Task::builtin(task).expect("built in").sizes().iter().map(|size| size.name.clone()).collect()
    };
    for task in ["bs6-gather", "bs7-scatter"] {
        for variant in ["medium", "medium-permuted", "medium-masked", "block-permuted", "block-masked", "block-both"] {
            assert!(names(task).iter().any(|name| name == variant), "{task} {variant}");
        }
    }
    for task in ["plm-reconstruct", "hll-flux", "hlld-flux", "rhs-flux-difference"] {
        for variant in
            ["small-i", "medium-j", "medium-k", "medium-aos-i", "medium-aos-j", "medium-aos-k", "large-i", "large-k"]
        {
            assert!(names(task).iter().any(|name| name == variant), "{task} {variant}");
        }
    }
}
