use super::*;

const HEAD: &str = "name: p\npurpose: a test\nexec: once\nelse: refuse\n";
const EXIT: &str = "  - { calls: [exit_group], why: every program ends }\n";

fn policy(entries: &str) -> Result<Policy, PolicyError> {
    Policy::parse(&format!("{HEAD}allow:\n{EXIT}{entries}"))
}

fn message(entries: &str) -> String {
    policy(entries).err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn every_embedded_policy_parses_under_its_own_name() {
    for (name, _) in EMBEDDED {
        let policy = Policy::named(name);
        assert_eq!(policy.as_ref().map(Policy::name).ok(), Some(name), "{policy:?}");
    }
    let error = Policy::named("nonsense").err().map(|error| error.to_string()).unwrap_or_default();
    assert_eq!(
        error,
        "no policy is called `nonsense`; there are compile, run-load, run-call, run-load-gpu, run-call-gpu"
    );
}

#[test]
fn mistakes_are_named() {
    assert_eq!(message(""), "");
    let unknown = "policy `p` names the system call `raed`, which does not exist; see `man 2 syscalls`";
    assert_eq!(message("  - { calls: [raed], why: typo }\n"), unknown);
    assert_eq!(message("  - { calls: [read] }\n"), "policy `p` gives no reason for `read`; fill in `why`");
    assert_eq!(message("  - { calls: [read], why: ' ' }\n"), "policy `p` gives no reason for `read`; fill in `why`");
    assert!(message("  - { calls: [read, read], why: twice }\n").contains("lists `read` more than once"));
    assert!(message("  - { calls: [], why: nothing }\n").contains("names no call"));
    assert!(message("  - { calls: [read], when: [{ argument: 6, is: 0 }], why: x }\n").contains("0 to 5"));
    assert!(message("  - { calls: [read], when: [{ argument: 0, mask: 1, is: 2 }], why: x }\n").contains("never"));
    assert!(message("  - { calls: [read], errno: EPERM, why: x }\n").contains("only a refusal"));
    assert!(message("refuse:\n  - { calls: [read], why: x }\n").contains("needs an `errno`"));
    assert!(message("  - { calls: [execve], why: x }\n").contains("`exec`"));
    assert!(message("  - { call: [read], why: x }\n").contains("does not parse"));
    assert!(Policy::parse(&format!("{HEAD}allow: []\n")).is_err_and(|e| e.to_string().contains("exit_group")));
    assert!(Policy::parse("\u{0}").is_err());
}

#[test]
fn an_extension_answers_first_and_its_base_answers_the_rest() {
    let base = Policy::named("run-load").ok();
    let gpu = Policy::named("run-load-gpu").ok();
    let ask = |policy: &Option<Policy>, number| policy.as_ref().map(|p| p.answer(number, &[2, 0, 0, 0, 0, 0]));
    let quiet = Action::Refuse { errno: libc::EPERM, recorded: false };
    assert_eq!(ask(&base, libc::SYS_ioctl), Some(Action::Refuse { errno: libc::EPERM, recorded: true }));
    assert_eq!(ask(&gpu, libc::SYS_ioctl), Some(Action::Allow));
    assert_eq!((ask(&base, libc::SYS_connect), ask(&gpu, libc::SYS_connect)), (Some(Action::Kill), Some(quiet)));
    let unlisted = Some(Action::Refuse { errno: libc::EPERM, recorded: true });
    assert_eq!(ask(&gpu, libc::SYS_socket), unlisted, "the internet's sockets stay out");
    for call in [libc::SYS_ptrace, libc::SYS_mount, libc::SYS_read, libc::SYS_clone3] {
        assert_eq!(ask(&gpu, call), ask(&base, call), "{call}");
    }
    let unknown = Policy::parse(&format!("{HEAD}extends: nonsense\nallow:\n{EXIT}"));
    assert!(unknown.is_err_and(|e| e.to_string().contains("no policy is called `nonsense`")));
}

#[test]
fn the_first_rule_that_holds_answers() {
    let text = "  - { calls: [mmap], when: [{ argument: 2, mask: 4, is: 0 }], why: data }\n\
                refuse:\n  - { calls: [clone3], errno: ENOSYS, why: falls back }\n\
                kill:\n  - { calls: [ptrace], why: hostile }\n";
    let policy = policy(text).ok();
    let answer = |number, protection| policy.as_ref().map(|p| p.answer(number, &[0, 0, protection, 0, 0, 0]));
    let unlisted = Action::Refuse { errno: libc::EPERM, recorded: true };
    assert_eq!(answer(libc::SYS_mmap, 3), Some(Action::Allow));
    assert_eq!(answer(libc::SYS_mmap, 7), Some(unlisted));
    assert_eq!(answer(libc::SYS_read, 0), Some(unlisted));
    assert_eq!(answer(libc::SYS_ptrace, 0), Some(Action::Kill));
    assert_eq!(answer(libc::SYS_clone3, 0), Some(Action::Refuse { errno: libc::ENOSYS, recorded: false }));
}
