//! What the brackets around an expression of C are: a call, a cast, a list, a statement expression.

use super::super::text::token::{Kind, Sym, Token, words};
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

    /// Whether the `)` at `at` ends the type of a literal, `(T){ … }`: nothing before it makes it a head or a call.
    pub(super) fn is_literal(&self, at: usize) -> bool {
        let open = self.brackets.mate(at).filter(|_| self.is(at, ")"));
        let before = open.and_then(|o| o.checked_sub(1));
        before.is_some_and(|b| {
            let starts = ["(", ",", "=", "{", "&", "?", ":"];
            self.tokens[b].word(words::RETURN) || starts.iter().any(|s| self.is(b, s))
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

    pub(super) fn is_template_cast(&self, open: usize) -> bool {
        open > 0
            && self.is(open - 1, ">")
            && self.open_angle(open - 1).and_then(|a| a.checked_sub(1)).is_some_and(|k| {
                matches!(
                    self.tokens[k].as_word(),
                    Some(words::STATIC_CAST | words::REINTERPRET_CAST | words::CONST_CAST | words::DYNAMIC_CAST)
                )
            })
    }

    pub(super) fn is_range_for(&self, colon: usize) -> bool {
        self.brackets.outer(colon).is_some_and(|open| {
            self.is(open, "(")
                && open > 0
                && self.tokens[open - 1].word(words::FOR)
                && !self.tokens[open..colon].iter().any(|t| t.is("?"))
        })
    }

    /// `- q` where `q` is a bare name: a distance, if both are addresses. Decided by the caller's types.
    pub(super) fn subtracts_address(&self, minus: usize) -> bool {
        self.tokens.get(minus + 1).and_then(Token::as_word).is_some_and(|w| self.pointer_names.contains(&w))
            && !self.is(minus + 2, "[")
    }

    pub(super) fn subtracted_from_address(&self, minus: usize) -> bool {
        minus > 0 && self.tokens[minus - 1].as_word().is_some_and(|w| self.pointer_names.contains(&w))
    }
}

/// Operators of GNU C that take one part of a complex number.
pub(super) fn is_part(word: Sym) -> bool {
    matches!(
        word,
        words::REAL_PART | words::IMAG_PART | words::REAL_PART_SHORT | words::IMAG_PART_SHORT | words::EXTENSION
    )
}

pub(super) fn is_control(word: Sym) -> bool {
    matches!(
        word,
        words::IF
            | words::FOR
            | words::WHILE
            | words::SWITCH
            | words::RETURN
            | words::SIZEOF
            | words::ALIGNOF
            | words::DECLTYPE
            | words::CATCH
            | words::NOEXCEPT
            | words::ATTRIBUTE
            | words::ALIGNOF_C
            | words::STATIC_CAST
            | words::REINTERPRET_CAST
            | words::CONST_CAST
            | words::DYNAMIC_CAST
            | words::GENERIC
            | words::CHOOSE
    )
}

/// Words of statements and expressions that name nothing.
pub(super) fn is_statement(word: Sym) -> bool {
    matches!(
        word,
        words::RETURN
            | words::CO_RETURN
            | words::ELSE
            | words::DO
            | words::CASE
            | words::THROW
            | words::TRY
            | words::DEFAULT
    )
}
