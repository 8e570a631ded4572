//! Why a jail could not be started.

use std::io;
use std::path::PathBuf;

use crate::{Isolation, PolicyError, Step};

/// Why a program was not started in its jail. None of these is the program's fault.
#[derive(Debug, thiserror::Error)]
pub enum JailError {
    /// A limit is zero or absurd.
    #[error("limit `{field}` is {value}; give {allowed}")]
    Limit {
        /// The field of [`crate::Limits`].
        field: &'static str,
        /// What it was set to.
        value: String,
        /// What it may be.
        allowed: &'static str,
    },
    /// A full jail needs a system-call policy.
    #[error("no system-call policy was chosen; call `Jail::policy`, or lower the isolation explicitly")]
    NoPolicy,
    /// The policy does not compile to a filter.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// A path that the jail should show does not exist or cannot be looked at.
    #[error("cannot look at `{}`, which was to be bound into the jail", path.display())]
    Source {
        /// The path outside the jail.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A path, argument or variable cannot be passed on.
    #[error("{what} `{value}` {why}")]
    Argument {
        /// What kind of value it is.
        what: &'static str,
        /// The value, made printable.
        value: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// Two descriptors want one number, or a number is out of range.
    #[error("descriptor number {target} {why}")]
    Descriptor {
        /// The number inside the jail.
        target: i32,
        /// What is wrong with it.
        why: &'static str,
    },
    /// The calling side of the set-up failed.
    #[error("cannot {action}")]
    Prepare {
        /// What was tried.
        action: &'static str,
        /// The system's reason.
        source: io::Error,
    },
    /// A control group could not be set up.
    #[error("cannot {action} `{}`", path.display())]
    Cgroup {
        /// What was tried.
        action: &'static str,
        /// The control group's file or folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A step inside the new process failed.
    #[error("cannot {step}{}{}", subject(about), hint(fix))]
    Setup {
        /// The step.
        step: Step,
        /// The path or name it was about.
        about: Option<String>,
        /// What a person can do, when that is known.
        fix: Option<String>,
        /// The system's reason.
        source: io::Error,
    },
    /// The machine lacks a layer that the isolation asks for.
    #[error("isolation `{asked}` needs {layer}, which this machine lacks: {reason}; {fix}")]
    Missing {
        /// The isolation that was asked for.
        asked: Isolation,
        /// The layer.
        layer: &'static str,
        /// What was seen.
        reason: String,
        /// What a person can do.
        fix: String,
    },
    /// The new process died or went silent before it reported.
    #[error("the new process {what} before it could start the program")]
    Silent {
        /// What it did.
        what: &'static str,
    },
}

fn subject(about: &Option<String>) -> String {
    about.as_deref().map(|about| format!(" `{about}`")).unwrap_or_default()
}

fn hint(fix: &Option<String>) -> String {
    fix.as_deref().map(|fix| format!(" ({fix})")).unwrap_or_default()
}

impl JailError {
    pub(crate) fn prepare(action: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Prepare { action, source }
    }
}
