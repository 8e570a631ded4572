//! What judge and runner tell each other on the page.

/// What the runner is doing; the judge's messages name it when the runner dies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Phase {
    /// The process has not reached its first step.
    Starting = 0,
    /// Mapping the judge's buffers.
    Mapping = 1,
    /// Loading the shared object.
    Loading = 2,
    /// Running the untimed warm target region.
    Warming = 3,
    /// Narrowing its own system calls.
    Narrowing = 4,
    /// Waiting for *go*.
    Ready = 5,
    /// Inside the submission's code.
    Calling = 6,
    /// Waiting for the device after the submission's code returned.
    Synchronising = 7,
}

impl Phase {
    pub(super) fn from_word(word: u32) -> Self {
        match word {
            1 => Self::Mapping,
            2 => Self::Loading,
            3 => Self::Warming,
            4 => Self::Narrowing,
            5 => Self::Ready,
            6 => Self::Calling,
            7 => Self::Synchronising,
            _ => Self::Starting,
        }
    }

    /// The phase in words: "while …".
    #[must_use]
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Starting => "starting",
            Self::Mapping => "mapping the judge's buffers",
            Self::Loading => "loading the shared object",
            Self::Warming => "running the warm-up target region",
            Self::Narrowing => "narrowing its system calls",
            Self::Ready => "waiting for a call",
            Self::Calling => "running the kernel",
            Self::Synchronising => "waiting for the device",
        }
    }
}

/// What the judge asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Order {
    /// Nothing: measures the hand-off itself.
    Empty = 0,
    /// Call the kernel.
    Call = 1,
    /// Touch every page of the buffers from the object's own threads, so that memory lies near them.
    Touch = 2,
    /// Leave by `_exit`.
    Leave = 3,
    /// Make the device this process's again, as the steps of [`settle`] in the first argument say: what the judge did on it
    /// between two calls is no part of a kernel's time.
    Settle = 4,
    /// Print the shape of each launch of the next call to standard error, see [`crate::launch`].
    Describe = 5,
    /// Poison what the next call allocates on the device for itself.
    Poison = 6,
}

impl Order {
    /// The order that a word on the page stands for; nothing for a word of no order.
    pub(super) fn from_word(word: u32) -> Option<Self> {
        use Order::{Call, Describe, Empty, Leave, Poison, Settle, Touch};
        [Empty, Call, Touch, Leave, Settle, Describe, Poison].into_iter().find(|order| *order as u32 == word)
    }
}

/// What [`Order::Settle`] does: a sum of steps.
pub mod settle {
    /// Small operations for a moment: a device that another process used last switches contexts at the next one, and one
    /// that was idle wakes up.
    pub const AWAKE: u64 = 1;
    /// The object's own device code looks at each page of every buffer: after the switch, neither the device knows where
    /// they lie, nor has the processor the runtime's launch at hand.
    pub const TOUCH: u64 = 2;
    /// Every step.
    pub const ALL: u64 = AWAKE | TOUCH;
}

/// Why the runner's signal handler ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// Signal number.
    pub signal: i32,
    /// Faulting address relative to the buffer, when it lies in one.
    pub buffer: Option<FaultBuffer>,
}

/// A fault inside one of the judge's buffers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FaultBuffer {
    /// Index of the array parameter among the arrays.
    pub array: usize,
    /// Whether host code touched a buffer that was closed to the host.
    pub guarded: bool,
}

/// A kernel that failed on the device, as the runner's driver named it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceFault {
    /// The driver's number (`CUresult`, `hipError_t`).
    pub code: u32,
    /// Its enumerator and text: `CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)`.
    pub name: String,
}

/// Counters of one call, from the OpenMP tools interface and the runner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CallReport {
    /// Target regions submitted to a device.
    pub launches: u64,
    /// Target regions that fell back to the host.
    pub host_launches: u64,
    /// Bytes moved from host to device.
    pub to_device: u64,
    /// Bytes moved from device to host.
    pub from_device: u64,
    /// Nanoseconds between submit begin and submit end, summed.
    pub region_ns: u64,
    /// The runner's own time for the call, nanoseconds; a cross-check only.
    pub runner_ns: u64,
    /// Nanoseconds the host-access guard spent opening and closing the buffers.
    pub guard_ns: u64,
    /// Processor time of host threads at work while a target region held guarded buffers open, nanoseconds.
    pub beside_ns: u64,
    /// Processor time of host threads at work otherwise, nanoseconds.
    pub aside_ns: u64,
    /// Processor time of launching threads inside target regions, nanoseconds.
    pub launcher_ns: u64,
}
