//! GPUs that cannot be used: a clear sentence for each, no verdict in place of one that was named, and a verdict that says so
//! where the judge itself chose the host.
//!
//! A driver of the tests' own answers as that of a machine in trouble would; a real GPU has its tests in `gpu_jail`.

use std::path::PathBuf;
use std::process::Command;

use judge_tests::{Place, Said, root};

/// A place with a `libcuda.so.1` in it that does what JUDGE_TEST_DRIVER says.
struct Trouble {
    place: Place,
    driver: PathBuf,
}

impl Trouble {
    fn new(flag: &str) -> Self {
        let place = Place::new();
        let driver = place.folder.path().join("driver");
        std::fs::create_dir(&driver).expect("a folder");
        let built = Command::new("cc")
            .args(["-w", "-shared", "-fPIC", flag, "-o"])
            .arg(driver.join("libcuda.so.1"))
            .arg(root().join("abi/tests/kernels/sick_driver.c"))
            .status();
        assert!(built.is_ok_and(|status| status.success()), "no C compiler: run `make deps`");
        Self { place, driver }
    }

    /// Submits an honest kernel to `device`; the driver answers as `told`.
    fn submit(&self, device: &str, told: &str, visible: Option<&str>) -> Said {
        let good = root().join("tests/submissions/bs2-axpy/accepted/good.c").to_string_lossy().into_owned();
        let args = ["submit", &good, "--task", "bs2-axpy", "--sizes", "n31", "--format", "json", "--device", device];
        let mut command = self.place.command(&args);
        command.env("LD_LIBRARY_PATH", &self.driver).env("JUDGE_TEST_DRIVER", told).env_remove("CUDA_VISIBLE_DEVICES");
        if let Some(visible) = visible {
            command.env("CUDA_VISIBLE_DEVICES", visible);
        }
        Said::of(&command.output().expect("the judge starts"))
    }

    /// A GPU that was named is never replaced: exit code 3 and the sentence.
    #[track_caller]
    fn refuses(&self, device: &str, told: &str, visible: Option<&str>, words: &[&str]) {
        let said = self.submit(device, told, visible);
        assert_eq!(said.code, Some(3), "{told:?}: {said:?}");
        let document = said.json();
        assert_eq!(document["verdict"], "judge-error", "{told:?}");
        let reason = document["reason"].as_str().unwrap_or_default();
        assert!(reason.starts_with("device: "), "{told:?}: {reason}");
        for word in words {
            assert!(reason.contains(word), "{told:?}: no {word:?} in {reason}");
        }
        assert!(document["evidence"]["sizes"].as_array().is_some_and(Vec::is_empty), "{told:?}: something ran");
    }
}

#[test]
fn a_named_gpu_that_cannot_be_used_is_a_judge_error_with_a_fix() {
    let trouble = Trouble::new("-DSICK");
    for (told, words) in [
        ("version=10020", &["too old", "CUDA 10.2", "update the driver"][..]),
        ("init=999", &["does not answer", "check `nvidia-smi`"]),
        ("init=100", &["sees no GPU", "/dev/nvidia*", "--device host"]),
        ("count=0", &["sees no GPU", "MIG"]),
        ("mode=2", &["prohibited compute mode", "nvidia-smi -c DEFAULT"]),
        ("mode=3", &["exclusive-process mode", "nvidia-smi -c DEFAULT"]),
        ("context=46", &["busy or unavailable", "wait until"]),
        ("context=2", &["no memory left", "end the processes"]),
        ("create=2", &["no memory left", "GiB free"]),
        ("vmm=0", &["cannot share memory"]),
    ] {
        trouble.refuses("cuda", told, None, words);
    }
}

#[test]
fn a_device_that_does_not_run_the_judges_own_kernel_is_refused() {
    Trouble::new("-DSICK").refuses("cuda", "", None, &["run a kernel of the judge's own", "CUDA_ERROR_UNKNOWN"]);
}

#[test]
fn no_driver_and_an_old_one() {
    Trouble::new("-DOLD").refuses("cuda", "", None, &["too old", "update the driver"]);
    let trouble = Trouble::new("-DSICK");
    std::fs::write(trouble.driver.join("libcuda.so.1"), "no library").expect("a file");
    trouble.refuses("cuda", "", None, &["no NVIDIA driver on this machine", "--device host"]);
}

#[test]
fn visible_devices_that_are_empty_or_odd_and_devices_that_are_not_there() {
    let trouble = Trouble::new("-DSICK");
    for (visible, word) in [("", "empty value"), ("-1", "hides every GPU"), ("0,fast", "\"fast\""), ("1,1", "twice")] {
        trouble.refuses("cuda", "", Some(visible), &[word, "CUDA_VISIBLE_DEVICES"]);
    }
    trouble.refuses("cuda:2", "count=2", None, &["no visible device is index 2", "0: Test 0 GPU-10101010"]);
    trouble.refuses("cuda:GPU-1", "count=2", None, &["2 visible devices are GPU-1"]);
    // The second of two, by index and by UUID: it is opened, and only its kernel is missing.
    trouble.refuses("cuda:1", "count=2", None, &["run a kernel of the judge's own"]);
    trouble.refuses("cuda:GPU-1111", "count=2", None, &["run a kernel of the judge's own"]);
}

#[test]
fn the_judges_own_choice_falls_back_to_the_host_and_the_verdict_says_why() {
    let trouble = Trouble::new("-DSICK");
    for (told, word) in [("init=100", "sees no GPU"), ("mode=2", "prohibited"), ("", "run a kernel of the judge's own")]
    {
        let said = trouble.submit("auto", told, None);
        assert_eq!(said.code, Some(0), "{told:?}: {said:?}");
        let device = &said.json()["evidence"]["device"];
        assert_eq!(device["kind"], "host", "{told:?}");
        let reason = device["chosen"].as_str().unwrap_or_default();
        assert!(reason.contains(word) && reason.contains("hence the host"), "{told:?}: {reason}");
    }
    let said = trouble.submit("host", "", None);
    assert!(said.json()["evidence"]["device"]["chosen"].is_null(), "nobody chose: {said:?}");
}
