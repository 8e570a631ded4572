//! Turns what a child reported into a sentence with a fix.

use std::fs;
use std::io;

use crate::child::Failure;
use crate::jail::Jail;
use crate::plan::Plan;
use crate::{Isolation, JailError, Step};

/// Kernel settings that switch user namespaces off: the file, the value that does so, and the fix.
const SETTINGS: [(&str, u64, &str); 3] = [
    ("/proc/sys/user/max_user_namespaces", 0, "sysctl -w user.max_user_namespaces=65536"),
    ("/proc/sys/kernel/unprivileged_userns_clone", 0, "sysctl -w kernel.unprivileged_userns_clone=1"),
    (
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        1,
        "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile with `userns,`",
    ),
];

/// A sentence about the first setting that switches user namespaces off, and its fix.
pub(crate) fn namespaces_disabled() -> Option<(String, String)> {
    disabled_by(|path| fs::read_to_string(path).ok())
}

fn disabled_by(read: impl Fn(&str) -> Option<String>) -> Option<(String, String)> {
    SETTINGS.iter().find_map(|(path, disables, fix)| {
        let value: u64 = read(path)?.trim().parse().ok()?;
        let name = path.trim_start_matches("/proc/sys/").replace('/', ".");
        (value == *disables).then(|| (format!("{name} is {value}"), format!("run `{fix}`")))
    })
}

/// The error for a step that failed inside the new process.
pub(crate) fn setup_failed(jail: &Jail, plan: &Plan, failure: Failure) -> JailError {
    let source = io::Error::from_raw_os_error(failure.errno);
    let Some(step) = Step::from_number(failure.step) else {
        return JailError::Silent { what: "sent a garbled report" };
    };
    if matches!(step, Step::Namespaces | Step::MapIds | Step::Root)
        && let Some((reason, fix)) = namespaces_disabled()
    {
        return JailError::Missing { asked: jail.isolation, layer: "user namespaces", reason, fix };
    }
    JailError::Setup {
        step,
        about: about(jail, plan, step, failure.about as usize),
        fix: fix(step, failure.errno),
        source,
    }
}

fn about(jail: &Jail, plan: &Plan, step: Step, number: usize) -> Option<String> {
    match step {
        Step::MountPoint | Step::Bind | Step::Tmp | Step::Proc | Step::Sys => {
            plan.mounts.get(number).map(crate::mounts::Mount::subject)
        }
        Step::Program | Step::Exec => Some(jail.program.display().to_string()),
        Step::CurrentDir => Some(jail.current_dir.display().to_string()),
        Step::Limit => plan.rlimits.get(number).map(|limit| limit.name.to_owned()),
        Step::MapIds => ["setgroups", "uid_map", "gid_map"].get(number).map(|name| format!("/proc/self/{name}")),
        _ => None,
    }
}

fn fix(step: Step, errno: i32) -> Option<String> {
    let text = match (step, errno) {
        (Step::Namespaces, libc::EPERM) => {
            "user namespaces are refused: a container's filter or a security module forbids them; \
             allow them there, or run the judge outside the container"
        }
        (Step::Namespaces, libc::ENOSPC) => "too many namespaces: raise the sysctls user.max_*_namespaces",
        (Step::Namespaces, libc::EINVAL) => "the kernel lacks a namespace; it needs CONFIG_USER_NS and the others",
        (Step::Exec | Step::Program, libc::ENOENT) => {
            "bind the program and its dynamic loader: `ldd` on it lists what it needs"
        }
        (Step::Exec | Step::Program | Step::Bind | Step::CurrentDir, libc::EACCES) => {
            "the jail's user cannot reach it; make it and the folders above readable by everyone"
        }
        (Step::Proc | Step::Sys, libc::EPERM) => {
            "the host's own mount is partly covered, as in a container; run with an uncovered one"
        }
        (Step::Root | Step::Bind, libc::ENOSYS) => "the mount calls need Linux 5.12",
        (Step::Seccomp, libc::EINVAL) => "needs Linux 5.0 with CONFIG_SECCOMP_FILTER",
        _ => return None,
    };
    Some(text.to_owned())
}

/// The error for a kernel without Landlock.
pub(crate) fn landlock_missing(asked: Isolation, error: &io::Error) -> JailError {
    let fix = match error.raw_os_error() {
        Some(libc::EOPNOTSUPP) => "boot with `lsm=landlock,…` on the kernel's command line",
        _ => "use Linux 5.13 or later with CONFIG_SECURITY_LANDLOCK",
    };
    let fix = format!("{fix}, or ask for the isolation `{}`", Isolation::WithoutLandlock);
    JailError::Missing { asked, layer: "Landlock", reason: error.to_string(), fix }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_setting_that_disables_namespaces_is_named() {
        let only =
            |path: &'static str, value: &'static str| move |asked: &str| (asked == path).then(|| value.to_owned());
        let message = |path, value| disabled_by(only(path, value)).map(|(reason, fix)| format!("{reason}; {fix}"));
        assert_eq!(
            message("/proc/sys/user/max_user_namespaces", "0\n").as_deref(),
            Some("user.max_user_namespaces is 0; run `sysctl -w user.max_user_namespaces=65536`")
        );
        let cloning = message("/proc/sys/kernel/unprivileged_userns_clone", "0").unwrap_or_default();
        assert!(cloning.contains("kernel.unprivileged_userns_clone"));
        let apparmor = message("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1").unwrap_or_default();
        assert!(apparmor.contains("kernel.apparmor_restrict_unprivileged_userns"));
        assert_eq!(message("/proc/sys/user/max_user_namespaces", "96364"), None);
        assert_eq!(message("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "0"), None);
        assert_eq!(disabled_by(|_| None), None);
    }
}
