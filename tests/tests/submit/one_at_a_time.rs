//! Two judges on one machine never time at once.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Stdio};
use std::time::Duration;

use judge::store::lock::{TimingLock, default_path};
use judge_tests::{Place, root};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

fn judge(place: &Place, sizes: &str, budget: &str) -> Child {
    let good = root().join("tests/submissions/bs2-axpy/accepted/good.c");
    let mut command = place.command(&["submit", "--task", "bs2-axpy", "--sizes", sizes, "--budget", budget]);
    command.arg(good).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the judge starts")
}

#[test]
fn a_judge_waits_for_whoever_times_says_for_whom_and_then_goes_on() {
    let place = Place::new();
    // What is only checked waits for nobody; and now everything is built.
    let lock = TimingLock::acquire(&default_path(), || true, |_| {}).expect("the lock");
    assert!(judge(&place, "n31", "1").wait().expect("it ends").success());
    let mut waiting = judge(&place, "small", "0.05");
    let mut words = BufReader::new(waiting.stderr.take().expect("a pipe"));
    let mut line = String::new();
    words.read_line(&mut line).expect("it speaks");
    assert!(line.contains(&format!("waiting for process {} (", std::process::id())), "{line}");
    assert!(waiting.try_wait().expect("its state").is_none(), "it did not wait");
    drop(lock);
    assert!(waiting.wait().expect("it ends").success());
    words.read_to_string(&mut line).expect("text");
}

#[test]
fn a_killed_judge_leaves_the_lock_to_the_next() {
    let place = Place::new();
    let mut owner = judge(&place, "small,medium", "60");
    let pid = Pid::from_raw(i32::try_from(owner.id()).expect("a pid"));
    let mut killed = false;
    while !killed {
        assert!(owner.try_wait().expect("its state").is_none(), "it never held the lock");
        let lock = TimingLock::acquire(
            &default_path(),
            || true,
            |holder| {
                if holder.pid == Some(pid.as_raw()) {
                    kill(pid, Signal::SIGKILL).expect("killed");
                    killed = true;
                }
            },
        );
        drop(lock.expect("the lock"));
        std::thread::sleep(Duration::from_millis(20));
    }
    owner.wait().expect("it ended");
}
