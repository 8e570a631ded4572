//! Large sizes: judged like small ones, in at most three times the memory of the task's arrays.

use std::path::PathBuf;
use std::time::Duration;

use judge_tests::{Place, Said, compiles, root};

use crate::new_task::{change, new_task};

fn example(path: &str) -> String {
    root().join("tests/submissions").join(path).to_string_lossy().into_owned()
}

#[test]
fn with_little_memory_the_verdicts_are_the_same() {
    let place = Place::new();
    if !compiles(&place) {
        return;
    }
    for (task, file) in [
        ("bs2-axpy", "accepted/good.c"),
        ("bs2-axpy", "wrong-answer/float_constants.c"),
        ("bs2-axpy", "not-reproducible/chosen_by_the_clock.c"),
        ("bs2-axpy", "no-offload/small_sizes_on_the_host.c"),
        ("bs4-dot", "accepted/good.c"),
        ("bs4-dot", "wrong-answer/rest_dropped.c"),
        ("bs5-cg", "accepted/good.c"),
        ("bs6-gather", "accepted/good.c"),
        ("hlld-flux", "wrong-answer/sign_of_bn.c"),
        ("compaction-count", "accepted/good.c"),
    ] {
        let sizes = match task {
            "hlld-flux" => "box-i",
            "bs6-gather" => "flat,block-masked,small",
            _ => "empty,n1,n31,n1000,small",
        };
        let path = example(&format!("{task}/{file}"));
        let options = ["--task", task, "--sizes", sizes, "--format", "json", "--budget", "0.05", "--low-memory"];
        let document = place.run(&[&["submit", &path], &options[..]].concat()).json();
        let verdict = file.split_once('/').expect("a folder").0;
        assert_eq!(document["verdict"], verdict, "{path}: {}", document["reason"]);
    }
}

/// Axpy with two roundings to choose from: `choice` is an expression of the number of calls before.
fn by_count(choice: &str) -> String {
    format!(
        "#include <math.h>\n#include <stdint.h>\n\
         void kernel(const double *x, double *y, double alpha, double beta, int64_t N) {{\n\
         static int calls = 0;\n  int fused = {choice};\n  calls++;\n\
         #pragma omp target teams distribute parallel for is_device_ptr(x, y)\n\
         for (int64_t i = 0; i < N; i++) y[i] = fused ? fma(alpha, x[i], beta * y[i]) : fma(beta, y[i], alpha * x[i]);\n}}\n"
    )
}

/// The calls that are timed are held to the call on the same input that was not, whether outputs or digests are kept.
#[test]
fn a_kernel_that_differs_from_itself_only_while_it_is_timed_is_found_out() {
    let place = Place::new();
    if !compiles(&place) {
        return;
    }
    for (choice, verdict) in [("calls < 0", "accepted"), ("calls > 4", "not-reproducible")] {
        let file = place.write("count.c", by_count(choice));
        for mode in [&[][..], &["--low-memory"]] {
            let options = ["--task", "bs2-axpy", "--sizes", "small", "--format", "json", "--budget", "0.05"];
            let document = place.run(&[&["submit", &file], &options[..], mode].concat()).json();
            assert_eq!(document["verdict"], verdict, "{choice} {mode:?}: {}", document["reason"]);
        }
    }
}

/// The gather, whose rows of `length` terms come out larger by a unit in the last place after the first calls.
fn a_unit_more(length: usize) -> String {
    format!(
        "#include <stdint.h>\n\
         void kernel(const double *v_L, const int32_t *rowStarts, const int32_t *ids, double *g, int64_t NG) {{\n\
         static int calls = 0;\n  int more = calls++ > 4 ? {length} : 0;\n\
         #pragma omp target teams distribute parallel for is_device_ptr(v_L, rowStarts, ids, g)\n\
         for (int64_t n = 0; n < NG; n++) {{\n  union {{ double value; int64_t bits; }} sum = {{0.0}};\n\
         for (int32_t s = rowStarts[n]; s < rowStarts[n + 1]; s++) sum.value += v_L[ids[s]];\n\
         sum.bits += rowStarts[n + 1] - rowStarts[n] == more;\n  g[n] = sum.value;\n  }}\n}}\n"
    )
}

/// Two terms have one order, eight have many: outputs that are kept as steps from the oracle tell them apart.
#[test]
fn another_order_of_many_terms_is_none_of_two() {
    let place = Place::new();
    if !compiles(&place) {
        return;
    }
    for (length, verdict) in [(8, "accepted"), (2, "not-reproducible"), (1, "wrong-answer")] {
        let file = place.write("more.c", a_unit_more(length));
        for mode in [&[][..], &["--low-memory"]] {
            let options = ["--task", "bs6-gather", "--sizes", "small", "--format", "json", "--budget", "0.05"];
            let document = place.run(&[&["submit", &file], &options[..], mode].concat()).json();
            assert_eq!(document["verdict"], verdict, "{length} {mode:?}: {}", document["reason"]);
        }
    }
}

/// A baseline that ends its process when the input is not that of its own size.
#[test]
fn the_baseline_is_timed_on_the_inputs_of_its_size() {
    let Some((place, task)) = new_task("sum") else { return };
    change(&task, "task.yaml", "fill: { like: { stream: 0 } }", "fill: { constant: N }");
    let twin = r#"{ odd_positive: { stream: 0, max: "2^53 / max(N, 2)" } }"#;
    change(&task, "task.yaml", twin, "{ constant: N }");
    change(
        &task,
        "baseline.c",
        "double sum",
        "if (N > 0 && x[0] != (double)N) *(volatile int *)0 = 1;\n    double sum",
    );
    change(&task, "task.yaml", "sizes:\n", "sizes:\n  - { name: first, role: timed, bind: { N: 20001 } }\n");
    let good = task.join("good.c");
    for mode in [&[][..], &["--low-memory"]] {
        let options = ["--task", "./mine", "--sizes", "first,small", "--format", "json", "--budget", "0.05"];
        let document = place.run(&[&["submit", &*good.to_string_lossy()], &options[..], mode].concat()).json();
        assert_eq!(document["verdict"], "accepted", "{mode:?}: {}", document["reason"]);
    }
}

/// What judging may take beside the arrays: five processes with their libraries, and blocks on their way.
const PROCESSES: u64 = 384 << 20;

/// Of all tasks the one whose oracle says most: V in, vL and vR out, a value and a magnitude for each.
const HUNGRY: (&str, &str) = ("plm-reconstruct", "medium-i");

#[test]
fn a_large_size_takes_at_most_three_times_its_memory() {
    let place = Place::new();
    if !compiles(&place) {
        return;
    }
    let file = example("plm-reconstruct/accepted/good.c");
    let options = ["--sizes", HUNGRY.1, "--format", "json", "--budget", "0.05", "--low-memory", "--time-limit", "60"];
    let document = frugal(&place, &[&["submit", &file, "--task", HUNGRY.0], &options[..]].concat()).json();
    assert_eq!(document["verdict"], "accepted", "{}", document["reason"]);
}

#[test]
fn so_does_verifying_it() {
    let place = Place::new();
    if !compiles(&place) {
        return;
    }
    let said = frugal(&place, &["tasks", "verify", HUNGRY.0, "--sizes", HUNGRY.1]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.stdout.contains("refused as they must be: results in single precision, at size medium-i"), "{said:?}");
}

/// Runs the command, which must not take more memory than that.
fn frugal(place: &Place, arguments: &[&str]) -> Said {
    let task = judge_tasks::Task::builtin(HUNGRY.0).expect("built in");
    let layout = task.layout(task.size(HUNGRY.1).expect("a size"), judge_tasks::Variant::Normal).expect("a layout");
    let mut command = place.command(arguments);
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::null());
    let judge = command.spawn().expect("the judge starts");
    let pid = judge.id();
    let (send, ended) = std::sync::mpsc::channel();
    let waiter = std::thread::spawn(move || {
        let output = judge.wait_with_output().expect("it ends");
        send.send(()).expect("somebody listens");
        output
    });
    let mut peak = 0;
    while ended.recv_timeout(Duration::from_millis(20)).is_err() {
        peak = peak.max(memory_of_tree(pid));
    }
    let allowed = 3 * layout.bytes() + PROCESSES;
    assert!(peak > layout.bytes(), "the memory of the processes cannot be read: {peak} bytes seen");
    assert!(peak <= allowed, "{} MiB for arrays of {} MiB", peak >> 20, layout.bytes() >> 20);
    Said::of(&waiter.join().expect("no panic"))
}

/// Bytes of a process and all below it, memory that several share counted once.
fn memory_of_tree(pid: u32) -> u64 {
    let folder = PathBuf::from(format!("/proc/{pid}"));
    let rollup = std::fs::read_to_string(folder.join("smaps_rollup")).unwrap_or_default();
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"));
    let own = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()).unwrap_or(0) << 10;
    let threads = std::fs::read_dir(folder.join("task")).into_iter().flatten().flatten();
    let children = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    let below =
        |list: String| list.split_whitespace().filter_map(|pid| pid.parse().ok()).map(memory_of_tree).sum::<u64>();
    own + children.map(below).sum::<u64>()
}
