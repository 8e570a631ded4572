//! HIP on the host's own processor, compiled with our headers and run by the runner.

mod rig;

use std::path::{Path, PathBuf};

use judge_abi::link::Silence;
use rig::hip::{build, start};
use rig::llvm_with;

const N: usize = 1003;
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hip");

#[test]
fn runner_process() {
    rig::run_if_asked();
}

fn sources(kind: &str) -> Vec<PathBuf> {
    let folder = Path::new(SOURCES).join(kind);
    let mut all: Vec<PathBuf> =
        std::fs::read_dir(folder).expect(kind).map(|entry| entry.expect("entry").path()).collect();
    all.sort();
    assert!(!all.is_empty(), "no source in {kind}");
    all
}

fn name(source: &Path) -> String {
    source.file_name().expect("name").to_string_lossy().into_owned()
}

#[test]
fn every_right_kernel_is_right_with_warps_of_32_and_64_and_is_counted() {
    let Some(llvm) = llvm_with("clang") else { return };
    let expected: Vec<f64> = (0..N).map(|i| 2.0 + 2.0 * (1.0 + (i % 7) as f64)).collect();
    let mut miscounted = Vec::new();
    for source in sources("right") {
        let (name, text) = (name(&source), std::fs::read_to_string(&source).expect("source"));
        for warp in [32, 64] {
            let folder = tempfile::tempdir().expect("folder");
            let object = build(&llvm, &text, folder.path(), warp);
            let mut rig = start(&llvm, &object, warp, N);
            let report = rig
                .call(true)
                .unwrap_or_else(|s| panic!("{name}: {s:?}, {:?}, {:?}", rig.fault(), rig.link.message()))
                .report;
            assert_eq!(rig.array(1), expected, "{name}, warp {warp}");
            assert_eq!(rig.array(2), [expected.iter().sum::<f64>()], "{name}, warp {warp}");
            let counted = format!("// {}", rig::counts(&report));
            if text.lines().next() != Some(&counted) {
                miscounted.push((name.clone(), counted));
            }
        }
    }
    assert!(miscounted.is_empty(), "other counts than the first lines promise: {miscounted:#?}");
}

#[test]
fn every_wrong_use_is_reported_with_its_line_and_ends_the_run() {
    let Some(llvm) = llvm_with("clang") else { return };
    for source in sources("wrong") {
        let (name, text) = (name(&source), std::fs::read_to_string(&source).expect("source"));
        let expected = text.lines().next().and_then(|l| l.strip_prefix("// ")).expect("a first comment");
        let folder = tempfile::tempdir().expect("folder");
        let object = build(&llvm, &text, folder.path(), 32);
        let mut rig = start(&llvm, &object, 32, N);
        assert_eq!(rig.call(true), Err(Silence::Ended), "{name}");
        let message = rig.link.message().unwrap_or_default();
        assert!(message.starts_with(expected), "{name}: {message}");
    }
}

#[test]
fn host_code_that_touches_an_array_dies_under_the_guard_and_is_seen_without_it() {
    let Some(llvm) = llvm_with("clang") else { return };
    let text = "#include <hip/hip_runtime.h>\n#include <cstdint>\n\
        __global__ void token(double *y) { y[0] += 0; }\n\
        extern \"C\" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {\n\
        token<<<1, 1>>>(y);\nfor (int64_t i = 0; i < n; i++) y[i] += alpha * x[i];\n*s = 0;\n}\n";
    let folder = tempfile::tempdir().expect("folder");
    let object = build(&llvm, text, folder.path(), 64);
    let mut rig = start(&llvm, &object, 64, N);
    assert_eq!(rig.call(false).expect("unguarded").report.launches, 1);
    assert_eq!(rig.call(true), Err(Silence::Ended));
    assert!(rig.fault().and_then(|f| f.buffer).expect("in a buffer").guarded);
}
