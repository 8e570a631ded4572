//! Why a GPU cannot be used, each with what to do about it.

use super::driver::{CallError, LoadError, MemoryInfo};
use super::visible::{Choice, Vendor, VisibleError};

/// A GPU that cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// There is no driver library.
    #[error("no {vendor} driver on this machine: {source}; install the driver, or use --device host")]
    NoDriver {
        /// Whose.
        vendor: Vendor,
        /// The loader's answer.
        source: LoadError,
    },
    /// The library is there, but not the driver behind it.
    #[error("the {vendor} driver does not answer: {source}; {hint}")]
    DriverSilent {
        /// Whose.
        vendor: Vendor,
        /// The driver's answer.
        source: CallError,
        /// What to do.
        hint: &'static str,
    },
    /// The driver lacks what the judge needs.
    #[error("the {vendor} driver is too old: it offers {found}, the judge needs {needed}; update the driver")]
    DriverTooOld {
        /// Whose.
        vendor: Vendor,
        /// What it has.
        found: String,
        /// What the judge needs.
        needed: &'static str,
    },
    /// An environment variable hides or misnames the devices.
    #[error(transparent)]
    Visible(#[from] VisibleError),
    /// The driver sees no device.
    #[error("the {vendor} driver sees no GPU; {}, or use --device host", vendor.where_to_look())]
    NoDevice {
        /// Whose.
        vendor: Vendor,
    },
    /// The device asked for is not there.
    #[error("{why} {choice}; visible: {have}")]
    NoSuchDevice {
        /// What was asked for.
        choice: Choice,
        /// Which part does not hold.
        why: String,
        /// The visible devices.
        have: String,
    },
    /// The administrator closed the device to computing.
    #[error("{device} is in prohibited compute mode: no process may use it; `nvidia-smi -c DEFAULT` opens it")]
    Prohibited {
        /// Its name.
        device: String,
    },
    /// The device takes one process at a time.
    #[error(
        "{device} is in exclusive-process mode, and the judge and its runner are two processes; `nvidia-smi -c DEFAULT` lets both in"
    )]
    Exclusive {
        /// Its name.
        device: String,
    },
    /// Another process has the device.
    #[error("{device} is busy or unavailable: {source}; wait until the process that holds it ends")]
    Busy {
        /// Its name.
        device: String,
        /// The driver's answer.
        source: CallError,
    },
    /// No memory for a context.
    #[error("{device} has no memory left for a context{}; end the processes that hold it", describe(.memory))]
    OutOfMemory {
        /// Its name.
        device: String,
        /// What it has, where the driver says.
        memory: Option<MemoryInfo>,
    },
    /// Buffers cannot travel as descriptors.
    #[error(
        "{device} cannot share memory as file descriptors ({what}); the judge cannot own a submission's buffers there"
    )]
    NoSharing {
        /// Its name.
        device: String,
        /// The missing part.
        what: &'static str,
    },
    /// The judge's own kernels are text that the driver translates.
    #[error(
        "{device} does not load the judge's own kernels: {source}; install the driver's libnvidia-ptxjitcompiler.so.1 or update \
         the driver"
    )]
    Kernels {
        /// Its name.
        device: String,
        /// The driver's answer.
        source: CallError,
    },
    /// Anything else.
    #[error("{device}: {source}")]
    Call {
        /// Its name, or the driver's.
        device: String,
        /// The driver's answer.
        source: CallError,
    },
}

impl OpenError {
    /// The sentence for a list of what was tried: a machine without a vendor's driver is the usual case there.
    #[must_use]
    pub fn brief(&self) -> String {
        match self {
            Self::NoDriver { vendor, .. } => format!("no {vendor} driver"),
            other => other.to_string(),
        }
    }
}

/// `: 1.2 GiB of 140.4 GiB free`, or nothing.
pub(super) fn describe(memory: &Option<MemoryInfo>) -> String {
    #[allow(clippy::cast_precision_loss, reason = "one decimal of gibibytes")]
    let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
    memory.map_or_else(String::new, |m| format!(": {:.1} GiB of {:.1} GiB free", gib(m.free), gib(m.total)))
}
