//! Everything a verdict stands on, as plain data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::stats::Timing;
use super::{Bytes, Nanoseconds, Overtime, Run};
use crate::gate::Comparison;
use judge_abi::device::{DeviceIdentity, DeviceState, Floor as Peaks, MemoryInfo};
use judge_abi::launch::Launch;

/// Version of the document that holds evidence, verdict and score.
pub const SCHEMA: u32 = 1;

/// What the judge found out about one submission to one task. A stage that was not reached has left nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// Name of the task.
    pub task: String,
    /// What was judged.
    pub submission: Submission,
    /// SHA-256 of the seed of the inputs, in hexadecimal; never the seed.
    pub seed_sha256: String,
    /// What was allowed.
    pub limits: Limits,
    /// Static check.
    pub check: Option<Check>,
    /// Compilation.
    pub build: Option<Build>,
    /// Compiler and libraries, as probed.
    pub toolchain: Option<Toolchain>,
    /// Where kernels ran.
    pub device: Option<Device>,
    /// What the submission was shut in with.
    pub isolation: Option<Isolation>,
    /// Cost of the hand-off of an empty call on this machine, included in every time.
    pub handoff: Option<Nanoseconds>,
    /// Wall time of each stage, in order.
    pub stages: Vec<Stage>,
    /// Every size that was run, in order.
    pub sizes: Vec<Size>,
    /// The limit on the whole judgement, when it was reached.
    pub overtime: Option<Overtime>,
    /// What the judge itself could not do.
    pub failure: Option<Failure>,
}

/// One stage of the judge's work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stage {
    /// Its name.
    pub name: String,
    /// Its wall time.
    pub wall: Nanoseconds,
}

/// The submitted file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Submission {
    /// Its name, without folders.
    pub file: String,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
    /// Its language.
    pub language: Language,
}

/// Language of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// C with OpenMP offload.
    C,
    /// C++ with OpenMP offload.
    Cpp,
    /// Fortran with OpenMP offload.
    Fortran,
    /// HIP.
    Hip,
}

/// What a submission may do and a person asked for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    /// Bytes that may move each way inside one timed call: arguments, never arrays.
    pub transfer_per_call: Bytes,
    /// Array parameters of the kernel, each of which may move one descriptor a launch in Fortran.
    pub arrays: u64,
    /// Geometric-mean speed-up that was asked for.
    pub min_speedup: Option<f64>,
}

/// Bytes of a Fortran array descriptor of rank 7 (`CFI_cdesc_t`: 24 bytes, and 24 for each dimension). One of rank 1 was
/// seen to move 48.
const DESCRIPTOR: u64 = 24 + 7 * 24;

impl Limits {
    /// Default of [`Limits::transfer_per_call`].
    pub const TRANSFER: Bytes = Bytes(4096);

    /// Bytes that a call of `launches` launches may move each way.
    #[must_use]
    pub fn transfer(&self, language: Language, launches: u64) -> Bytes {
        let descriptors = match language {
            Language::Fortran => self.arrays.saturating_mul(launches.max(1)).saturating_mul(DESCRIPTOR),
            Language::C | Language::Cpp | Language::Hip => 0,
        };
        Bytes(self.transfer_per_call.0.saturating_add(descriptors))
    }
}

/// Outcome of the static check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    /// Whether the source was preprocessed by the compiler that builds it.
    pub preprocessed: bool,
    /// What was found, in source order.
    pub findings: Vec<Finding>,
}

/// One finding of the static check or of the object's inspection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// Code of the rule.
    pub code: String,
    /// Whether it refuses the submission.
    pub refuses: bool,
    /// Line of the source, from 1; null for what stands in the built object.
    pub line: Option<u32>,
    /// What is wrong.
    pub message: String,
}

impl Finding {
    /// Where it stands, in words.
    #[must_use]
    pub fn place(&self) -> String {
        self.line.map_or_else(|| "in the object".to_owned(), |line| format!("line {line}"))
    }
}

/// Outcome of the build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Build {
    /// Whether the result came from the cache.
    pub cached: bool,
    /// Wall time of the build, or of fetching it from the cache.
    pub wall: Nanoseconds,
    /// Flags, as rendered from the toolchain.
    pub flags: Vec<String>,
    /// What the compiler says of each kernel: registers, spills, shared memory.
    pub resources: Vec<String>,
    /// Why there is no result.
    pub failed: Option<BuildFailure>,
}

/// Why a build gave nothing to run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BuildFailure {
    /// One sentence.
    pub reason: String,
    /// The compiler's own words, shortened.
    pub output: String,
}

/// Identity of the toolchain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Toolchain {
    /// Compiler of the submission, with its version.
    pub compiler: String,
    /// Hash over the toolchain's files.
    pub identity: String,
}

/// The device that ran the kernels.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Device {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: DeviceKind,
    /// Why this device, when the choice was the judge's.
    pub chosen: Option<String>,
    /// What its driver says of it.
    pub identity: Option<DeviceIdentity>,
    /// The best that was measured on it.
    pub peaks: Option<Peaks>,
    /// Its memory before the first run and after the last.
    pub memory: Option<[MemoryInfo; 2]>,
}

impl Device {
    /// A device of which no more is known.
    #[must_use]
    pub const fn named(name: String, kind: DeviceKind) -> Self {
        Self { name, kind, chosen: None, identity: None, peaks: None, memory: None }
    }
}

/// Kind of device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeviceKind {
    /// The processor itself, through LLVM's host offload plugin: a dry run.
    Host,
    /// An NVIDIA GPU.
    Cuda,
    /// An AMD GPU.
    Hip,
}

impl DeviceKind {
    /// Whether a speed-up over the processor means anything.
    #[must_use]
    pub const fn is_comparable(self) -> bool {
        match self {
            Self::Host => false,
            Self::Cuda | Self::Hip => true,
        }
    }
}

/// How a submission's process was shut in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Isolation {
    /// Name of the level that was active.
    pub level: String,
    /// The layers of that level that were active.
    pub layers: Vec<String>,
}

/// One size of a task, run twice and timed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Size {
    /// Its name: `small`, `medium`, `large`, or the number of elements.
    pub name: String,
    /// Compulsory traffic of one call.
    pub bytes: Bytes,
    /// Floating-point operations of one call.
    pub flops: u64,
    /// Whether a call has anything to write, and so must launch: not for empty input.
    pub has_work: bool,
    /// The first process.
    pub a: Option<Run>,
    /// The second process, on the same inputs.
    pub b: Option<Run>,
    /// Outputs of run A compared with those of run B.
    pub between: Vec<OutputComparison>,
    /// Times of the kernel, over both runs; none for a size that is only checked.
    pub kernel: Option<Timing>,
    /// Times of the threaded baseline.
    pub baseline: Option<Timing>,
    /// The least time physics allows.
    pub floor: Option<Floor>,
    /// The kernels of one call and the shape of each, as the runtime that launched them says.
    pub launches: Vec<Launch>,
    /// The device around the timed calls: before and after run A's, before and after run B's.
    pub states: Vec<DeviceState>,
}

/// Comparison of one output array.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OutputComparison {
    /// Name of the array.
    pub output: String,
    /// The call whose comparison this is: the first that failed, or the last.
    pub call: u64,
    /// Whether the input was the exact twin.
    pub twin: bool,
    /// The comparison.
    pub comparison: Comparison,
}

/// The least time one call can take.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Floor {
    /// Peak bandwidth measured on this device, in bytes a second.
    pub peak_bytes_per_second: f64,
    /// Compulsory bytes ÷ peak bandwidth.
    pub time: Nanoseconds,
}

impl Floor {
    /// The floor of `bytes` at a measured peak; nothing for a peak that is no positive number.
    #[must_use]
    pub fn of(bytes: Bytes, peak_bytes_per_second: f64) -> Option<Self> {
        let nanoseconds = bytes.0 as f64 / peak_bytes_per_second * 1e9;
        (peak_bytes_per_second > 0.0 && nanoseconds.is_finite())
            .then_some(Self { peak_bytes_per_second, time: Nanoseconds(nanoseconds as u64) })
    }
}

/// What the judge could not do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    /// The stage that failed.
    pub stage: String,
    /// What happened.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}
