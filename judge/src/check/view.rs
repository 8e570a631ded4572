//! From tokens back to the user's own lines.

use super::finding::Span;
use super::text::lines::Lines;
use super::text::preprocess::{Markers, Pragma};
use super::text::token::Bytes;

/// The text the tokens came from, and the text the user wrote.
pub(crate) struct Positions<'a> {
    user: &'a [u8],
    user_lines: Lines,
    /// The compiler's output, when the tokens are of it.
    output: Option<Output<'a>>,
}

struct Output<'a> {
    text: &'a [u8],
    lines: Lines,
    markers: Markers,
    /// The user's own pragmas by first line: first and last line, bytes.
    pragmas: Vec<(u32, u32, Bytes)>,
}

impl Output<'_> {
    /// The user's pragma on a line: compilers place a spliced one on any of its lines.
    fn pragma(&self, line: u32) -> Option<(u32, Bytes)> {
        let index = self.pragmas.partition_point(|(first, _, _)| *first <= line).checked_sub(1)?;
        let (first, last, bytes) = self.pragmas[index];
        (line <= last).then_some((first, bytes))
    }
}

impl<'a> Positions<'a> {
    /// Tokens are of the user's text.
    pub(crate) fn raw(user: &'a [u8]) -> Self {
        Self { user, user_lines: Lines::new(user), output: None }
    }

    /// Tokens are of the compiler's output.
    pub(crate) fn preprocessed(user: &'a [u8], output: &'a [u8], markers: Markers, pragmas: &[Pragma]) -> Self {
        let user_lines = Lines::new(user);
        let pragmas = pragmas.iter().map(|p| (user_lines.line(p.at.start), user_lines.line(p.at.end), p.at)).collect();
        let output = Output { text: output, lines: Lines::new(output), markers, pragmas };
        Self { user, user_lines, output: Some(output) }
    }

    /// The user's line a token begins on.
    pub(crate) fn line(&self, at: Bytes) -> u32 {
        match &self.output {
            None => self.user_lines.line(at.start),
            Some(output) => output.markers.user_line(&output.lines, at.start).min(self.user_lines.count()),
        }
    }

    /// The user's line a directive begins on.
    pub(crate) fn directive_line(&self, at: Bytes) -> u32 {
        let line = self.line(at);
        self.output.as_ref().and_then(|o| o.pragma(line)).map_or(line, |(first, _)| first)
    }

    /// Bytes of the user's text, as a span.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        let start = start.min(self.user.len()) as u32;
        let end = (end.min(self.user.len()) as u32).max(start);
        let (line, column) = self.user_lines.position(start);
        let (end_line, end_column) = self.user_lines.position(end);
        Span { start, end, line, column, end_line, end_column }
    }

    /// The user's text behind tokens; `directive` is the directive they belong to.
    pub(crate) fn of(&self, at: Bytes, directive: Option<Bytes>) -> Span {
        let Some(output) = &self.output else { return self.span(at.start as usize, at.end as usize) };
        let line = self.line(directive.unwrap_or(at));
        let own = directive.and_then(|_| output.pragma(line)).map(|(_, bytes)| bytes);
        let range = match own {
            Some(bytes) => bytes.start as usize..bytes.end as usize,
            None => self.user_lines.range(line),
        };
        let needle = output.text.get(at.start as usize..at.end as usize).unwrap_or(b"");
        if let Some(found) = find(self.user, range.clone(), needle) {
            return self.span(found, found + needle.len());
        }
        // The words were respaced or came from a macro: look for the first word alone.
        let word = needle.iter().position(|b| !is_word(*b)).map_or(needle, |end| &needle[..end]);
        if word.len() < needle.len()
            && let Some(found) = find(self.user, range.clone(), word)
        {
            return self.span(found, past_parenthesis(self.user, found + word.len(), range.end));
        }
        let text = &self.user[range.clone()];
        let blank = text.iter().take_while(|b| b.is_ascii_whitespace()).count();
        let first = text.iter().position(|b| *b == b'\n').unwrap_or(text.len());
        self.span(range.start + blank, (range.start + first).max(range.start + blank))
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// First whole-word place of `needle` in `range`.
fn find(text: &[u8], range: std::ops::Range<usize>, needle: &[u8]) -> Option<usize> {
    if needle.is_empty() || needle.len() > range.len() {
        return None;
    }
    let edge = |at: usize, side: u8| {
        let inside = needle[if side == 0 { 0 } else { needle.len() - 1 }];
        let outside =
            if side == 0 { at.checked_sub(1).map_or(0, |b| text[b]) } else { text.get(at).copied().unwrap_or(0) };
        !(is_word(inside) && is_word(outside))
    };
    let window = text.get(range.clone())?;
    window
        .windows(needle.len())
        .enumerate()
        .filter(|(_, w)| w.eq_ignore_ascii_case(needle))
        .map(|(i, _)| range.start + i)
        .find(|at| edge(*at, 0) && edge(at + needle.len(), 1))
}

/// End of the parenthesis that follows, or `at`.
fn past_parenthesis(text: &[u8], at: usize, end: usize) -> usize {
    let open = (at..end).find(|i| !text[*i].is_ascii_whitespace()).filter(|i| text[*i] == b'(');
    let mut depth = 0usize;
    for i in open.map_or(end..end, |o| o..end) {
        match text[i] {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    at
}
