//! Evidence for tests: one submission that is accepted, and the least that changes its verdict to each other one.

use super::*;
use crate::gate::{Comparison, Difference, Label, Outcome, Refusal, Value};
use judge_abi::device::{DeviceArch, DeviceIdentity, DeviceState, Floor as Peaks, MemoryInfo};
use judge_abi::launch::Launch;

/// Times around `median` that are not all the same.
fn timing(median: u64) -> Option<Timing> {
    let samples: Vec<_> = (0..21).map(|i| Nanoseconds(median + median / 500 * (i * 8 % 21) - median / 50)).collect();
    Timing::of(&samples)
}

fn compared(output: &str, label: Label, twin: bool) -> OutputComparison {
    let (got, ratio) = match label {
        Label::Fail => (0.42, 2.1e9),
        Label::BitEqual | Label::ReassociationOnly => (0.300_000_000_000_000_04, 9.9e-7),
    };
    let difference = Difference {
        index: 17,
        got: Value::Float(got),
        expected: Value::Float(0.3),
        n: 1000,
        s: Value::Float(503.25),
        band: Value::Float(5.6e-11),
        ratio: Value::Float(ratio),
    };
    let differing = match label {
        Label::BitEqual => 0,
        Label::ReassociationOnly | Label::Fail => 3,
    };
    let difference = (differing > 0).then_some(difference);
    OutputComparison {
        output: output.to_owned(),
        call: 4,
        twin,
        comparison: Comparison {
            outcome: if label == Label::Fail { Outcome::Fail } else { Outcome::Pass },
            label,
            elements: 1000,
            differing,
            failing: if label == Label::Fail { 2 } else { 0 },
            suspicious: 0,
            first: difference.clone(),
            worst: difference,
            band_blind: false,
        },
    }
}

fn run() -> Run {
    Run {
        end: End::Completed,
        calls: 24,
        launches_min: 1,
        launches_max: 1,
        host_regions: 0,
        to_device: Bytes(16),
        from_device: Bytes(8),
        in_target_regions: Nanoseconds(23_100_000),
        in_calls: Nanoseconds(24_700_000),
        load: Nanoseconds(31_000_000),
        host_access: None,
        host_work: None,
        late_write: None,
        overrun: None,
        clock_mismatch: None,
        outputs: vec![compared("s", Label::ReassociationOnly, false), compared("s", Label::BitEqual, true)],
        stderr: String::new(),
    }
}

fn size(name: &str, bytes: u64, kernel: u64, baseline: u64) -> Size {
    Size {
        name: name.to_owned(),
        bytes: Bytes(bytes),
        flops: bytes / 8,
        has_work: true,
        a: Some(run()),
        b: Some(run()),
        between: vec![compared("s", Label::BitEqual, false)],
        kernel: timing(kernel),
        launches: Vec::new(),
        states: Vec::new(),
        baseline: timing(baseline),
        floor: Floor::of(Bytes(bytes), 4e12),
    }
}

/// A GPU that held still, and memory that came back.
fn gpu() -> Device {
    let free = |free| MemoryInfo { free, total: 141 << 30 };
    Device {
        chosen: Some("--device auto: the first GPU that can be used".to_owned()),
        identity: Some(DeviceIdentity {
            name: "NVIDIA H200".to_owned(),
            uuid: "GPU-3f2a9d10-77aa-4bb0-9f3c-0a1b2c3d4e5f".to_owned(),
            arch: DeviceArch::from_capability(9, 0).expect("an architecture"),
            slice: false,
            driver: "CUDA 13.0".to_owned(),
            memory_bytes: 141 << 30,
            l2_bytes: 50 << 20,
            multiprocessors: 132,
            clock_khz: 1_980_000,
            memory_clock_khz: 3_201_000,
            bus_bits: 6144,
        }),
        peaks: Some(Peaks { copy: 4e12, triad: 4.1e12, read: 4.2e12, fp64: Some(32e12), cache_bytes: 50 << 20 }),
        memory: Some([free(139 << 30), free(139 << 30)]),
        ..Device::named("NVIDIA H200".to_owned(), DeviceKind::Cuda)
    }
}

/// What the sensors say, and the shape of a launch.
fn observed(mut size: Size) -> Size {
    let state = |sm_mhz| DeviceState { sm_mhz, celsius: 41, throttled: Vec::new() };
    size.states = [1980, 1980, 1980, 1755].map(state).to_vec();
    let (grid, block, mode) = ([528, 1, 1], [256, 1, 1], "SPMD".to_owned());
    size.launches = vec![Launch { kernel: "kernel_l5".to_owned(), grid, block, mode }];
    size
}

/// A dot product that is accepted, on a GPU.
pub(crate) fn accepted() -> Evidence {
    Evidence {
        task: "bs4-dot".to_owned(),
        submission: Submission {
            file: "dot.c".to_owned(),
            sha256: "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9".to_owned(),
            language: Language::C,
        },
        seed_sha256: "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b".to_owned(),
        limits: Limits { transfer_per_call: Limits::TRANSFER, arrays: 3, min_speedup: None },
        check: Some(Check { preprocessed: true, findings: Vec::new() }),
        build: Some(Build {
            cached: true,
            wall: Nanoseconds(2_400_000),
            flags: vec!["-O3".to_owned(), "-fopenmp".to_owned(), "--offload-arch=sm_90".to_owned()],
            resources: vec!["kernel: 28 registers, no spills".to_owned()],
            failed: None,
        }),
        toolchain: Some(Toolchain { compiler: "clang 22.1.0".to_owned(), identity: "c0ffee".to_owned() }),
        device: Some(gpu()),
        isolation: Some(Isolation {
            level: "full".to_owned(),
            layers: ["namespaces", "landlock", "seccomp", "cgroup"].map(str::to_owned).to_vec(),
        }),
        handoff: Some(Nanoseconds(470)),
        stages: [("check", 8), ("build", 2), ("run", 310), ("gate", 21)]
            .map(|(name, ms)| Stage { name: name.to_owned(), wall: Nanoseconds(ms * 1_000_000) })
            .to_vec(),
        sizes: vec![size("small", 1 << 20, 10_000, 61_000), observed(size("medium", 64 << 20, 24_000, 3_100_000))],
        overtime: None,
        failure: None,
    }
}

/// Changes accepted evidence as little as gives `verdict`.
pub(crate) fn spoil(evidence: &mut Evidence, verdict: Verdict) {
    let end = |evidence: &mut Evidence, end: End| {
        // Each in a size of its own, so that several can be true at once.
        let size = Size { a: Some(Run { end, ..run() }), ..size("tiny", 1 << 10, 9_000, 9_000) };
        evidence.sizes.push(size);
    };
    let last = |evidence: &mut Evidence, change: fn(&mut Run)| {
        evidence.sizes.iter_mut().filter_map(|size| size.b.as_mut()).take(1).for_each(change);
    };
    match verdict {
        Verdict::JudgeError => {
            evidence.failure = Some(Failure {
                stage: "measure".to_owned(),
                message: "cannot allocate 1.00 GiB on the device: out of memory".to_owned(),
                hint: Some("end other users of the device, or leave out the size `large`".to_owned()),
            });
        }
        Verdict::Rejected => {
            evidence.check = Some(Check {
                preprocessed: true,
                findings: vec![Finding {
                    code: "J101".to_owned(),
                    refuses: true,
                    line: Some(12),
                    message: "`x` is a device pointer and is named in no is_device_ptr clause".to_owned(),
                }],
            });
        }
        Verdict::BuildFailed => {
            let failed = BuildFailure {
                reason: "the compiler found an error in dot.c".to_owned(),
                output: "dot.c:3:5: error: use of undeclared identifier 'n'\n    3 |     n++;".to_owned(),
            };
            evidence.build.as_mut().unwrap().failed = Some(failed);
        }
        Verdict::SecurityViolation => end(evidence, End::SecurityViolation { what: "ptrace".to_owned() }),
        Verdict::MemoryLimit => end(evidence, End::MemoryLimit { limit: Bytes(1 << 30) }),
        Verdict::TimeLimit => end(evidence, End::TimeLimit { limit: Nanoseconds(10_000_000_000) }),
        Verdict::OutputLimit => end(evidence, End::OutputLimit { limit: Bytes(1 << 20) }),
        Verdict::RuntimeError => {
            end(evidence, End::Crashed { what: "signal 11, segmentation fault, in call 2".to_owned() });
        }
        Verdict::NoOffload => last(evidence, |run| run.launches_min = 0),
        Verdict::Transfer => last(evidence, |run| run.to_device = Bytes(1 << 20)),
        Verdict::LateWrite => last(evidence, |run| {
            run.late_write = Some(LateWrite { array: "s".to_owned(), call: 3, offset: 0 });
        }),
        Verdict::WrongAnswer => last(evidence, |run| run.outputs[0] = compared("s", Label::Fail, false)),
        Verdict::NotReproducible => evidence.sizes[0].between[0] = compared("s", Label::Fail, false),
        Verdict::Impossible => evidence.sizes[1].kernel = timing(12_000),
        Verdict::Accepted => {}
    }
}

/// Evidence as it is when `verdict` is found: what comes after the stage that found it was never reached.
pub(crate) fn found(verdict: Verdict) -> Evidence {
    let mut evidence = accepted();
    spoil(&mut evidence, verdict);
    match verdict {
        Verdict::Rejected => {
            (evidence.build, evidence.isolation) = (None, None);
            evidence.sizes.clear();
        }
        Verdict::BuildFailed | Verdict::JudgeError => evidence.sizes.clear(),
        Verdict::SecurityViolation
        | Verdict::MemoryLimit
        | Verdict::TimeLimit
        | Verdict::OutputLimit
        | Verdict::RuntimeError => {
            let ended = evidence.sizes.last_mut().unwrap();
            (ended.b, ended.kernel, ended.baseline) = (None, None, None);
            ended.between.clear();
            let run = ended.a.as_mut().unwrap();
            run.outputs.clear();
            (run.calls, run.stderr) = (2, "kernel: about to divide\n".to_owned());
            evidence.sizes = evidence.sizes.split_off(2);
        }
        Verdict::NoOffload
        | Verdict::Transfer
        | Verdict::LateWrite
        | Verdict::WrongAnswer
        | Verdict::NotReproducible
        | Verdict::Impossible
        | Verdict::Accepted => {}
    }
    evidence
}

/// A task that cannot be judged.
pub(crate) fn refuse_task(evidence: &mut Evidence) {
    let run = evidence.sizes[0].a.as_mut().unwrap();
    run.outputs[0].comparison.outcome = Outcome::RefuseTask(Refusal::TooManyRoundings { n: 1_000_000, k: 999_999 });
}
