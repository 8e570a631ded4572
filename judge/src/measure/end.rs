//! How a run ended, from evidence that the judge owns: its timer, the jail's counters, the exit of its own child.

use judge_abi::launch::{self, Launch};
use judge_abi::link::Silence;
use judge_abi::page::Phase;
use judge_abi::{Intent, Signature};
use judge_sandbox::{Accounting, Answer, Evidence as JailEvidence, Exit, Stop};
use nix::sys::signal::Signal;

use super::session::Ended;
use crate::score::{Bytes, End, HostAccess, Isolation, Nanoseconds};

/// Limits that were in force, for the sentences.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Memory of the runner.
    pub memory: Bytes,
    /// Bytes it may print.
    pub output: Bytes,
    /// Time of one call.
    pub call: Nanoseconds,
}

/// Time for starting the runtimes, which a submission's own constructors may stretch.
const START_NS: u64 = 10_000_000_000;

impl Limits {
    /// Time from the start of a process to its first call.
    #[must_use]
    pub fn load(&self) -> Nanoseconds {
        Nanoseconds(self.call.0.saturating_add(START_NS))
    }
}

/// The end of a run that stopped before the judge told it to, and the host access that stopped it, if one did.
#[must_use]
pub fn early(ended: &Ended, signature: &Signature, limits: &Limits, call: u64) -> (End, Option<HostAccess>) {
    if let Some(end) = stopped(&ended.jail, limits) {
        return (end, None);
    }
    if ended.silence == Silence::Deadline {
        let started = matches!(ended.phase, Phase::Ready | Phase::Calling | Phase::Synchronising);
        return (End::TimeLimit { limit: if started { limits.call } else { limits.load() } }, None);
    }
    if let Some(limit) = ended.exhausted {
        return (End::MemoryLimit { limit }, None);
    }
    if let Some(fault) = &ended.device_fault {
        return (End::Crashed { what: failed_kernel(&fault.name, signature) }, None);
    }
    let array = |index: usize| signature.arrays().nth(index).map_or_else(|| "?".to_owned(), |a| a.name.clone());
    match ended.fault.and_then(|f| f.buffer) {
        Some(buffer) if buffer.guarded => {
            let array = array(buffer.array);
            let what = format!("host code touched `{array}`");
            return (End::Crashed { what }, Some(HostAccess { array, call }));
        }
        Some(buffer) => {
            let array = array(buffer.array);
            let what = format!("{} at a store to `{array}`, which is read-only or ends there", describe(&ended.jail));
            return (End::Crashed { what }, None);
        }
        None => {}
    }
    let what = match &ended.message {
        Some(message) => message.clone(),
        None => format!("{} while {}", describe(&ended.jail), ended.phase.describe()),
    };
    let end = if ended.phase == Phase::Warming { End::NoDevice { what } } else { End::Crashed { what } };
    (end, None)
}

/// A device does not say where a kernel's access went wrong; what it may have been follows from what is mapped how.
fn failed_kernel(name: &str, signature: &Signature) -> String {
    let inputs: Vec<String> =
        signature.arrays().filter(|a| a.intent == Intent::In).map(|a| format!("`{}`", a.name)).collect();
    let access = match inputs.as_slice() {
        _ if !name.contains("ILLEGAL_ADDRESS") => String::new(),
        [] => ", an index far outside an array".to_owned(),
        inputs => format!(", a store to an input ({}) or an index far outside an array", inputs.join(", ")),
    };
    format!("a kernel failed on the device: {name}{access}")
}

/// What the jail itself stopped the run for.
fn stopped(jail: &JailEvidence, limits: &Limits) -> Option<End> {
    Some(match jail.cause? {
        Stop::Denied => End::SecurityViolation { what: denied(jail) },
        Stop::Memory => End::MemoryLimit { limit: limits.memory },
        Stop::WallClock => End::Overtime,
        Stop::CpuTime => End::TimeLimit { limit: limits.call },
        Stop::Output(_) => End::OutputLimit { limit: limits.output },
        Stop::Caller => return None,
    })
}

fn denied(jail: &JailEvidence) -> String {
    let last = jail.denials.iter().rev().find(|d| d.answer == Answer::Killed);
    match last.and_then(|d| d.name.as_deref()) {
        Some(name) => format!("the system call `{name}`"),
        None => "a system call".to_owned(),
    }
}

/// The end of a run whose calls all returned.
#[must_use]
pub fn complete(jail: &JailEvidence, limits: &Limits) -> End {
    match stopped(jail, limits) {
        Some(end @ (End::OutputLimit { .. } | End::SecurityViolation { .. })) => end,
        _ if jail.exit.success() => End::Completed,
        _ => End::CompletedThenFailed { what: describe(jail) },
    }
}

/// What the run printed to standard error, as far as it was kept, without what the runtime said of launches.
#[must_use]
pub fn printed(jail: &JailEvidence) -> String {
    let text = String::from_utf8_lossy(&jail.stderr.kept);
    text.split_inclusive('\n').filter(|line| launch::parse(line.trim_end()).is_none()).collect()
}

/// The launches that the run was told to describe, each shape of a kernel once.
#[must_use]
pub fn launches(jail: &JailEvidence) -> Vec<Launch> {
    let text = String::from_utf8_lossy(&jail.stderr.kept);
    let mut launches = Vec::new();
    for launch in text.lines().filter_map(launch::parse) {
        if launches.len() < MOST_LAUNCHES && !launches.contains(&launch) {
            launches.push(launch);
        }
    }
    launches
}

/// Shapes that are kept; whoever launches more is not helped by a list.
const MOST_LAUNCHES: usize = 16;

/// The level of isolation that was active, for the verdict.
#[must_use]
pub fn isolation(jail: &JailEvidence) -> Isolation {
    let achieved = &jail.isolation;
    let mut layers = achieved.namespaces.clone();
    layers.extend(achieved.landlock.map(|version| format!("landlock {version}")));
    layers.extend(achieved.policy.iter().map(|policy| format!("seccomp {policy}")));
    layers.extend(jail.narrowed.then(|| "seccomp narrowed before the call".to_owned()));
    layers.extend(achieved.own_user.then(|| "own user".to_owned()));
    for (what, how) in [("memory", achieved.memory), ("processes", achieved.processes), ("cpu", achieved.cpu)] {
        let how = match how {
            Accounting::CgroupV2 => "cgroup v2",
            Accounting::CgroupV1 => "cgroup v1",
            Accounting::Sampled => "sampled",
        };
        layers.push(format!("{what} by {how}"));
    }
    Isolation { level: achieved.level.to_string(), layers }
}

/// Why a runner of the task's own code did not become ready.
#[must_use]
pub fn describe_start(ended: &Ended) -> String {
    let what =
        ended.message.clone().unwrap_or_else(|| format!("{} while {}", describe(&ended.jail), ended.phase.describe()));
    match printed(&ended.jail).trim() {
        "" => what,
        text => format!("{what} ({text})"),
    }
}

/// How a jailed program ended, in words.
#[must_use]
pub fn describe(jail: &JailEvidence) -> String {
    match jail.exit {
        Exit::Code(code) => format!("exit status {code}"),
        Exit::Signal(number) => Signal::try_from(number).map_or_else(|_| format!("signal {number}"), |s| s.to_string()),
    }
}
