//! The static check costs no more than its input grows: four times the bytes, about four times the work.
//!
//! Work is the thread's own processor time, the least of a few runs; a quadratic step shows as sixteen.

use std::path::Path;
use std::time::Duration;

use judge::check::{Source, check};
use judge::language::Language;
use nix::time::{ClockId, clock_gettime};

/// How much more four times the input may cost. Linear is 4, quadratic 16; between them lie caches and the allocator.
const RATIO: f64 = 10.0;
/// Costs below this are noise.
const FLOOR: Duration = Duration::from_millis(15);

const C: &str = "void kernel(double *x, double *y, long n) {\n";
const F: &str =
    "subroutine kernel(x, y, n) bind(c)\nreal(8), target :: x(n), y(n)\ninteger, value :: n\ninteger :: i\n";

const C_NAMES: &[&str] = &["k.c", "k.cpp", "k.hip"];
const F_NAMES: &[&str] = &["k.f90", "k.f"];

fn numbered(n: usize, text: impl Fn(usize) -> String) -> String {
    (0..n).map(text).collect()
}

fn time(language: Language, text: &str) -> Duration {
    let now = || Duration::from(clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("the clock is there"));
    let once = || {
        let start = now();
        let _ = check(&Source { name: "k", language, text: text.as_bytes() }, None, None);
        now() - start
    };
    (0..2).map(|_| once()).min().unwrap_or_default()
}

fn grows_linearly(names: &[&str], what: &str, n: usize, make: impl Fn(usize) -> String) {
    let cut = |text: String| text[..text.len().min(1 << 20)].to_owned();
    let (small, large) = (cut(make(n)), cut(make(4 * n)));
    let factor = large.len() as f64 / small.len() as f64;
    for name in names {
        let language = Language::of(Path::new(name)).expect("a known extension");
        let (less, more) = (time(language, &small), time(language, &large));
        let ratio = more.as_secs_f64() / less.as_secs_f64().max(1e-9);
        assert!(
            more < FLOOR || ratio < RATIO * factor / 4.0,
            "{what} in {name}: {less:?} for {} bytes, {more:?} for {}: {ratio:.1} times",
            small.len(),
            large.len()
        );
    }
}

/// One of these repeated, in a function of C and in a procedure of Fortran.
const REPEATED: &[&str] = &[
    "(",
    "[",
    "{",
    "<",
    "[[",
    ")",
    "}",
    "if (",
    "for (;;) ",
    "f(",
    "*",
    "&",
    "!",
    "- ",
    "a ? ",
    "\"",
    "'",
    "R\"(",
    "f<",
    "case ",
    "else ",
    "do ",
    "struct A { ",
    "template <",
    "[=](long i) {",
    "x = ",
    "y[",
    "(*f)(",
    "#if 1\n",
    "\\\n",
    "/*",
    "//",
    "%:",
    "__attribute__((",
    "[[omp::directive(target)]]",
    "[[omp::sequence(",
    "_Pragma(\"omp target\")",
    "x + ",
    "void f(){}",
    "({ ",
    "goto a; ",
    "#pragma omp target\n",
    "!$omp target &\n",
    "c$omp target\n",
    "if (n > 1) then\n",
    "do i = 1, n\n",
    "block\n",
    "associate (p => y)\n",
    "associate (p => p)\n",
    "end do\n",
    "end\n",
    "contains\n",
    "subroutine a\n",
    "interface\n",
    "type t\n",
    "call f(x)\n",
    "10 continue\n",
    "do 10 i = 1, n\n",
    "y = x\n",
    "use a\n",
    "select case (n)\n",
    "common /a/ x\n",
    "x%y",
    "!$ x = 1\n",
    "!$omp parallel do\n",
    "p => y\n",
];

#[test]
fn repeated_text_is_linear() {
    for text in REPEATED {
        let n = 16_000 / text.len().max(2);
        grows_linearly(C_NAMES, text, n, |n| format!("{C}{}", text.repeat(n)));
        grows_linearly(F_NAMES, text, n, |n| format!("{F}{}", text.repeat(n)));
    }
}

#[test]
fn one_line_is_linear() {
    grows_linearly(C_NAMES, "a long word", 250_000, |n| format!("{C}{}", "x".repeat(n)));
    grows_linearly(C_NAMES, "a sum", 50_000, |n| format!("{C}y = {}0;", "x + ".repeat(n)));
    grows_linearly(C_NAMES, "a call", 50_000, |n| format!("{C}f({}0);", "x, ".repeat(n)));
    grows_linearly(C_NAMES, "a clause", 50_000, |n| format!("{C}#pragma omp target map({})", "x,".repeat(n)));
    grows_linearly(C_NAMES, "clauses", 20_000, |n| format!("{C}#pragma omp target {}", "map(to: x) ".repeat(n)));
    grows_linearly(F_NAMES, "words run together", 20_000, |n| format!("{F}!$omp {}", "target".repeat(n)));
    grows_linearly(F_NAMES, "a sum", 50_000, |n| format!("{F}y = {}0", "x + ".repeat(n)));
}

#[test]
fn nesting_is_linear() {
    grows_linearly(C_NAMES, "parentheses", 25_000, |n| format!("{C}{}x{}", "(".repeat(n), ")".repeat(n)));
    grows_linearly(C_NAMES, "braces", 25_000, |n| format!("{C}{}{}", "{".repeat(n), "}".repeat(n)));
    grows_linearly(C_NAMES, "blocks that shadow", 5_000, |n| format!("{C}{}", "{ double *p = x;\n".repeat(n)));
    grows_linearly(C_NAMES, "target data", 5_000, |n| {
        format!("{C}{}#pragma omp target\n;", "#pragma omp target data map(alloc: s)\n".repeat(n))
    });
    grows_linearly(F_NAMES, "if", 5_000, |n| {
        format!("{F}{}x(1) = 1\n{}", "if (n > 1) then\n".repeat(n), "end if\n".repeat(n))
    });
}

#[test]
fn directives_are_linear() {
    let region = "#pragma omp target is_device_ptr(x)\nx[0] = 1;\n";
    grows_linearly(C_NAMES, "regions", 2_500, |n| format!("{C}{}}}", region.repeat(n)));
    let nowait = "#pragma omp target is_device_ptr(x) nowait\nx[0] = 1;\n";
    grows_linearly(C_NAMES, "nowait", 2_500, |n| format!("{C}{}}}", nowait.repeat(n)));
    grows_linearly(C_NAMES, "nowait, waited", 2_500, |n| format!("{C}{}#pragma omp taskwait\n}}", nowait.repeat(n)));
    grows_linearly(C_NAMES, "nowait in groups", 2_000, |n| {
        format!("{C}{}}}", format!("#pragma omp taskgroup\n{{\n{nowait}}}\n").repeat(n))
    });
    grows_linearly(C_NAMES, "nowait in helpers", 2_000, |n| {
        let helpers = numbered(n, |i| format!("static void h{i}(double *x) {{\n{nowait}}}\n"));
        format!("{helpers}{C}{}}}", numbered(n, |i| format!("h{i}(x);\n")))
    });
    grows_linearly(C_NAMES, "data and regions", 2_500, |n| {
        format!("{C}{}", "#pragma omp target data map(alloc: s)\n;\n#pragma omp target\n;\n".repeat(n))
    });
    grows_linearly(C_NAMES, "metadirectives", 2_500, |n| {
        format!("{C}{}", "#pragma omp metadirective when(device={kind(gpu)}: target) otherwise(target)\n;\n".repeat(n))
    });
    grows_linearly(&["k.hip"], "streams", 2_000, |n| {
        let streams = numbered(n, |i| format!("hipStream_t s{i};\nk<<<1, 1, 0, s{i}>>>(x);\n"));
        format!("{C}{streams}{}}}", numbered(n, |i| format!("hipStreamSynchronize(s{i});\n")))
    });
    grows_linearly(&["k.hip"], "streams in loops", 2_000, |n| {
        let launch = "for (int i = 0; i < n; i++) k<<<1, 1, 0, s[i]>>>(x);\n";
        let wait = "for (int i = 0; i < n; i++) { hipStreamSynchronize(s[i]); }\n";
        format!("{C}hipStream_t s[4];\n{}{}}}", launch.repeat(n), wait.repeat(n))
    });
    grows_linearly(C_NAMES, "schedules", 2_500, |n| {
        let loops = "#pragma omp distribute parallel for schedule(static, c)\nfor (;;) ;\n";
        format!("const int c = 1;\n{C}#pragma omp target teams num_teams(n)\n{{\n{}}}\n}}", loops.repeat(n))
    });
    grows_linearly(F_NAMES, "fixed form, open", 12_500, |n| "c$omp target\n".repeat(n));
    grows_linearly(F_NAMES, "nowait", 2_500, |n| {
        format!("{F}{}", "!$omp target has_device_addr(x) nowait\nx(1) = 1\n!$omp end target\n".repeat(n))
    });
    grows_linearly(F_NAMES, "nowait in ifs", 2_500, |n| {
        let one = "if (n > 1) then\n!$omp target nowait has_device_addr(x)\nx(1) = 1\n!$omp end target\nend if\n";
        format!("{F}{}", one.repeat(n))
    });
}

#[test]
fn names_are_linear() {
    grows_linearly(C_NAMES, "aliases, forwards", 5_000, |n| {
        format!("{C}{}", numbered(n, |i| format!("double *p{} = p{i};\n", i + 1)))
    });
    grows_linearly(C_NAMES, "aliases, backwards", 4_000, |n| {
        let declared = numbered(n, |i| format!("double *p{i} = 0;\n"));
        format!("{C}{declared}{}p{n} = x;", numbered(n, |i| format!("p{i} = p{};\n", i + 1)))
    });
    grows_linearly(C_NAMES, "functions", 4_000, |n| {
        let helpers = numbered(n, |i| format!("void f{i}(double *p) {{ p[0] = 1; }}\n"));
        format!("{helpers}{C}{}", numbered(n, |i| format!("f{i}(x);")))
    });
    grows_linearly(C_NAMES, "functions of one name", 4_000, |n| {
        let helpers = numbered(n, |i| format!("void f(T{i} *p) {{ p[0] = 1; }}\n"));
        format!("{helpers}{C}{}", "f(x);".repeat(n))
    });
    grows_linearly(C_NAMES, "fields", 4_000, |n| {
        let fields = numbered(n, |i| format!("double *p{i};"));
        format!("struct S {{ {fields} }};\n{C}struct S s; {} }}", numbered(n, |i| format!("s.p{i} = x;")))
    });
    grows_linearly(C_NAMES, "objects", 4_000, |n| {
        format!("struct S {{ double *p; }};\n{C}{} }}", numbered(n, |i| format!("struct S s{i}; s{i}.p = x;")))
    });
    grows_linearly(C_NAMES, "lambdas", 2_000, |n| {
        format!("{C}{}", numbered(n, |i| format!("auto f{i} = [=](long i) {{ x[i] = 1; }}; f{i}(1);\n")))
    });
    grows_linearly(C_NAMES, "classes", 3_000, |n| {
        numbered(n, |i| format!("class C{i} : public C{} {{ virtual void f() {{ }} }};\n", i.max(1) - 1)) + C
    });
    grows_linearly(C_NAMES, "classes within classes", 4_000, |n| {
        let opened = numbered(n, |i| format!("struct C{i} {{ double *p; "));
        format!("{opened}{}{C}C0 c; c.p = x; }}", "};".repeat(n))
    });
    grows_linearly(C_NAMES, "classes that make one another", 3_000, |n| {
        let classes = numbered(n, |i| format!("struct C{i} {{ double *p; C{i}() {{ C{} c; }} }};\n", i + 1));
        format!("{classes}{C}C0 c; c.p = x; }}")
    });
    grows_linearly(C_NAMES, "operators", 3_000, |n| {
        let classes =
            numbered(n, |i| format!("struct C{i} {{ double *p; double &operator[](long i) {{ return p[i]; }} }};\n"));
        format!("{classes}{C}{} }}", numbered(n, |i| format!("C{i} c{i}{{x}}; c{i}[0] = 1;\n")))
    });
    grows_linearly(C_NAMES, "function pointers", 3_000, |n| {
        let helpers = numbered(n, |i| format!("void f{i}(double *p) {{ p[0] = 1; }}\n"));
        format!("{helpers}{C}{}", numbered(n, |i| format!("void (*q{i})(double *) = f{i}; q{i}(x);\n")))
    });
    grows_linearly(F_NAMES, "pointers", 4_000, |n| {
        let declared = numbered(n, |i| format!("real, pointer :: p{i}(:)\n"));
        format!("{F}{declared}{}", numbered(n, |i| format!("p{i} => p{}\n", i + 1)))
    });
    grows_linearly(F_NAMES, "bindings", 3_000, |n| {
        let bound = numbered(n, |i| format!("procedure :: b{i} => b{}\ngeneric :: g => b{i}\n", i + 1));
        let calls = numbered(n, |i| format!("call o%b{i}(x)\ncall o%g(x)\n"));
        format!("type t\ncontains\n{bound}end type\n{F}type(t) :: o\n{calls}")
    });
    grows_linearly(F_NAMES, "objects", 3_000, |n| {
        let calls = numbered(n, |i| format!("o%p => x\no = t(y)\ncall f{i}(o)\n"));
        format!("type t\nreal, pointer :: p(:)\nend type\n{F}type(t) :: o\n{calls}")
    });
    grows_linearly(F_NAMES, "modules", 1_000, |n| {
        let modules = numbered(n, |i| format!("module m{}\nuse m{i}\nreal, pointer :: p{i}(:)\nend module\n", i + 1));
        format!("{modules}{F}")
    });
}

#[test]
fn macros_are_linear() {
    grows_linearly(C_NAMES, "definitions", 5_000, |n| {
        numbered(n, |i| format!("#define M{i} M{}\n", i + 1)) + C + "M0;"
    });
    grows_linearly(C_NAMES, "calls", 10_000, |n| format!("#define G(x) ((x) + 1)\n{C}{}", "y[0] = G(x);\n".repeat(n)));
    grows_linearly(C_NAMES, "unclosed calls", 10_000, |n| format!("#define G(x) x\n{}", "G (\n".repeat(n)));
    grows_linearly(C_NAMES, "conditions", 10_000, |n| "#ifdef sm_90\n#endif\n".repeat(n));
}

/// Names that differ in few bits, which a hash that anyone can compute would put in few places.
#[test]
fn chosen_names_are_linear() {
    grows_linearly(C_NAMES, "names eight bytes apart", 8_000, |n| {
        format!("{C}{}", numbered(n, |i| format!("double *aaaaaaaa{:08x} = x;\n", (i as u32).swap_bytes())))
    });
    grows_linearly(F_NAMES, "names eight bytes apart", 4_000, |n| {
        format!("{F}{}", numbered(n, |i| format!("real :: aaaaaaaa{:08x}\n", (i as u32).reverse_bits())))
    });
}
