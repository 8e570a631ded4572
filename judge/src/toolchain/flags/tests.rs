use std::path::PathBuf;

use super::*;
use crate::store::Key;
use crate::toolchain::{Rocm, Version};

/// A toolchain of which nothing is on disk.
pub(crate) fn toolchain() -> Toolchain {
    Toolchain {
        version: Version { major: 22, minor: 1, patch: 8 },
        root: PathBuf::from("/llvm"),
        clang: PathBuf::from("/llvm/bin/clang"),
        lld: PathBuf::from("/llvm/bin/ld.lld"),
        packager: PathBuf::from("/llvm/bin/llvm-offload-binary"),
        flang: Some(PathBuf::from("/llvm/bin/flang")),
        host_triple: "x86_64-pc-linux-gnu".to_owned(),
        libomp: PathBuf::from("/llvm/lib/libomp.so"),
        libomptarget: PathBuf::from("/llvm/lib/libomptarget.so"),
        library_path: vec![PathBuf::from("/llvm/lib")],
        compile_mounts: Vec::new(),
        run_mounts: Vec::new(),
        host_cpu: "a processor".to_owned(),
        targets: Vec::new(),
        lacking: Vec::new(),
        files: Vec::new(),
        identity: Key::of(b""),
    }
}

fn targets() -> [(&'static str, Target); 3] {
    [
        ("host", Target::Host { triple: "x86_64-pc-linux-gnu".to_owned() }),
        (
            "nvidia",
            Target::Nvidia {
                arch: "sm_90".to_owned(),
                cuda: PathBuf::from("/cuda"),
                device_runtime: Some(PathBuf::from("/llvm/lib/nvptx64-nvidia-cuda")),
            },
        ),
        (
            "amd",
            Target::Amd {
                arch: "gfx942:xnack-".to_owned(),
                rocm: Rocm {
                    root: PathBuf::from("/rocm"),
                    device_library: PathBuf::from("/rocm/amdgcn/bitcode"),
                    hip_library: Some(PathBuf::from("/rocm/amdgcn/bitcode/hip.bc")),
                    code_object: Some(5),
                },
                device_runtime: Some(PathBuf::from("/llvm/lib/amdgcn-amd-amdhsa")),
            },
        ),
    ]
}

#[test]
fn flags_of_every_language_on_every_target() {
    let mut text = String::new();
    for (name, target) in targets() {
        for language in Language::ALL {
            let flags = flags(&toolchain(), language, &target, Kind::Submission);
            text.push_str(&format!("{name} {language}\n  {}\n  {}\n", flags.compile.join(" "), flags.link.join(" ")));
        }
    }
    insta::assert_snapshot!(text);
}

/// LLVM 19 takes the same: C and C++ for a GPU are built with it too.
#[test]
fn no_flag_for_a_gpu_is_younger_than_llvm_19() {
    let old = Toolchain { version: Version { major: 19, minor: 1, patch: 7 }, flang: None, ..toolchain() };
    for (_, target) in targets() {
        for language in [Language::C, Language::Cxx] {
            let of = |toolchain: &Toolchain| flags(toolchain, language, &target, Kind::Submission);
            assert_eq!(of(&old), of(&toolchain()));
        }
    }
}

#[test]
fn flags_of_baseline_and_oracle_do_not_depend_on_the_target() {
    let mut text = String::new();
    for kind in [Kind::Baseline, Kind::Oracle] {
        let all = targets().map(|(_, target)| flags(&toolchain(), Language::C, &target, kind));
        assert!(all.iter().all(|flags| *flags == all[0]));
        text.push_str(&format!("{kind:?}\n  {}\n  {}\n", all[0].compile.join(" "), all[0].link.join(" ")));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn no_flag_of_an_oracle_reorders_or_contracts() {
    let [(_, host), ..] = targets();
    let flags = flags(&toolchain(), Language::C, &host, Kind::Oracle).compile;
    assert!(flags.contains(&"-ffp-contract=off".to_owned()) && flags.contains(&"-fno-fast-math".to_owned()));
    assert!(!flags.iter().any(|flag| flag == "-ffast-math" || flag == "-Ofast"));
}
