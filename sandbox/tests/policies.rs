//! Each policy: what it denies, beside what it allows under the same policy.

mod common;

use common::{Outcome, jail, line, repeat_as_ordinary_user, run};
use judge_sandbox::{Answer, Evidence, Exit, Stop};

const POLICIES: [&str; 2] = ["compile", "run-load"];

/// Runs one system call, given by number and arguments.
fn call(policy: &str, number: i64, arguments: &[i64]) -> Result<Evidence, Box<dyn std::error::Error>> {
    let words: Vec<String> = [number].iter().chain(arguments).map(ToString::to_string).collect();
    let words: Vec<&str> = ["call"].into_iter().chain(words.iter().map(String::as_str)).collect();
    run(policy, &words)
}

#[track_caller]
fn killed_for(evidence: &Evidence, name: Option<&str>, abi: &str) {
    assert_eq!((evidence.cause, evidence.exit), (Some(Stop::Denied), Exit::Signal(libc::SIGKILL)), "{name:?}");
    let [denial] = evidence.denials.as_slice() else { panic!("{:?}", evidence.denials) };
    assert_eq!((denial.name.as_deref(), denial.abi.as_str(), denial.answer), (name, abi, Answer::Killed));
}

#[test]
fn attacks_on_the_kernel_and_on_processes_end_the_program() -> Outcome {
    let attacks = [
        (libc::SYS_ptrace, "ptrace"),
        (libc::SYS_process_vm_writev, "process_vm_writev"),
        (libc::SYS_userfaultfd, "userfaultfd"),
        (libc::SYS_perf_event_open, "perf_event_open"),
        (libc::SYS_bpf, "bpf"),
        (libc::SYS_io_uring_setup, "io_uring_setup"),
        (libc::SYS_keyctl, "keyctl"),
        (libc::SYS_mount, "mount"),
        (libc::SYS_unshare, "unshare"),
        (libc::SYS_setns, "setns"),
        (libc::SYS_pivot_root, "pivot_root"),
        (libc::SYS_kexec_load, "kexec_load"),
        (libc::SYS_reboot, "reboot"),
    ];
    for policy in POLICIES {
        for (number, name) in attacks {
            killed_for(&call(policy, number, &[])?, Some(name), "x86_64");
        }
        let control = call(policy, libc::SYS_getpid, &[])?;
        assert_eq!((line(&control).as_str(), control.cause, control.denials.len()), ("done", None, 0));
    }
    Ok(())
}

#[test]
fn a_call_that_nothing_allows_is_refused_and_recorded() -> Outcome {
    for policy in POLICIES {
        let evidence = call(policy, libc::SYS_quotactl, &[])?;
        assert_eq!((line(&evidence).as_str(), evidence.exit, evidence.cause), ("EPERM", Exit::Code(0), None));
        let [denial] = evidence.denials.as_slice() else { panic!("{:?}", evidence.denials) };
        assert_eq!((denial.name.as_deref(), denial.answer, denial.count), (Some("quotactl"), Answer::Refused, 1));
    }
    Ok(())
}

#[test]
fn networks_are_out_of_reach() -> Outcome {
    for family in [libc::AF_INET, libc::AF_INET6, libc::AF_UNIX, libc::AF_VSOCK, libc::AF_NETLINK] {
        killed_for(&call("run-load", libc::SYS_socket, &[family.into(), 1, 0])?, Some("socket"), "x86_64");
        let compiling = call("compile", libc::SYS_socket, &[family.into(), 1, 0])?;
        assert_eq!((line(&compiling).as_str(), compiling.cause), ("EPERM", None));
    }
    assert_eq!(line(&run("compile", &["abstract"])?), "socket: EPERM");
    let control = call("run-load", libc::SYS_eventfd2, &[0, 0])?;
    assert_eq!((line(&control).as_str(), control.cause), ("done", None));
    Ok(())
}

#[test]
fn foreign_calling_conventions_end_the_program() -> Outcome {
    for policy in POLICIES {
        killed_for(&run(policy, &["i386"])?, None, "i386");
        // getpid by the x32 convention; the kernel may not have it, the filter must.
        killed_for(&call(policy, libc::SYS_getpid | 0x4000_0000, &[])?, Some("getpid"), "x32");
    }
    Ok(())
}

#[test]
fn new_namespaces_cannot_be_had_through_clone() -> Outcome {
    let flags = i64::from(libc::CLONE_NEWUSER | libc::SIGCHLD);
    for policy in POLICIES {
        assert_eq!(line(&call(policy, libc::SYS_clone, &[flags])?), "EPERM");
        assert_eq!(line(&call(policy, libc::SYS_clone3, &[0, 64])?), "ENOSYS");
    }
    Ok(())
}

#[test]
fn only_compilers_start_processes() -> Outcome {
    let loading = jail("run-load", &["fork-bomb"])?.spawn()?.wait();
    assert_eq!((line(&loading).as_str(), loading.processes_left), ("0 EPERM", 0));
    killed_for(&call("run-load", libc::SYS_fork, &[])?, Some("fork"), "x86_64");
    assert_ne!(line(&run("run-load", &["threads"])?), "0", "threads are fine");
    let compiling = run("compile", &["leave-behind"])?;
    assert_eq!((line(&compiling).as_str(), compiling.processes_left), ("done", 1));
    Ok(())
}

#[test]
fn a_loading_program_cannot_execute_another() -> Outcome {
    let loading = run("run-load", &["execute", "/act"])?;
    assert_eq!(line(&loading), "execve: EPERM\nstill here");
    let names: Vec<_> = loading.denials.iter().filter_map(|denial| denial.name.as_deref()).collect();
    assert_eq!(names, ["execve", "execveat"]);
    assert_eq!(line(&run("compile", &["execute", "/act"])?), "executed");
    Ok(())
}

#[test]
fn the_terminals_input_cannot_be_pushed_to() -> Outcome {
    for policy in POLICIES {
        assert_eq!(line(&run(policy, &["steal-input"])?), "EPERM");
        let control = call(policy, libc::SYS_ioctl, &[0, 0x5401, 0])?;
        assert_eq!((line(&control).as_str(), control.denials.len()), ("ENOTTY", 0));
    }
    Ok(())
}

#[test]
fn a_loading_program_cannot_arrange_to_be_continued() -> Outcome {
    // A timer or a descriptor that sends SIGCONT would let a paused program steal time.
    let calls: [(i64, &[i64]); 4] = [
        (libc::SYS_timer_create, &[0, 0, 0]),
        (libc::SYS_fcntl, &[0, libc::F_SETOWN as i64, 2]),
        (libc::SYS_fcntl, &[0, 10, libc::SIGCONT as i64]),
        (libc::SYS_kill, &[2, libc::SIGCONT as i64]),
    ];
    for (number, arguments) in calls {
        assert_eq!(line(&call("run-load", number, arguments)?), "EPERM", "{number}");
    }
    assert_eq!(line(&call("run-load", libc::SYS_fcntl, &[0, libc::F_GETFD as i64])?), "done");
    Ok(())
}

#[test]
fn also_as_an_ordinary_user() -> Outcome {
    repeat_as_ordinary_user("also_as_an_ordinary_user")
}
