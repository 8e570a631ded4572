//! Exit codes: documented constants, mapped in one place.

use std::process::ExitCode;

/// What the process tells its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    /// 0: accepted, or the command did what was asked.
    Accepted,
    /// 1: the submission was not accepted, or a check or selftest failed.
    NotAccepted,
    /// 2: the command line or a file named on it is wrong.
    Usage,
    /// 3: the judge itself could not do its work; never the submitter's fault.
    JudgeError,
}

/// The codes, as `--help` shows them.
pub(super) const HELP: &str = "\
Exit codes:
  0  accepted, or the command did what was asked
  1  not accepted, or accepted and below --min-speedup
  2  the command line or a file named on it is wrong
  3  the judge could not do its work, or was interrupted";

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Accepted => 0,
            Exit::NotAccepted => 1,
            Exit::Usage => 2,
            Exit::JudgeError => 3,
        })
    }
}

/// Prints clap's own message; `--help` and `--version` are not errors, unless what was asked for cannot be written.
pub(super) fn for_usage(error: &clap::Error) -> Exit {
    match error.print() {
        _ if error.use_stderr() => Exit::Usage,
        // A closed standard output is the reader's choice.
        Err(lost) if lost.kind() != std::io::ErrorKind::BrokenPipe => Exit::JudgeError,
        _ => Exit::Accepted,
    }
}
