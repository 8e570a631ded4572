//! What the caller saw of a run. Nothing here comes from the program's own words.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Achieved;

/// How the program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Exit {
    /// It exited with this code.
    Code(i32),
    /// It was killed by this signal, whoever sent it.
    Signal(i32),
}

impl Exit {
    /// Whether the program exited with code 0.
    #[must_use]
    pub const fn success(self) -> bool {
        matches!(self, Self::Code(0))
    }
}

/// One of the two captured streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StreamName {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// Why the jail stopped the program, or would have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// Our wall clock ran out.
    WallClock,
    /// The processor time counted for the jail passed its limit.
    CpuTime,
    /// The kernel's memory controller killed something in the jail, or sampled memory passed the limit.
    Memory,
    /// More bytes were written to a stream than allowed.
    Output(StreamName),
    /// A system call that the policy answers with the end of the program.
    Denied,
    /// The caller asked for it.
    Caller,
}

/// What was captured of a stream.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stream {
    /// The first bytes, as many as were asked for.
    #[serde(with = "lossy")]
    #[schemars(with = "String")]
    pub kept: Vec<u8>,
    /// How many bytes were written in all, as far as they were read.
    pub total: u64,
}

impl Stream {
    /// The kept bytes as text, with invalid ones replaced.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.kept).into_owned()
    }
}

/// What was done about a system call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// It failed with an error number; the program went on.
    Refused,
    /// The program was killed.
    Killed,
}

/// System calls of one kind that the policy denied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Denial {
    /// The number, where the kernel told us.
    pub number: Option<i64>,
    /// The name, where the number is known.
    pub name: Option<String>,
    /// The calling convention: `x86_64`, `i386`, `x32` or a number.
    pub abi: String,
    /// What was done about it.
    pub answer: Answer,
    /// How often it was tried.
    pub count: u64,
}

impl Denial {
    /// A call that a narrowed program was killed for. The kernel answers those alone and tells nobody which it was.
    ///
    /// The signal counts as evidence here only: that stage lets a program send itself no signal but through `abort`.
    pub(crate) fn in_second_stage() -> Self {
        Self { number: None, name: None, abi: "x86_64".to_owned(), answer: Answer::Killed, count: 1 }
    }
}

/// Everything that the caller knows about a finished run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// How the program ended.
    pub exit: Exit,
    /// Why the jail stopped it, when it did. A signal alone is never a reason: a program can send itself any.
    pub cause: Option<Stop>,
    /// Time from the start of the program to its end, pauses included.
    #[serde(rename = "wall_ns", with = "nanoseconds")]
    #[schemars(with = "u64")]
    pub wall: Duration,
    /// How much of that the program was paused.
    #[serde(rename = "paused_ns", with = "nanoseconds")]
    #[schemars(with = "u64")]
    pub paused: Duration,
    /// Processor time of everything in the jail.
    #[serde(rename = "cpu_ns", with = "nanoseconds")]
    #[schemars(with = "u64")]
    pub cpu: Duration,
    /// Largest memory of everything in the jail together, in bytes.
    pub peak_memory: u64,
    /// How many processes the memory controller killed.
    pub oom_kills: u64,
    /// Standard output.
    pub stdout: Stream,
    /// Standard error.
    pub stderr: Stream,
    /// Denied system calls, in order of their first occurrence.
    pub denials: Vec<Denial>,
    /// Whether the program narrowed its own policy with [`crate::narrow`].
    pub narrowed: bool,
    /// Processes that were alive when the program ended and had to be killed.
    pub processes_left: u32,
    /// The layers that were active.
    pub isolation: Achieved,
}

mod nanoseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(span: &Duration, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_u64(u64::try_from(span.as_nanos()).unwrap_or(u64::MAX))
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_nanos)
    }
}

mod lossy {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(&String::from_utf8_lossy(bytes))
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Vec<u8>, D::Error> {
        String::deserialize(from).map(String::into_bytes)
    }
}
