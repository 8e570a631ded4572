//! How runs end: by themselves, by the caller, with company; and what is left then.

mod common;

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use common::{Outcome, jail, line, repeat_as_ordinary_user, run};
use judge_sandbox::{Exit, Limits, Stop};
use nix::sys::memfd::{MFdFlags, memfd_create};

/// Whether a process still exists; one that is dead and unreaped does.
fn exists(pid: i32) -> bool {
    fs::metadata(format!("/proc/{pid}")).is_ok()
}

#[test]
fn exit_codes_and_signals_come_through() -> Outcome {
    for code in [0, 1, 42, 255] {
        let evidence = run("run-load", &["exit", &code.to_string()])?;
        assert_eq!((evidence.exit, evidence.cause), (Exit::Code(code), None));
    }
    let evidence = run("run-load", &["signal", "6"])?;
    assert_eq!((evidence.exit, evidence.cause), (Exit::Signal(libc::SIGABRT), None));
    Ok(())
}

#[test]
fn a_grandchild_that_keeps_the_output_open_does_not_hold_anybody_up() -> Outcome {
    let limits = Limits { wall: Duration::from_secs(60), ..Limits::default() };
    let start = Instant::now();
    let evidence = jail("compile", &["leave-behind"])?.limits(limits).spawn()?.wait();
    assert!(start.elapsed() < Duration::from_secs(10));
    assert_eq!((line(&evidence).as_str(), evidence.exit, evidence.cause), ("done", Exit::Code(0), None));
    assert_eq!(evidence.processes_left, 1);
    Ok(())
}

#[test]
fn signals_reach_nobody_outside() -> Outcome {
    let evidence = run("compile", &["kill-everybody"])?;
    assert_eq!((evidence.exit, evidence.cause), (Exit::Signal(libc::SIGKILL), None));
    Ok(())
}

#[test]
fn another_thread_can_end_a_run_that_is_waited_for() -> Outcome {
    let running = jail("compile", &["sleep", "100000"])?.spawn()?;
    let (pid, handle) = (running.pid(), running.kill_handle());
    let other = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        handle.clone().kill();
        handle
    });
    let evidence = running.wait();
    assert_eq!((evidence.exit, evidence.cause), (Exit::Signal(libc::SIGKILL), Some(Stop::Caller)));
    assert!(!exists(pid));
    // After the end it does nothing.
    other.join().map_err(|_| "the other thread panicked")?.kill();
    Ok(())
}

#[test]
fn dropping_a_run_ends_it() -> Outcome {
    let running = jail("compile", &["ignore"])?.spawn()?;
    let pid = running.pid();
    assert!(exists(pid) && !running.is_finished());
    drop(running);
    assert!(!exists(pid));
    Ok(())
}

#[test]
fn a_paused_program_stands_still_with_its_clock() -> Outcome {
    let page = fs::File::from(memfd_create("page", MFdFlags::MFD_CLOEXEC)?);
    page.set_len(4096)?;
    let counter = || -> Result<u64, Box<dyn std::error::Error>> {
        let mut bytes = [0; 8];
        std::os::unix::fs::FileExt::read_exact_at(&page, &mut bytes, 0)?;
        Ok(u64::from_ne_bytes(bytes))
    };
    let limits = Limits { wall: Duration::from_secs(2), ..Limits::default() };
    let running = jail("run-load", &["count"])?.fd(page.try_clone()?, 3).limits(limits).spawn()?;
    while counter()? == 0 {
        std::thread::yield_now();
    }
    for _ in 0..20 {
        running.pause()?;
        let before = counter()?;
        std::thread::sleep(Duration::from_millis(110));
        assert_eq!(counter()?, before);
        running.resume()?;
        while counter()? == before && !running.is_finished() {
            std::thread::yield_now();
        }
    }
    assert!(!running.is_finished(), "it was paused for longer than its limit, and that did not count");
    let evidence = running.wait();
    assert_eq!(evidence.cause, Some(Stop::WallClock));
    assert!(evidence.paused >= Duration::from_millis(2200), "{:?}", evidence.paused);
    let active = evidence.wall - evidence.paused;
    assert!(active >= limits.wall && active < limits.wall.mul_f64(1.1), "{active:?}");
    Ok(())
}

#[test]
fn pausing_what_has_ended_is_an_error_and_killing_what_is_paused_works() -> Outcome {
    let running = jail("run-load", &["exit", "3"])?.spawn()?;
    while !running.is_finished() {
        std::thread::yield_now();
    }
    assert!(running.pause().is_err());
    assert_eq!(running.wait().exit, Exit::Code(3));

    let running = jail("run-load", &["spin"])?.spawn()?;
    running.pause()?;
    running.kill();
    assert_eq!(running.wait().cause, Some(Stop::Caller));
    Ok(())
}

#[test]
fn a_deadline_can_be_moved() -> Outcome {
    let limits = Limits { wall: Duration::from_secs(1000), ..Limits::default() };
    let running = jail("run-load", &["spin"])?.limits(limits).spawn()?;
    running.set_deadline(Duration::from_millis(50))?;
    assert_eq!(running.wait().cause, Some(Stop::WallClock));
    Ok(())
}

#[test]
fn many_jails_at_once_leave_nothing_behind() -> Outcome {
    static SUCCEEDED: AtomicU64 = AtomicU64::new(0);
    let descriptors = || fs::read_dir("/proc/self/fd").map(Iterator::count);
    run("compile", &["exit", "0"])?;
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..10 {
                    let code = run("compile", &["exit", "7"]).map(|evidence| evidence.exit).ok();
                    SUCCEEDED.fetch_add(u64::from(code == Some(Exit::Code(7))), Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(SUCCEEDED.load(Ordering::Relaxed), 80);
    // Other tests of this process have jails of their own for a while.
    let deadline = Instant::now() + Duration::from_secs(20);
    while descriptors()? > 40 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(descriptors()? <= 40, "{}", descriptors()?);
    Ok(())
}

#[test]
fn evidence_survives_being_written_down() -> Outcome {
    let evidence = run("compile", &["say", "it"])?;
    let text = serde_json::to_string(&evidence)?;
    assert!(text.contains("\"wall_ns\":"), "{text}");
    assert_eq!(serde_json::from_str::<judge_sandbox::Evidence>(&text)?, evidence);
    Ok(())
}

#[test]
fn also_as_an_ordinary_user() -> Outcome {
    repeat_as_ordinary_user("also_as_an_ordinary_user")
}
