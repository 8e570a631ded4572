//! Static rules: source → findings. Pure: nothing is run, nothing is read but the arguments.

mod code;
mod directive;
mod finding;
mod names;
pub mod output;
mod rules;
mod text;
mod view;

use judge_abi::Signature;

pub use crate::language::{Form, Language};
pub use code::{Code, UnknownCode};
pub use finding::{Finding, Level, Report, Span};

use directive::Directive;
use names::Program;
use text::preprocess::{Text, View};
use text::token::{Bytes, Kind, Sym, Symbols, Token};
use view::Positions;

/// One source file.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// Name for messages.
    pub name: &'a str,
    /// Decides the lexical rules.
    pub language: Language,
    /// Its bytes, as they are on disk.
    pub text: &'a [u8],
}

/// What the compiler's preprocessor made of the file: `-E` with line markers, under the flags of the build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preprocessed {
    /// Its standard output.
    pub text: Vec<u8>,
}

/// Judges one source. Without a preprocessed view macros are expanded here as far as the file itself defines them, and
/// a note says so. Without a signature, ABI arrays are the pointer and array parameters of `kernel`.
#[must_use]
pub fn check(source: &Source<'_>, preprocessed: Option<&Preprocessed>, signature: Option<&Signature>) -> Report {
    let mut report = Report::default();
    if let Some(finding) = rules::source::unreadable(source) {
        report.findings.push(finding);
        return report;
    }
    let mut symbols = Symbols::new();
    let raw = read(source.language, source.text, View::Raw, &mut symbols);
    let (text, positions) = match preprocessed {
        None => (None, Positions::raw(source.text)),
        Some(p) => {
            let mut text = read(source.language, &p.text, View::Preprocessed, &mut symbols);
            let markers = std::mem::take(&mut text.markers);
            (Some(text), Positions::preprocessed(source.text, &p.text, markers, &raw.pragmas))
        }
    };
    let program = understand(source.language, text.as_ref().unwrap_or(&raw), &mut symbols);
    let raw_positions = Positions::raw(source.text);
    let mut context = rules::Context::new(
        source.language,
        &symbols,
        &program,
        &positions,
        &raw,
        &raw_positions,
        preprocessed.is_some(),
        signature,
    );
    rules::run(&mut context);
    report.findings = context.findings;
    report.sort();
    report
}

/// Parses `text` as what stands behind a directive's sentinel, and counts the problems. For fuzzing the grammar alone.
#[doc(hidden)]
#[must_use]
pub fn directive_problems(language: Language, text: &[u8]) -> usize {
    let (mut line, form): (Vec<u8>, _) = match language {
        Language::C | Language::Cxx | Language::Hip => (b"#pragma omp ".to_vec(), text::preprocess::Form::Pragma),
        Language::Fortran(Form::Free) => (b"!$omp ".to_vec(), text::preprocess::Form::Sentinel),
        Language::Fortran(Form::Fixed) => (b"!$omp ".to_vec(), text::preprocess::Form::FixedSentinel),
    };
    line.extend_from_slice(text);
    let mut symbols = Symbols::new();
    let read = read(language, &line, View::Raw, &mut symbols);
    let parsed = read.pragmas.into_iter().filter(|p| !p.tokens.is_empty());
    parsed.map(|p| directive::parse(p.tokens[1..].to_vec(), p.at, form, &symbols).problems.len()).sum()
}

fn read(language: Language, bytes: &[u8], view: View, symbols: &mut Symbols) -> Text {
    match language {
        Language::C => text::preprocess::read(bytes, false, view, symbols),
        Language::Cxx | Language::Hip => text::preprocess::read(bytes, true, view, symbols),
        Language::Fortran(form) => text::lex_fortran::read(bytes, form, view, symbols),
    }
}

fn understand(language: Language, text: &Text, symbols: &mut Symbols) -> Program {
    let mut tokens = text.tokens.clone();
    let mut directives: Vec<Directive> = Vec::new();
    // Tokens name their pragma; not every pragma is a directive.
    let mut index = vec![u32::MAX; text.pragmas.len()];
    for (i, pragma) in text.pragmas.iter().enumerate() {
        if pragma.tokens.first().is_some_and(|t| t.word(text::token::words::OMP)) {
            index[i] = directives.len() as u32;
            directives.push(directive::parse(pragma.tokens[1..].to_vec(), pragma.at, pragma.form, symbols));
        }
    }
    for token in tokens.iter_mut().filter(|t| t.kind == Kind::Directive) {
        token.sym = Sym(index.get(token.sym.0 as usize).copied().unwrap_or(u32::MAX));
    }
    if language.is_c_family() {
        tokens = take_attributes(tokens, &mut directives, symbols);
    }
    let mut arm_of = vec![None; directives.len()];
    lift_arms(&mut directives, &mut arm_of);
    if language.is_c_family() {
        names::c_body::understand(tokens, directives, arm_of, symbols, language == Language::C)
    } else {
        names::fortran::understand(tokens, directives, arm_of, symbols)
    }
}

/// Turns `[[omp::directive(…)]]` into directive tokens.
fn take_attributes(tokens: Vec<Token>, directives: &mut Vec<Directive>, symbols: &Symbols) -> Vec<Token> {
    use text::token::words;
    let mut out = Vec::with_capacity(tokens.len());
    let mut i = 0;
    while i < tokens.len() {
        let opens = tokens[i].is("[") && tokens.get(i + 1).is_some_and(|t| t.is("["));
        let close = if opens { attribute_end(&tokens, i) } else { None };
        let Some(close) = close.filter(|c| tokens[i..*c].iter().any(|t| t.word(words::OMP))) else {
            out.push(tokens[i]);
            i += 1;
            continue;
        };
        let at = tokens[i].at.to(tokens[close].at);
        for text in directive::split_attribute(&tokens[i + 2..close - 1]) {
            let index = directives.len() as u32;
            directives.push(directive::parse(text, at, text::preprocess::Form::Attribute, symbols));
            out.push(Token { kind: Kind::Directive, sym: Sym(index), at, first: true, spaced: true });
        }
        i = close + 1;
    }
    out
}

/// Index of the second `]` of the attribute list that opens at `i`.
fn attribute_end(tokens: &[Token], i: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (k, token) in tokens.iter().enumerate().skip(i).take(4000) {
        if directive::opens(token) {
            depth += 1;
        } else if directive::closes(token) {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return Some(k);
            }
        } else if token.is(";") {
            return None;
        }
    }
    None
}

/// Gives every arm of a metadirective a place of its own in the list.
fn lift_arms(directives: &mut Vec<Directive>, arm_of: &mut Vec<Option<usize>>) {
    let mut i = 0;
    while i < directives.len() {
        let arms: Vec<Directive> = directives[i].clauses.iter().filter_map(|c| c.variant.as_deref()).cloned().collect();
        for arm in arms {
            directives.push(arm);
            arm_of.push(Some(arm_of[i].unwrap_or(i)));
        }
        i += 1;
    }
}

/// Splits at the commas outside brackets.
fn directive_items(tokens: &[Token], range: std::ops::Range<usize>) -> Vec<std::ops::Range<usize>> {
    directive::split(tokens, range, ",")
}

/// Bytes of a range of tokens.
fn bytes_of(tokens: &[Token], range: std::ops::Range<usize>) -> Bytes {
    match (tokens.get(range.start), tokens.get(range.end.saturating_sub(1).max(range.start))) {
        (Some(first), Some(last)) => first.at.to(last.at),
        (Some(first), None) => first.at,
        _ => tokens.last().map_or(Bytes::default(), |t| t.at),
    }
}
