//! What it costs to switch between two paused programs: pause one until it stands still, resume the other.
//!
//! `cargo bench -p judge-sandbox --bench pause`
#![allow(clippy::print_stdout, reason = "a benchmark's table is its output")]

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use judge_sandbox::{Jail, Limits, Policy, Running};

const ROUNDS: usize = 500;

fn start(program: &Path, threads: &str) -> Result<Running, Box<dyn Error>> {
    let limits = Limits { wall: Duration::from_secs(120), ..Limits::default() };
    let jail = Jail::new("/program").args(["spin-threads", threads]).bind_ro(program, "/program").limits(limits);
    Ok(jail.policy(Policy::named("run-load")?).spawn()?)
}

/// The median and the 95th percentile, in microseconds.
fn summary(spans: &mut [Duration]) -> (u128, u128) {
    spans.sort_unstable();
    let at = |share: usize| spans.get(spans.len() * share / 100).map_or(0, Duration::as_micros);
    (at(50), at(95))
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let program = folder.path().join("act");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/act.c");
    let flags = ["-O1", "-w", "-static", "-pthread", "-o"];
    let compiled = Command::new("gcc").args(flags).arg(&program).arg(&source).status()?;
    assert!(compiled.success(), "gcc: {compiled}");

    println!("{:<10} {:>14} {:>10} {:>14} {:>10}", "µs", "pause, median", "p95", "resume, med.", "p95");
    for threads in ["1", "2", "8"] {
        let programs = [start(&program, threads)?, start(&program, threads)?];
        let (mut pauses, mut resumes) = (Vec::new(), Vec::new());
        programs[1].pause()?;
        for round in 0..ROUNDS {
            let (running, paused) = (&programs[round % 2], &programs[(round + 1) % 2]);
            std::thread::sleep(Duration::from_millis(2));
            let begin = Instant::now();
            running.pause()?;
            pauses.push(begin.elapsed());
            let begin = Instant::now();
            paused.resume()?;
            resumes.push(begin.elapsed());
        }
        let (pause, resume) = (summary(&mut pauses), summary(&mut resumes));
        println!("{threads:<2} threads {:>14} {:>10} {:>14} {:>10}", pause.0, pause.1, resume.0, resume.1);
    }
    Ok(())
}
