//! Spelling never changes what the static check says: blanks, comments, continuations, case, the order of clauses and
//! what stands between them. Every case of the corpora, in every language, under every change that fits it.

use std::path::{Path, PathBuf};

use judge::check::{Code, Source, check};
use judge::language::Language;
use proptest::prelude::*;

/// A change of spelling; `None` where it does not fit the text.
type Change = fn(&Text<'_>, u64) -> Option<String>;

/// One file of the corpora.
struct Text<'a> {
    language: Language,
    text: &'a str,
}

impl Text<'_> {
    fn is_c(&self) -> bool {
        self.language.is_c_family()
    }

    fn is_fixed(&self) -> bool {
        self.language == Language::Fortran(judge::check::Form::Fixed)
    }
}

fn corpus() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("check");
    let mut out = Vec::new();
    for corpus in ["cases", "siblings", "evasions"] {
        let table = std::fs::read_to_string(root.join(corpus).join("expected.tsv")).expect("expected.tsv");
        for row in table.lines().skip(1) {
            let path = root.join(corpus).join(row.split('\t').next().unwrap_or_default());
            // What is not text, or whose point is where lines end, is no spelling of anything else.
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let special = ["R\"", "\\\n", "\\ \n", "\r", "??", "\\u", "#line", "# 1", "\u{b}", "/* a\n"];
            if text.is_ascii() && !special.iter().any(|s| text.contains(s)) {
                out.push((path, text));
            }
        }
    }
    out
}

/// Codes of all findings. Columns and lines may move.
fn codes(language: Language, text: &str) -> Vec<Code> {
    let report = check(&Source { name: "case", language, text: text.as_bytes() }, None, None);
    let mut codes: Vec<Code> = report.findings.iter().map(|f| f.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// xorshift64*.
fn next(state: &mut u64) -> u64 {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    state.wrapping_mul(0x2545_F491_4F6C_DD1D)
}

/// Offsets of the blanks between two words or signs: not those that begin a line, nor in comments and literals.
fn gaps(text: &Text<'_>) -> Vec<usize> {
    let bytes = text.text.as_bytes();
    let mut out = Vec::new();
    let (mut quote, mut comment, mut block, mut begun) = (0u8, false, false, false);
    for (i, byte) in bytes.iter().enumerate() {
        let pair = bytes.get(i..i + 2).unwrap_or(&[]);
        if *byte == b'\n' {
            (quote, comment, begun) = (0, false, false);
        } else if block {
            block = !(i > 0 && bytes[i - 1] == b'*' && *byte == b'/');
        } else if comment {
        } else if quote != 0 {
            quote = if *byte == quote && bytes[i - 1] != b'\\' { 0 } else { quote };
        } else if *byte == b'"' || *byte == b'\'' {
            quote = *byte;
        } else if text.is_c() && pair == b"//" {
            comment = true;
        } else if text.is_c() && pair == b"/*" {
            block = true;
        } else if !text.is_c() && *byte == b'!' && (begun || pair != b"!$") {
            comment = true;
        } else if *byte == b' ' && begun && bytes.get(i + 1).is_some_and(|b| !b.is_ascii_whitespace()) {
            out.push(i);
        }
        begun |= !byte.is_ascii_whitespace();
    }
    out
}

/// The line an offset is on: where it begins, and its text.
fn line_at(text: &str, at: usize) -> (usize, &str) {
    let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
    (start, text[start..].lines().next().unwrap_or_default())
}

fn more_blanks(text: &Text<'_>, mut seed: u64) -> Option<String> {
    let mut out = text.text.to_owned();
    for at in gaps(text).into_iter().rev() {
        let (_, line) = line_at(text.text, at);
        if text.is_fixed() && line.len() > 50 || next(&mut seed).is_multiple_of(2) {
            continue;
        }
        out.replace_range(at..at + 1, if text.is_fixed() { "  " } else { " \t  " });
    }
    Some(out)
}

fn comments_between(text: &Text<'_>, mut seed: u64) -> Option<String> {
    let mut out = text.text.to_owned();
    for at in gaps(text).into_iter().rev().filter(|_| text.is_c()) {
        // The name of a header is no place for comments.
        let (_, line) = line_at(text.text, at);
        if !line.trim_start().starts_with("#include") && next(&mut seed).is_multiple_of(3) {
            out.replace_range(at..at + 1, " /* map(tofrom: y[0:n]) */ ");
        }
    }
    text.is_c().then_some(out)
}

fn comments_behind(text: &Text<'_>, mut seed: u64) -> Option<String> {
    let (mark, skip) = if text.is_c() { ("// is_device_ptr(y)", "/*") } else { ("! map(tofrom: y)", "!") };
    let lines = text.text.lines().map(|line| {
        let body = line.trim_start().strip_prefix("!$omp").unwrap_or(line);
        let busy = body.contains(skip) || body.contains(['\'', '"', '#']) || body.trim().is_empty();
        let comment = text.is_fixed() && (line.len() > 50 || !line.starts_with(' '));
        if busy || comment || next(&mut seed).is_multiple_of(2) { line.to_owned() } else { format!("{line} {mark}") }
    });
    // A macro's body would take the comment's place in a pragma apart from it.
    Some(lines.collect::<Vec<_>>().join("\n") + "\n")
}

fn lines_between(text: &Text<'_>, mut seed: u64) -> Option<String> {
    let note = if text.is_c() { "\n/* #pragma omp target map(y) */" } else { "\n! $omp target map(y)" };
    let lines = text.text.lines().map(|line| match next(&mut seed) % 3 {
        0 => format!("{line}{note}"),
        _ => line.to_owned(),
    });
    Some(lines.collect::<Vec<_>>().join("\n") + "\n")
}

/// C: a splice anywhere. Fortran: a continuation where a blank is.
fn continued(text: &Text<'_>, mut seed: u64) -> Option<String> {
    if text.is_c() {
        let at = (next(&mut seed) % text.text.len() as u64) as usize;
        return (!text.text.contains("//")).then(|| format!("{}\\\n{}", &text.text[..at], &text.text[at..]));
    }
    let gaps = gaps(text);
    let at = *gaps.get((next(&mut seed) % gaps.len().max(1) as u64) as usize)?;
    let (start, line) = line_at(text.text, at);
    let body = line.trim_start();
    let directive = line.to_ascii_lowercase().contains("$omp");
    // `!$ x = 1` is neither; what continues already may not be cut twice in every compiler; columns past 72 are dropped.
    let misplaced = text.is_fixed() && line.starts_with(' ') && directive;
    if body.starts_with('#')
        || body.starts_with("!$ ")
        || line.contains('&')
        || misplaced
        || text.is_fixed() && line.len() > 60
    {
        return None;
    }
    let joint = match (text.is_fixed(), directive) {
        (false, false) => " &\n    ".to_owned(),
        (false, true) => " &\n!$omp& ".to_owned(),
        (true, true) if at - start > 6 => "\nc$omp& ".to_owned(),
        (true, false) if at - start > 6 && line.starts_with(' ') => "\n     & ".to_owned(),
        (true, _) => return None,
    };
    Some(format!("{}{joint}{}", &text.text[..at], &text.text[at + 1..]))
}

fn another_case(text: &Text<'_>, mut seed: u64) -> Option<String> {
    // Names of C and of the preprocessor keep their case.
    let kept = text.is_c() || text.text.contains('#') || text.text.contains("name=");
    let mut change =
        |c: char| if next(&mut seed).is_multiple_of(2) { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    (!kept).then(|| text.text.chars().map(&mut change).collect())
}

/// Words that directives are named with.
const NAMES: &[&str] =
    &["target", "teams", "distribute", "parallel", "for", "do", "simd", "loop", "data", "enter", "exit", "update"];

/// The directive lines whose clauses are told apart: offset, length, name, clauses.
fn directives(text: &Text<'_>) -> Vec<(std::ops::Range<usize>, Vec<String>)> {
    let mut out = Vec::new();
    let mut start = 0;
    for line in text.text.split_inclusive('\n') {
        let from = start;
        start += line.len();
        let lower = line.to_ascii_lowercase();
        let Some(mut at) = lower.find("omp ").map(|at| at + 4) else { continue };
        while let Some(word) = lower[at..].split_whitespace().next().filter(|w| NAMES.contains(w)) {
            at += lower[at..].find(word).unwrap_or(0) + word.len();
        }
        let rest = &line[at..];
        let plain = !rest.contains(['&', '!', ';', '"', '[', '\\']) && !rest.contains("/*") && !rest.contains(" (");
        let balanced = rest.matches('(').count() == rest.matches(')').count();
        let clauses = split(rest);
        let known = clauses.iter().all(|c| c.contains('(') || c.eq_ignore_ascii_case("nowait"));
        let begins = lower[..from_name(&lower)].ends_with("omp ") && lower[from_name(&lower)..].starts_with("target");
        if plain && balanced && known && begins && clauses.len() > 1 && !lower.contains("[[") {
            out.push((from + at..from + line.trim_end().len(), clauses));
        }
    }
    out
}

fn from_name(line: &str) -> usize {
    line.find("omp ").map_or(0, |at| at + 4)
}

/// `a(b) c(d(e)), f` in parts.
fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for c in text.trim().chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        let ends = depth == 0 && (c == ' ' || c == ',');
        match parts.last_mut() {
            Some(part) if !ends => part.push(c),
            Some(part) if part.is_empty() => {}
            _ => parts.push(String::new()),
        }
    }
    parts.retain(|p| !p.is_empty());
    parts
}

fn respelt(text: &Text<'_>, separator: &str, order: impl Fn(&mut Vec<String>)) -> Option<String> {
    // Where the grammar ends, what follows is not read.
    let broken = codes(text.language, text.text).iter().any(|c| matches!(c, Code::J002 | Code::J003));
    let found = directives(text);
    let mut out = text.text.to_owned();
    for (range, mut clauses) in found.iter().cloned().rev() {
        order(&mut clauses);
        out.replace_range(range, &format!(" {}", clauses.join(separator)));
    }
    (!broken && !found.is_empty() && !text.is_fixed()).then_some(out)
}

fn clauses_turned(text: &Text<'_>, seed: u64) -> Option<String> {
    respelt(text, " ", |clauses| {
        let by = (seed % clauses.len() as u64) as usize;
        clauses.rotate_left(by);
    })
}

fn clauses_with_commas(text: &Text<'_>, _: u64) -> Option<String> {
    respelt(text, ", ", |_| {})
}

const CHANGES: &[(&str, Change, usize)] = &[
    ("more blanks", more_blanks, 400),
    ("comments between words", comments_between, 200),
    ("comments behind lines", comments_behind, 400),
    ("blank and comment lines", lines_between, 400),
    ("continuations", continued, 250),
    ("case", another_case, 80),
    ("order of clauses", clauses_turned, 80),
    ("commas between clauses", clauses_with_commas, 80),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn spelling_changes_nothing(seed in 1u64..u64::MAX) {
        let corpus = corpus();
        for (what, change, least) in CHANGES {
            let mut fits = 0;
            for (path, original) in &corpus {
                let language = Language::of(path).expect("a known extension");
                let text = Text { language, text: original };
                let Some(changed) = change(&text, seed) else { continue };
                fits += 1;
                prop_assert_eq!(codes(language, &changed), codes(language, original), "{} in {}:\n{}", what, path.display(), changed);
            }
            prop_assert!(fits >= *least, "{}: only {} files", what, fits);
        }
    }
}
