//! Judge and runner through HIP: the sentences said where there is no runtime, and every call on real memory where the
//! HIP library is the tests' own (`tests/gpu/hip_on_cuda.c`) and the GPU is NVIDIA's, or the real one on an AMD GPU.
//!
//! `JUDGE_GPU_HIP` says which library is there: the beginning of its version, such as `HIP 6.4`.

mod gpu;
mod rig;

use judge_abi::device::{Choice, Device, HipDevice, OpenError};
use judge_abi::wire::RunnerDevice;

use gpu::{Rig, checks, has_gpu};

#[test]
fn runner_process() {
    rig::run_if_asked();
}

/// The device, where there is a HIP library.
fn device() -> Option<HipDevice> {
    let version = std::env::var("JUDGE_GPU_HIP").ok().filter(|_| has_gpu())?;
    let device = HipDevice::open(&Choice::First).expect("a device");
    assert!(device.identity().driver.starts_with(&version), "{}", device.identity().driver);
    Some(device)
}

/// The kernels are built for what the device is, or, behind the tests' library, for what lies below it.
fn rig(device: &HipDevice) -> Rig {
    let below = std::env::var("JUDGE_GPU_ARCH").unwrap_or_else(|_| device.identity().arch.as_str().to_owned());
    let object = gpu::object(gpu::SOURCE, &below);
    Rig::start(device, RunnerDevice::Hip { ordinal: 0 }, object)
}

#[test]
fn without_a_runtime_the_sentence_says_so() {
    if std::env::var_os("JUDGE_GPU_HIP").is_some() {
        return;
    }
    // A machine with a runtime, with or without a device, is not this test's matter.
    if let Err(error @ OpenError::NoDriver { .. }) = HipDevice::open(&Choice::First) {
        assert!(error.to_string().contains("no AMD driver on this machine"), "{error}");
    }
}

#[test]
fn answers_and_counts() {
    if let Some(device) = device() {
        checks::answers_and_counts(|| rig(&device));
    }
}

#[test]
fn failures_are_named_and_contained() {
    if let Some(device) = device() {
        checks::failures_are_named_and_contained(|| rig(&device), "hipErrorIllegalAddress");
    }
}

#[test]
fn a_host_loop_dies_in_the_buffer() {
    if let Some(device) = device() {
        checks::a_host_loop_dies_in_the_buffer(|| rig(&device));
    }
}

#[test]
fn buffers_behave_like_memory() {
    if let Some(device) = device() {
        checks::buffers_behave_like_memory(&device);
    }
}

#[test]
fn memory_is_accounted_for() {
    if let Some(device) = device() {
        checks::memory_is_accounted_for(&device);
    }
}

#[test]
fn the_target_id_sets_xnack_for_the_runner() {
    if let Some(device) = device() {
        let arch = &device.identity().arch;
        assert!(arch.as_str().starts_with("gfx"), "{arch}");
        let environment = device.runner_needs().environment;
        let xnack = environment.iter().find(|(name, _)| *name == "HSA_XNACK").map(|(_, value)| value.as_str());
        assert_eq!(xnack, arch.hsa_xnack());
    }
}

/// The floor's kernels, compiled by the run-time compiler, reach what such a device does.
#[test]
fn the_floor_is_measured_through_hip() {
    if let Some(device) = device() {
        let floor = device.measure_floor().expect("a floor").expect("a run-time compiler");
        for (name, rate) in [("copy", floor.copy), ("triad", floor.triad), ("read", floor.read)] {
            assert!(rate > 1e10 && rate < 1e14, "{name}: {rate} B/s");
        }
        assert!(floor.fp64.is_some_and(|rate| rate > 1e10), "{floor:?}");
        assert!(floor.cache_bytes >= device.identity().l2_bytes);
    }
}
