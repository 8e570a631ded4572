//! The blocks around a statement, and whether they are sure to reach it.

use super::super::Language;
use super::super::directive::split;
use super::super::text::token::words;
use super::Context;
use crate::check::text::token::Set;

/// Blocks around a token that are looked at; work nested deeper counts as waited for by nothing.
const MAX_NESTING: usize = 256;

/// Tokens of a statement that are looked at, for whether it is reached.
const MAX_STATEMENT: usize = 1024;

/// Tokens of a loop's head that are looked at.
const MAX_HEAD: usize = 256;

/// Blocks of both languages: brackets in C, constructs in Fortran.
pub(super) struct Nests<'a, 'b> {
    cx: &'a Context<'b>,
    /// Fortran: constructs by start, each with its parent.
    constructs: Vec<(std::ops::Range<usize>, Option<usize>)>,
    /// HIP: how far the loops around launches run, as written.
    bounds: Set<String>,
}

impl<'a, 'b> Nests<'a, 'b> {
    pub(super) fn new(cx: &'a Context<'b>) -> Self {
        let mut sorted = cx.program.blocks.clone();
        sorted.sort_unstable_by_key(|b| (b.start, std::cmp::Reverse(b.end)));
        let mut constructs: Vec<(std::ops::Range<usize>, Option<usize>)> = Vec::with_capacity(sorted.len());
        let mut open: Vec<usize> = Vec::new();
        for block in sorted {
            while open.last().is_some_and(|o| constructs[*o].0.end <= block.start) {
                open.pop();
            }
            constructs.push((block, open.last().copied()));
            open.push(constructs.len() - 1);
        }
        let mut nests = Self { cx, constructs, bounds: Set::default() };
        if cx.language == Language::Hip {
            nests.bounds = nests.launching_bounds();
        }
        nests
    }

    /// Bounds of the `for` loops around launches.
    fn launching_bounds(&self) -> Set<String> {
        let tokens = &self.cx.program.tokens;
        let launches = (1..tokens.len()).filter(|i| tokens[*i].is("<") && tokens[i - 1].is("<<"));
        let mut out = Set::default();
        let mut seen = Set::default();
        for launch in launches {
            // Loops without a block of their own.
            let mut i = launch;
            for _ in 0..MAX_STATEMENT {
                i = self.cx.program.brackets.mate(i).filter(|open| *open < i).unwrap_or(i);
                let Some(before) = i.checked_sub(1).filter(|b| ![";", "{", "}"].iter().any(|e| tokens[*b].is(e)))
                else {
                    break;
                };
                if tokens[i].is("(") && tokens[before].word(words::FOR) {
                    out.extend(self.bound(i).map(|(_, bound)| bound));
                }
                i = before;
            }
            for block in self.around(launch).flatten() {
                if !seen.insert(block) {
                    break;
                }
                out.extend(self.for_head(block).and_then(|head| self.bound(head)).map(|(_, bound)| bound));
            }
        }
        out
    }

    /// The `(` behind `for` of the loop whose body opens at `block`.
    fn for_head(&self, block: usize) -> Option<usize> {
        let head =
            block.checked_sub(1).and_then(|close| self.cx.program.brackets.mate(close)).filter(|h| *h < block)?;
        let word = head.checked_sub(1).map(|f| self.cx.program.tokens[f])?;
        word.word(words::FOR).then_some(head)
    }

    /// `0` and `n` of `for (int i = 0; i < n; …)`, as written.
    fn bound(&self, head: usize) -> Option<(String, String)> {
        let tokens = &self.cx.program.tokens;
        let close = self.cx.program.brackets.mate(head).filter(|c| c.saturating_sub(head) < MAX_HEAD)?;
        let parts = split(tokens, head + 1..close, ";");
        let [start, test, _] = parts.as_slice() else { return None };
        let first = start.clone().find(|i| tokens[*i].is("="))? + 1;
        let compare = test.clone().find(|i| tokens[*i].is("<") || tokens[*i].is("!="))? + 1;
        let show = |range: std::ops::Range<usize>| self.cx.symbols.show_all(&tokens[range]).replace(' ', "");
        Some((show(first.min(start.end)..start.end), show(compare.min(test.end)..test.end)))
    }

    /// Whether the body of a `for` is sure to run where work is to be waited for: once for each element, a number of times,
    /// or as often as launches are made.
    fn runs(&self, head: usize) -> bool {
        if self.cx.language != Language::Hip {
            return false;
        }
        let Some(close) = self.cx.program.brackets.mate(head).filter(|c| c.saturating_sub(head) < MAX_HEAD) else {
            return false;
        };
        let within = &self.cx.program.tokens[head..close.max(head)];
        if within.iter().any(|t| t.is(":")) && !within.iter().any(|t| t.is(";")) {
            return true;
        }
        let number = |bound: &str| bound != "0" && bound.bytes().all(|b| b.is_ascii_digit());
        self.bound(head).is_some_and(|(first, bound)| first == "0" && number(&bound) || self.bounds.contains(&bound))
    }

    fn first(&self, token: usize) -> Option<usize> {
        if self.cx.language.is_c_family() {
            return self.cx.program.brackets.outer(token);
        }
        let mut at = self.constructs.partition_point(|(b, _)| b.start <= token).checked_sub(1);
        for _ in 0..MAX_NESTING {
            match at {
                Some(i) if self.constructs[i].0.end <= token => at = self.constructs[i].1,
                _ => return at,
            }
        }
        None
    }

    fn next(&self, block: usize) -> Option<usize> {
        if self.cx.language.is_c_family() { self.cx.program.brackets.outer(block) } else { self.constructs[block].1 }
    }

    /// Blocks around a token, innermost first, then the body of the procedure.
    pub(super) fn around(&self, token: usize) -> impl Iterator<Item = Option<usize>> {
        let mut at = Some(self.first(token));
        std::iter::from_fn(move || {
            let block = at?;
            at = block.map(|b| self.next(b));
            Some(block)
        })
        .take(MAX_NESTING)
    }

    /// The outermost block all of whose passes reach the token, through the conditions, arguments and plain blocks around
    /// it; `None` for one that a branch, a loop or an operator may skip.
    pub(super) fn of_wait(&self, token: usize) -> Option<Option<usize>> {
        if !self.cx.language.is_c_family() {
            return Some(self.first(token));
        }
        let tokens = &self.cx.program.tokens;
        let mut at = token;
        for _ in 0..MAX_NESTING {
            let open = self.cx.program.brackets.outer(at);
            self.statement(at)?;
            let plain = open.is_some_and(|o| {
                let before = o.checked_sub(1).map(|b| tokens[b]);
                let is_block = before.is_some_and(|t| t.word(words::DO) || t.is(";") || t.is("{") || t.is("}"));
                tokens[o].is("(") || tokens[o].is("{") && is_block
            });
            let looped = open.filter(|o| tokens[*o].is("{") && !self.leaves(*o..at)).and_then(|o| self.for_head(o));
            let looped = looped.filter(|head| self.runs(*head));
            match (looped, open) {
                (Some(head), _) => at = head - 1,
                (None, Some(o)) if plain => at = o,
                _ => return Some(open),
            }
        }
        None
    }

    /// Whether a loop may be left in the middle, or the range is too long to tell.
    fn leaves(&self, range: std::ops::Range<usize>) -> bool {
        let leaves = |w| matches!(w, words::BREAK | words::CONTINUE | words::GOTO | words::RETURN | words::THROW);
        let tokens = &self.cx.program.tokens[range];
        tokens.len() > MAX_STATEMENT || tokens.iter().filter_map(|t| t.as_word()).any(leaves)
    }

    /// Where the statement of the token begins, within its brackets; `None` when not every pass of them reaches the token.
    fn statement(&self, token: usize) -> Option<usize> {
        let (tokens, brackets) = (&self.cx.program.tokens, &self.cx.program.brackets);
        let start = brackets.outer(token).map_or(0, |open| open + 1);
        let mut i = token;
        for _ in 0..MAX_STATEMENT {
            let Some(before) = i.checked_sub(1).filter(|b| *b >= start).map(|b| tokens[b]) else { return Some(i) };
            if before.is(";") || before.is("{") || before.is("}") {
                return Some(i);
            }
            if before.is("?") || before.is("&&") || before.is("||") || before.word(words::ELSE) {
                return None;
            }
            i -= 1;
            if let Some(open) = brackets.mate(i).filter(|open| *open < i) {
                let head = open.checked_sub(1).and_then(|h| tokens[h].as_word());
                let skipped = matches!(head, Some(words::IF | words::FOR | words::WHILE | words::SWITCH));
                if skipped && !(head == Some(words::FOR) && self.runs(open)) {
                    return None;
                }
                i = open;
            }
        }
        None
    }

    /// Whether a `return` is what an `if` does when a call of HIP has failed: `… != hipSuccess` and nothing else.
    pub(super) fn is_error_exit(&self, token: usize) -> bool {
        let (tokens, brackets) = (&self.cx.program.tokens, &self.cx.program.brackets);
        let is_block = |open: &usize| tokens[*open].is("{");
        let behind = |i: usize| i.checked_sub(1).filter(|close| tokens[*close].is(")"));
        let close = behind(token).or_else(|| brackets.outer(token).filter(is_block).and_then(behind));
        let Some((open, close)) = close.and_then(|close| Some((brackets.mate(close)?, close))) else { return false };
        let condition = &tokens[open + 1..close];
        open.checked_sub(1).is_some_and(|head| tokens[head].word(words::IF))
            && condition.iter().filter(|t| t.is("!=")).count() == 1
            && !condition.iter().any(|t| t.is("&&") || t.is("||") || t.is("?"))
            && condition.iter().filter_map(|t| t.as_word()).any(|w| self.cx.symbols.text(w) == "hipSuccess")
    }

    /// The block of the loop or switch that `break` at the token leaves.
    pub(super) fn loop_left(&self, token: usize) -> Option<usize> {
        let tokens = &self.cx.program.tokens;
        let is_loop = |block: usize| {
            if !self.cx.language.is_c_family() {
                let start = self.constructs[block].0.start;
                return tokens[start].as_word().is_some_and(|w| self.cx.symbols.text(w).starts_with("do"));
            }
            let Some(before) = block.checked_sub(1) else { return false };
            let head = if tokens[before].is(")") { self.cx.program.brackets.mate(before) } else { Some(before + 1) };
            let word = head.and_then(|h| h.checked_sub(1)).and_then(|h| tokens[h].as_word());
            tokens[block].is("{") && matches!(word, Some(words::FOR | words::WHILE | words::SWITCH | words::DO))
        };
        // `for (…) if (…) break;`: the loop has no block, and ends before anything else begins.
        let ends = |i: usize| {
            let head = self.cx.program.brackets.outer(i).is_some_and(|o| tokens[o].is("("));
            tokens[i].is("{") || tokens[i].is("}") || tokens[i].is(";") && !head
        };
        let statement = (0..token).rev().take(200).take_while(|i| !ends(*i));
        let bare = self.cx.language.is_c_family()
            && statement
                .filter_map(|i| tokens[i].as_word())
                .any(|w| matches!(w, words::FOR | words::WHILE | words::DO | words::SWITCH));
        if bare {
            return None;
        }
        self.around(token).flatten().find(|b| is_loop(*b))
    }
}
