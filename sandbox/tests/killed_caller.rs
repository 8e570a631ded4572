//! The caller is killed at random moments. Nothing of its jails stays: no process, no mount, no file, and no control
//! group past the next caller's start.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use common::{Outcome, jail, program, repeat_as_ordinary_user, run};
use judge_sandbox::ProcMount;

const ROUNDS: u32 = 200;
/// The longest time from a caller's start to its end, in microseconds: several jails' worth.
const SPREAD: u64 = 25_000;
/// The test that a killed caller runs.
const CALLER: &str = "starts_jails_until_it_is_killed";

/// The caller that is killed. As a test of its own it does nothing.
#[test]
fn starts_jails_until_it_is_killed() -> Outcome {
    let mark = std::env::var("JAIL_TEST_MARK").unwrap_or_default();
    match std::env::var("JAIL_TEST_CALLER").as_deref() {
        Ok("once") => drop(run("compile", &["exit", "0"])?),
        Ok("forever") => {
            writeln!(std::io::stdout(), "\nready")?;
            std::thread::scope(|scope| {
                scope.spawn(|| start_for_ever(&["leave-behind", &mark]));
                scope.spawn(|| start_for_ever(&["fork-bomb", &mark]));
            });
        }
        _ => {}
    }
    Ok(())
}

fn start_for_ever(words: &[&str]) {
    loop {
        let jail = jail("compile", words).map(|jail| jail.tmp(1 << 20, 10).proc(ProcMount::Writable));
        drop(jail.and_then(|jail| Ok(jail.spawn()?.wait())));
    }
}

/// What every process of this test's callers carries on its command line: they are copies of a caller, or jailed.
fn mark() -> String {
    format!("mark-{}", std::process::id())
}

fn caller(mode: &str, folder: &Path) -> std::io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["--exact", CALLER, &mark(), "--nocapture"]).env("JAIL_TEST_MARK", mark());
    command.env("JAIL_TEST_CALLER", mode).env("JAIL_TEST_PROGRAM", program());
    command.env("TMPDIR", folder).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::null());
    Ok(command)
}

/// Processes that carry the mark; zombies carry nothing.
fn processes() -> BTreeSet<String> {
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let mark = mark();
    all.map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|pid| pid.bytes().all(|byte| byte.is_ascii_digit()))
        .filter(|pid| {
            let words = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&words).contains(&mark)
        })
        .collect()
}

/// Waits until no process carries the mark. One look may miss a process that starts just then, three in a row do not.
fn all_end() -> bool {
    let deadline = Instant::now() + Duration::from_secs(10);
    let mut empty = 0;
    while empty < 3 {
        if Instant::now() > deadline {
            return false;
        }
        empty = if processes().is_empty() { empty + 1 } else { 0 };
        std::thread::sleep(Duration::from_millis(1));
    }
    true
}

/// What the remaining processes are at, for the message of a failed test.
fn describe() -> Vec<String> {
    let read = |pid: &str, file: &str| fs::read_to_string(format!("/proc/{pid}/{file}")).unwrap_or_default();
    let state = |pid: &String| {
        let status = read(pid, "status");
        let fields =
            status.lines().filter(|line| ["State", "PPid", "NSpid", "Seccomp:"].iter().any(|f| line.starts_with(f)));
        format!("{pid} {} {} {}", fields.collect::<Vec<_>>().join(" "), read(pid, "wchan"), read(pid, "stack"))
    };
    processes().iter().map(state).collect()
}

/// Control groups that these callers created.
fn groups_of(callers: &BTreeSet<String>, folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten().filter(|entry| entry.path().is_dir()) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("jail-") {
            if name.split('-').nth(2).is_some_and(|owner| callers.contains(owner)) {
                found.push(entry.path().display().to_string());
            }
        } else {
            groups_of(callers, &entry.path(), found);
        }
    }
}

fn mounts() -> std::io::Result<String> {
    fs::read_to_string("/proc/self/mountinfo")
}

#[test]
fn nothing_stays_when_the_caller_is_killed_at_any_moment() -> Outcome {
    let folder = tempfile::tempdir()?;
    let before = mounts()?;
    let seed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_nanos() as u64;
    let mut random = seed | 1;
    let mut callers = BTreeSet::new();
    for round in 0..ROUNDS {
        let mut child = caller("forever", folder.path())?.spawn()?;
        callers.insert(child.id().to_string());
        let mut lines = BufReader::new(child.stdout.take().ok_or("no output")?).lines();
        while lines.next().ok_or("the caller ended before it was ready")?? != "ready" {}
        // A linear congruential generator is random enough for moments.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let pause = Duration::from_micros((random >> 33) % SPREAD);
        std::thread::sleep(pause);
        child.kill()?;
        child.wait()?;
        assert!(all_end(), "seed {seed}, round {round}, {pause:?}: still there: {:?}", describe());
    }
    assert_eq!(mounts()?, before);
    assert_eq!(fs::read_dir(folder.path())?.count(), 0, "files stayed");

    let next = caller("once", folder.path())?.status()?;
    assert!(next.success());
    let mut groups = Vec::new();
    groups_of(&callers, Path::new("/sys/fs/cgroup"), &mut groups);
    assert_eq!(groups, [""; 0], "seed {seed}: control groups stayed");
    Ok(())
}

#[test]
fn also_as_an_ordinary_user() -> Outcome {
    repeat_as_ordinary_user("also_as_an_ordinary_user")
}
