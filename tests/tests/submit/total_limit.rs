//! The limit on a whole judgement: what becomes of whoever reaches it; and that nothing known is lost, there or elsewhere.

use judge_tests::{Place, Said, root};

/// Right, and without end at every size above 1000.
const ENDLESS: &str = "#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    volatile int64_t left = N > 1000;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++) {
        while (left)
            ;
        y[i] = alpha * x[i] + beta * y[i];
    }
}
";

/// Judges `file` at a small and a larger size, with a warm cache so that nearly all of the limit is its own.
fn submit(place: &Place, file: &str, task: &str, limit: &str) -> Said {
    let options = ["--sizes", "n31,small", "--budget", "0.1", "--time-limit", "100000", "--format", "json"];
    let mut args = vec!["submit", file, "--task", task, "--total-limit", limit];
    args.extend(options);
    place.run(&args)
}

#[test]
fn a_submission_that_uses_up_the_whole_limit_has_reached_its_time_limit() {
    let place = Place::new();
    let good = root().join("tests/submissions/bs2-axpy/accepted/good.c");
    let warm = submit(&place, &good.to_string_lossy(), "bs2-axpy", "1000");
    assert_eq!(warm.code, Some(0), "{warm:?}");

    let said = submit(&place, &place.write("endless.c", ENDLESS), "bs2-axpy", "20");
    assert_eq!(said.code, Some(1), "{said:?}");
    let document = said.json();
    assert_eq!(document["verdict"], "time-limit", "{document}");
    let reason = document["reason"].as_str().expect("a reason");
    assert!(reason.starts_with("small: run A: the limit of 20.0 s on the whole judgement"), "{reason}");
    // What was known before is in the document.
    let sizes = document["evidence"]["sizes"].as_array().expect("sizes");
    assert_eq!(sizes[0]["a"]["end"]["how"], "completed", "{document}");
    assert!(!sizes[0]["a"]["outputs"].as_array().expect("comparisons").is_empty(), "{document}");
    assert_eq!(sizes[1]["a"]["end"]["how"], "overtime", "{document}");
    assert!(document["evidence"]["handoff"].is_null(), "{document}");
}

/// The task `task`, whose oracle does `first` before its work; a submission that is right about it.
fn task(place: &Place, first: &str) -> String {
    let folder = root().join("tests/tasks/f32-axpy");
    for name in ["task.yaml", "baseline.c", "oracle.c"] {
        let text = std::fs::read_to_string(folder.join(name)).expect("a file of the task");
        let team = "#pragma omp parallel for";
        let first = format!("{first}\n{team}");
        place.write(&format!("task/{name}"), if name == "oracle.c" { text.replace(team, &first) } else { text });
    }
    folder.join("accepted/good.c").to_string_lossy().into_owned()
}

#[test]
fn a_task_that_uses_up_the_whole_limit_is_not_charged_to_the_submission() {
    let place = Place::new();
    let good = task(&place, "volatile int left = N > 1000; while (left) ;");
    let said = submit(&place, &good, "./task", "8");
    assert_eq!(said.code, Some(3), "{said:?}");
    let document = said.json();
    assert_eq!(document["verdict"], "judge-error", "{document}");
    let reason = document["reason"].as_str().expect("a reason");
    assert!(reason.contains("the limit of 8.00 s on the whole judgement was reached"), "{reason}");
    assert!(reason.contains("raise --total-limit"), "{reason}");
}

#[test]
fn what_was_measured_before_the_judge_failed_is_in_the_document() {
    let place = Place::new();
    let good = task(&place, "if (N > 1000) __builtin_trap();");
    // Nothing is kept in memory: each size is measured on its own.
    let options = ["--sizes", "n31,small", "--low-memory", "--format", "json"];
    let said = place.run(&[&["submit", good.as_str(), "--task", "./task"], &options[..]].concat());
    assert_eq!(said.code, Some(3), "{said:?}");
    let document = said.json();
    assert_eq!(document["verdict"], "judge-error", "{document}");
    let sizes = document["evidence"]["sizes"].as_array().expect("sizes");
    assert_eq!(sizes.len(), 1, "{document}");
    assert_eq!(sizes[0]["b"]["end"]["how"], "completed", "{document}");
}
