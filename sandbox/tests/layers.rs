//! A layer that is missing stops the run and names the fix; a lower isolation is a choice, and stands in the evidence.

mod common;

use std::process::Command;

use common::{Outcome, jail, line, program, repeat_as_ordinary_user, run};
use judge_sandbox::{Exit, Isolation, JailError, probe};

#[test]
fn a_full_jail_names_its_layers() -> Outcome {
    let achieved = run("run-load", &["exit", "0"])?.isolation;
    assert_eq!(achieved.level, Isolation::Full);
    assert_eq!(achieved.namespaces, ["user", "pid", "mount", "net", "ipc", "uts", "cgroup"]);
    assert!(achieved.landlock.is_some_and(|version| version >= 1));
    assert_eq!(achieved.policy.as_deref(), Some("run-load"));
    assert_eq!(achieved.own_user, std::env::var_os("JAIL_TEST_ORDINARY").is_none());
    Ok(())
}

#[test]
fn a_lower_isolation_is_chosen_and_told() -> Outcome {
    let without = jail("compile", &["exit", "0"])?.isolation(Isolation::WithoutLandlock).spawn()?.wait();
    assert_eq!((without.isolation.level, without.isolation.landlock), (Isolation::WithoutLandlock, None));
    assert!(without.isolation.policy.is_some());
    // Without the filter the call goes through to the kernel, which is how we know that it was the filter.
    let number = libc::SYS_quotactl.to_string();
    let unfiltered = jail("compile", &["call", &number])?.isolation(Isolation::Namespaces).spawn()?.wait();
    assert_ne!(line(&unfiltered), "EPERM");
    assert_eq!((unfiltered.isolation.level, unfiltered.isolation.policy), (Isolation::Namespaces, None));
    assert_eq!(line(&run("compile", &["call", &number])?), "EPERM");
    Ok(())
}

#[test]
fn this_machine_has_what_a_full_jail_needs() {
    let layers = probe();
    let missing: Vec<_> = layers.iter().filter(|layer| layer.required && !layer.available).collect();
    assert!(missing.is_empty(), "{missing:?}");
    for layer in layers.iter().filter(|layer| !layer.available) {
        assert!(layer.fix.is_some(), "{layer:?}");
    }
}

/// What is run where namespaces are switched off. As a test of its own it does nothing.
#[test]
fn tells_why_there_is_no_jail() -> Outcome {
    if std::env::var_os("JAIL_TEST_NO_NAMESPACES").is_none() {
        return Ok(());
    }
    let error = jail("compile", &["exit", "0"])?.spawn().err().ok_or("a jail without namespaces started")?;
    assert!(matches!(error, JailError::Missing { asked: Isolation::Full, layer: "user namespaces", .. }), "{error:?}");
    let text = error.to_string();
    assert!(text.contains("user.max_user_namespaces is 0"), "{text}");
    assert!(text.contains("sysctl -w user.max_user_namespaces="), "{text}");
    let layers = probe();
    let tree = layers.iter().find(|layer| layer.name.contains("namespaces")).ok_or("no such layer")?;
    assert!(!tree.available && tree.fix.is_some(), "{tree:?}");
    Ok(())
}

#[test]
fn a_setting_that_switches_namespaces_off_is_named() -> Outcome {
    // The setting belongs to each user namespace: a fresh one can be changed without touching the machine.
    let script = "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$0\" --exact tells_why_there_is_no_jail";
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "sh", "-c", script])
        .arg(std::env::current_exe()?)
        .env("JAIL_TEST_NO_NAMESPACES", "1")
        .env("JAIL_TEST_PROGRAM", program())
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
    Ok(())
}

/// What is run where control groups cannot be created. As a test of its own it does nothing.
#[test]
fn samples_without_control_groups() -> Outcome {
    if std::env::var_os("JAIL_TEST_NO_GROUPS").is_none() {
        return Ok(());
    }
    let evidence = run("compile", &["exit", "5"])?;
    assert_eq!(evidence.exit, Exit::Code(5));
    let used = [evidence.isolation.memory, evidence.isolation.processes, evidence.isolation.cpu];
    assert_eq!(used, [judge_sandbox::Accounting::Sampled; 3]);
    Ok(())
}

#[test]
fn a_read_only_group_tree_is_sampled_around() -> Outcome {
    let script = "mount --rbind /sys/fs/cgroup /sys/fs/cgroup && \
                  for m in $(awk '$5 ~ \"^/sys/fs/cgroup\" { print $5 }' /proc/self/mountinfo | sort -u); do \
                  mount -o remount,bind,ro $m; done; exec \"$0\" --exact samples_without_control_groups";
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", script])
        .arg(std::env::current_exe()?)
        .env("JAIL_TEST_NO_GROUPS", "1")
        .env("JAIL_TEST_PROGRAM", program())
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
    Ok(())
}

#[test]
fn also_as_an_ordinary_user() -> Outcome {
    repeat_as_ordinary_user("also_as_an_ordinary_user")
}
