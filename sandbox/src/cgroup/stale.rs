//! Names of groups, and the removal of those whose caller is dead.
//!
//! A caller that is killed cannot remove its groups. Their processes die with it, so the folders stay empty until
//! the next caller comes by.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

const PREFIX: &str = "jail";

/// Who created a group: a process, told apart from a later one with the same number by its start, and from one in
/// another container by its pid namespace.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Owner {
    namespace: String,
    pid: String,
    started: String,
}

impl Owner {
    fn this_process() -> &'static Self {
        static OWNER: OnceLock<Owner> = OnceLock::new();
        OWNER.get_or_init(|| {
            let pid = std::process::id().to_string();
            Self { namespace: namespace(), started: started(&pid).unwrap_or_default(), pid }
        })
    }

    /// Whether the process is known to be dead; one that cannot be seen from here is not.
    fn is_dead(&self) -> bool {
        self.namespace == Self::this_process().namespace && started(&self.pid).as_ref() != Some(&self.started)
    }
}

/// The number of this process's pid namespace.
fn namespace() -> String {
    let link = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    link.to_string_lossy().chars().filter(char::is_ascii_digit).collect()
}

/// When a process started, in clock ticks since the machine did.
fn started(pid: &str) -> Option<String> {
    // The name in parentheses may hold anything; the start is the twentieth field after it.
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(19).map(str::to_owned)
}

/// A name that no other group has.
pub(super) fn fresh_name() -> String {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let Owner { namespace, pid, started } = Owner::this_process();
    format!("{PREFIX}-{namespace}-{pid}-{started}-{}", COUNTER.fetch_add(1, Ordering::Relaxed))
}

fn owner(name: &str) -> Option<Owner> {
    let mut parts = name.split('-');
    (parts.next()? == PREFIX).then_some(())?;
    let owner =
        Owner { namespace: parts.next()?.to_owned(), pid: parts.next()?.to_owned(), started: parts.next()?.to_owned() };
    parts.next()?.parse::<u64>().ok()?;
    (parts.next().is_none() && owner.pid.parse::<u32>().is_ok()).then_some(owner)
}

/// Removes the groups below `folder` whose caller is dead. One that still has processes stays.
pub(super) fn remove(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if owner(&entry.file_name().to_string_lossy()).is_some_and(|owner| owner.is_dead()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_a_living_owner() {
        let (first, second) = (fresh_name(), fresh_name());
        assert_ne!(first, second);
        assert_eq!(owner(&first).as_ref(), Some(Owner::this_process()));
        assert!(!Owner::this_process().is_dead());
    }

    #[test]
    fn a_reused_process_number_is_a_dead_owner() {
        let own = Owner::this_process().clone();
        assert!(Owner { started: "1".to_owned(), ..own.clone() }.is_dead());
        assert!(!Owner { started: "1".to_owned(), namespace: "0".to_owned(), ..own }.is_dead());
    }

    #[test]
    fn other_names_are_left_alone() {
        for name in ["jail", "jail-1-2-3", "jail-1-2-3-4-5", "other-1-2-3-4", "jail-1-x-3-4", "jail-1-2-3-x"] {
            assert_eq!(owner(name), None, "{name}");
        }
    }
}
