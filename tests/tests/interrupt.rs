//! Ctrl-C at any stage: the children die, nothing is left behind, and the answer is one sentence and exit code 3.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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
