//! The sentence for each state of a machine's NVIDIA driver, said by a fresh process that finds that driver first.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use judge_abi::device::{Choice, CudaDevice};

/// Set in the environment of this executable when it is to say how opening a device ends; its value chooses the device.
const PROBE: &str = "JUDGE_ABI_TEST_PROBE";

#[test]
#[allow(clippy::print_stdout, reason = "the probe answers on its standard output")]
fn probe_process() {
    if let Some(choice) = std::env::var_os(PROBE) {
        let choice = choice.to_string_lossy().parse().unwrap_or(Choice::First);
        match CudaDevice::open(&choice) {
            Ok(device) => println!("opened {:?}", device.identity()),
            Err(error) => println!("refused: {error}"),
        }
    }
}

/// Folders with a driver each: `sick` as JUDGE_TEST_DRIVER says, `old` without a function, `broken` no library at all.
fn drivers() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOLDER.get_or_init(build).as_deref()
}

fn build() -> Option<PathBuf> {
    let folder = std::env::temp_dir().join(format!("judge-abi-drivers-{}", std::process::id()));
    for (name, flags) in [("sick", "-DSICK"), ("old", "-DOLD")] {
        std::fs::create_dir_all(folder.join(name)).expect("folder");
        let built = Command::new("cc")
            .args([
                "-w",
                "-shared",
                "-fPIC",
                flags,
                concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels/sick_driver.c"),
            ])
            .arg("-o")
            .arg(folder.join(name).join("libcuda.so.1"))
            .status();
        let built = built.is_ok_and(|status| status.success());
        assert!(built || std::env::var_os("JUDGE_MUST_WORK").is_none(), "no C compiler: run `make deps`");
        if !built {
            return None;
        }
    }
    std::fs::create_dir_all(folder.join("broken")).expect("folder");
    std::fs::write(folder.join("broken/libcuda.so.1"), "no library").expect("file");
    Some(folder)
}

/// What a process says that opens `choice` with the driver in folder `driver`, which answers as `told`.
fn probe(driver: &str, told: &str, choice: &str, visible: Option<&str>) -> Option<String> {
    let mut command = Command::new(std::env::current_exe().expect("own path"));
    command.args(["--exact", "probe_process", "--nocapture"]).env(PROBE, choice).env("JUDGE_TEST_DRIVER", told);
    command.env("LD_LIBRARY_PATH", drivers()?.join(driver)).env_remove("CUDA_VISIBLE_DEVICES");
    if let Some(visible) = visible {
        command.env("CUDA_VISIBLE_DEVICES", visible);
    }
    let output = command.output().expect("own executable starts");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[track_caller]
fn says(driver: &str, told: &str, choice: &str, words: &[&str]) {
    let Some(said) = probe(driver, told, choice, None) else { return };
    for word in words {
        assert!(said.contains(word), "{told:?}: no {word:?} in {said}");
    }
}

#[test]
fn a_healthy_driver_is_opened() {
    says("sick", "", "", &["opened", "Test 0", "sm_90", "CUDA 13.0", "slice: false"]);
}

#[test]
fn a_driver_that_is_missing_or_too_old() {
    says("broken", "", "", &["no NVIDIA driver on this machine", "libcuda.so.1", "--device host"]);
    says("old", "", "", &["too old", "no cuEventElapsedTime", "CUDA 11.4", "update the driver"]);
    says("sick", "version=10020", "", &["too old", "CUDA 10.2", "CUDA 11.4"]);
}

#[test]
fn a_driver_that_does_not_answer() {
    says("sick", "init=999", "", &["does not answer", "CUDA_ERROR_UNKNOWN (unknown error)", "nvidia-smi"]);
    says("sick", "init=34", "", &["error 34", "stub"]);
    says("sick", "init=803", "", &["reboot"]);
    says("sick", "module=221", "", &["Test 0 does not load", "error 221", "libnvidia-ptxjitcompiler"]);
}

#[test]
fn no_device() {
    says("sick", "init=100", "", &["sees no GPU", "/dev/nvidia*", "MIG", "--device host"]);
    says("sick", "count=0", "", &["sees no GPU"]);
}

#[test]
fn compute_modes_and_busy_devices() {
    says("sick", "mode=2", "", &["Test 0 is in prohibited compute mode", "nvidia-smi -c DEFAULT"]);
    says("sick", "mode=3", "", &["exclusive-process mode", "two processes", "nvidia-smi -c DEFAULT"]);
    says("sick", "context=46", "", &["busy or unavailable", "CUDA_ERROR_DEVICE_UNAVAILABLE"]);
}

#[test]
fn no_memory_and_no_sharing() {
    says("sick", "context=2", "", &["Test 0 has no memory left"]);
    says("sick", "create=2", "", &["Test 0 has no memory left", "0.0 GiB of 1.0 GiB free"]);
    says("sick", "vmm=0", "", &["cannot share memory", "virtual memory management"]);
    says("sick", "posix=0", "", &["cannot share memory", "POSIX"]);
}

#[test]
fn a_slice_is_named_by_its_own_uuid() {
    says("sick", "slice=1", "", &["MIG-11111111-1111", "slice: true"]);
}

#[test]
fn two_devices_by_index_or_uuid() {
    says("sick", "count=2", "", &["Test 0"]);
    says("sick", "count=2", "1", &["opened", "Test 1"]);
    says("sick", "count=2", "GPU-1111", &["opened", "Test 1"]);
    says("sick", "count=2", "GPU-1", &["2 visible devices are GPU-1", "0: Test 0 GPU-10101010", "1: Test 1"]);
    says("sick", "count=2", "2", &["no visible device is index 2"]);
}

#[test]
fn visible_devices_that_are_empty_or_odd() {
    for (visible, word) in [("", "empty value"), ("-1", "hides every GPU"), ("0,fast", "\"fast\""), ("1,1", "twice")] {
        let Some(said) = probe("sick", "", "", Some(visible)) else { return };
        assert!(said.contains(word), "{visible:?}: {said}");
    }
}
