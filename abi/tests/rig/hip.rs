//! A HIP kernel on the host's own processor: built with our headers, started in a runner.

use std::path::{Path, PathBuf};

use judge_abi::wire::Launcher;
use judge_abi::{hip, shim};

use super::{Argument, Rig, compile, signature};

/// Writes the headers and a rewritten source, and compiles it with the shim that calls it.
pub(crate) fn build(llvm: &Path, source: &str, folder: &Path, warp: u32) -> PathBuf {
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

/// Arrays of `n` elements, and alpha = 2.
pub(crate) fn start(llvm: &Path, object: &Path, warp: u32, n: usize) -> Rig {
    let arguments = [
        Argument::Input((0..n).map(|i| 1.0 + (i % 7) as f64).collect()),
        Argument::Output(vec![2.0; n]),
        Argument::Output(vec![f64::NAN]),
        Argument::Scalar(2.0_f64.to_bits()),
        Argument::Scalar(n as u64),
    ];
    Rig::start(object, Launcher::HipOnHost { warp }, &llvm.join("lib"), &arguments).expect("a runner")
}
