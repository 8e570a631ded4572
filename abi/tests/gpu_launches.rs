//! The launch and copy functions of a GPU's runtime: an object that brings no runtime finds the runner's, which count.

mod rig;

use std::path::Path;

use judge_abi::page::Order;
use judge_abi::wire::Launcher;
use rig::{Argument, Rig, compile, llvm_with};

#[test]
fn runner_process() {
    rig::run_if_asked();
}

fn library(llvm: &Path, source: &str, folder: &Path) -> std::path::PathBuf {
    let object = folder.join(source).with_extension("so");
    let source = format!("{}/tests/kernels/{source}", env!("CARGO_MANIFEST_DIR"));
    let output = object.display().to_string();
    compile(&llvm.join("bin/clang"), &["-O2", "-fPIC", "-shared", "-nostartfiles", &source, "-o", &output]);
    object
}

#[test]
fn launches_and_copies_are_counted_and_done_by_the_real_library() {
    let Some(llvm) = llvm_with("clang") else { return };
    let folder = tempfile::tempdir().expect("folder");
    let runtime = library(&llvm, "gpu_runtime.c", folder.path());
    let object = library(&llvm, "gpu_object.c", folder.path());
    let arguments = [Argument::Input(vec![0.0; 4]), Argument::Output(vec![-1.0; 4])];
    let launcher = Launcher::HipRuntime { library: runtime };
    let mut rig = Rig::start(&object, launcher, folder.path(), &arguments).expect("a runner");
    for poisoned in [false, true, false] {
        if poisoned {
            rig.send(Order::Poison).expect("answer");
        }
        let report = rig.call(false).expect("answer").report;
        assert_eq!(rig::counts(&report), "launches 1, to 32, from 8");
        // 1 + 20 + 300, 4000 + 50000 + 600000, 7000000, 80000000.
        let [first, second, own @ ..] = &rig.array(1)[..] else { panic!("four elements") };
        assert_eq!([*first, *second], [87_654_321.0, 87_654_321.0]);
        // Memory of its own that it never wrote, in the one call for which poison was ordered.
        assert!(own.iter().all(|v| if poisoned { v.is_nan() } else { v.abs() < f64::MIN_POSITIVE }), "{own:?}");
    }
}

#[test]
fn a_missing_runtime_library_is_named() {
    let Some(llvm) = llvm_with("clang") else { return };
    let folder = tempfile::tempdir().expect("folder");
    let object = library(&llvm, "gpu_object.c", folder.path());
    let launcher = Launcher::HipRuntime { library: "/nowhere/libcudart.so".into() };
    let error = Rig::start(&object, launcher, folder.path(), &[]).err().expect("no runner");
    assert!(error.starts_with("cannot load the GPU's runtime library /nowhere/libcudart.so: "), "{error}");
}
