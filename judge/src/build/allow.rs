//! The functions a kernel may use, held as data with a reason per group.

use std::collections::BTreeSet;

/// Lines `= reason` open a group; the names below it are allowed for that reason; a final `*` stands for any ending.
pub(super) const LIST: &str = include_str!("allow.txt");

/// Names a submission must not define, though its code may not use them either.
const RESERVED: [&str; 9] = ["omp_*", "ompt_*", "ompx_*", "kmp*", "__kmp*", "__tgt_*", "judge_*", "main", "_start"];

/// The list, ready for look-ups.
#[derive(Debug, Clone)]
pub(super) struct Allowed {
    exact: BTreeSet<&'static str>,
    prefixes: Vec<&'static str>,
}

/// Reads the list.
pub(super) fn allowed() -> Allowed {
    let mut allowed = Allowed { exact: BTreeSet::new(), prefixes: Vec::new() };
    for name in entries().flat_map(|(_, names)| names) {
        match name.strip_suffix('*') {
            Some(prefix) => allowed.prefixes.push(prefix),
            None => {
                allowed.exact.insert(name);
            }
        }
    }
    allowed
}

impl Allowed {
    /// Whether an object may leave `name` for the linker to find.
    pub(super) fn may_call(&self, name: &str) -> bool {
        self.exact.contains(name) || self.prefixes.iter().any(|prefix| name.starts_with(prefix))
    }

    /// Whether defining `name` would put itself in front of the runtime's or the system's.
    pub(super) fn is_reserved(&self, name: &str) -> bool {
        let pattern = |reserved: &&str| match reserved.strip_suffix('*') {
            Some(prefix) => name.starts_with(prefix),
            None => name == *reserved,
        };
        self.exact.contains(name) || RESERVED.iter().any(pattern)
    }
}

/// Groups: reason, names.
fn entries() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    LIST.split("\n= ").skip(1).map(|group| {
        let (reason, names) = group.split_once('\n').unwrap_or((group, ""));
        (reason, names.split_whitespace().collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_has_a_reason_and_no_name_is_listed_twice() {
        let mut seen = BTreeSet::new();
        for (reason, names) in entries() {
            assert!(reason.split_whitespace().count() >= 4, "no reason: {reason:?}");
            assert!(!names.is_empty(), "empty group: {reason}");
            for name in names {
                assert!(seen.insert(name), "{name} is listed twice");
            }
        }
        assert!(seen.len() > 100);
    }

    #[test]
    fn what_reaches_the_system_is_not_listed() {
        let allowed = allowed();
        for name in [
            "fork",
            "execve",
            "system",
            "popen",
            "dlopen",
            "dlsym",
            "open",
            "fopen",
            "socket",
            "mmap",
            "mprotect",
            "ptrace",
            "setenv",
            "putenv",
            "getenv",
            "signal",
            "sigaction",
            "kill",
            "pthread_create",
            "clone",
            "syscall",
            "omp_target_memcpy",
            "omp_set_default_device",
            "kmp_set_defaults",
            "clock_gettime",
            "gettimeofday",
            "prctl",
            "read",
            "write",
        ] {
            assert!(!allowed.may_call(name), "{name}");
        }
        assert!(allowed.may_call("sin") && allowed.may_call("__kmpc_fork_call"));
    }

    #[test]
    fn runtime_and_system_names_cannot_be_defined() {
        let allowed = allowed();
        for name in [
            "omp_get_wtime",
            "__kmpc_omp_taskwait",
            "__tgt_target_kernel",
            "malloc",
            "memcpy",
            "main",
            "judge_call",
            "sin",
        ] {
            assert!(allowed.is_reserved(name), "{name}");
        }
        assert!(!allowed.is_reserved("kernel") && !allowed.is_reserved("helper"));
    }
}
