//! Builds real sources with this machine's compiler: what an honest submitter gets, and what each mistake is answered with.

mod common;

use common::{Bench, GOOD};
use judge::build::{BuildError, BuildRequest, Emit, Fault, emit};
use judge::toolchain::{Kind, Target};
use judge_abi::{Language, prototype};

#[test]
fn an_honest_kernel_builds_runs_and_is_found_again() {
    let bench = Bench::new();
    let first = bench.build(Language::C, GOOD).expect("it builds");
    assert!(!first.cached && first.path.is_file());
    assert_eq!((first.resources.images, first.resources.regions.len()), (1, 1));
    assert_eq!(bench.call_axpy(&first.path), "right");
    let second = bench.build(Language::C, GOOD).expect("it is there");
    assert!(second.cached);
    assert_eq!(first.sha256, second.sha256);
    // One more blank changes the text, so it is built anew.
    assert!(!bench.build(Language::C, &format!("{GOOD} ")).expect("it builds").cached);
}

#[test]
fn cxx_builds_with_c_linkage_and_plain_templates() {
    let bench = Bench::new();
    let source = "#include <cstdint>\n#include <cmath>\ntemplate <class T> struct S { T a; T f(T x) const { return a * x; } };\n\
        extern \"C\" void kernel(double a, const double *x, double *y, std::int64_t n) {\n S<double> s{a};\n\
        #pragma omp target teams distribute parallel for is_device_ptr(x, y) firstprivate(s)\n\
        for (std::int64_t i = 0; i < n; ++i) y[i] += s.f(x[i]);\n}\n";
    assert_eq!(bench.call_axpy(&bench.build(Language::Cxx, source).expect("it builds").path), "right");
}

#[test]
fn fortran_builds_for_the_host_device_in_both_forms() {
    let bench = Bench::new();
    let free = "subroutine kernel(a, x, y, n) bind(c)\n  use, intrinsic :: iso_c_binding\n  implicit none\n  \
        real(c_double), value :: a\n  real(c_double), intent(in) :: x(*)\n  real(c_double), intent(inout) :: y(*)\n  \
        integer(c_int64_t), value :: n\n  integer(c_int64_t) :: i\n  \
        !$omp target teams distribute parallel do has_device_addr(x, y)\n  do i = 1, n\n    y(i) = y(i) + a*x(i)\n  \
        end do\nend subroutine\n";
    let built = bench.build(Language::Fortran, free).expect("it builds");
    assert_eq!((bench.call_axpy(&built.path).as_str(), built.text.as_str()), ("right", ""));
    let fixed = free
        .replace("  !$omp", "!$omp")
        .replace("\n  ", "\n      ")
        .replace("subroutine kernel", "      subroutine kernel")
        .replace("end subroutine", "      end subroutine")
        .replace(
            "\n!$omp target teams distribute parallel do ",
            "\n!$omp target teams distribute parallel do\n!$omp+ ",
        );
    let built = bench.with_request(Language::Fortran, &fixed, Kind::Submission, |request| {
        let request = judge::build::BuildRequest { name: "mine.f", ..request.clone() };
        judge::build::build(&bench.toolchain, &bench.store, &request)
    });
    assert_eq!(bench.call_axpy(&built.expect("it builds").path), "right");
    let wanted = "#ifdef _OPENMP\n".to_owned() + free + "#endif\n";
    let built = bench.with_request(Language::Fortran, &wanted, Kind::Submission, |request| {
        let request = judge::build::BuildRequest { name: "mine.F90", ..request.clone() };
        judge::build::build(&bench.toolchain, &bench.store, &request)
    });
    assert_eq!(bench.call_axpy(&built.expect("it builds").path), "right");
}

#[test]
fn nowait_work_is_finished_when_the_shim_returns() {
    let bench = Bench::new();
    let source = GOOD.replace("is_device_ptr(x, y)", "is_device_ptr(x, y) nowait");
    assert_eq!(bench.call_axpy(&bench.build(Language::C, &source).expect("it builds").path), "right");
}

#[test]
fn a_baseline_and_an_oracle_have_the_same_form_and_no_device_image() {
    let bench = Bench::new();
    let source = GOOD.replace("target teams distribute parallel for is_device_ptr(x, y)", "parallel for");
    for kind in [Kind::Baseline, Kind::Oracle] {
        let built = bench.build_as(Language::C, &source, kind).expect("it builds");
        assert_eq!(built.resources.images, 0);
        assert_eq!(bench.call_axpy(&built.path), "right");
    }
}

#[test]
fn every_skeleton_compiles() {
    let bench = Bench::new();
    let every_type = common::every_type();
    for language in [Language::C, Language::Cxx, Language::Fortran, Language::Hip] {
        bench.build(language, &prototype::skeleton(&common::axpy(), language)).expect("the skeleton builds");
        let request = |request: &judge::build::BuildRequest<'_>| {
            // The declaration is printed to be put into a file of one's own.
            let both = [prototype::declaration(&every_type, language), prototype::skeleton(&every_type, language)];
            let includes = if language == Language::Fortran { "" } else { "#include <stdint.h>\n" };
            let source = [includes, &both[0], &both[1]].concat();
            let request =
                judge::build::BuildRequest { signature: &every_type, source: source.as_bytes(), ..request.clone() };
            judge::build::build(&bench.toolchain, &bench.store, &request)
        };
        bench.with_request(language, "", Kind::Submission, request).expect("a skeleton of every type builds");
    }
}

/// What a wrong entry is answered with: language, source, the words that name the mistake.
const WRONG: [(Language, &str, &str); 20] = [
    (
        Language::Fortran,
        "subroutine kernel(a, x, y, n)\n  use iso_c_binding\n  real(c_double), value :: a\n  real(c_double), intent(in) :: x(*)\n  real(c_double), intent(inout) :: y(*)\n  integer(c_int64_t), value :: n\nend subroutine\n",
        "`kernel` has no `bind(c)`",
    ),
    (
        Language::Fortran,
        "subroutine kernel(a, x, y, n) bind(c)\n  use iso_c_binding\n  real(c_double), value :: a\n  real(c_float), intent(in) :: x(*)\n  real(c_double), intent(inout) :: y(*)\n  integer(c_int64_t), value :: n\nend subroutine\n",
        "`x`",
    ),
    (
        Language::Fortran,
        "subroutine kernel(a, x, y, n) bind(c)\n  use iso_c_binding\n  real(c_double), value :: a\n  real(c_double), intent(in) :: x(*)\n  real(c_double), intent(inout) :: y(*)\n  integer(c_int64_t) :: n\nend subroutine\n",
        "`n`",
    ),
    (Language::Fortran, "subroutine other() bind(c)\nend subroutine\n", "no subroutine `kernel` is defined"),
    (
        Language::C,
        "void kernel(double a, const float *x, double *y, long n) {}",
        "parameter 2 `x`: expected `const double *` for `x`, found `const float *`",
    ),
    (
        Language::C,
        "void kernel(double a, double *restrict p, double *y, long n) {}",
        "parameter 2 `p`: expected `const double *` for `x`, found `double *restrict`",
    ),
    (
        Language::C,
        "void kernel(double a, const double *x, const double *y, long n) {}",
        "parameter 3 `y`: expected `double *` for `y`, found `const double *`",
    ),
    (
        Language::C,
        "void kernel(long n, double a, const double *x, double *y) {}",
        "parameter 1 `n`: expected `double` for `a`, found `long`",
    ),
    (Language::C, "void kernel(double a, const double *x, double *y) {}", "parameter 4 `n` is missing: `int64_t`"),
    (
        Language::C,
        "void kernel(double a, const double *x, double *y, long n, int extra) {}",
        "parameter 5 `extra` is not in the task's signature",
    ),
    (
        Language::C,
        "void kernel(double a, const double *x, double *y, int n) {}",
        "expected `int64_t` for `n`, found `int`",
    ),
    (Language::C, "int kernel(double a, const double *x, double *y, long n) { return 0; }", "returns `int`"),
    (Language::C, "static void kernel(double a, const double *x, double *y, long n) {}", "is static"),
    (Language::C, "void kernal(double a, const double *x, double *y, long n) {}", "no function `kernel` is defined"),
    (
        Language::C,
        "typedef float real;\nvoid kernel(double a, const real *x, double *y, long n) {}",
        ":2: parameter 2 `x`",
    ),
    (
        Language::Cxx,
        "extern \"C\" void kernel(double a, double *x, double *y, long n) {}",
        "parameter 2 `x`: expected `const double *` for `x`, found `double *`",
    ),
    (
        Language::Cxx,
        "void kernel(double a, double *x, double *y, long n) {}",
        "parameter 2 `x`: expected `const double *` for `x`, found `double *`",
    ),
    (
        Language::Cxx,
        "template <class T> void kernel(T) {}",
        "no function `kernel` is defined; write `extern \"C\" void kernel(",
    ),
    (
        Language::Hip,
        "#include <hip/hip_runtime.h>\nextern \"C\" void kernel(double a, const double *x, double *y, int n) {}",
        ":2: parameter 4 `n`: expected `int64_t` for `n`, found `int`",
    ),
    (
        Language::Hip,
        "#include <hip/hip_runtime.h>\nextern \"C\" void kernel(double a, const double *x, float *y, long n) {}",
        ":2: parameter 3 `y`: expected `double *` for `y`, found `float *`",
    ),
];

#[test]
fn a_wrong_signature_is_an_error_that_names_the_parameter() {
    let bench = Bench::new();
    for (language, source, words) in WRONG {
        let error = bench.build(language, source).expect_err(source);
        assert_eq!(error.fault(), Fault::Submitter, "{source}");
        assert!(matches!(error, BuildError::Prototype { .. }), "{source}: {error}");
        assert!(error.to_string().contains(words), "{source}\n{error}");
    }
}

#[test]
fn other_spellings_of_the_right_types_are_accepted() {
    let bench = Bench::new();
    for source in [
        "typedef double real;\nvoid kernel(const real a, const real *restrict x, real *const y, const long n) {}",
        "void kernel(double, double const x[], double y[*], long n);\nvoid kernel(double a, double const x[], double y[], long int n) {}",
    ] {
        if let Err(error) = bench.build(Language::C, source) {
            panic!("{source}: {error}");
        }
    }
}

#[test]
fn a_dropped_clause_is_an_error() {
    let bench = Bench::new();
    for line in [
        "#pragma omp target teams distribute parallel for ; is_device_ptr(x, y)",
        "#pragma omp target teams distribute parallel for is_device_ptr(x, y) foo",
        "#pragma omp target teams distribute parallel for is_device_ptr(x, y) )",
        "#pragma opm target teams distribute parallel for is_device_ptr(x, y)",
        "#pragma OMP target teams distribute parallel for is_device_ptr(x, y)",
    ] {
        let source = GOOD.replace("#pragma omp target teams distribute parallel for is_device_ptr(x, y)", line);
        assert_ne!(source, GOOD);
        let error = bench.build(Language::C, &source).expect_err(line);
        assert!(matches!(error, BuildError::Refused { .. }), "{line}: {error}");
        assert!(error.to_string().contains("mine.c:3"), "{line}: {error}");
    }
}

#[test]
fn the_warnings_that_show_a_dropped_clause_cannot_be_hushed() {
    let bench = Bench::new();
    let dropped = GOOD.replace("is_device_ptr(x, y)", "; is_device_ptr(x, y)");
    for before in [
        "#pragma clang diagnostic ignored \"-Wextra-tokens\"",
        "#define HUSH(w) _Pragma(#w)\nHUSH(GCC diagnostic ignored \"-Weverything\")",
        "# 1 \"other.h\" 3",
        "/* */ %: 1 \"other.h\" 3",
    ] {
        let error = bench.build(Language::C, &format!("{before}\n{dropped}")).expect_err(before);
        assert_ne!(error.fault(), Fault::Judge, "{before}: {error}");
    }
    let harmless = "#pragma clang diagnostic push\n#pragma clang diagnostic ignored \"-Wunused-variable\"";
    bench.build(Language::C, &format!("{harmless}\n{GOOD}")).expect("it builds");
}

#[test]
fn a_syntax_error_is_the_submitters_and_shows_the_submissions_name() {
    let bench = Bench::new();
    let error = bench
        .build(Language::C, "void kernel(double a, const double *x, double *y, long n) { y[0] = b; }")
        .expect_err("b");
    assert_eq!(error.fault(), Fault::Submitter);
    let text = error.to_string();
    assert!(text.contains("mine.c:1:68: error: use of undeclared identifier 'b'"), "{text}");
    assert!(!text.contains("judge_submission"), "{text}");
}

#[test]
fn headers_that_the_compiler_cannot_read_are_not_the_submitters_matter() {
    let bench = Bench::new();
    // No folder of CUDA's: whatever the source, the compiler stops before it.
    let target = Target::Nvidia { arch: "sm_90".to_owned(), cuda: "/usr/include".into(), device_runtime: None };
    let built = bench.with_request(Language::Hip, "void kernel() {}", Kind::Submission, |request| {
        let request = BuildRequest { target: &target, ..request.clone() };
        judge::build::preprocess(&bench.toolchain, &request)
    });
    let error = built.expect_err("it cannot be preprocessed");
    assert_eq!(error.fault(), Fault::Judge);
    assert!(error.to_string().contains("--cuda-path") && error.to_string().contains("CUDA"), "{error}");
    // Its own missing header is the submitter's.
    let error = bench.build(Language::C, "#include \"nothing.h\"\nvoid kernel(void) {}").expect_err("no such header");
    assert_eq!(error.fault(), Fault::Submitter);
}

#[test]
fn device_code_is_shown_as_ir_and_as_assembly() {
    let bench = Bench::new();
    let shown = |form| {
        bench.with_request(Language::C, GOOD, Kind::Submission, |r| emit(&bench.toolchain, r, form)).expect("text")
    };
    assert!(shown(Emit::Llvm).contains("define weak_odr protected void @__omp_offloading"), "{}", shown(Emit::Llvm));
    assert!(shown(Emit::Asm).contains("__omp_offloading"));
}

/// The axpy of the other tests in HIP.
const HIP: &str = "#include <hip/hip_runtime.h>\n#include <cstdint>\n\
static __global__ void axpy(double a, const double *x, double *y, int64_t n) {\n\
int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;\nif (i < n) y[i] += a * x[i];\n}\n\
extern \"C\" void kernel(double a, const double *x, double *y, int64_t n) {\naxpy<<<(n + 255) / 256, 256>>>(a, x, y, n);\n}\n";

#[test]
fn hip_builds_for_the_host_and_its_mistakes_keep_their_lines() {
    let bench = Bench::new();
    let built = bench.build(Language::Hip, HIP).expect("it builds");
    assert_eq!(built.resources.images, 0);
    for (wrong, words) in [
        (
            HIP.replace("const double *x, double *y, int64_t n) {\naxpy", "double *x, double *y, int64_t n) {\naxpy"),
            "parameter 2 `x`",
        ),
        (HIP.replace(">>>(a", ">>(a"), "line 8: this `<<<` has no matching `>>>`"),
        (HIP.replace("a, x, y, n);\n}", "a, x, z, n);\n}"), ":8:"),
        (
            HIP.replace("void kernel(double a", "void kernel(float a"),
            "parameter 1 `a`: expected `double` for `a`, found `float`",
        ),
        (
            HIP.replace("axpy<<<", "hipMallocManaged(&y, n); axpy<<<"),
            "a kernel's arrays live on the device: use hipMalloc",
        ),
    ] {
        let error = bench.build(Language::Hip, &wrong).expect_err(words);
        assert_eq!(error.fault(), Fault::Submitter);
        assert!(error.to_string().contains(words), "{words}: {error}");
    }
    let system = format!("extern \"C\" int system(const char *);\nint f() {{ return system(\"id\"); }}\n{HIP}");
    assert_eq!(bench.build(Language::Hip, &system).expect_err("system").fault(), Fault::Security);
}
