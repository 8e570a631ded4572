//! Matching brackets and the extent of statements, without recursion.

use super::super::text::token::{Kind, Token, words};

/// For every token its bracket's partner and the bracket that encloses it.
#[derive(Default)]
pub(crate) struct Brackets {
    mate: Vec<u32>,
    outer: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Brackets {
    pub(crate) fn new(tokens: &[Token]) -> Self {
        let mut mate = vec![NONE; tokens.len()];
        let mut outer = vec![NONE; tokens.len()];
        let mut open: Vec<u32> = Vec::new();
        for (i, token) in tokens.iter().enumerate() {
            outer[i] = open.last().copied().unwrap_or(NONE);
            if token.kind != Kind::Punct {
                continue;
            }
            if token.is("(") || token.is("[") || token.is("{") {
                open.push(i as u32);
            } else if token.is("}") {
                // A brace closes whatever was left open within.
                while let Some(top) = open.pop() {
                    if tokens[top as usize].is("{") {
                        mate[top as usize] = i as u32;
                        mate[i] = top;
                        break;
                    }
                }
                outer[i] = open.last().copied().unwrap_or(NONE);
            } else if token.is(")") || token.is("]") {
                let opener = if token.is(")") { "(" } else { "[" };
                if open.last().is_some_and(|t| tokens[*t as usize].is(opener)) {
                    let top = open.pop().unwrap_or(NONE);
                    mate[top as usize] = i as u32;
                    mate[i] = top;
                    outer[i] = open.last().copied().unwrap_or(NONE);
                }
            }
        }
        Self { mate, outer }
    }

    /// The partner of the bracket at `i`.
    pub(crate) fn mate(&self, i: usize) -> Option<usize> {
        self.mate.get(i).filter(|m| **m != NONE).map(|m| *m as usize)
    }

    /// Index behind the group that opens at `i`; the end of the file for one left open.
    pub(crate) fn past(&self, i: usize) -> usize {
        self.mate(i).map_or(self.mate.len(), |m| m.max(i) + 1)
    }

    /// The bracket that encloses the token at `i`.
    pub(crate) fn outer(&self, i: usize) -> Option<usize> {
        self.outer.get(i).filter(|m| **m != NONE).map(|m| *m as usize)
    }
}

enum Pending {
    If,
    Do,
}

/// Index behind the C statement that starts at `start`; directives before it belong to it.
pub(crate) fn statement_end(tokens: &[Token], brackets: &Brackets, start: usize) -> usize {
    let mut i = start;
    let mut pending = Vec::new();
    loop {
        let mut end = match tokens.get(i) {
            None => return tokens.len(),
            Some(t) if t.kind == Kind::Directive => {
                i += 1;
                continue;
            }
            Some(t) if t.is("{") => brackets.past(i),
            Some(t) if t.is("}") => return i,
            Some(t) if t.is("[") && tokens.get(i + 1).is_some_and(|n| n.is("[")) => {
                i = brackets.past(i);
                continue;
            }
            Some(t) => match t.as_word() {
                Some(words::FOR | words::WHILE | words::SWITCH) => {
                    i = head(tokens, brackets, i);
                    continue;
                }
                Some(words::IF) => {
                    pending.push(Pending::If);
                    i = head(tokens, brackets, i);
                    continue;
                }
                Some(words::DO) => {
                    pending.push(Pending::Do);
                    i += 1;
                    continue;
                }
                Some(words::CASE | words::DEFAULT) => {
                    let colon = simple_end(tokens, brackets, i, ":");
                    i = colon.max(i + 1);
                    continue;
                }
                Some(_) if tokens.get(i + 1).is_some_and(|n| n.is(":")) && label_follows(tokens, i) => {
                    i += 2;
                    continue;
                }
                _ => simple_end(tokens, brackets, i, ";"),
            },
        };
        // Close what waits for this statement.
        let again = loop {
            match pending.pop() {
                None => return end,
                Some(Pending::If) if tokens.get(end).is_some_and(|t| t.word(words::ELSE)) => break end + 1,
                Some(Pending::If) => {}
                Some(Pending::Do) => {
                    if tokens.get(end).is_some_and(|t| t.word(words::WHILE)) {
                        end = simple_end(tokens, brackets, end, ";");
                    }
                }
            }
        };
        i = again;
    }
}

fn label_follows(tokens: &[Token], i: usize) -> bool {
    i == 0 || tokens[i - 1].is(";") || tokens[i - 1].is("{") || tokens[i - 1].is("}") || tokens[i - 1].is(":")
}

/// Index behind the parenthesised head of a control statement.
fn head(tokens: &[Token], brackets: &Brackets, i: usize) -> usize {
    let mut open = i + 1;
    while tokens.get(open).is_some_and(|t| t.as_word().is_some()) {
        open += 1;
    }
    if tokens.get(open).is_some_and(|t| t.is("(")) { brackets.past(open) } else { open.max(i + 1) }
}

/// Index behind the first `stop` outside brackets, or of the brace that ends the block.
fn simple_end(tokens: &[Token], brackets: &Brackets, mut i: usize, stop: &str) -> usize {
    while let Some(token) = tokens.get(i) {
        if token.is(stop) {
            return i + 1;
        }
        if token.is("}") {
            return i;
        }
        i = if token.is("(") || token.is("[") || token.is("{") { brackets.past(i) } else { i + 1 };
    }
    tokens.len()
}
