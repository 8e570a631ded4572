//! Counts what a jail uses where no control group does: by walking its processes now and then.

use std::fs;
use std::time::Duration;

/// What a walk over the processes saw.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Sample {
    /// Processor time of the living processes and of the children they waited for.
    pub(crate) cpu: Duration,
    /// Private memory of the living processes, in bytes.
    pub(crate) memory: u64,
}

/// Walks the trees below `roots`, these included. Processes that end meanwhile are left out.
pub(crate) fn walk(roots: &[libc::pid_t]) -> Sample {
    // SAFETY: asks for two constants of the system.
    let (page, ticks) = unsafe { (libc::sysconf(libc::_SC_PAGESIZE), libc::sysconf(libc::_SC_CLK_TCK)) };
    let mut sample = Sample::default();
    let mut pending: Vec<String> = roots.iter().map(ToString::to_string).collect();
    while let Some(pid) = pending.pop() {
        if let Some(used) = fs::read_to_string(format!("/proc/{pid}/stat")).ok().and_then(|stat| ticks_used(&stat)) {
            sample.cpu += Duration::from_secs_f64(used as f64 / ticks.max(1) as f64);
        }
        if let Some(pages) = fs::read_to_string(format!("/proc/{pid}/statm")).ok().and_then(|statm| private(&statm)) {
            sample.memory += pages * page.max(1) as u64;
        }
        // Every thread has its own list of children.
        for thread in fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten() {
            let children = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            pending.extend(children.split_whitespace().map(str::to_owned));
        }
    }
    sample
}

/// User and system time, own and of waited-for children, in clock ticks.
fn ticks_used(stat: &str) -> Option<u64> {
    let fields = stat.rsplit_once(')')?.1;
    let times: Vec<u64> = fields.split_whitespace().skip(11).take(4).map_while(|field| field.parse().ok()).collect();
    (times.len() == 4).then(|| times.iter().sum())
}

/// Resident pages that are not shared with a file or another process's mapping.
fn private(statm: &str) -> Option<u64> {
    let mut fields = statm.split_whitespace().skip(1).map(str::parse::<u64>);
    let (resident, shared) = (fields.next()?.ok()?, fields.next()?.ok()?);
    Some(resident.saturating_sub(shared))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_kernel_formats() {
        let stat = "7 (a ) b) S 1 7 7 0 -1 4194560 100 0 0 0 5 6 7 8 20 0 1 0 100 0 0";
        assert_eq!(ticks_used(stat), Some(26));
        assert_eq!(ticks_used("7 (a"), None);
        assert_eq!(private("500 120 100 5 0 90 0"), Some(20));
        assert_eq!(private(""), None);
    }

    #[test]
    fn sees_this_process() {
        let memory = vec![1_u8; 32 << 20];
        let sample = walk(&[std::process::id() as libc::pid_t]);
        assert!(sample.memory >= memory.len() as u64, "{sample:?}");
        assert_eq!(walk(&[-1]), Sample::default());
    }
}
