//! The static check ends, and ends soon, whatever the bytes are; and spelling never changes its verdict.

use std::path::{Path, PathBuf};

use judge::check::{Code, Report, Source, check};
use judge::language::Language;
use proptest::prelude::*;

const NAMES: &[&str] = &["k.c", "k.cpp", "k.hip", "k.f90", "k.f"];

fn judge(name: &str, text: &[u8]) -> Report {
    let language = Language::of(Path::new(name)).expect("a known extension");
    check(&Source { name, language, text }, None, None)
}

fn everywhere(text: &str) {
    for name in NAMES {
        let kept = &text.as_bytes()[..text.len().min(1 << 20)];
        let _ = judge(name, kept);
    }
}

/// Each of these is the worst case of one way to be quadratic or to recurse; a test that never ends has failed.
#[test]
fn pathological_inputs_end() {
    let kernel = "void kernel(double *x, long n) {\n";
    everywhere(&format!("{kernel}{}", "x".repeat(1_000_000)));
    for bracket in [
        "(", "[", "{", "((", "{(", "<", "[[", ")", "}", "if(", "for(;;)", "f(", "*", "&", "!", "-", "a?", "\"", "'",
        "R\"(",
    ] {
        everywhere(&format!("{kernel}{}", bracket.repeat(100_000)));
        everywhere(&format!("subroutine kernel(x)\nx = {}", bracket.repeat(100_000)));
    }
    everywhere(&format!("{kernel}{}x{}", "(".repeat(100_000), ")".repeat(100_000)));
    everywhere(&format!("{kernel}y = {}", "(x + ".repeat(100_000)));
    everywhere(&format!("{kernel}y = {};", "x + ".repeat(100_000)));
    everywhere(&format!("{kernel}{}", "#pragma omp target is_device_ptr(x)\n".repeat(10_000)));
    everywhere(&format!("{kernel}{}", "#pragma omp target is_device_ptr(x) nowait\nx[0] = 1;\n".repeat(10_000)));
    everywhere(&format!("{kernel}#pragma omp target {}", "map(to: x) ".repeat(50_000)));
    everywhere(&format!("{kernel}#pragma omp target map({})", "x,".repeat(200_000)));
    everywhere(&format!("#pragma omp {}", "metadirective when(user={condition(1)}: ".repeat(10_000)));
    everywhere(&"#if 1\n".repeat(100_000));
    everywhere(&("#define A B B\n#define B A A\n".to_owned() + &"A ".repeat(100_000)));
    everywhere(&((0..60).map(|i| format!("#define M{i} M{} M{}\n", i + 1, i + 1)).collect::<String>() + kernel + "M0"));
    everywhere(&("#define F(x) x x\n".to_owned() + &"F(".repeat(20_000) + "1" + &")".repeat(20_000)));
    everywhere(&"!$omp target &\n".repeat(50_000));
    everywhere(&"do i = 1, n\n".repeat(50_000));
    everywhere(&("subroutine kernel(y)\nreal, pointer :: p\n".to_owned() + &"associate (p => p)\n".repeat(20_000)));
    everywhere(
        &(kernel.to_owned() + &(0..20_000).map(|i| format!("double *p{i} = p{};\n", i + 1)).collect::<String>()),
    );
    everywhere(&(kernel.to_owned() + &"auto f = [=](long i) { ".repeat(5_000)));
    everywhere(&"struct A { ".repeat(20_000));
    everywhere(&"namespace a { void f() {} ".repeat(20_000));
    everywhere(&"\\\n".repeat(200_000));
    everywhere(&"/*".repeat(200_000));
}

fn corpus() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("check");
    let table = |name: &str| {
        let rows = std::fs::read_to_string(root.join(name).join("expected.tsv")).expect("expected.tsv");
        rows.lines().skip(1).map(|r| root.join(name).join(r.split('\t').next().unwrap_or_default())).collect::<Vec<_>>()
    };
    [table("cases"), table("siblings")].concat()
}

/// Codes of the errors, which a change of spelling must keep. Columns and lines may move.
fn verdict(path: &Path, text: &[u8]) -> Vec<Code> {
    let language = Language::of(path).expect("a known extension");
    let report = check(&Source { name: "case", language, text }, None, None);
    let mut codes: Vec<Code> = report.findings.iter().map(|f| f.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// Lines that are code or pragmas: not inside the few cases whose point is a comment, string or splice.
fn is_plain(text: &str) -> bool {
    !text.contains("R\"")
        && !text.contains("\\\n")
        && !text.contains("\\ \n")
        && !text.contains("\r")
        && !text.contains("/* a")
        && text.is_ascii()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_judged(bytes in proptest::collection::vec(any::<u8>(), 0..600), name in proptest::sample::select(NAMES)) {
        let _ = judge(name, &bytes);
    }

    #[test]
    fn any_words_are_judged(words in proptest::collection::vec(proptest::sample::select(vec![
        "#pragma omp ", "target ", "teams ", "map(", "to: ", "is_device_ptr(", "x", "y", "[0:n]", "(", ")", "{", "}", ";", ",", "\n", "*", "&", "=", "[=]", "kernel",
        "void ", "double ", "if ", "else ", "for ", "!$omp ", "do ", "end ", "&\n", "call ", "=> ", "struct ", "V ", "::", "->", "<", ">", "?", ":", "\"", "#define ", "#if ", "#endif\n",
    ]), 0..200), name in proptest::sample::select(NAMES)) {
        let _ = judge(name, words.concat().as_bytes());
    }

    #[test]
    fn comments_and_blank_lines_change_nothing(index in 0usize..1000, line in 0usize..40) {
        let files = corpus();
        let path = &files[index % files.len()];
        let text = std::fs::read_to_string(path).unwrap_or_default();
        prop_assume!(is_plain(&text) && !text.is_empty());
        let language = Language::of(path).expect("a known extension");
        let lines: Vec<&str> = text.lines().collect();
        let at = line % (lines.len() + 1);
        let (note, safe) = if language.is_c_family() { ("/* map(tofrom: y) */", true) } else { ("! map(tofrom: y)", !text.contains("&\n")) };
        prop_assume!(safe);
        let mut changed = lines.clone();
        changed.insert(at, note);
        changed.insert(at, "");
        let changed = changed.join("\n") + "\n";
        prop_assert_eq!(verdict(path, changed.as_bytes()), verdict(path, text.as_bytes()), "{}", path.display());
    }

    #[test]
    fn line_splices_change_nothing(index in 0usize..1000, cut in 0usize..4000) {
        let files = corpus();
        let path = &files[index % files.len()];
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let language = Language::of(path).expect("a known extension");
        prop_assume!(is_plain(&text) && !text.is_empty() && language.is_c_family() && !text.contains("//"));
        let at = cut % text.len();
        let changed = format!("{}\\\n{}", &text[..at], &text[at..]);
        prop_assert_eq!(verdict(path, changed.as_bytes()), verdict(path, text.as_bytes()), "{} at {}", path.display(), at);
    }

    #[test]
    fn case_changes_nothing_in_fortran(index in 0usize..1000) {
        let files: Vec<PathBuf> = corpus().into_iter().filter(|p| matches!(p.extension().and_then(|e| e.to_str()), Some("f90" | "f"))).collect();
        let path = &files[index % files.len()];
        let text = std::fs::read_to_string(path).unwrap_or_default();
        prop_assert_eq!(verdict(path, text.to_uppercase().as_bytes()), verdict(path, text.as_bytes()), "{}", path.display());
    }

    #[test]
    fn clause_order_changes_nothing(index in 0usize..1000, turn in 1usize..5) {
        let files = corpus();
        let path = &files[index % files.len()];
        let text = std::fs::read_to_string(path).unwrap_or_default();
        prop_assume!(is_plain(&text) && text.lines().filter(|l| l.starts_with("#pragma omp target")).count() == 1);
        let pragma = text.lines().find(|l| l.starts_with("#pragma omp target")).unwrap_or_default();
        prop_assume!(!pragma.contains("/*") && !pragma.contains(';') && !pragma.contains("RES") && pragma.matches('(').count() == pragma.matches(')').count());
        let first = pragma.find('(').and_then(|p| pragma[..p].rfind(' ')).unwrap_or(pragma.len());
        let mut clauses: Vec<String> = split_clauses(&pragma[first..]);
        prop_assume!(!clauses.is_empty() && clauses.iter().all(|c| c.contains('(')));
        let by = turn % clauses.len();
        clauses.rotate_left(by);
        let changed = text.replace(pragma, &format!("{} {}", &pragma[..first], clauses.join(" ")));
        // Where the grammar ends, what follows is not read.
        prop_assume!(!verdict(path, text.as_bytes()).iter().any(|c| matches!(c, Code::J002 | Code::J003)));
        prop_assert_eq!(verdict(path, changed.as_bytes()), verdict(path, text.as_bytes()), "{}: {}", path.display(), changed);
    }
}

/// `a(b) c(d(e))` in parts.
fn split_clauses(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut depth = 0;
    let mut part = String::new();
    for c in text.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 && (c == ' ' || c == ',') {
            if !part.is_empty() {
                parts.push(std::mem::take(&mut part));
            }
        } else {
            part.push(c);
        }
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}
