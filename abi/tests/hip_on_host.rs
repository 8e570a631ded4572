//! HIP on the host's own processor, compiled with our headers and run by the runner.

mod rig;

use std::path::{Path, PathBuf};

use judge_abi::hip;
use judge_abi::link::Silence;
use judge_abi::wire::Launcher;
use judge_abi::{Array, DType, Intent, Param, Scalar, Signature, shim};
use rig::{Argument, Rig, compile, llvm_with};

const N: usize = 1003;
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hip");

#[test]
fn runner_process() {
    rig::run_if_asked();
}

/// `kernel(x, y, s, alpha, n)`: y += alpha x, s = sum of the new y.
fn signature() -> Signature {
    let array = |name: &str, intent| Param::Array(Array { name: name.to_owned(), dtype: DType::F64, intent });
    let scalar = |name: &str, dtype| Param::Scalar(Scalar { name: name.to_owned(), dtype });
    Signature {
        entry: "kernel".to_owned(),
        params: vec![
            array("x", Intent::In),
            array("y", Intent::InOut),
            array("s", Intent::Out),
            scalar("alpha", DType::F64),
            scalar("n", DType::I64),
        ],
    }
}

fn sources(kind: &str) -> Vec<PathBuf> {
    let folder = Path::new(SOURCES).join(kind);
    let mut all: Vec<PathBuf> =
        std::fs::read_dir(folder).expect(kind).map(|entry| entry.expect("entry").path()).collect();
    all.sort();
    assert!(!all.is_empty(), "no source in {kind}");
    all
}

/// Writes the headers and a rewritten source, and compiles it with the shim that calls it.
fn build(llvm: &Path, source: &str, folder: &Path, warp: u32) -> PathBuf {
    for (path, text) in hip::CPU_HEADERS {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("folder");
        std::fs::write(path, text).expect("header");
    }
    let path = |name: &str| folder.join(name).display().to_string();
    std::fs::write(path("kernel.cpp"), hip::rewrite(source).expect("launches")).expect("source");
    std::fs::write(path("shim.c"), shim::source(&signature(), shim::Arm::HipOnHost)).expect("shim");
    let headers = path("");
    let flags = hip::cpu_flags(&headers, warp);
    let mut args = vec!["-O3", "-fPIC", "-Wall", "-Werror"];
    args.extend(flags.iter().map(String::as_str));
    let (kernel, shim, object) = (path("kernel.o"), path("shim.o"), path("kernel.so"));
    let text = path("kernel.cpp");
    args.extend(["-c", &text, "-o", &kernel]);
    compile(&llvm.join("bin/clang"), &args);
    compile(&llvm.join("bin/clang"), &["-O2", "-fPIC", "-c", &path("shim.c"), "-o", &shim]);
    let linker = format!("--ld-path={}", llvm.join("bin/ld.lld").display());
    let last = ["-shared", "-nostartfiles", "-Wl,-z,defs", &linker, &kernel, &shim, "-lm", "-o", &object];
    compile(&llvm.join("bin/clang"), &last);
    PathBuf::from(object)
}

fn start(llvm: &Path, object: &Path, warp: u32, n: usize) -> Rig {
    let arguments = [
        Argument::Input((0..n).map(|i| 1.0 + (i % 7) as f64).collect()),
        Argument::Output(vec![2.0; n]),
        Argument::Output(vec![f64::NAN]),
        Argument::Scalar(2.0_f64.to_bits()),
        Argument::Scalar(n as u64),
    ];
    Rig::start(object, Launcher::HipOnHost { warp }, &llvm.join("lib"), &arguments).expect("a runner")
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
