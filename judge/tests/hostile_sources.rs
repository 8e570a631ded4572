//! Sources that attack the compiler or read what they should not: each ends as the submitter's failure within the limits, and says why.

mod common;

use std::time::{Duration, Instant};

use common::{Bench, GOOD};
use judge::build::{BuildError, BuildRequest, Fault, build, preprocess};
use judge::toolchain::Kind;
use judge::toolchain::tool::Limits;
use judge_abi::Language;

/// Language, the code before an honest kernel, words of the answer.
fn cases() -> Vec<(Language, String, &'static str)> {
    use Language::{C, Cxx};
    let c = |text: &str, words| (C, text.to_owned(), words);
    let doublings = (0..40).map(|n| format!("#define X{} X{n} X{n}\n", n + 1)).collect::<String>();
    vec![
        c("#include \"/etc/passwd\"", "'/etc/passwd' file not found"),
        c("#include \"/proc/self/environ\"", "file not found"),
        c("#include \"/dev/zero\"", "file not found"),
        c("#include \"../../../../../../etc/passwd\"", "file not found"),
        c("const char text[] = {\n#embed \"/etc/passwd\"\n};", "'/etc/passwd' file not found"),
        c("__asm__(\".incbin \\\"/etc/passwd\\\"\");", "Could not find incbin file '/etc/passwd'"),
        c("__asm__(\".include \\\"/etc/passwd\\\"\");", "Could not find include file '/etc/passwd'"),
        c("#include __FILE__", "nested too deeply"),
        (C, format!("#define X0 1+\n{doublings}int bomb = X40 0;"), "stopped at the"),
        (
            Cxx,
            "template <int N> struct Bomb { static constexpr long value = Bomb<N + 1>::value; };\nlong bomb = Bomb<0>::value;".to_owned(),
            "template instantiation exceeded maximum depth",
        ),
        c("char bomb[1L << 40] = {1};", ""),
        c("int bomb[300000000] = {[299999999] = 1};", ""),
        (C, (0..200_000).map(|_| "x;\n").collect(), "time limit"),
        c("#pragma clang __debug crash", ""),
        c("#pragma clang module load Nothing", ""),
        c("int f(void) { return __builtin_choose_expr(1, missing, 2); }", "undeclared identifier"),
        (Cxx, "constexpr long spin(long n) { while (true) n++; return n; }\nstatic_assert(spin(0));".to_owned(), "not an integral constant expression"),
        (C, format!("int deep = {}1{};", "(".repeat(100_000), ")".repeat(100_000)), "crashed on this source"),
    ]
}

#[test]
fn attacks_on_the_compiler_end_as_the_submitters_failure() {
    let bench = Bench::new();
    let mut wrong = Vec::new();
    for (language, before, words) in cases() {
        let honest = match language {
            Language::Cxx => GOOD.replace("void kernel", "extern \"C\" void kernel"),
            _ => GOOD.to_owned(),
        };
        let shown: String = before.chars().take(80).collect();
        let begin = Instant::now();
        let source = format!("{before}\n{honest}");
        let built = bench.with_request(language, &source, Kind::Submission, |request| {
            let limits = Limits { wall: Duration::from_secs(8), ..request.limits };
            build(&bench.toolchain, &bench.store, &BuildRequest { limits, ..request.clone() })
        });
        match built {
            Ok(_) => wrong.push(format!("{shown}\n  was built")),
            Err(error) => {
                let text = error.to_string();
                if error.fault() != Fault::Submitter || !text.contains(words) || text.len() > 40_000 {
                    wrong.push(format!("{shown}\n  {:.300}", text));
                }
            }
        }
        if begin.elapsed() > Duration::from_secs(90) {
            wrong.push(format!("{shown}\n  took {:?}", begin.elapsed()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    bench.build(Language::C, GOOD).expect("the next honest submission builds");
}

#[test]
fn odd_files_are_refused_or_taken_as_text() {
    let bench = Bench::new();
    let refused: [(&str, Vec<u8>); 5] = [
        ("empty", Vec::new()),
        ("too large", vec![b' '; (1 << 20) + 1]),
        ("an object", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x01\0\x3e\0".to_vec()),
        ("an archive", b"!<arch>\nx.o/  0  0  0  644  4  `\nabcd".to_vec()),
        ("UTF-16", GOOD.encode_utf16().flat_map(u16::to_le_bytes).collect()),
    ];
    for (what, source) in refused {
        let error = bench.build_bytes(&source).expect_err(what);
        assert_eq!(error.fault(), Fault::Submitter, "{what}: {error}");
        assert!(!error.to_string().contains(['\0', '\x1b']), "{what}: {error}");
    }
    bench.build_bytes(GOOD.replace('\n', "\r\n").as_bytes()).expect("CRLF is fine");
    bench.build_bytes(&[b"\xef\xbb\xbf", GOOD.as_bytes()].concat()).expect("a byte order mark is fine");
}

#[test]
fn a_name_is_shown_and_never_used() {
    let bench = Bench::new();
    for name in
        ["@response", "-o", "$(touch /tmp/x).c", "a;b.c", "%s%n.c", "-fplugin=x.so", "/etc/passwd", "\x1b[2J.c", ""]
    {
        let built = bench.with_request(Language::C, "int;\nnonsense", Kind::Submission, |request| {
            let request = judge::build::BuildRequest { name, ..request.clone() };
            judge::build::build(&bench.toolchain, &bench.store, &request)
        });
        let error = built.expect_err("nonsense");
        assert!(matches!(error, BuildError::Refused { .. }), "{name:?}: {error}");
        assert!(!error.to_string().contains('\x1b'), "{name:?}");
    }
}

#[test]
fn preprocessed_text_names_the_submission_and_keeps_its_lines() {
    let bench = Bench::new();
    let source = format!("#define P _Pragma(\"omp parallel\")\n{GOOD}void f(void) {{ P; }}\n");
    let done =
        bench.with_request(Language::C, &source, Kind::Submission, |r| preprocess(&bench.toolchain, r)).expect("text");
    let text = String::from_utf8(done.text).expect("UTF-8");
    assert!(text.contains(&format!("# 1 \"{}\"", done.file)), "{text:.400}");
    assert!(text.contains("#pragma omp target teams distribute parallel for is_device_ptr(x, y)"));
    assert!(text.contains("#pragma omp parallel"), "_Pragma becomes #pragma");
}
