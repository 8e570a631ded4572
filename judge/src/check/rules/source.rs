//! J0: the source itself and the shape of its directives.

use super::super::directive::ProblemKind;
use super::super::text::preprocess::Pragma;
use super::super::text::token::Token;
use super::super::{Code, Finding, Source, Span};
use super::{Context, Where};

/// Largest source that is judged, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// J001, before anything else is looked at.
pub(crate) fn unreadable(source: &Source<'_>) -> Option<Finding> {
    let text = source.text;
    let (message, help) = if text.iter().all(u8::is_ascii_whitespace) {
        ("the source is empty".to_owned(), "write a function `kernel` with the task's parameters")
    } else if text.len() > MAX_BYTES {
        (
            format!("the source has more than {MAX_BYTES} bytes, the most that are judged"),
            "leave out generated tables and unused code",
        )
    } else if text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF") {
        ("the source is UTF-16".to_owned(), "save it as UTF-8")
    } else if text.starts_with(b"\x7FELF") || text.starts_with(b"!<arch>") {
        ("the source is an object file or archive, not text".to_owned(), "submit the source it was built from")
    } else if let Some(at) = text.iter().position(|b| *b == 0) {
        (format!("the source has a NUL byte at offset {at}: it is not text"), "save it as UTF-8 text")
    } else {
        return None;
    };
    let span = Span { start: 0, end: 0, line: 1, column: 1, end_line: 1, end_column: 1 };
    Some(Finding {
        code: Code::J001,
        level: Code::J001.level(),
        message,
        line: 1,
        span,
        label: "cannot be read".into(),
        help: help.into(),
    })
}

pub(super) fn run(cx: &mut Context<'_>) {
    if !cx.preprocessed {
        cx.report(
            Code::J004,
            Where::File,
            "not preprocessed: macros of headers, predefined macros and included text were not seen",
            "macros this file defines were expanded; names it does not define count as 0 in `#if`",
            "run without `--no-preprocess` on a machine with the compiler",
        );
    }
    if cx.raw.exhausted && !cx.preprocessed {
        cx.report(
            Code::J004,
            Where::File,
            "macros expand without end, or conditions nest beyond all measure: what they make was not seen",
            "given up here",
            "write the code out",
        );
    }
    directives(cx);
    lookalikes(cx);
    columns(cx);
}

/// Fixed form: text past column 72 (J003), and sentinels that do not begin in column 1 (J005).
fn columns(cx: &mut Context<'_>) {
    let raw = cx.raw;
    for (_, at) in &raw.dropped {
        cx.report(
            Code::J003,
            Where::User(*at),
            "text past column 72 of a fixed-form directive is dropped",
            "the compiler does not see this",
            "continue the directive on a line that begins `!$omp&`",
        );
    }
    for at in &raw.misplaced {
        cx.report(
            Code::J005,
            Where::User(*at),
            "a fixed-form sentinel must begin in column 1: the compiler sees a comment",
            "not a directive",
            "move it to column 1",
        );
    }
}

fn directives(cx: &mut Context<'_>) {
    for d in 0..cx.program.directives.len() {
        let directive = &cx.program.directives[d];
        if cx.program.arm_of[d].is_some() {
            continue;
        }
        for problem in directive.problems.clone() {
            let directive = &cx.program.directives[d];
            let at = problem.at.min(directive.tokens.len().saturating_sub(1));
            let found = directive.tokens.get(problem.at).map(|t| cx.symbols.show(t));
            let found = found.map_or("the end of the directive".to_owned(), |f| format!("`{f}`"));
            let (code, message, help) = match problem.kind {
                ProblemKind::Syntax => (
                    Code::J002,
                    format!("this directive does not parse: expected {}, found {found}", problem.expected),
                    "correct the spelling; `judge explain J002` shows the grammar",
                ),
                ProblemKind::Unknown => (
                    Code::J003,
                    format!("{found} has no place in this directive: expected {}", problem.expected),
                    "remove it: compilers drop the rest of the line, or read it each in their own way",
                ),
            };
            cx.report(code, Where::Directive(d, at..at + 1), message, "not understood from here on", help);
        }
    }
}

/// Namespaces whose pragmas are none of OpenMP's business.
const OTHER_NAMESPACES: &[&str] = &[
    "acc",
    "GCC",
    "clang",
    "STDC",
    "unroll",
    "nounroll",
    "ivdep",
    "once",
    "pack",
    "message",
    "vector",
    "novector",
    "loop",
    "push_macro",
    "pop_macro",
    "region",
    "endregion",
    "warning",
    "error",
    "weak",
    "ident",
    "ompx",
    "comment",
    "system_header",
    "redefine_extname",
    "section",
    "init_seg",
    "hip",
    "nv_diag_suppress",
    "diag_suppress",
    "dir",
];

/// J005: `#pragma opm target`, `#pragma OMP parallel`.
fn lookalikes(cx: &mut Context<'_>) {
    let raw = cx.raw;
    for pragma in &raw.pragmas {
        let Some(namespace) = pragma.tokens.first().and_then(Token::as_word) else { continue };
        let name = cx.symbols.text(namespace).to_owned();
        if name == "omp" || !looks_like_directive(cx, pragma, &name) {
            continue;
        }
        cx.report(
            Code::J005,
            Where::User(pragma.tokens[0].at),
            format!("`#pragma {name} …` is not OpenMP: the compiler ignores the line"),
            "not a directive",
            "write `#pragma omp …`",
        );
    }
}

fn looks_like_directive(cx: &Context<'_>, pragma: &Pragma, name: &str) -> bool {
    const FIRST_WORDS: &[&str] = &[
        "target",
        "teams",
        "distribute",
        "parallel",
        "for",
        "simd",
        "declare",
        "begin",
        "end",
        "atomic",
        "critical",
        "taskwait",
        "barrier",
        "requires",
        "metadirective",
        "task",
        "taskgroup",
        "target_data",
        "target_update",
        "single",
        "sections",
        "loop",
    ];
    if name.eq_ignore_ascii_case("omp") {
        return true;
    }
    let next = pragma.tokens.get(1).and_then(Token::as_word).map(|w| cx.symbols.text(w));
    !OTHER_NAMESPACES.contains(&name) && next.is_some_and(|n| FIRST_WORDS.contains(&n))
}
