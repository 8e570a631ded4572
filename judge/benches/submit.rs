//! What judging costs: `judge submit` on a cached build by stage, the judge's own share, the hand-off; and how near the
//! baselines come to the best streaming loop of the machine's compilers.
//!
//! Plain output instead of a benchmark harness: each figure is a median over runs of the built program.
#![allow(clippy::print_stdout, reason = "the figures are the output")]

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

const RUNS: usize = 5;

/// The same loop as bs2-axpy's, timed by itself: best of many, in GB/s of 24 bytes an element. Its arrays are put in place
/// before each time, as the judge puts a baseline's: written just now, they are not where a second pass over them leaves them.
const STREAM: &str = r#"
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  const long n = 64L * 1024 * 1024 / 24;
  double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), *from = malloc(n * sizeof *from), best = 1e9;
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; i++) { x[i] = y[i] = 0; from[i] = i; }
  for (int k = 0; k < 100; k++) {
#pragma omp parallel for schedule(static)
    for (long i = 0; i < n; i++) x[i] = from[i];
#pragma omp parallel for schedule(static)
    for (long i = 0; i < n; i++) y[i] = from[i];
    double t = omp_get_wtime();
#pragma omp parallel for simd schedule(static)
    for (long i = 0; i < n; i++) y[i] = 0.7 * x[i] - 1.3 * y[i];
    t = omp_get_wtime() - t;
    if (t < best) best = t;
  }
  printf("%f\n", 24e-9 * n / best + 0 * y[n / 2]);
  return 0;
}
"#;

fn main() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let good = root.join("tests/submissions/bs2-axpy/accepted/good.c");
    // The first run fills the cache.
    drop(submit(&good, "small"));
    stages(&good);
    bandwidth(&good);
}

fn submit(file: &Path, sizes: &str) -> (Value, Duration) {
    let began = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_judge"))
        .args(["submit", "--task", "bs2-axpy", "--format", "json", "--sizes", sizes])
        .arg(file)
        .output()
        .expect("the judge starts");
    (serde_json::from_slice(&output.stdout).expect("a document"), began.elapsed())
}

/// Milliseconds by stage, the median over the runs.
fn stages(good: &Path) {
    let (documents, walls): (Vec<Value>, Vec<Duration>) = (0..RUNS).map(|_| submit(good, "small")).unzip();
    let names: Vec<String> = stages_of(&documents[0]).map(|(name, _)| name).collect();
    println!("judge submit bs2-axpy, size small, cached build: milliseconds by stage, median of {RUNS}");
    let (mut own, mut all) = (0.0, 0.0);
    for name in names {
        let times = documents.iter().filter_map(|d| stages_of(d).find(|(n, _)| *n == name).map(|(_, t)| t));
        let time = median(times.collect());
        println!("  {name:<28} {time:9.2}");
        all += time;
        if name != "kernel and baseline calls" && name != "lock" {
            own += time;
        }
    }
    println!("  {:<28} {all:9.2}", "all stages");
    let walls = walls.iter().map(|wall| wall.as_secs_f64() * 1e3).collect();
    println!("  {:<28} {:9.2}", "wall time of the program", median(walls));
    println!("  {:<28} {own:9.2}", "the judge's own share");
    let handoffs = documents.iter().filter_map(|d| d["evidence"]["handoff"].as_f64()).map(|ns| ns / 1e3);
    println!("  {:<28} {:9.2} µs", "hand-off of an empty call", median(handoffs.collect()));
}

fn stages_of(document: &Value) -> impl Iterator<Item = (String, f64)> {
    let stages = document["evidence"]["stages"].as_array().cloned().unwrap_or_default();
    stages.into_iter().filter_map(|s| Some((s["name"].as_str()?.to_owned(), s["wall"].as_f64()? / 1e6)))
}

/// The baseline's best call beside the best of a streaming loop by each compiler, in turns.
fn bandwidth(good: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("stream.c");
    std::fs::write(&source, STREAM).expect("the loop");
    println!("bs2-axpy, size medium: GB/s of the best call, best of {RUNS} in turns");
    let programs: Vec<_> = ["clang-22", "gcc"].into_iter().filter_map(|c| Some((c, compile(c, &source)?))).collect();
    let mut best = vec![0.0_f64; programs.len() + 1];
    for _ in 0..RUNS {
        for (slot, (_, program)) in best.iter_mut().zip(&programs) {
            let output = Command::new(program).env("OMP_PROC_BIND", "close").output().expect("the loop runs");
            *slot = slot.max(String::from_utf8_lossy(&output.stdout).trim().parse().unwrap_or(0.0));
        }
        let (document, _) = submit(good, "medium");
        let size = &document["evidence"]["sizes"][0];
        let samples = size["baseline"]["samples"].as_array().cloned().unwrap_or_default();
        let least = samples.iter().filter_map(Value::as_f64).fold(f64::INFINITY, f64::min);
        let last = programs.len();
        // The hand-off is the judge's, not the loop's.
        let handoff = document["evidence"]["handoff"].as_f64().unwrap_or(0.0);
        best[last] = best[last].max(size["bytes"].as_f64().unwrap_or(0.0) / (least - handoff));
    }
    for (name, figure) in programs.iter().map(|(name, _)| *name).chain(["the baseline"]).zip(&best) {
        println!("  {name:<28} {figure:9.2}");
    }
}

fn compile(compiler: &str, source: &Path) -> Option<std::path::PathBuf> {
    let program = source.with_file_name(compiler);
    let flags = ["-O3", "-march=native", "-fopenmp"];
    let built = Command::new(compiler).args(flags).arg(source).arg("-o").arg(&program).status().ok()?;
    built.success().then_some(program)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
