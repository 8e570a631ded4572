//! From the call that starts a program to the program's first line: this jail, `bwrap` with the same binds, and a
//! plain fork and exec, interleaved in one run.
//!
//! `cargo bench -p judge-sandbox`. The program writes the monotonic clock; so nothing after its start counts.
#![allow(clippy::print_stdout, reason = "a benchmark's table is its output")]

use std::error::Error;
use std::path::Path;
use std::process::Command;

use judge_sandbox::{Jail, Policy};
use nix::time::{ClockId, clock_gettime};

const ROUNDS: usize = 200;
const SOURCE: &str = "#include <stdio.h>\n#include <time.h>\n\
    int main(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t);\n\
    printf(\"%lld\", t.tv_sec * 1000000000LL + t.tv_nsec); }\n";

type Way = fn(&Path) -> Outcome<String>;
type Outcome<T> = Result<T, Box<dyn Error>>;

fn now() -> Outcome<u64> {
    let now = clock_gettime(ClockId::CLOCK_MONOTONIC)?;
    Ok(now.tv_sec() as u64 * 1_000_000_000 + now.tv_nsec() as u64)
}

fn jailed(program: &Path) -> Outcome<String> {
    let jail = Jail::new("/program")
        .bind_ro("/usr", "/usr")
        .symlink("usr/lib64", "/lib64")
        .symlink("usr/lib", "/lib")
        .bind_ro(program, "/program")
        .tmp(1 << 20, 100)
        .policy(Policy::named("run-load")?);
    Ok(jail.spawn()?.wait().stdout.text())
}

fn with_bwrap(program: &Path) -> Outcome<String> {
    let mut command = Command::new("bwrap");
    command.args(["--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"]);
    command.args(["--ro-bind", "/usr", "/usr", "--symlink", "usr/lib64", "/lib64", "--symlink", "usr/lib", "/lib"]);
    command.arg("--ro-bind").arg(program).args(["/program", "--tmpfs", "/tmp", "/program"]);
    Ok(String::from_utf8(command.output()?.stdout)?)
}

fn plain(program: &Path) -> Outcome<String> {
    Ok(String::from_utf8(Command::new(program).env_clear().output()?.stdout)?)
}

fn main() -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    let (source, program) = (folder.path().join("start.c"), folder.path().join("start"));
    std::fs::write(&source, SOURCE)?;
    let compiled = Command::new("gcc").args(["-O1", "-static", "-o"]).arg(&program).arg(&source).status()?;
    assert!(compiled.success(), "gcc: {compiled}");

    let ways: [(&str, Way); 3] = [("jail", jailed), ("bwrap", with_bwrap), ("fork+exec", plain)];
    let mut spans = [const { Vec::new() }; 3];
    let mut wholes = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        for ((_, way), (spans, wholes)) in ways.iter().zip(spans.iter_mut().zip(&mut wholes)) {
            let start = now()?;
            let reached: u64 = way(&program)?.parse()?;
            spans.push(reached - start);
            wholes.push(now()? - start);
        }
    }
    println!("{:<10} {:>14} {:>10} {:>18} {:>10}", "µs", "start, median", "p95", "start to end, med.", "p95");
    for ((name, _), (spans, wholes)) in ways.iter().zip(spans.iter_mut().zip(&mut wholes)) {
        let (start, whole) = (summary(spans), summary(wholes));
        println!("{name:<10} {:>14} {:>10} {:>18} {:>10}", start.0, start.1, whole.0, whole.1);
    }
    Ok(())
}

/// Median and 95th percentile, in microseconds.
fn summary(spans: &mut [u64]) -> (u64, u64) {
    spans.sort_unstable();
    let at = |share: usize| spans.get(spans.len() * share / 100).copied().unwrap_or_default();
    (at(50) / 1000, at(95) / 1000)
}
