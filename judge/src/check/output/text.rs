//! Findings as a compiler would print them.

use annotate_snippets::{AnnotationKind, Group, Level as Kind, Origin, Renderer, Snippet};

use super::super::{Finding, Level, Report};
use super::File;
use crate::report::plain;

/// Longest line that is shown as a snippet; a longer one is named only.
const MAX_SNIPPET_LINE: usize = 400;

/// The findings of one file, with snippets. `text` is the file.
#[must_use]
pub fn render(name: &str, text: &[u8], report: &Report, color: bool) -> String {
    let (name, text) = (plain(name), printable(text));
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut out = String::new();
    for finding in &report.findings {
        let groups = groups(&name, &text, finding);
        out.push_str(&renderer.render(&groups));
        out.push_str("\n\n");
    }
    out
}

/// All files, each with its summary line.
#[must_use]
pub fn render_all(files: &[File], color: bool) -> String {
    files.iter().map(|f| render(&f.name, &f.text, &f.report, color) + &summary(&f.name, &f.report)).collect()
}

/// "3 errors, 1 warning": the last line for a file.
#[must_use]
pub fn summary(name: &str, report: &Report) -> String {
    let count = |level: Level| {
        let n = report.count(level);
        format!("{n} {}{}", level.name(), if n == 1 { "" } else { "s" })
    };
    let verdict = if report.refused() { "refused" } else { "accepted" };
    let [errors, warnings, notes] = [Level::Error, Level::Warning, Level::Note].map(count);
    format!("{}: {verdict}: {errors}, {warnings}, {notes}\n", plain(name))
}

fn groups<'a>(name: &'a str, text: &'a str, finding: &'a Finding) -> Vec<Group<'a>> {
    let level = match finding.level {
        Level::Error => Kind::ERROR,
        Level::Warning => Kind::WARNING,
        Level::Note => Kind::NOTE,
    };
    let title = level.primary_title(finding.message.as_str()).id(finding.code.name());
    let start = finding.span.start as usize;
    let end = (finding.span.end as usize).max(start);
    let first = text[..start.min(text.len())].rfind('\n').map_or(0, |n| n + 1);
    let last = text[end.min(text.len())..].find('\n').map_or(text.len(), |n| end.min(text.len()) + n);
    let lines = &text[first..last.max(first)];
    let shown = finding.span.line > 0 && end > start && lines.lines().all(|l| l.len() <= MAX_SNIPPET_LINE);
    let mut main = if shown {
        // The snippet starts at the directive, so that a clause on a later line is seen in its place.
        let from = line_start(text, finding.line.min(finding.span.line).max(finding.span.line.saturating_sub(6)));
        let window = &text[from..last];
        let snippet = Snippet::source(window)
            .line_start(finding.line.min(finding.span.line).max(finding.span.line.saturating_sub(6)) as usize)
            .path(name)
            .annotation(AnnotationKind::Primary.span(start - from..end - from).label(finding.label.as_str()));
        // A clause on a later line is shown with the line its directive begins on.
        let snippet = match first_words(window, from, finding, start) {
            Some(words) => snippet.annotation(AnnotationKind::Context.span(words).label("in this directive")),
            None => snippet,
        };
        title.element(snippet)
    } else {
        title.element(Origin::path(name).line(finding.line as usize))
    };
    if !shown && !finding.label.is_empty() {
        main = main.element(Kind::NOTE.message(finding.label.as_str()));
    }
    if !finding.help.is_empty() {
        main = main.element(Kind::HELP.message(finding.help.as_str()));
    }
    vec![main]
}

/// The first line of the window, if the words at fault are on a later one.
fn first_words(window: &str, from: usize, finding: &Finding, start: usize) -> Option<std::ops::Range<usize>> {
    let line = window.lines().next()?;
    let blank = line.len() - line.trim_start().len();
    let end = line.trim_end_matches(['\\', '&', ' ']).len();
    let shown = finding.line < finding.span.line && finding.span.line - finding.line <= 6 && start > from + line.len();
    (shown && end > blank).then_some(blank..end)
}

/// Byte offset of a line, from 1.
fn line_start(text: &str, line: u32) -> usize {
    let mut at = 0;
    for _ in 1..line {
        match text[at..].find('\n') {
            Some(n) => at += n + 1,
            None => break,
        }
    }
    at
}

/// The text with every byte that could disturb a terminal or the columns replaced by one that cannot, length kept.
fn printable(text: &[u8]) -> String {
    let clean = |byte: u8| match byte {
        b'\n' => '\n',
        b' '..=b'~' => char::from(byte),
        b'\t' | b'\r' => ' ',
        _ => '?',
    };
    match std::str::from_utf8(text) {
        Ok(valid) if !valid.chars().any(|c| c.is_control() && c != '\n' && c != '\t') => valid.replace('\t', " "),
        _ => text.iter().map(|b| clean(*b)).collect(),
    }
}
