//! Namespaces, and who the jailed program is outside and inside.

use std::ffi::CStr;

use super::{At, Failure, files};
use crate::Step;
use crate::plan::Plan;
use crate::sys;

/// Namespaces of a full jail.
const NAMESPACES: libc::c_int = libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP;

/// Gives up the caller's user when that is root, then creates and enters the namespaces.
///
/// The process maps itself: it becomes the outside user first, so no second process has to write the maps and
/// nobody waits for anybody.
pub(super) fn enter_namespaces(plan: &Plan) -> Result<(), Failure> {
    let ids = &plan.ids;
    if ids.drop_root {
        // The C library's wrappers would signal the threads that the caller has and this copy lacks.
        // SAFETY: plain integers; an empty group list may be null.
        unsafe {
            sys::check(libc::syscall(libc::SYS_setgroups, 0, 0)).at(Step::DropIds)?;
            sys::check(libc::syscall(libc::SYS_setresgid, ids.gid, ids.gid, ids.gid)).at(Step::DropIds)?;
            sys::check(libc::syscall(libc::SYS_setresuid, ids.uid, ids.uid, ids.uid)).at(Step::DropIds)?;
        }
    }
    // A process that changed its user, or is not dumpable, does not own its own files in /proc.
    sys::prctl(libc::PR_SET_DUMPABLE, 1).at(Step::MapIds)?;
    // SAFETY: plain integers; this process has one thread.
    sys::check(unsafe { libc::unshare(NAMESPACES) }.into()).at(Step::Namespaces)?;
    write(c"/proc/self/setgroups", b"deny", 0)?;
    write(c"/proc/self/uid_map", ids.uid_map.as_bytes(), 1)?;
    write(c"/proc/self/gid_map", ids.gid_map.as_bytes(), 2)?;
    // From here on no process of the jail may look into this copy of the caller's memory.
    sys::prctl(libc::PR_SET_DUMPABLE, 0).at(Step::MapIds)
}

fn write(path: &CStr, text: &[u8], about: usize) -> Result<(), Failure> {
    files::write(path, text).about(Step::MapIds, about)
}
