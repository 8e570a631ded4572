//! What the brackets around an expression of C are: a call, a cast, a list, a statement expression.

use super::super::text::token::{Kind, words};
use super::c_body::{is_control, is_statement};
use super::c_climb::Climber;
use super::c_declare::is_cast;

impl Climber<'_> {
    pub(super) fn is_closed(&self, open: usize) -> bool {
        self.brackets.mate(open).is_some()
    }

    /// Whether the `(` at `open` calls the value of the expression before it, rather than a name.
    pub(crate) fn calls_value(&self, open: usize) -> bool {
        let Some(before) = open.checked_sub(1) else { return false };
        let token = &self.tokens[before];
        let Some(group) = self.brackets.mate(before) else { return false };
        let word = group.checked_sub(1).and_then(|w| self.tokens[w].as_word());
        if token.is("]") {
            // `operator[](…)` declares.
            return word != Some(words::OPERATOR);
        }
        if token.is("}") {
            // A lambda's body, or `T{}`; not the end of a block.
            let head = group.checked_sub(1).map(|h| &self.tokens[h]);
            return head.is_some_and(|h| h.is("]"))
                || word.is_some_and(|w| !is_statement(w))
                || head.is_some_and(|h| h.is(")"))
                    && self.brackets.mate(group - 1).and_then(|m| m.checked_sub(1)).is_some_and(|m| self.is(m, "]"));
        }
        if !token.is(")") {
            return false;
        }
        match word {
            Some(word) if is_statement(word) || is_control(word) => false,
            Some(
                words::ASM | words::ASM_GNU | words::DECLSPEC | words::OPERATOR | words::TYPEOF | words::TYPEOF_GNU,
            ) => false,
            // `f(x)(y)`
            Some(_) => true,
            None => is_cast(self.tokens, group + 1..before, self.types, self.symbols).is_none(),
        }
    }

    /// The `)` of `(struct V){ … }`.
    pub(super) fn closes_cast(&self, at: usize) -> bool {
        let open = self.brackets.mate(at).filter(|_| self.is(at, ")"));
        open.is_some_and(|o| {
            let free = o
                .checked_sub(1)
                .is_none_or(|b| self.tokens[b].kind != Kind::Word || self.tokens[b].word(words::RETURN));
            free && is_cast(self.tokens, o + 1..at, self.types, self.symbols).is_some()
        })
    }

    /// Whether the word or number before the `[` at `open` is no address.
    pub(super) fn indexes_integer(&self, open: usize) -> bool {
        open.checked_sub(1).is_some_and(|b| {
            let token = &self.tokens[b];
            let alone = !b.checked_sub(1).is_some_and(|a| self.is(a, ".") || self.is(a, "->") || self.is(a, "]"));
            alone && (token.kind == Kind::Number || token.as_word().is_some_and(|w| self.integer_names.contains(&w)))
        })
    }

    /// Whether the statement between `at` and `right` ends the braces of `({ … })`.
    pub(super) fn is_last_of_expression(&self, at: usize, right: usize) -> bool {
        let brace = if self.is(at, "{") { Some(at) } else { self.brackets.outer(right) };
        self.is(right, ";")
            && self.is(right + 1, "}")
            && self.is(right + 2, ")")
            && brace.is_some_and(|b| self.brackets.mate(b) == Some(right + 1) && b > 0 && self.is(b - 1, "("))
    }
}
