//! Every limit holds, and passing it is told apart from looking like it.

mod common;

use std::time::Duration;

use common::{Outcome, jail, line, repeat_as_ordinary_user, run};
use judge_sandbox::{Accounting, Capture, Evidence, Exit, Jail, Limits, Stop, StreamName};

const MIB: u64 = 1 << 20;

fn limits(change: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits { memory: 256 * MIB, ..Limits::default() };
    change(&mut limits);
    limits
}

fn limited(words: &[&str], change: impl FnOnce(&mut Limits)) -> Result<Evidence, Box<dyn std::error::Error>> {
    Ok(jail("compile", words)?.limits(limits(change)).spawn()?.wait())
}

#[track_caller]
fn within_a_tenth(measured: Duration, limit: Duration) {
    assert!(measured >= limit && measured <= limit.mul_f64(1.1), "{measured:?} against a limit of {limit:?}");
}

#[test]
fn the_wall_clock_ends_a_program_that_sleeps_or_ignores_signals() -> Outcome {
    let wall = Duration::from_millis(500);
    for words in [&["sleep", "100000"][..], &["ignore"]] {
        let evidence = limited(words, |limits| limits.wall = wall)?;
        assert_eq!((evidence.cause, evidence.exit), (Some(Stop::WallClock), Exit::Signal(libc::SIGKILL)));
        within_a_tenth(evidence.wall, wall);
        assert!(evidence.cpu < wall / 2, "{:?}", evidence.cpu);
    }
    let control = limited(&["sleep", "100"], |limits| limits.wall = wall)?;
    assert_eq!((control.cause, control.exit), (None, Exit::Code(0)));
    assert!(control.wall >= Duration::from_millis(100), "{:?}", control.wall);
    Ok(())
}

#[test]
fn processor_time_counts_every_thread() -> Outcome {
    let cpu = Duration::from_millis(500);
    for words in [&["spin"][..], &["spin-threads", "4"]] {
        let evidence = limited(words, |limits| limits.cpu = Some(cpu))?;
        assert_eq!((evidence.cause, evidence.exit), (Some(Stop::CpuTime), Exit::Signal(libc::SIGKILL)));
        within_a_tenth(evidence.cpu, cpu);
    }
    let control = limited(&["sleep", "700"], |limits| limits.cpu = Some(cpu))?;
    assert_eq!((control.cause, control.exit), (None, Exit::Code(0)));
    Ok(())
}

#[test]
fn memory_is_capped_within_a_tenth() -> Outcome {
    let below = limited(&["allocate", &(90 * MIB).to_string()], |limits| limits.memory = 100 * MIB)?;
    assert_eq!((below.cause, below.exit, line(&below)), (None, Exit::Code(0), "allocated".to_owned()));
    assert!((90 * MIB..=100 * MIB).contains(&below.peak_memory), "{}", below.peak_memory);

    let above = limited(&["allocate", &(110 * MIB).to_string()], |limits| limits.memory = 100 * MIB)?;
    if above.isolation.memory == Accounting::Sampled {
        // A sample every few milliseconds may come too late for this one; the evidence says that it was a sample.
        assert!(above.cause == Some(Stop::Memory) || above.exit == Exit::Code(0));
        let slow = limited(&["allocate-slowly", &(400 * MIB).to_string()], |limits| limits.memory = 100 * MIB)?;
        assert_eq!((slow.cause, slow.exit), (Some(Stop::Memory), Exit::Signal(libc::SIGKILL)));
    } else {
        assert_eq!((above.cause, above.exit), (Some(Stop::Memory), Exit::Signal(libc::SIGKILL)));
        assert!(above.oom_kills >= 1);
        assert!(above.peak_memory <= 100 * MIB, "{}", above.peak_memory);
    }
    Ok(())
}

#[test]
fn the_private_folder_counts_as_memory() -> Outcome {
    let jail = jail("compile", &["write-much", "/tmp/file"])?.tmp(400 * MIB, 10);
    let evidence =
        jail.limits(limits(|limits| (limits.memory, limits.file_size) = (64 * MIB, 1 << 40))).spawn()?.wait();
    if evidence.isolation.memory == Accounting::Sampled {
        assert_eq!(line(&evidence), format!("{} ENOSPC", 400 * MIB));
    } else {
        assert_eq!(evidence.cause, Some(Stop::Memory));
    }
    Ok(())
}

#[test]
fn killing_oneself_is_no_limit() -> Outcome {
    for signal in [libc::SIGKILL, libc::SIGXCPU, libc::SIGXFSZ, libc::SIGSEGV, libc::SIGSYS] {
        let evidence = run("compile", &["signal", &signal.to_string()])?;
        assert_eq!((evidence.cause, evidence.exit), (None, Exit::Signal(signal)));
        assert_eq!((evidence.oom_kills, evidence.denials.len()), (0, 0));
    }
    Ok(())
}

#[test]
fn a_stack_overflow_is_the_programs_own_signal() -> Outcome {
    let evidence = limited(&["overflow"], |limits| limits.stack = MIB)?;
    assert_eq!((evidence.cause, evidence.exit), (None, Exit::Signal(libc::SIGSEGV)));
    Ok(())
}

#[test]
fn processes_and_threads_are_counted_together() -> Outcome {
    let bomb = limited(&["fork-bomb"], |limits| limits.processes = 20)?;
    assert_eq!((bomb.cause, bomb.exit), (None, Exit::Code(0)));
    let made: u32 = line(&bomb).trim_end_matches(" EAGAIN").parse()?;
    assert_eq!(bomb.processes_left, made);
    // Without a control group the kernel may count the process that started the program a moment longer.
    let fewest = if bomb.isolation.processes == Accounting::Sampled { 18 } else { 19 };
    assert!((fewest..=19).contains(&made), "{made}");
    let threads = limited(&["threads"], |limits| limits.processes = 20)?;
    assert_eq!(threads.processes_left, 0);
    let made: u32 = line(&threads).parse()?;
    assert!((fewest..=19).contains(&made), "{made}");
    Ok(())
}

#[test]
fn files_and_descriptors_are_capped() -> Outcome {
    let write = |bytes| -> Result<_, Box<dyn std::error::Error>> {
        let jail = jail("compile", &["write-much", "/tmp/file"])?.tmp(MIB, 10);
        Ok(jail.limits(limits(|limits| limits.file_size = bytes)).spawn()?.wait())
    };
    let capped = write(100_000)?;
    assert_eq!((capped.cause, capped.exit), (None, Exit::Signal(libc::SIGXFSZ)));
    assert_eq!(line(&write(1 << 40)?), format!("{MIB} ENOSPC"));

    let passed = || -> Result<Jail, Box<dyn std::error::Error>> {
        Ok(jail("run-load", &["descriptors"])?.fd(tempfile::tempfile()?, 40))
    };
    let error = passed()?.limits(limits(|limits| limits.open_files = 40)).spawn().err();
    assert!(error.is_some_and(|error| error.to_string().contains("limit on open files")));
    let control = passed()?.limits(limits(|limits| limits.open_files = 41)).spawn()?.wait();
    assert_eq!(line(&control), "0 1 2 40");
    Ok(())
}

#[test]
fn the_address_space_can_be_capped() -> Outcome {
    let words = ["allocate", &(64 * MIB).to_string()];
    let capped = limited(&words, |limits| limits.address_space = Some(32 * MIB))?;
    assert_eq!((line(&capped).as_str(), capped.cause), ("mmap: ENOMEM", None));
    let control = limited(&words, |limits| limits.address_space = Some(128 * MIB))?;
    assert_eq!(line(&control), "allocated");
    Ok(())
}

#[test]
fn a_flood_is_cut_off_and_what_was_first_is_kept() -> Outcome {
    let capture = Capture { keep: 100, limit: Some(MIB) };
    let flood = |stream: &str, bytes: u64| -> Result<Evidence, Box<dyn std::error::Error>> {
        let jail = jail("compile", &["flood", stream, &bytes.to_string()])?.stdout(capture).stderr(capture);
        Ok(jail.spawn()?.wait())
    };
    for (number, name) in [("1", StreamName::Stdout), ("2", StreamName::Stderr)] {
        let evidence = flood(number, 1 << 40)?;
        assert_eq!(evidence.cause, Some(Stop::Output(name)));
        let stream = if name == StreamName::Stdout { &evidence.stdout } else { &evidence.stderr };
        assert_eq!(stream.kept, b"x".repeat(100));
        assert!(stream.total > MIB && stream.total < 8 * MIB, "{}", stream.total);
        let control = flood(number, MIB)?;
        assert_eq!((control.cause, control.exit), (None, Exit::Code(0)));
        // Also when the whole flood fits into the pipe and the program is gone before anybody reads.
        let over = flood(number, MIB + 1)?;
        assert_eq!(over.cause, Some(Stop::Output(name)));
    }
    let unlimited = Capture { keep: 10, limit: None };
    let evidence = jail("compile", &["flood", "2", "10000000"])?.stderr(unlimited).spawn()?.wait();
    assert_eq!((evidence.cause, evidence.exit), (None, Exit::Code(0)));
    assert_eq!((evidence.stderr.total, evidence.stderr.kept.len()), (10_000_000, 10));
    Ok(())
}

#[test]
fn absurd_limits_are_refused_by_name() -> Outcome {
    let error = jail("compile", &[])?.limits(limits(|limits| limits.memory = 0)).spawn().err();
    assert!(error.is_some_and(|error| error.to_string().contains("`memory`")));
    let error = jail("compile", &[])?.limits(limits(|limits| limits.wall = Duration::MAX)).spawn().err();
    assert!(error.is_some_and(|error| error.to_string().contains("`wall`")));
    Ok(())
}

#[test]
fn also_as_an_ordinary_user() -> Outcome {
    repeat_as_ordinary_user("also_as_an_ordinary_user")
}
