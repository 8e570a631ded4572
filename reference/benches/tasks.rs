//! Speed of inputs, oracles and baselines at the medium sizes, beside a plain copy of as many bytes and the best plain loops
//! of clang and gcc: `cargo bench -p judge-reference --bench tasks`. Arguments name the tasks to run; without any, all.
#![allow(clippy::print_stdout, reason = "a bench's result is what it prints")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::{Duration, Instant};

use common::c_call::Function;
use common::{Arrays, Compiled};
use judge_abi::Intent;
use judge_tasks::{Layout, Role, Task, Variant};

/// The baseline that only streams, and the vector update: as plain as they can be written.
const COPY: &str = "#include <stdint.h>\nvoid kernel(const double *a, double *b, int64_t N) {\n#pragma omp parallel for\n\
    for (int64_t i = 0; i < N; i++) b[i] = a[i];\n}\n";

/// Rounds in which a baseline and the copy take turns, so that a busy machine slows both.
const ROUNDS: usize = 5;

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let row = |cells: [&str; 7]| {
        println!(
            "{:22} {:14} {:>10} {:>10} {:>10} {:>10} {:>10}",
            cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6]
        );
    };
    row(["task", "size", "fill", "oracle", "oracle", "baseline", "of copy"]);
    row(["", "", "GB/s", "s", "GB/s", "GB/s", "%"]);
    let Some(copy) = Compiled::new("bs1-copy") else { return };
    for task in Task::builtins().filter(|t| asked.is_empty() || asked.iter().any(|a| a == t.name())) {
        let Some(compiled) = Compiled::of(task) else { return };
        let medium = |s: &&judge_tasks::Size| s.role == Role::Timed && s.name.starts_with("medium");
        for size in compiled.task.sizes().iter().filter(medium) {
            let (layout, inputs) = compiled.inputs(size, Variant::Normal, 1);
            let fill = fill_rate(&compiled.task, &layout);
            let oracle = compiled.oracle.fastest(&compiled.oracle_arguments(&layout, &inputs), 2);
            let (baseline, plain) = in_turns(&compiled, &layout, &inputs, &copy);
            row([
                compiled.task.name(),
                &size.name,
                &format!("{fill:.2}"),
                &format!("{:.3}", oracle.as_secs_f64()),
                &format!("{:.2}", rate(layout.bytes(), oracle)),
                &format!("{baseline:.2}"),
                &format!("{:.0}", 100.0 * baseline / plain),
            ]);
        }
        if compiled.task.name() == "bs1-copy" {
            plain_copy(&compiled);
        }
    }
}

/// GB/s of a baseline and of the copy with as many bytes, each the fastest of several rounds.
fn in_turns(compiled: &Compiled, layout: &Layout, inputs: &Arrays, copy: &Compiled) -> (f64, f64) {
    let elements = (layout.bytes_moved / 16).max(1);
    let array = vec![1; usize::try_from(8 * elements).unwrap_or(0)];
    let plain = [array.clone(), array, elements.to_ne_bytes().to_vec()];
    let arguments = compiled.arguments(layout, inputs);
    let rounds = (0..ROUNDS).map(|_| (compiled.baseline.fastest(&arguments, 5), copy.baseline.fastest(&plain, 5)));
    let fastest = rounds.reduce(|a, b| (a.0.min(b.0), a.1.min(b.1))).unwrap_or_default();
    (rate(layout.bytes_moved, fastest.0), rate(16 * elements, fastest.1))
}

/// The plain loop by clang and gcc, with and without the machine's own vectors.
fn plain_copy(compiled: &Compiled) {
    let size = compiled.task.size("medium").unwrap_or_else(|e| panic!("{e}"));
    let (layout, inputs) = compiled.inputs(size, Variant::Normal, 1);
    for compiler in ["clang-22", "gcc"] {
        for flags in [&["-O3", "-fopenmp"][..], &["-O3", "-march=native", "-fopenmp"]] {
            let signature = compiled.task.signature();
            let Some(plain) = Function::compile_with(&[compiler], "plain", signature, COPY, &[], flags) else {
                continue;
            };
            let time = plain.fastest(&compiled.arguments(&layout, &inputs), 20);
            let words = format!("{compiler} {}", flags.join(" "));
            println!("{:22} {words:36} {:>21.2}", "  plain loop", rate(layout.bytes_moved, time));
        }
    }
}

fn fill_rate(task: &Task, layout: &Layout) -> f64 {
    let (mut bytes, mut time) = (0, Duration::ZERO);
    for (index, array) in layout.arrays.iter().enumerate() {
        if array.generated || !matches!(array.intent, Intent::In | Intent::InOut) {
            continue;
        }
        let mut memory = vec![1; usize::try_from(array.bytes).unwrap_or(0)];
        let start = Instant::now();
        task.fill(layout, index, 1, &mut memory).unwrap_or_else(|e| panic!("{e}"));
        time += start.elapsed();
        bytes += array.bytes;
    }
    rate(bytes, time)
}

fn rate(bytes: u64, time: Duration) -> f64 {
    bytes as f64 / time.as_secs_f64().max(1e-9) / 1e9
}
