//! Programs outside a jail die with their caller, whenever that happens.

mod common;

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::Outcome;
use judge_sandbox::output_while_alive;
use nix::sys::stat::Mode;

/// The test that a caller runs, which is killed.
const CALLER: &str = "runs_a_program_until_it_is_killed";

/// As a test of its own it does nothing.
#[test]
fn runs_a_program_until_it_is_killed() -> Outcome {
    let Some(folder) = std::env::var_os("TIED_TEST_FOLDER") else { return Ok(()) };
    std::env::set_current_dir(folder)?;
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "echo $$ > running; exec sleep 1000"]);
    if Path::new("gate").exists() {
        // SAFETY: opening by a literal name is a system call and no more.
        unsafe {
            command.pre_exec(|| {
                // Opens once somebody opens the other end: a pause between the fork and everything after it.
                libc::open(c"gate".as_ptr(), libc::O_RDONLY);
                Ok(())
            });
        }
    }
    output_while_alive(&mut command)?;
    Ok(())
}

fn caller(folder: &Path) -> std::io::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["--exact", CALLER, "--nocapture"]).env("TIED_TEST_FOLDER", folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
}

/// Waits for a fact.
fn until(what: &str, holds: impl Fn() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < Duration::from_secs(30), "not in time: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Processes whose parent is `parent`.
fn children(parent: u32) -> Vec<String> {
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let stats = all.filter_map(|entry| Some((entry.file_name(), fs::read_to_string(entry.path().join("stat")).ok()?)));
    stats
        .filter(|(_, stat)| {
            let fields = stat.rsplit(')').next().unwrap_or_default();
            fields.split_whitespace().nth(1) == Some(&parent.to_string())
        })
        .map(|(pid, _)| pid.to_string_lossy().into_owned())
        .collect()
}

/// Dead, or a zombie that its new parent has yet to wait for.
fn is_over(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_none_or(|rest| rest.is_empty() || rest.trim_start().starts_with(['Z', 'X']))
}

#[test]
fn it_is_killed_with_its_caller() -> Outcome {
    let folder = tempfile::tempdir()?;
    let mut caller = caller(folder.path())?;
    let pid = || fs::read_to_string(folder.path().join("running")).unwrap_or_default().trim().to_owned();
    until("the program runs", || !pid().is_empty());
    caller.kill()?;
    caller.wait()?;
    until("the program ends", || is_over(&pid()));
    Ok(())
}

#[test]
fn it_never_starts_when_its_caller_died_before_the_tie() -> Outcome {
    let folder = tempfile::tempdir()?;
    let gate = folder.path().join("gate");
    nix::unistd::mkfifo(&gate, Mode::S_IRWXU)?;
    let mut caller = caller(folder.path())?;
    let parent = caller.id();
    until("the program is forked", || children(parent).len() == 1);
    let child = children(parent).pop().ok_or("no child")?;
    caller.kill()?;
    caller.wait()?;
    assert!(!is_over(&child), "it waits at the gate");
    fs::write(&gate, "")?;
    until("the copy of the caller ends", || is_over(&child));
    assert!(!folder.path().join("running").exists(), "it was executed");
    Ok(())
}

#[test]
fn what_it_says_comes_back() -> Outcome {
    let output = output_while_alive(Command::new("/bin/echo").arg("words"))?;
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), b"words\n".as_slice()));
    Ok(())
}
