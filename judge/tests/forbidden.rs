//! Objects that hold something a kernel must not: each is refused by its tables, whatever its source looks like, and an honest twin passes.

mod common;

use common::{Bench, GOOD};
use judge::build::{BuildError, Fault};
use judge_abi::Language;

/// Language, what is put before an honest kernel, the code, words of the finding.
const FORBIDDEN: [(Language, &str, &str, &str); 20] = [
    (
        Language::C,
        "__attribute__((constructor)) static void early(void) { *(volatile int *)0 = 1; }",
        "J501",
        ".init_array",
    ),
    (
        Language::C,
        "__attribute__((destructor)) static void late(void) { *(volatile int *)0 = 1; }",
        "J501",
        ".fini_array",
    ),
    (
        Language::C,
        "static void f(void) {}\n__attribute__((section(\".init_array\"), used)) static void (*p)(void) = f;",
        "J501",
        ".init_array",
    ),
    (
        Language::C,
        "static void f(void) {}\n__attribute__((section(\".ctors.1\"), used)) static void (*p)(void) = f;",
        "J501",
        ".ctors.1",
    ),
    (
        Language::C,
        "static void f(void) {}\n__attribute__((section(\".preinit_array\"), used)) static void (*p)(void) = f;",
        "J501",
        ".preinit_array",
    ),
    (Language::C, "__attribute__((section(\".init\"))) void f(void) {}", "J501", ".init"),
    (Language::C, "void _init(void) {}", "J501", "_init"),
    (
        Language::C,
        "__attribute__((target_clones(\"avx2\", \"default\"))) int f(int a) { return a * 3; }",
        "J501",
        "indirect function",
    ),
    (
        Language::Cxx,
        "#include <stdint.h>\nextern \"C\" double sin(double);\ndouble g = sin(1.5 + (long)&g);",
        "J501",
        ".init_array",
    ),
    (Language::C, "void judge_call(void **a) {}", "J506", "judge_call"),
    (Language::C, "void *malloc(unsigned long n) { return 0; }", "J506", "malloc"),
    (
        Language::C,
        "__attribute__((weak)) int __kmpc_omp_taskwait(void *l, int t) { return 0; }",
        "J506",
        "__kmpc_omp_taskwait",
    ),
    (
        Language::C,
        "double mine(void) __asm__(\"omp_get_wtime\");\ndouble mine(void) { return 0; }",
        "J506",
        "omp_get_wtime",
    ),
    (Language::C, "int system(const char *);\nint f(void) { return system(\"id\"); }", "J504", "system"),
    (
        Language::C,
        "void *dlsym(void *, const char *);\nvoid *f(void) { return dlsym(0, \"system\"); }",
        "J504",
        "dlsym",
    ),
    (
        Language::C,
        "int mine(const char *) __asm__(\"execve\");\nint f(void) { return mine(\"id\"); }",
        "J504",
        "execve",
    ),
    (Language::C, "#pragma comment(lib, \"m\")", "J505", "instructions to the linker"),
    (Language::C, "__asm__(\".type f,@gnu_indirect_function\\n.globl f\\nf: ret\");", "J501", "indirect function"),
    (Language::C, "__asm__(\".section .mine,\\\"awx\\\",@progbits\\n.byte 195\\n.text\");", "J505", "writable code"),
    (
        Language::C,
        "int system(const char *);\n#pragma omp begin declare target\nint f(void) { return system(\"id\"); }\n#pragma omp end declare target",
        "J504",
        "in device code",
    ),
];

#[test]
fn forbidden_contents_are_refused_with_their_code() {
    let bench = Bench::new();
    let mut wrong = Vec::new();
    for (language, before, code, words) in FORBIDDEN {
        let honest = match language {
            Language::Cxx => GOOD.replace("void kernel", "extern \"C\" void kernel"),
            _ => GOOD.to_owned(),
        };
        match bench.build(language, &format!("{before}\n{honest}")) {
            Err(error) => {
                let found = matches!(&error, BuildError::Forbidden { findings }
                    if findings.iter().any(|f| f.code == code && f.message.contains(words)));
                if !found || error.fault() != Fault::Security {
                    wrong.push(format!("{before}\n{error}"));
                }
            }
            Ok(_) => wrong.push(format!("{before}\nwas built")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Harmless twins: they look alike and are allowed.
const HONEST: [&str; 9] = [
    "static void early(void) { }",
    "static void (*p)(void) = 0;",
    "void initial(void) {}\nvoid my_malloc(void) {}",
    "#include <stdio.h>\nvoid f(void) { printf(\"x\\n\"); fprintf(stderr, \"y\\n\"); }",
    "#include <stdlib.h>\nvoid *f(void) { return calloc(3, 4); }",
    "#include <math.h>\ndouble f(double x) { return sin(x) * pow(x, 1.5) + hypot(x, 2) + erf(x); }",
    "#include <complex.h>\ndouble _Complex f(double _Complex x) { return cexp(x) / x; }",
    "__asm__(\".section .linker-options,\\\"e\\\",@llvm_linker_options\\n.text\");",
    "static _Thread_local int t;\nint f(void) { return ++t; }",
];

#[test]
fn their_honest_twins_are_built() {
    let bench = Bench::new();
    for before in HONEST {
        if let Err(error) = bench.build(Language::C, &format!("{before}\n{GOOD}")) {
            panic!("{before}\n{error}");
        }
    }
}
