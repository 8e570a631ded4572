//! What one process of a submission did.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Bytes, HostWork, Nanoseconds, OutputComparison};

/// One process: several calls of the kernel on rotating inputs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// Calls made, warm-up included.
    pub calls: u64,
    /// Launches of the call with the fewest.
    pub launches_min: u64,
    /// Launches of the call with the most.
    pub launches_max: u64,
    /// Target regions that ran on the host instead of the device.
    pub host_regions: u64,
    /// Most bytes that one call moved to the device.
    pub to_device: Bytes,
    /// Most bytes that one call moved from the device.
    pub from_device: Bytes,
    /// Time inside target regions, over all calls.
    pub in_target_regions: Nanoseconds,
    /// Time of all calls, by the judge's clock.
    pub in_calls: Nanoseconds,
    /// Time from start to ready: loading the library, its constructors, the first target region.
    pub load: Nanoseconds,
    /// Host code that touched device memory outside a launch.
    pub host_access: Option<HostAccess>,
    /// Work of host threads in the call that [`HostWork::telling`] picks.
    pub host_work: Option<HostWork>,
    /// An output that changed after its call had returned.
    pub late_write: Option<LateWrite>,
    /// A guard region that was written.
    pub overrun: Option<Overrun>,
    /// The runner's own clock against the judge's, where they disagree.
    pub clock_mismatch: Option<ClockMismatch>,
    /// Each output compared with the reference, and on the exact twin.
    pub outputs: Vec<OutputComparison>,
    /// What the submission printed to standard error, shortened.
    pub stderr: String,
}

/// How a process ended, by evidence that the judge owns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "how")]
pub enum End {
    /// All calls returned and the process left in order.
    Completed,
    /// All calls returned; only then the process crashed or hung. Results stand.
    CompletedThenFailed {
        /// What happened.
        what: String,
    },
    /// It tried what the jail forbids.
    SecurityViolation {
        /// What it tried.
        what: String,
    },
    /// Its memory limit was reached.
    MemoryLimit {
        /// The limit.
        limit: Bytes,
    },
    /// The judge's timer ended it.
    TimeLimit {
        /// The limit.
        limit: Nanoseconds,
    },
    /// The limit on the whole judgement ended it: [`Evidence::overtime`](super::Evidence::overtime) says more.
    Overtime,
    /// It printed more than it may.
    OutputLimit {
        /// The limit.
        limit: Bytes,
    },
    /// The offload runtime found no device code to run.
    NoDevice {
        /// The runtime's own words.
        what: String,
    },
    /// It crashed, exited or was killed before all calls had returned.
    Crashed {
        /// A signal, an exit status, a device fault.
        what: String,
    },
}

/// Host code touched device memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HostAccess {
    /// The array.
    pub array: String,
    /// The call, from 0.
    pub call: u64,
}

/// An output changed after *done*.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LateWrite {
    /// The array.
    pub array: String,
    /// The call, from 0.
    pub call: u64,
    /// First byte that changed.
    pub offset: u64,
}

/// A guard region beside an array was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Overrun {
    /// The array.
    pub array: String,
    /// Which side of it.
    pub side: Side,
    /// Distance of the first changed byte from the array's edge.
    pub distance: Bytes,
}

/// A side of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Before its first element.
    Before,
    /// After its last element.
    After,
}

/// The two clocks disagree on a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClockMismatch {
    /// The call, from 0.
    pub call: u64,
    /// The judge's time, which counts.
    pub judge: Nanoseconds,
    /// The runner's time.
    pub runner: Nanoseconds,
}
