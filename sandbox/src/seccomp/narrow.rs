//! The second stage: a running program gives up what it no longer needs.

use std::io;

use super::filter::Filter;
use crate::Policy;
use crate::policy::PolicyError;
use crate::sys;

/// Why a program could not narrow itself.
#[derive(Debug, thiserror::Error)]
pub enum NarrowError {
    /// The policy is not one for this.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// New privileges could not be forbidden.
    #[error("cannot forbid new privileges")]
    NoNewPrivs(#[source] io::Error),
    /// The filter was refused.
    #[error("cannot install the policy on every thread")]
    Install(#[source] io::Error),
}

/// Restricts every thread of the calling process, for good, to what `policy` allows.
///
/// Denied calls are answered by the kernel: with an error number, or with the end of the process. Inside a jail that
/// [narrows to](crate::Jail::narrows_to) a policy they are answered by the jail's caller, by that policy. Threads that
/// are started later inherit the restriction.
///
/// # Errors
///
/// When the policy lets programs be executed or narrows further, or the kernel refuses the filter. Nothing is
/// restricted then.
pub fn narrow(policy: &Policy) -> Result<(), NarrowError> {
    policy.check_second_stage()?;
    let filter = Filter::for_self(policy);
    // Inside a jail this is set already, and asking again might be denied.
    // SAFETY: takes no argument.
    if unsafe { libc::prctl(libc::PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) } != 1 {
        sys::prctl(libc::PR_SET_NO_NEW_PRIVS, 1)
            .map_err(|errno| NarrowError::NoNewPrivs(io::Error::from_raw_os_error(errno)))?;
    }
    filter.install_on_every_thread().map_err(|errno| NarrowError::Install(io::Error::from_raw_os_error(errno)))
}
