//! The static check ends, and ends soon, whatever the bytes are.

use std::path::Path;

use judge::check::{Preprocessed, Report, Source, check};
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

/// Inputs that were too much once.
#[test]
fn unruly_files_are_judged() {
    let folder = judge_tests::root().join("tests/check/unruly");
    let files: Vec<_> =
        std::fs::read_dir(folder).expect("the corpus").map(|entry| entry.expect("a file").path()).collect();
    assert!(!files.is_empty());
    for file in files {
        let text = std::fs::read(&file).expect("readable");
        for name in NAMES {
            let language = Language::of(Path::new(name)).expect("a known extension");
            let _ = judge(name, &text);
            let preprocessed = Preprocessed { text: text.clone() };
            let _ = check(&Source { name, language, text: &text }, Some(&preprocessed), None);
        }
    }
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
}
