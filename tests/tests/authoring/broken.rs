//! A task that is broken in any usual way is found out by `judge tasks verify`, in one sentence and with exit code 1.

use judge_tests::Place;

use crate::new_task::{change, new_task, verify};

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
        let (code, text) = verify(&place, &[]);
        assert_eq!(code, Some(1), "{file}: {new}: {text}");
        assert!(text.contains(said), "{file}: {new}: expected `{said}`: {text}");
    }
}

#[test]
fn code_that_never_ends_is_ended() {
    let endless = "for (volatile int i = 0; i == 0;) {}\n    ";
    for (file, old, said) in [
        ("oracle.c", "judge_sum sum", "the task's oracle did not end within 0.5 s at size `empty`"),
        ("baseline.c", "double sum", "the task's baseline did not answer in time at size `empty`"),
    ] {
        let Some((place, task)) = new_task("sum") else { return };
        change(&task, file, old, &format!("{endless}{old}"));
        let (code, text) = verify(&place, &["--time-limit", "0.5"]);
        assert_eq!(code, Some(1), "{file}: {text}");
        assert!(text.contains(said), "{file}: {text}");
    }
}

/// The sum's task with its input made by `generate`, whose body is given.
fn generated(body: &str) -> Option<Place> {
    let (place, task) = new_task("sum")?;
    let yaml = std::fs::read_to_string(task.join("task.yaml")).expect("readable");
    let lines = yaml.lines().filter(|line| !line.contains("twin_fill")).map(|line| match line.find("fill:") {
        Some(at) => format!("{}fill: oracle", &line[..at]),
        None => line.to_owned(),
    });
    std::fs::write(task.join("task.yaml"), lines.collect::<Vec<_>>().join("\n")).expect("writable");
    let oracle = std::fs::read_to_string(task.join("oracle.c")).expect("readable");
    let generate = format!("\nvoid generate(uint64_t seed, int32_t twin, int64_t N, double *x) {{\n    {body}\n}}\n");
    std::fs::write(task.join("oracle.c"), oracle + &generate).expect("writable");
    Some(place)
}

#[test]
fn a_generator_is_held_to_the_same() {
    let fill = "for (int64_t i = 0; i < N; i++) x[i] = 0.1 + (double)(seed % 7) + (double)i;";
    for (body, code, said) in [
        (fill, 0, "fit; it has no exact twin"),
        ("for (volatile int i = 0; i == 0;) {}", 1, "the task's input generator did not end within 0.5 s"),
        ("*(volatile int *)0 = 1;", 1, "the task's input generator died"),
        ("x[N] = 0.0;", 1, "the task's input generator wrote outside `x`"),
        ("for (int64_t i = 0; i < N; i++) x[i] = 0.0 / 0.0;", 1, "NaN"),
    ] {
        let Some(place) = generated(body) else { return };
        let (got, text) = verify(&place, &["--time-limit", "0.5"]);
        assert_eq!(got, Some(code), "{body}: {text}");
        assert!(text.contains(said), "{body}: expected `{said}`: {text}");
    }
}

/// Two more sizes that the host cannot hold and a 32-bit scalar cannot count.
#[test]
fn what_does_not_fit_is_said_before_it_is_tried() {
    let Some((place, task)) = new_task("sum") else { return };
    change(&task, "task.yaml", "sizes:\n", "sizes:\n  - { name: huge, role: correctness, bind: { N: 2^44 } }\n");
    let said = place.run(&["tasks", "verify", "mine", "--sizes", "huge"]);
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.stderr.contains("choose smaller sizes with --sizes"), "{said:?}");
    let good = task.join("good.c");
    let said = place.run(&["submit", &good.to_string_lossy(), "--task", "./mine", "--sizes", "huge"]);
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.stdout.contains("size huge needs about"), "{said:?}");
    change(&task, "task.yaml", "scalar: i64", "scalar: i32");
    let said = place.run(&["tasks", "verify", "mine"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.stderr.contains("17592186044416 does not fit i32, at size `huge`"), "{said:?}");
}

#[test]
fn a_blind_band_is_said() {
    let Some((place, task)) = new_task("sum") else { return };
    change(&task, "task.yaml", "terms: N, m: 0", "terms: N, m: 0, acc: f16");
    let (_, text) = verify(&place, &[]);
    assert!(
        text.contains("band-blind: in `result` one lost term of like size hides; only the twin shows it"),
        "{text}"
    );
}
