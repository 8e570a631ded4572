//! Judge and runner on a real NVIDIA GPU.
//!
//! This executable is its own runner: the test [`runner_process`] becomes one when its environment says so.

#![allow(clippy::print_stdout, reason = "a probe process answers on its standard output")]

mod gpu;
mod rig;

use std::process::Command;

use judge_abi::device::{Choice, CudaDevice};
use judge_abi::wire::RunnerDevice;

use gpu::{Rig, checks, has_gpu};

/// Set in the environment of this executable when it is to say how opening a device ends.
const PROBE: &str = "JUDGE_ABI_TEST_PROBE";

#[test]
fn runner_process() {
    rig::run_if_asked();
}

#[test]
fn probe_process() {
    if let Some(choice) = std::env::var_os(PROBE) {
        let choice = choice.to_string_lossy().parse().unwrap_or(Choice::First);
        match CudaDevice::open(&choice) {
            Ok(device) => println!("opened {}", device.identity().uuid),
            Err(error) => println!("refused: {error}"),
        }
    }
}

/// What a fresh process says when it opens `choice` with `CUDA_VISIBLE_DEVICES` as given.
fn probe(choice: &str, visible: &str) -> String {
    let output = Command::new(std::env::current_exe().expect("own path"))
        .args(["--exact", "probe_process", "--nocapture"])
        .env(PROBE, choice)
        .env("CUDA_VISIBLE_DEVICES", visible)
        .output()
        .expect("own executable starts");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn device() -> CudaDevice {
    CudaDevice::open(&Choice::First).expect("a device")
}

fn rig(device: &CudaDevice) -> Rig {
    let object = gpu::object(gpu::SOURCE, device.identity().arch.as_str());
    Rig::start(device, RunnerDevice::Cuda { ordinal: 0 }, object)
}

#[test]
fn answers_and_counts() {
    if has_gpu() {
        let device = device();
        checks::answers_and_counts(|| rig(&device));
    }
}

#[test]
fn failures_are_named_and_contained() {
    if has_gpu() {
        let device = device();
        checks::failures_are_named_and_contained(|| rig(&device), "CUDA_ERROR_ILLEGAL_ADDRESS");
    }
}

#[test]
fn an_endless_kernel_ends_at_the_deadline() {
    if has_gpu() {
        let device = device();
        checks::an_endless_kernel_ends_at_the_deadline(|| rig(&device));
    }
}

#[test]
fn a_host_loop_dies_in_the_buffer() {
    if has_gpu() {
        let device = device();
        checks::a_host_loop_dies_in_the_buffer(|| rig(&device));
    }
}

#[test]
fn buffers_behave_like_memory() {
    if has_gpu() {
        checks::buffers_behave_like_memory(&device());
    }
}

#[test]
fn memory_is_accounted_for() {
    if has_gpu() {
        checks::memory_is_accounted_for(&device());
    }
}

#[test]
fn the_driver_names_the_device() {
    if has_gpu() {
        let identity = device().identity().clone();
        assert!(identity.arch.as_str().starts_with("sm_"));
        assert!(identity.uuid.starts_with(if identity.slice { "MIG-" } else { "GPU-" }));
        assert!(identity.l2_bytes > 0 && identity.memory_bytes > 1 << 30);
        assert!(probe(&identity.uuid, "0").contains("opened"));
        let tool = Command::new(gpu::beside_clang("nvptx-arch")).output().expect("nvptx-arch starts");
        assert_eq!(identity.arch.disagreement("nvptx-arch", &String::from_utf8_lossy(&tool.stdout)), None);
    }
}

#[test]
fn odd_visible_devices_and_choices_are_refused_in_words() {
    if has_gpu() {
        for (choice, visible, words) in [
            ("", "", "empty value"),
            ("", "-1", "hides every GPU"),
            ("", "0,fast", "\"fast\" is neither"),
            ("", "99", "sees no GPU"),
            ("7", "0", "no visible device is index 7"),
            ("GPU-0000", "0", "no visible device is"),
        ] {
            let said = probe(choice, visible);
            assert!(said.contains(words), "{visible:?}, {choice:?}: {said}");
        }
    }
}
