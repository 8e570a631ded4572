//! Everything that the new processes need, prepared before the fork.

use std::ffi::{CString, c_char, c_void};
use std::os::fd::RawFd;
use std::os::unix::ffi::OsStrExt;
use std::ptr;

use crate::JailError;
use crate::ids::Ids;
use crate::jail::Jail;
use crate::landlock::Ruleset;
use crate::mounts::{Mount, c_string};
use crate::rlimits::Rlimit;
use crate::seccomp::Filter;

/// How the program is executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exec {
    /// By its path; the policy lets the program execute others.
    Path,
    /// By a descriptor with this number, the only one that the filter lets through.
    ///
    /// The number is above the limit on open files and closed by `exec`, so the program can never open anything
    /// there: it cannot execute a second time.
    Descriptor(RawFd),
}

/// One descriptor and its number in the program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pass {
    pub(crate) from: RawFd,
    pub(crate) to: RawFd,
}

/// Everything that the new processes need. Descriptors are numbers only; the spawning function owns them.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) ids: Ids,
    pub(crate) mounts: Vec<Mount>,
    pub(crate) cgroups: Vec<RawFd>,
    pub(crate) landlock: Option<Ruleset>,
    pub(crate) rlimits: Vec<Rlimit>,
    pub(crate) open_files_hard: u64,
    pub(crate) filter: Option<Filter>,
    pub(crate) exec: Exec,
    pub(crate) program: CString,
    pub(crate) current_dir: CString,
    pub(crate) arguments: Strings,
    pub(crate) environment: Strings,
    /// Sorted by target.
    pub(crate) descriptors: Vec<Pass>,
    /// Where the launcher's report goes.
    pub(crate) report: RawFd,
    /// A pidfd of the caller.
    pub(crate) caller: RawFd,
    /// The init's end of the control socket.
    pub(crate) control: RawFd,
    pub(crate) stack: Stack,
}

impl Plan {
    /// The upper end of the stack for the program's process before `exec`.
    pub(crate) fn stack_top(&self) -> *mut c_void {
        self.stack.0.as_ptr_range().end.cast_mut().cast()
    }
}

/// A stack for the process that shares the launcher's memory.
#[derive(Debug)]
pub(crate) struct Stack(Vec<u128>);

impl Default for Stack {
    fn default() -> Self {
        // Sixteen-byte elements keep the top aligned as the calling convention wants it.
        Self(vec![0; (64 << 10) / size_of::<u128>()])
    }
}

/// Strings with the null-terminated array of pointers that `exec` takes.
#[derive(Debug)]
pub(crate) struct Strings {
    _owned: Vec<CString>,
    pointers: Vec<*const c_char>,
}

impl Strings {
    pub(crate) fn new(owned: Vec<CString>) -> Self {
        let pointers = owned.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect();
        Self { _owned: owned, pointers }
    }

    pub(crate) fn as_ptr(&self) -> *const *const c_char {
        self.pointers.as_ptr()
    }
}

/// The program's argument list.
pub(crate) fn arguments(jail: &Jail) -> Result<Strings, JailError> {
    let owned = jail.arguments.iter().map(|text| c_string("argument", text.as_bytes())).collect::<Result<_, _>>()?;
    Ok(Strings::new(owned))
}

/// The program's environment.
pub(crate) fn environment(jail: &Jail) -> Result<Strings, JailError> {
    let variable = |(name, value): &(std::ffi::OsString, std::ffi::OsString)| {
        if name.is_empty() || name.as_bytes().contains(&b'=') {
            let value = name.to_string_lossy().into_owned();
            return Err(JailError::Argument { what: "variable", value, why: "is no name" });
        }
        c_string("variable", &[name.as_bytes(), b"=", value.as_bytes()].concat())
    };
    Ok(Strings::new(jail.environment.iter().map(variable).collect::<Result<_, _>>()?))
}
