//! Every rule, in every language it applies to: an example that is refused and one that is accepted, from the text that
//! `judge explain` prints.

use std::path::Path;

use judge::check::{Code, Form, Report, Source, check};
use judge::language::Language;
use judge_abi::{Array, DType, Intent, Param, Scalar, Signature};

/// Languages by the word behind an example's fence, in the order they are printed.
const LANGUAGES: &[&str] = &["c", "cpp", "f90", "hip"];

/// Where a rule has no examples in a language, and why.
const WITHOUT_EXAMPLES: &[(Code, &[&str], &str)] = &[
    (Code::J001, LANGUAGES, "about bytes that cannot be printed: `unreadable_sources` has them"),
    (Code::J004, LANGUAGES, "about the command, not the source: `what_no_compiler_has_seen_is_noted` has it"),
    (Code::J105, &["c", "cpp", "hip"], "only Fortran has arrays that are no C pointers"),
    (Code::J209, &["c", "cpp", "f90"], "about calls of HIP"),
    (Code::J502, &["f90"], "Fortran has no inline assembly"),
    (Code::J608, &["c", "cpp", "hip"], "about what flang alone gets wrong"),
    (Code::J609, &["f90", "hip"], "about what clang's OpenMP alone gets wrong"),
];

fn judge(extension: &str, text: &[u8], signature: Option<&Signature>) -> Report {
    let language = Language::of(Path::new(&format!("k.{extension}"))).expect("a known language");
    check(&Source { name: "example", language, text }, None, signature)
}

/// One example: its language and text, wrong ones first in each pair.
struct Example {
    extension: String,
    text: String,
    wrong: bool,
}

fn examples(code: Code) -> Vec<Example> {
    // Fences come in pairs: a block, then the text to the next block.
    let blocks = code.explanation().split("\n```").skip(1).step_by(2);
    blocks
        .enumerate()
        .map(|(i, block)| {
            let (extension, text) = block.split_once('\n').expect("a fence names its language");
            Example { extension: extension.to_owned(), text: format!("{text}\n"), wrong: i % 2 == 0 }
        })
        .collect()
}

/// Whether an example is of the language: fixed form is Fortran.
fn is_of(example: &Example, language: &str) -> bool {
    example.extension == language || language == "f90" && example.extension == "f"
}

/// The task that the examples are for.
fn task() -> Signature {
    let array = |name: &str, intent| Param::Array(Array { name: name.into(), dtype: DType::F64, intent });
    let scalar = |name: &str, dtype| Param::Scalar(Scalar { name: name.into(), dtype });
    Signature {
        entry: "kernel".into(),
        params: vec![
            array("x", Intent::In),
            array("y", Intent::InOut),
            scalar("n", DType::I64),
            scalar("a", DType::F64),
        ],
    }
}

#[test]
fn every_example_does_what_it_says() {
    let task = task();
    let mut failures = Vec::new();
    for code in Code::ALL {
        for example in examples(*code) {
            let report = judge(&example.extension, example.text.as_bytes(), Some(&task));
            let reported = report.findings.iter().any(|f| f.code == *code);
            if reported != example.wrong || !example.wrong && report.refused() {
                let kind = if example.wrong { "wrong" } else { "right" };
                failures.push(format!("{code}, the {kind} example in {}: {:?}", example.extension, report.findings));
            }
        }
    }
    assert!(failures.is_empty(), "{} wrong:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_rule_has_a_refused_and_an_accepted_example_in_every_language() {
    let mut failures = Vec::new();
    let mut pairs = 0;
    for code in Code::ALL {
        let examples = examples(*code);
        for language in LANGUAGES {
            let count = |wrong| examples.iter().filter(|e| is_of(e, language) && e.wrong == wrong).count();
            let excused = WITHOUT_EXAMPLES.iter().any(|(c, languages, _)| c == code && languages.contains(language));
            match (count(true), count(false), excused) {
                (0, 0, true) => {}
                (wrong, right, false) if wrong > 0 && right > 0 => pairs += 1,
                (wrong, right, _) => failures.push(format!("{code} in {language}: {wrong} wrong, {right} right")),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(pairs >= 160, "{pairs} pairs: rules or languages were lost");
}

#[test]
fn every_exception_has_a_reason() {
    for (code, languages, reason) in WITHOUT_EXAMPLES {
        assert!(reason.split(' ').count() > 3 && !languages.is_empty(), "{code}");
    }
}

/// J001, refused and accepted, in every language.
#[test]
fn unreadable_sources() {
    let long = vec![b' '; (1 << 20) + 1];
    for language in LANGUAGES {
        for text in [&b""[..], b" \n", b"x\0y", b"\xFF\xFEx", b"\x7FELF", &[long.as_slice(), b"x"].concat()] {
            let report = judge(language, text, None);
            let codes: Vec<Code> = report.findings.iter().map(|f| f.code).collect();
            assert_eq!(codes, [Code::J001], "{language}");
            assert!(report.refused());
        }
        let readable = judge(language, b"x caf\xE9\n", None);
        assert!(readable.findings.iter().all(|f| f.code != Code::J001), "{language}");
    }
    let form = Language::Fortran(Form::Fixed);
    assert_eq!(check(&Source { name: "k.f", language: form, text: b"" }, None, None).findings[0].code, Code::J001);
}

/// J004, there and not there, in every language.
#[test]
fn what_no_compiler_has_seen_is_noted() {
    for language in LANGUAGES {
        let text = if *language == "f90" { &b"end\n"[..] } else { b"int x;\n" };
        let kind = Language::of(Path::new(&format!("k.{language}"))).expect("a known language");
        let compiled = judge::check::Preprocessed { text: text.to_vec() };
        let source = Source { name: "k", language: kind, text };
        let noted = |report: Report| report.findings.iter().any(|f| f.code == Code::J004);
        assert!(noted(check(&source, None, None)), "{language}");
        assert!(!noted(check(&source, Some(&compiled), None)), "{language}");
    }
}
