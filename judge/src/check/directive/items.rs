//! Entries of a clause's list: `x`, `x[0:n:2]`, `*p`, `s.p[0:n]`, `this->y`, `(([2][3])y)[0:2]`, `v%p(1:n)`.

use std::ops::Range;

use super::super::text::token::{Sym, Token, words};
use super::Item;

/// Splits `range` at the commas outside brackets.
pub(crate) fn split(tokens: &[Token], range: Range<usize>, separator: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut depth = 0i32;
    let mut from = range.start;
    for i in range.clone() {
        let token = &tokens[i];
        if opens(token) {
            depth += 1;
        } else if closes(token) {
            depth -= 1;
        } else if depth == 0 && token.is(separator) {
            parts.push(from..i);
            from = i + 1;
        }
    }
    if from < range.end || !parts.is_empty() {
        parts.push(from..range.end);
    }
    parts
}

/// First `separator` outside brackets.
pub(crate) fn find(tokens: &[Token], range: Range<usize>, separator: &str) -> Option<usize> {
    let mut depth = 0i32;
    range.into_iter().find(|i| {
        let token = &tokens[*i];
        depth += i32::from(opens(token)) - i32::from(closes(token));
        depth == 0 && token.is(separator)
    })
}

pub(crate) fn opens(token: &Token) -> bool {
    token.is("(") || token.is("[") || token.is("{")
}

pub(crate) fn closes(token: &Token) -> bool {
    token.is(")") || token.is("]") || token.is("}")
}

/// Reads one entry.
pub(crate) fn item(tokens: &[Token], range: Range<usize>) -> Item {
    let mut base = None;
    let mut path = Vec::new();
    let mut brackets = 0i32;
    let mut i = range.start;
    while i < range.end {
        let token = &tokens[i];
        if token.is("[") || base.is_some() && token.is("(") {
            brackets += 1;
        } else if brackets > 0 && (token.is("]") || base.is_some() && token.is(")")) {
            brackets -= 1;
        } else if let (0, Some(word)) = (brackets, token.as_word()) {
            let member = i > range.start && [".", "->", "%", "::"].iter().any(|o| tokens[i - 1].is(o));
            if base.is_none() {
                if !is_cast_word(tokens, i, range.end) {
                    base = Some(word);
                }
            } else if member {
                if tokens[i - 1].is("::") {
                    base = Some(word);
                } else {
                    path.push(word);
                }
            }
        }
        i += 1;
    }
    Item { range, base, path }
}

/// Whether the word at `i` belongs to a type in a cast: only words, `*`, `&`, `::` up to a `)` with more behind it.
fn is_cast_word(tokens: &[Token], mut i: usize, end: usize) -> bool {
    if tokens[i].word(words::THIS) {
        return false;
    }
    let is_keyword = |w: Sym| {
        matches!(
            w,
            words::CONST
                | words::DOUBLE
                | words::FLOAT
                | words::INT
                | words::LONG
                | words::CHAR
                | words::UNSIGNED
                | words::SHORT
                | words::SIGNED
                | words::VOID
                | words::STRUCT
                | words::VOLATILE
        )
    };
    if tokens[i].as_word().is_some_and(is_keyword) {
        return true;
    }
    let mut stars = false;
    i += 1;
    while i < end {
        if tokens[i].is("*") || tokens[i].is("&") {
            stars = true;
        } else if tokens[i].is(")") {
            return stars && i + 1 < end && (tokens[i + 1].as_word().is_some() || tokens[i + 1].is("("));
        } else if !tokens[i].is("::") && tokens[i].as_word().is_none() {
            return false;
        }
        i += 1;
    }
    false
}
