//! What submitters are shown, in every language, for every type and intent.

use judge_abi::prototype::{c, declaration, skeleton};
use judge_abi::shim::{self, Arm};
use judge_abi::{Array, DType, Intent, Language, Param, Scalar, Signature};

fn array(name: &str, dtype: DType, intent: Intent) -> Param {
    Param::Array(Array { name: name.to_owned(), dtype, intent })
}

fn scalar(name: &str, dtype: DType) -> Param {
    Param::Scalar(Scalar { name: name.to_owned(), dtype })
}

fn axpy() -> Signature {
    Signature {
        entry: "kernel".to_owned(),
        params: vec![
            scalar("a", DType::F64),
            array("x", DType::F64, Intent::In),
            array("y", DType::F64, Intent::InOut),
            scalar("n", DType::I64),
        ],
    }
}

/// One array of every type, one scalar of every type that may be one.
fn every_type() -> Signature {
    use DType::{Bf16, Bytes, Complex64, Complex128, F16, F32, F64, I32, I64, U32, U64};
    let intents = [Intent::In, Intent::Out, Intent::InOut, Intent::Scratch];
    let arrays = [F64, F32, F16, Bf16, Complex64, Complex128, I32, I64, U32, U64, Bytes];
    let mut params: Vec<Param> = arrays
        .iter()
        .zip(intents.iter().cycle())
        .map(|(&dtype, &intent)| array(&format!("{dtype}_array"), dtype, intent))
        .collect();
    params.extend([F64, F32, I32, I64, U32, U64].map(|dtype| scalar(&format!("{dtype}_scalar"), dtype)));
    Signature { entry: "kernel".to_owned(), params }
}

#[test]
fn declarations_of_axpy() {
    let all: String =
        Language::ALL.map(|language| format!("-- {language}\n{}", declaration(&axpy(), language))).concat();
    insta::assert_snapshot!(all);
}

#[test]
fn skeletons_of_axpy() {
    let all: String = Language::ALL.map(|language| format!("-- {language}\n{}", skeleton(&axpy(), language))).concat();
    insta::assert_snapshot!(all);
}

#[test]
fn every_type_in_every_language() {
    let signature = every_type();
    let all: String =
        Language::ALL.map(|language| format!("-- {language}\n{}", declaration(&signature, language))).concat();
    insta::assert_snapshot!(all);
}

#[test]
fn header_and_shim_of_axpy() {
    let openmp = shim::source(&axpy(), Arm::Offload);
    insta::assert_snapshot!(format!("-- header\n{}-- shim\n{openmp}", c::header(&axpy())));
    // Only OpenMP has tasks to wait for; what an arm exports, its shim defines.
    for arm in [Arm::Offload, Arm::Threads, Arm::HipOnHost, Arm::Plain] {
        let text = shim::source(&axpy(), arm);
        assert_eq!(text.contains("#pragma omp taskwait"), arm == Arm::Offload);
        for name in arm.exports() {
            assert!(text.contains(&format!(" {name}(")), "{arm:?} without {name}");
        }
    }
}

#[test]
fn an_entry_without_parameters_is_still_a_prototype() {
    let empty = Signature { entry: "kernel".to_owned(), params: Vec::new() };
    assert_eq!(declaration(&empty, Language::C), "void kernel(void);\n");
    assert!(shim::source(&empty, Arm::Plain).contains("kernel();"));
}

#[test]
fn fortran_lines_stay_within_the_free_form_limit() {
    for text in [declaration(&every_type(), Language::Fortran), skeleton(&every_type(), Language::Fortran)] {
        for line in text.lines() {
            assert!(line.len() <= 132, "{} columns: {line}", line.len());
        }
    }
}

#[test]
fn languages_are_known_by_extension() {
    for (name, expected) in [
        ("a.c", Some(Language::C)),
        ("a.cpp", Some(Language::Cxx)),
        ("a.F90", Some(Language::Fortran)),
        ("a.hip", Some(Language::Hip)),
        ("a.o", None),
        ("a", None),
        (".c", None),
    ] {
        assert_eq!(Language::of(std::path::Path::new(name)), expected, "{name}");
    }
}
