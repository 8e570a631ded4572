//! Resource limits of the program's process, beside the control group's.

use crate::Limits;

/// One limit; soft and hard are the same.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rlimit {
    pub(crate) name: &'static str,
    pub(crate) resource: libc::__rlimit_resource_t,
    pub(crate) value: u64,
}

/// The limits to set, in order.
///
/// `processes` is given when no control group counts them.
pub(crate) fn plan(limits: &Limits, open_files: u64, processes: Option<u32>) -> Vec<Rlimit> {
    let limit = |name, resource, value: u64| Rlimit { name, resource, value: value.min(hard_limit(resource)) };
    // The kernel counts whole seconds per process and kills a process that goes past; the exact limit is ours.
    let cpu = limits.cpu.map(|cpu| cpu.as_secs() + 2);
    [
        Some(limit("core", libc::RLIMIT_CORE, 0)),
        Some(limit("file_size", libc::RLIMIT_FSIZE, limits.file_size)),
        Some(limit("open_files", libc::RLIMIT_NOFILE, open_files)),
        Some(limit("stack", libc::RLIMIT_STACK, limits.stack)),
        Some(limit("locked memory", libc::RLIMIT_MEMLOCK, limits.memory)),
        Some(limit("message queues", libc::RLIMIT_MSGQUEUE, 0)),
        cpu.map(|seconds| limit("cpu", libc::RLIMIT_CPU, seconds)),
        limits.address_space.map(|bytes| limit("address_space", libc::RLIMIT_AS, bytes)),
        // The jail's init counts as well.
        processes.map(|count| limit("processes", libc::RLIMIT_NPROC, u64::from(count) + 1)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What this process may ask for at most; the jail's user cannot raise it.
fn hard_limit(resource: libc::__rlimit_resource_t) -> u64 {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointer is to a live struct.
    if unsafe { libc::getrlimit(resource, &raw mut limit) } == 0 { limit.rlim_max } else { libc::RLIM_INFINITY }
}
