//! A compiled filter, ready to be installed between `fork` and `exec`.

use std::fmt;
use std::os::fd::RawFd;
use std::ptr;

use libc::{sock_filter, sock_fprog};

use super::bpf::{self, Denials};
use crate::plan::Exec;
use crate::policy::{ExecRule, Policy, PolicyError};
use crate::sys::{self, Errno};

/// A compiled filter.
pub(crate) struct Filter {
    program: Vec<sock_filter>,
}

impl fmt::Debug for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Filter({} instructions)", self.program.len())
    }
}

impl Filter {
    /// The filter for a program that the caller starts; denials are reported to the caller, and so is what the policy
    /// that the program will be `narrowed` to denies.
    pub(crate) fn for_program(policy: &Policy, narrowed: Option<&Policy>, exec: Exec) -> Result<Self, PolicyError> {
        narrowed.map_or(Ok(()), Policy::check_second_stage)?;
        let descriptor = match (policy.exec, exec) {
            (ExecRule::Never, _) => {
                let what = "allows no program to start; it is for `narrow`";
                return Err(PolicyError::Use { policy: policy.name().to_owned(), what });
            }
            (_, Exec::Path) => None,
            (_, Exec::Descriptor(number)) => Some(number),
        };
        Ok(Self { program: bpf::compile(policy, narrowed, Denials::Reported, descriptor) })
    }

    /// The filter for a running program that narrows itself; the kernel answers denials alone.
    pub(crate) fn for_self(policy: &Policy) -> Self {
        Self { program: bpf::compile(policy, None, Denials::Silent, None) }
    }

    /// Installs the filter on the calling thread and returns the descriptor that denials are reported to.
    pub(crate) fn install_with_listener(&self) -> Result<RawFd, Errno> {
        self.install(libc::SECCOMP_FILTER_FLAG_NEW_LISTENER).map(|fd| fd as RawFd)
    }

    /// Installs the filter on every thread of the calling process.
    ///
    /// The error is a thread's id when that thread kept the kernel from it.
    pub(crate) fn install_on_every_thread(&self) -> Result<(), Errno> {
        match self.install(libc::SECCOMP_FILTER_FLAG_TSYNC)? {
            0 => Ok(()),
            _ => Err(libc::ESRCH),
        }
    }

    fn install(&self, flags: libc::c_ulong) -> Result<libc::c_long, Errno> {
        let program = sock_fprog { len: self.program.len() as u16, filter: self.program.as_ptr().cast_mut() };
        // SAFETY: the program outlives the call, which copies it.
        sys::check(unsafe {
            libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, ptr::from_ref(&program))
        })
    }
}
