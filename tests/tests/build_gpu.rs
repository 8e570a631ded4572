//! Building for GPUs that need not be there: the examples for an AMD GPU with what Debian packages, and for an NVIDIA GPU
//! where CUDA and OpenMP's device runtime are in reach.
#![allow(clippy::print_stderr, reason = "what is left out, and why, for whoever runs it with --nocapture")]

use std::path::PathBuf;

use judge_tests::{Place, Said, compiles, root};

/// Tasks whose examples, one in every language, between them have a plain loop, a reduction and neighbours.
const TASKS: [&str; 3] = ["bs2-axpy", "bs4-dot", "stencil7"];
const AMD: &str = "gfx90a";
const NVIDIA: &str = "sm_90";

fn example(task: &str, extension: &str) -> PathBuf {
    root().join("tests/submissions").join(task).join(format!("accepted/good.{extension}"))
}

fn build(place: &Place, task: &str, extension: &str, arch: &str, more: &[&str]) -> Said {
    let file = example(task, extension);
    let file = file.to_str().expect("a name");
    place.run(&[&["build", file, "--task", task, "--arch", arch][..], more].concat())
}

fn good(said: Said, what: &str) -> String {
    assert_eq!(said.code, Some(0), "{what}: {said:?}");
    said.stdout
}

/// Whether code for `arch` can be linked here; says so when not.
fn links(place: &Place, arch: &str) -> bool {
    let said = build(place, "bs2-axpy", "c", arch, &[]);
    if said.code != Some(0) {
        // Only these are reasons: anything else is a fault of the judge's.
        let known = ["device runtime", "no ptxas", "no nvvm/libdevice"];
        assert!(known.iter().any(|words| said.stderr.contains(words)), "{said:?}");
        eprintln!("left out: {arch} is not linked here: {}", said.stderr);
    }
    said.code == Some(0)
}

#[test]
fn c_and_cxx_examples_become_amd_assembly() {
    let place = Place::new();
    if !compiles(&place) {
        return;
    }
    for task in TASKS {
        for extension in ["c", "cpp"] {
            let text = good(build(&place, task, extension, AMD, &["--emit", "gcn"]), task);
            assert!(text.contains(".amdgcn_target \"amdgcn-amd-amdhsa--gfx90a\""), "{task} {extension}");
            assert!(text.contains("__omp_offloading_") && text.contains("s_endpgm"), "{task} {extension}");
        }
    }
}

#[test]
fn hip_examples_become_objects_for_amd_with_their_kernels_resources() {
    let place = Place::new();
    if !compiles(&place) {
        return;
    }
    for task in TASKS {
        let text = good(build(&place, task, "hip", AMD, &["--emit", "resources"]), task);
        assert!(text.starts_with("1 device image(s)") && text.contains(" registers, "), "{task}: {text}");
        assert!(text.contains(" scalar, "), "{task}: {text}");
    }
    let object = place.folder.path().join("k.so");
    good(build(&place, "bs2-axpy", "hip", AMD, &["-o", object.to_str().expect("a name")]), "an object");
    assert!(std::fs::metadata(object).expect("the object").len() > 1000);
}

#[test]
fn c_cxx_and_fortran_link_for_amd_where_there_is_a_device_runtime_and_else_say_what_is_missing() {
    let place = Place::new();
    if !compiles(&place) {
        return;
    }
    if !links(&place, AMD) {
        let said = build(&place, "bs2-axpy", "c", AMD, &[]);
        assert_eq!(said.code, Some(3), "{said:?}");
        assert!(said.stderr.contains("openmp/device") && said.stderr.contains("LIBRARY_PATH"), "{said:?}");
        return;
    }
    for task in TASKS {
        for extension in ["c", "cpp", "f90"] {
            let text = good(build(&place, task, extension, AMD, &["--emit", "resources"]), task);
            assert!(text.contains("target region __omp_offloading_") && text.contains(" scalar, "), "{task}: {text}");
            assert!(!text.contains("judge_warm") && !text.contains("judge_touch"), "{text}");
        }
    }
}

#[test]
fn every_example_builds_for_nvidia_where_cuda_is_in_reach() {
    let place = Place::new();
    if !compiles(&place) || !links(&place, NVIDIA) {
        return;
    }
    for task in TASKS {
        for extension in ["c", "cpp", "f90", "hip"] {
            let what = format!("{task} {extension}");
            let said = build(&place, task, extension, NVIDIA, &["--emit", "resources"]);
            // HIP needs CUDA's headers, which a folder of tools alone has not.
            if extension == "hip" && said.stderr.contains("cuda_runtime.h") {
                eprintln!("left out: {what}: {}", said.stderr);
                continue;
            }
            assert!(!said.stderr.contains("ptxas info"), "{said:?}");
            let text = good(said, &what);
            assert!(text.starts_with("1 device image(s)") && text.contains(" bytes shared"), "{what}: {text}");
            let ptx = good(build(&place, task, extension, NVIDIA, &["--emit", "ptx"]), &what);
            assert!(ptx.contains(".target sm_90") && ptx.contains(".entry "), "{what}");
            let sass = build(&place, task, extension, NVIDIA, &["--emit", "sass"]);
            match sass.code {
                Some(0) => assert!(sass.stdout.contains("EXIT"), "{what}"),
                _ => assert!(sass.stderr.contains("nvdisasm or cuobjdump"), "{sass:?}"),
            }
        }
    }
}

/// What no device library of NVIDIA's has under the name that flang calls.
#[test]
fn fortran_mathematics_build_for_nvidia() {
    let place = Place::new();
    if !compiles(&place) || !links(&place, NVIDIA) {
        return;
    }
    let text = std::fs::read_to_string(example("bs2-axpy", "f90")).expect("the example");
    let line = text.lines().find(|line| line.trim_start().starts_with("y(i) =")).expect("the loop's line");
    let changed = format!(
        "{line} + exp(x(i)) + mod(x(i), 3.0d0) + modulo(x(i), alpha) + x(i)**int(i) + x(i)**alpha + nint(x(i)) &\n \
         + atan2(x(i), alpha) + erf(x(i)) + gamma(x(i)) + hypot(x(i), alpha) + sin(real(x(i))) + x(i)**3 &\n \
         + abs(exp(cmplx(x(i), 1.0d0, 8)) / cmplx(1.0d0, x(i), 8))"
    );
    let file = place.write("maths.f90", text.replace(line, &changed));
    let said = place.run(&["build", &file, "--task", "bs2-axpy", "--arch", NVIDIA, "--emit", "resources"]);
    assert!(good(said, "maths").contains(" registers, "));
}

#[test]
fn what_cannot_be_built_says_why() {
    let place = Place::new();
    if !compiles(&place) {
        return;
    }
    let file = example("bs2-axpy", "c");
    let file = file.to_str().expect("a name");
    let empty = place.folder.path().to_str().expect("a name").to_owned();
    for (args, code, words) in [
        (&["--arch", "native"][..], 2, "neither like sm_90"),
        (&["--device", "hip", "--arch", "sm_90"], 2, "no architecture of --device hip"),
        (&["--emit", "ptx"], 2, "only NVIDIA GPUs have this form"),
        (&["--emit", "gcn", "--device", "host"], 2, "only AMD GPUs have this form"),
        (&["--arch", "sm_90", "--cuda-path", &empty], 3, "no ptxas and no libdevice"),
        (&["--arch", "gfx9ff"], 3, "oclc_isa_version_9ff.bc"),
    ] {
        let said = place.run(&[&["build", file, "--task", "bs2-axpy"][..], args].concat());
        assert_eq!(said.code, Some(code), "{args:?}: {said:?}");
        assert!(said.stderr.contains(words), "{args:?}: {said:?}");
    }
}
