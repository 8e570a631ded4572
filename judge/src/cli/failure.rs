//! Why a command has no result.

use super::{Exit, Printer};

/// A message for standard error, and what the process tells its caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure {
    message: String,
    exit: Exit,
}

impl Failure {
    pub(super) fn new(message: impl ToString, exit: Exit) -> Self {
        Self { message: message.to_string(), exit }
    }

    /// The command line, or a file named on it, is wrong.
    pub(super) fn usage(message: impl ToString) -> Self {
        Self::new(message, Exit::Usage)
    }

    /// The judge cannot do its work.
    pub(super) fn judge(message: impl ToString) -> Self {
        Self::new(message, Exit::JudgeError)
    }

    /// A signal came first.
    pub(super) fn interrupted() -> Self {
        Self::judge("interrupted; every process it started has ended, and there is no result")
    }

    /// Prints the message.
    pub(super) fn tell(&self, printer: Printer) -> Exit {
        printer.error(&format!("judge: {}", self.message));
        self.exit
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}
