//! Ctrl-C at any stage: the children die, nothing is left behind, and the answer is one sentence and exit code 3.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use judge::store::lock::{TimingLock, default_path};
use judge_tests::{Place, Said, root};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Processes whose parent is this one: what a judge left comes here, because this process adopts orphans.
fn children() -> Vec<String> {
    let own = format!(" {} ", std::process::id());
    let entries = std::fs::read_dir("/proc").expect("/proc");
    entries
        .filter_map(|entry| std::fs::read_to_string(entry.ok()?.path().join("stat")).ok())
        // After the name in parentheses: state, parent.
        .filter(|stat| stat.rsplit(')').next().is_some_and(|rest| rest.get(2..).is_some_and(|r| r.starts_with(&own))))
        .collect()
}

/// The same command with the interrupt signal at its default: tests that run in the background ignore it, and so would
/// whatever they start.
fn interruptible(command: &Command) -> Command {
    let mut outer = Command::new("env");
    outer.arg("--default-signal=INT").arg(command.get_program()).args(command.get_args()).stdin(Stdio::null());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => outer.env(name, value),
            None => outer.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        outer.current_dir(folder);
    }
    outer
}

/// Waits for a fact.
fn until(what: &str, holds: impl Fn() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(60), "not in time: {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Whether a process has a handler for the interrupt signal.
fn listens(pid: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigCgt:")?.trim(), 16).ok());
    caught.is_some_and(|mask| mask & 1 << (Signal::SIGINT as u64 - 1) != 0)
}

/// Interrupts a judge: exit code 3, one sentence, no result.
fn interrupted(child: Child, what: &str) {
    kill(Pid::from_raw(i32::try_from(child.id()).expect("a pid")), Signal::SIGINT).expect("signalled");
    let said = Said::of(&child.wait_with_output().expect("it ends"));
    assert_eq!((said.code, said.stdout.as_str()), (Some(3), ""), "{what}: {said:?}");
    assert!(said.stderr.contains("interrupted"), "{what}: {said:?}");
}

/// A judge that waits for another one's timing ends although the other goes on.
fn waiting_for_the_machine(place: &Place, good: &Path, temporary: &Path) {
    let other = TimingLock::acquire(&default_path(), || true, |_| {}).expect("the lock");
    let mut command = interruptible(&place.command(&["submit"]));
    command.arg(good).args(["--task", "bs2-axpy", "--sizes", "small"]).env("TMPDIR", temporary);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the judge starts");
    let mut line = String::new();
    BufReader::new(child.stderr.as_mut().expect("a pipe")).read_line(&mut line).expect("a line");
    assert!(line.contains("waiting for process"), "{line}");
    let (ended, told) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        interrupted(child, "waiting for the machine");
        ended.send(())
    });
    let in_time = told.recv_timeout(Duration::from_secs(60));
    drop(other);
    thread.join().expect("no panic").expect("somebody listens");
    in_time.expect("it ends while another judge holds the lock");
}

#[test]
fn an_interrupted_judge_leaves_nothing() {
    nix::sys::prctl::set_child_subreaper(true).expect("this process adopts orphans");
    let place = Place::with_empty_cache();
    let good = root().join("tests/submissions/bs2-axpy/accepted/good.c");
    let temporary = place.folder.path().join("tmp");
    std::fs::create_dir(&temporary).expect("a folder");
    // From the probe with an empty cache to the timing with a full one.
    for delay in [5, 60, 300, 700, 1100, 1600, 2200] {
        let mut command = interruptible(&place.command(&["submit"]));
        command.arg(&good).args(["--task", "bs2-axpy", "--sizes", "n31,medium", "--budget", "60"]);
        command.env("TMPDIR", &temporary).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().expect("the judge starts");
        std::thread::sleep(Duration::from_millis(delay));
        kill(Pid::from_raw(i32::try_from(child.id()).expect("a pid")), Signal::SIGINT).expect("signalled");
        let asked = Instant::now();
        let said = Said::of(&child.wait_with_output().expect("it ends"));
        assert!(asked.elapsed() < Duration::from_secs(20), "took {:?} to end after {delay} ms", asked.elapsed());
        // Before its handler is there, the signal ends the process as it ends any.
        if said.code.is_some() {
            assert_eq!(said.code, Some(3), "after {delay} ms: {said:?}");
            assert!(said.stderr.contains("interrupted"), "after {delay} ms: {said:?}");
        }
        assert_eq!(said.stdout, "", "a verdict after {delay} ms");
        let left: Vec<_> = std::fs::read_dir(&temporary).expect("the folder").collect();
        assert!(left.is_empty() || said.code.is_none(), "files left after {delay} ms: {left:?}");
    }
    waiting_for_the_machine(&place, &good, &temporary);
    for arguments in [&["doctor"][..], &["check"], &["tasks", "verify", "bs2-axpy"]] {
        let mut command = interruptible(&place.command(arguments));
        if arguments == ["check"] {
            command.arg(&good);
        }
        // With an empty cache each asks the compiler first.
        command.env("JUDGE_CACHE", place.folder.path().join(arguments[0])).env("TMPDIR", &temporary);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the judge starts");
        until("it listens to the signal", || listens(child.id()));
        interrupted(child, &format!("{arguments:?}"));
    }
    // The kernel ends what is in a jail a moment after its first process.
    let patience = Instant::now();
    while !children().is_empty() && patience.elapsed() < Duration::from_secs(5) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(children(), Vec::<String>::new());
    // The cache is whole: the next judge uses it.
    let good = good.to_string_lossy();
    let said = place.run(&["submit", &good, "--task", "bs2-axpy", "--sizes", "n31"]);
    assert_eq!(said.code, Some(0), "{said:?}");
}
