//! Fortran on LLVM's host offload device: every spelling gives the right answer and its launches are counted.

mod rig;

use std::path::{Path, PathBuf};

use judge_abi::fortran::{self, interface};
use judge_abi::wire::Launcher;
use rig::{Argument, Rig, compile, llvm_with, signature};

const N: usize = 1003;
const SPELLINGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fortran/spellings");
const WRONG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fortran/wrong");

#[test]
fn runner_process() {
    rig::run_if_asked();
}

fn sources(folder: &str) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> =
        std::fs::read_dir(folder).expect(folder).map(|entry| entry.expect("entry").path()).collect();
    all.sort();
    assert!(!all.is_empty(), "no source in {folder}");
    all
}

/// Compiles a source and the shim that calls it.
fn build(llvm: &Path, source: &Path, folder: &Path) -> PathBuf {
    let path = |name: &str| folder.join(name).display().to_string();
    let folder_name = &folder.display().to_string();
    let (clang, flang) = (llvm.join("bin/clang"), llvm.join("bin/flang"));
    std::fs::write(path("host_device.c"), fortran::HOST_DEVICE).expect("write");
    std::fs::write(path("shim.c"), judge_abi::shim::source(&signature(), judge_abi::shim::Arm::Offload))
        .expect("write");
    let offload = "-fopenmp-targets=x86_64-pc-linux-gnu";
    let bitcode = path("host_device.bc");
    compile(&clang, &["-O3", "-fPIC", "-fopenmp", "-emit-llvm", "-c", &path("host_device.c"), "-o", &bitcode]);
    compile(&clang, &["-O2", "-fPIC", "-fopenmp", offload, "-c", &path("shim.c"), "-o", &path("shim.o")]);
    let mut args = vec!["-O3", "-fPIC", "-fopenmp", "-fopenmp-version=52", offload];
    args.extend(["-Xflang", "-mlink-builtin-bitcode", "-Xflang", &bitcode, "-module-dir", folder_name]);
    let (text, kernel, object) = (source.display().to_string(), path("kernel.o"), path("kernel.so"));
    args.extend(["-c", &text, "-o", &kernel]);
    compile(&flang, &args);
    let linker = format!("--ld-path={}", llvm.join("bin/ld.lld").display());
    compile(
        &clang,
        &[
            "-fopenmp",
            offload,
            "-shared",
            "-nostartfiles",
            "-Wl,-z,defs",
            &linker,
            &kernel,
            &path("shim.o"),
            "-lm",
            "-o",
            &object,
        ],
    );
    PathBuf::from(object)
}

#[test]
fn every_spelling_is_right_and_its_launches_and_bytes_are_counted() {
    let Some(llvm) = llvm_with("flang") else { return };
    let x: Vec<f64> = (0..N).map(|i| 1.0 + (i % 7) as f64).collect();
    let y = vec![2.0; N];
    let expected: Vec<f64> = x.iter().map(|x| 2.0 + 2.0 * x).collect();
    let mut miscounted = Vec::new();
    for source in sources(SPELLINGS) {
        let folder = tempfile::tempdir().expect("folder");
        let object = build(&llvm, &source, folder.path());
        let arguments = [
            Argument::Input(x.clone()),
            Argument::Output(y.clone()),
            Argument::Output(vec![f64::NAN]),
            Argument::Scalar(2.0_f64.to_bits()),
            Argument::Scalar(N as u64),
        ];
        let name = source.file_name().expect("name").to_string_lossy().into_owned();
        let mut rig = Rig::start(&object, Launcher::OpenMp, &llvm.join("lib"), &arguments).expect(&name);
        let report = rig.call(true).unwrap_or_else(|s| panic!("{name}: {s:?}, {:?}", rig.fault())).report;
        assert_eq!(rig.array(1), expected, "{name}");
        assert_eq!(rig.array(2), [expected.iter().sum::<f64>()], "{name}");
        let text = std::fs::read_to_string(&source).expect("source");
        let counted = rig::counts(&report);
        if text.lines().next().and_then(|line| line.split_once(' ')).map(|(_, said)| said) != Some(&counted) {
            miscounted.push((name, counted));
        }
        assert_eq!(report.host_launches, 0, "{}", source.display());
    }
    assert!(miscounted.is_empty(), "other counts than the first lines promise: {miscounted:#?}");
}

/// Flang's symbols of a source.
fn symbols(llvm: &Path, source: &Path) -> String {
    let form = fortran::Form::of(&source.display().to_string());
    let modules = tempfile::tempdir().expect("folder");
    let ran = std::process::Command::new(llvm.join("bin/flang"))
        .arg("-fc1")
        .args(form.flags().into_iter().filter(|flag| *flag != "-nocpp"))
        .args(fortran::DUMP_SYMBOLS)
        .arg(source)
        .current_dir(modules.path())
        .output()
        .expect("flang starts");
    assert!(ran.status.success(), "{}: {}", source.display(), String::from_utf8_lossy(&ran.stderr));
    String::from_utf8_lossy(&ran.stdout).into_owned()
}

#[test]
fn every_right_interface_is_accepted() {
    let Some(llvm) = llvm_with("flang") else { return };
    for source in sources(SPELLINGS) {
        let problems = interface::problems(&symbols(&llvm, &source), &signature());
        assert_eq!(problems, Vec::<String>::new(), "{}", source.display());
    }
}

#[test]
fn every_wrong_interface_is_named_before_anything_is_linked() {
    let Some(llvm) = llvm_with("flang") else { return };
    for source in sources(WRONG) {
        let text = std::fs::read_to_string(&source).expect("source");
        let expected = text.lines().next().and_then(|l| l.strip_prefix("! ")).expect("a first comment");
        let problems = interface::problems(&symbols(&llvm, &source), &signature());
        assert!(problems.iter().any(|p| p.starts_with(expected)), "{}: {problems:#?}", source.display());
        let without_fix: Vec<&String> = problems.iter().filter(|p| !p.contains("write `")).collect();
        assert!(without_fix.is_empty(), "{}: {without_fix:#?}", source.display());
    }
}
