//! From a mention of a variable outwards through its expression: what is done with the value, and where it goes.

use super::super::text::condition::number;
use super::super::text::token::{Kind, Sym, Symbols, Token, words};
use super::brackets::Brackets;
use super::c_declare::{Types, is_cast};
use super::c_shape::is_part;
use super::{Act, WHOLE};
use crate::check::text::token::Set;

/// Steps outwards before an expression counts as too deep to follow.
const MAX_STEPS: usize = 64;
/// Tokens looked at to each side of a sub-expression.
const MAX_REACH: usize = 400;

/// Where a value ends up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Destination {
    /// Nowhere that keeps it.
    None,
    /// Assigned: the `=` token.
    Assigned(usize),
    /// An argument: the token of the call's `(`, and which.
    Argument(usize, usize),
    /// An element of `{…}`: its `{`, and which.
    Element(usize, usize),
    /// Returned.
    Returned,
    /// The range of a range-for: its `:`.
    Ranged(usize),
    /// Too deep or too long to follow.
    Lost,
}

/// What the climb found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Climb {
    pub(crate) member: Sym,
    pub(crate) derefs: i8,
    pub(crate) act: Act,
    pub(crate) written: bool,
    /// Last token of the innermost expression: `x[i]`, `v.p`.
    pub(crate) last: usize,
    pub(crate) destination: Destination,
    /// Passed through a cast to an integer.
    pub(crate) integer: bool,
    /// Method called on it.
    pub(crate) method: bool,
    /// The last member whose target was entered for a member of it, and through how many dereferences.
    pub(crate) crossed: Option<(Sym, i8)>,
    /// Dereferences after which it is still an address, because a cast says so.
    pub(crate) bears: i8,
}

pub(crate) struct Climber<'a> {
    pub(crate) tokens: &'a [Token],
    pub(crate) brackets: &'a Brackets,
    pub(crate) types: &'a Types,
    pub(crate) symbols: &'a Symbols,
    /// Names that are pointers wherever they are declared: `p - q` of two of them is a distance.
    pub(crate) pointer_names: &'a Set<Sym>,
    /// Names that are arithmetic wherever they are declared.
    pub(crate) integer_names: &'a Set<Sym>,
}

impl Climber<'_> {
    pub(super) fn is(&self, i: usize, spelling: &str) -> bool {
        self.tokens.get(i).is_some_and(|t| t.is(spelling))
    }

    fn before(&self, lo: usize, spelling: &str) -> bool {
        lo > 0 && self.is(lo - 1, spelling)
    }

    /// Whether the operator at `i` has nothing on its left: `*p`, `&x`.
    fn is_unary(&self, i: usize) -> bool {
        let Some(before) = i.checked_sub(1).map(|b| &self.tokens[b]) else { return true };
        match before.kind {
            Kind::Word => matches!(
                before.sym,
                words::RETURN | words::CASE | words::ELSE | words::DO | words::SIZEOF | words::THROW | words::CO_RETURN
            ),
            Kind::Number | Kind::Text => false,
            Kind::Directive | Kind::Eol => true,
            Kind::Punct => {
                if before.is(")") {
                    // A cast or the head of a control statement leaves the operator unary.
                    let Some(open) = self.brackets.mate(i - 1) else { return false };
                    let control = open > 0
                        && matches!(
                            self.tokens[open - 1].as_word(),
                            Some(words::IF | words::FOR | words::WHILE | words::SWITCH)
                        );
                    return control || is_cast(self.tokens, open + 1..i - 1, self.types, self.symbols).is_some();
                }
                !(before.is("]") || before.is("++") || before.is("--")) || before.is("}")
            }
        }
    }

    /// Follows the value that `lo..=hi` stands for. `hold` is how many more dereferences it can bear and still be
    /// an address.
    pub(crate) fn climb(&self, start: usize, end: usize, hold: i8) -> Climb {
        let (mut lo, mut hi) = (start, end);
        let mut out = Climb {
            member: WHOLE,
            derefs: 0,
            act: Act::Value,
            written: false,
            last: end,
            destination: Destination::None,
            integer: false,
            method: false,
            crossed: None,
            bears: 0,
        };
        let mut inner = true;
        for _ in 0..MAX_STEPS {
            // Postfix.
            if self.is(hi + 1, "[") && !self.is(hi + 2, "[") {
                let Some(close) = self.brackets.mate(hi + 1) else {
                    return Climb { destination: Destination::Lost, ..out };
                };
                out.derefs = out.derefs.saturating_add(1);
                hi = close;
            } else if (self.is(hi + 1, ".") || self.is(hi + 1, "->"))
                && let Some(member) = self.tokens.get(hi + 2).and_then(Token::as_word)
            {
                if self.is(hi + 3, "(") {
                    out.method = true;
                    out.last = out.last.max(hi);
                    return out;
                }
                // `p->a` and `p[i].a` touch what `p` points to.
                let touches = out.derefs.saturating_add(i8::from(self.is(hi + 1, "->")));
                if touches > 0 {
                    out.crossed = Some((out.member, touches));
                }
                out.member = member;
                out.derefs = 0;
                hi += 2;
            } else if self.is(hi + 1, "++") || self.is(hi + 1, "--") {
                out.written |= inner;
                hi += 1;
            } else if self.is(hi + 1, "(") && inner && out.derefs == 0 {
                out.act = Act::Called;
                out.last = hi;
                return out;
            } else if self.prefix(&mut lo, &mut out) {
                // Taken in by `prefix`.
            } else if self.before(lo, "(") && self.is(hi + 1, ")") && self.brackets.mate(lo - 1) == Some(hi + 1) {
                let open = lo - 1;
                if let Some(done) = self.parenthesis(open, &mut lo, &mut hi, &mut out) {
                    return done;
                }
            } else {
                if inner {
                    out.last = hi;
                    out.written |= self.is_assignment(hi + 1);
                }
                inner = false;
                if out.act != Act::Value || out.member == WHOLE && out.derefs > hold.max(out.bears) {
                    return out;
                }
                match self.operand(&mut lo, &mut hi, &mut out) {
                    Some(done) => return done,
                    None => continue,
                }
            }
            if inner {
                out.last = hi;
            }
        }
        Climb { destination: Destination::Lost, ..out }
    }

    fn is_assignment(&self, i: usize) -> bool {
        ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="].iter().any(|o| self.is(i, o))
    }

    /// One prefix operator or cast.
    fn prefix(&self, lo: &mut usize, out: &mut Climb) -> bool {
        let Some(at) = lo.checked_sub(1) else { return false };
        if self.is(at, "*") && self.is_unary(at) {
            out.derefs = out.derefs.saturating_add(1);
        } else if self.is(at, "&") && self.is_unary(at) {
            out.derefs = out.derefs.saturating_sub(1);
        } else if self.is(at, "++") || self.is(at, "--") {
            out.written = true;
        } else if self.is(at, "!") {
            out.act = Act::Compared;
        } else if self.is(at, "::") && !at.checked_sub(1).is_some_and(|b| self.tokens[b].kind == Kind::Word) {
            // `::name`
        } else if self.tokens[at].word(words::SIZEOF) || self.tokens[at].word(words::ALIGNOF) {
            out.act = Act::Unevaluated;
        } else if self.tokens[at].as_word().is_some_and(is_part) {
            // `__real__ z`
        } else if self.is(at, ")") {
            let Some(open) = self.brackets.mate(at) else { return false };
            let Some(cast) = is_cast(self.tokens, open + 1..at, self.types, self.symbols) else { return false };
            let call = open.checked_sub(1).is_some_and(|b| {
                self.tokens[b].kind == Kind::Word
                    && !matches!(self.tokens[b].sym, words::RETURN | words::CASE | words::ELSE)
            });
            if call {
                return false;
            }
            out.integer |= cast.arithmetic && cast.pointers == 0;
            out.bears = out.bears.max(out.derefs.saturating_add(cast.pointers.min(4) as i8 - 1));
            *lo = open;
            return true;
        } else {
            return false;
        }
        *lo = at;
        true
    }

    /// The value fills a whole parenthesis.
    fn parenthesis(&self, open: usize, lo: &mut usize, hi: &mut usize, out: &mut Climb) -> Option<Climb> {
        let before = open.checked_sub(1).map(|b| self.tokens[b]);
        if let Some(before) = before {
            match before.kind {
                Kind::Word => {
                    return match before.sym {
                        words::SIZEOF
                        | words::ALIGNOF
                        | words::ALIGNOF_C
                        | words::DECLTYPE
                        | words::TYPEOF
                        | words::TYPEOF_GNU
                        | words::NOEXCEPT
                        | words::TYPEID => Some(Climb { act: Act::Unevaluated, ..*out }),
                        words::IF | words::WHILE | words::SWITCH | words::FOR => {
                            Some(Climb { act: Act::Compared, ..*out })
                        }
                        words::RETURN | words::CASE | words::THROW => {
                            *lo = open;
                            *hi += 1;
                            None
                        }
                        words::GENERIC | words::CHOOSE => {
                            *lo = open - 1;
                            *hi += 1;
                            None
                        }
                        _ => Some(Climb { destination: Destination::Argument(open, 0), ..*out }),
                    };
                }
                Kind::Punct if before.is(">") => {
                    // `static_cast<T *>(x)` or `f<T>(x)`.
                    let angle = self.open_angle(open - 1);
                    let keyword = angle.and_then(|a| a.checked_sub(1)).and_then(|k| self.tokens[k].as_word());
                    if let (Some(angle), Some(word)) = (angle, keyword) {
                        let cast = matches!(
                            word,
                            words::STATIC_CAST | words::REINTERPRET_CAST | words::CONST_CAST | words::DYNAMIC_CAST
                        );
                        if cast {
                            let facts = is_cast(self.tokens, angle + 1..open - 1, self.types, self.symbols);
                            out.integer |= facts.is_some_and(|f| f.arithmetic && f.pointers == 0);
                            let pointers = facts.map_or(0, |f| f.pointers).min(4) as i8;
                            out.bears = out.bears.max(out.derefs.saturating_add(pointers - 1));
                            *lo = angle - 1;
                            *hi += 1;
                            return None;
                        }
                        return Some(Climb { destination: Destination::Argument(open, 0), ..*out });
                    }
                }
                Kind::Punct if before.is("]") || self.calls_value(open) => {
                    return Some(Climb { destination: Destination::Argument(open, 0), ..*out });
                }
                Kind::Punct | Kind::Number | Kind::Text | Kind::Directive | Kind::Eol => {}
            }
        }
        *lo = open;
        *hi += 1;
        None
    }

    /// The `<` of the `>` at `i`.
    pub(crate) fn open_angle(&self, i: usize) -> Option<usize> {
        let mut depth = 0usize;
        for k in (i.saturating_sub(60)..=i).rev() {
            if self.is(k, ">") {
                depth += 1;
            } else if self.is(k, ">>") {
                depth += 2;
            } else if self.is(k, "<") {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(k);
                }
            } else if self.is(k, ";") || self.is(k, "{") || self.is(k, "}") {
                return None;
            }
        }
        None
    }

    /// The value is an operand: widen to the whole expression between its delimiters.
    fn operand(&self, lo: &mut usize, hi: &mut usize, out: &mut Climb) -> Option<Climb> {
        // To the right.
        let mut right = *hi + 1;
        let mut reach = 0usize;
        // Behind a `+` stands what is added: `y + n / 2` divides `n`.
        let mut summed = false;
        loop {
            reach += 1;
            if reach > MAX_REACH {
                return Some(Climb { destination: Destination::Lost, ..*out });
            }
            let Some(token) = self.tokens.get(right) else { break };
            // `y ?: z` has the value of what it tests.
            let tests = right == *hi + 1 && token.is("?") && !self.is(right + 1, ":");
            if tests || self.is_test(right) || !summed && self.keeps_few_bits(right) {
                return Some(Climb { act: Act::Compared, ..*out });
            }
            summed |= token.is("+") || token.is("-");
            if token.is(",")
                || token.is(":")
                || token.is(";")
                || token.is(")")
                || token.is("]")
                || token.is("}")
                || token.kind == Kind::Directive
            {
                break;
            }
            if right == *hi + 1 && token.is("-") && self.subtracts_address(right) {
                return Some(Climb { act: Act::Compared, ..*out });
            }
            let open = token.is("(") || token.is("[") || token.is("{");
            right = if open { self.brackets.past(right) } else { right + 1 };
        }
        // To the left.
        let mut commas = 0usize;
        // Left of a `?` stands the condition, whose tests are not this value's.
        let mut arm = false;
        let mut left = *lo;
        loop {
            reach += 1;
            if reach > MAX_REACH {
                return Some(Climb { destination: Destination::Lost, ..*out });
            }
            let Some(at) = left.checked_sub(1) else { return Some(*out) };
            let token = &self.tokens[at];
            if token.is(")") || token.is("]") || token.is("}") {
                match self.brackets.mate(at) {
                    // The end of a block, not of a sub-expression.
                    Some(open) if !(token.is("}") && commas == 0 && !self.is(left, ".")) => left = open,
                    _ if self.is_last_of_expression(at, right) => {
                        *lo = self.brackets.outer(right)?.checked_sub(1)?;
                        *hi = right + 2;
                        return None;
                    }
                    _ => return Some(*out),
                }
                continue;
            }
            if self.is_assignment(at) {
                // `u ^= (uintptr_t)y`: no address any more, and yet one.
                let integer = out.integer || !token.is("=");
                return Some(Climb { destination: Destination::Assigned(at), integer, ..*out });
            }
            if token.is("[") && commas == 0 && self.is(right, "]") && self.indexes_integer(at) {
                // `0[y]` is `y[0]`.
                *lo = at - 1;
                *hi = right;
                out.derefs = out.derefs.saturating_add(1);
                out.last = right;
                out.written |= self.is_assignment(right + 1);
                return None;
            }
            if (token.is(";") || token.is("{") || token.is("}")) && self.is_last_of_expression(at, right) {
                // `({ …; y; })` has the value of its last statement.
                *lo = self.brackets.outer(right)?.checked_sub(1)?;
                *hi = right + 2;
                return None;
            }
            arm |= token.is("?");
            if token.is(",") {
                commas += 1;
            } else if token.is("(") {
                return self.left_parenthesis(at, right, commas, lo, hi, out);
            } else if token.is("{") {
                // What ends with `;` is a statement of a block, not an element of a list.
                let element = at > 0
                    && !self.is(right, ";")
                    && (self.is(at - 1, "=")
                        || self.is(at - 1, ",")
                        || self.is(at - 1, "{")
                        || self.is(at - 1, "(")
                        || self.tokens[at - 1].kind == Kind::Word
                            && !matches!(self.tokens[at - 1].sym, words::ELSE | words::DO)
                        || self.is(at - 1, "]")
                        || self.is(at - 1, ">")
                        || self.closes_cast(at - 1)
                        || self.is_literal(at - 1)
                        || self.is(at - 1, ":") && self.is_range_for(at - 1));
                let destination = if element { Destination::Element(at, commas) } else { Destination::None };
                return Some(Climb { destination, ..*out });
            } else if commas == 0 && token.word(words::RETURN) {
                return Some(Climb { destination: Destination::Returned, ..*out });
            } else if commas == 0 && token.word(words::THROW) {
                return Some(Climb { destination: Destination::Lost, ..*out });
            } else if commas == 0
                && (!arm && self.is_test(at)
                    || left == *lo && token.is("-") && !self.is_unary(at) && self.subtracted_from_address(at))
            {
                return Some(Climb { act: Act::Compared, ..*out });
            } else if token.is("[") || token.is(";") || token.kind == Kind::Directive {
                return Some(*out);
            } else if token.is(":") && self.is_range_for(at) {
                return Some(Climb { destination: Destination::Ranged(at), ..*out });
            }
            left = at;
        }
    }

    fn is_test(&self, i: usize) -> bool {
        let token = &self.tokens[i];
        // The lexer leaves `>>` in two.
        let pair = |second: usize| self.is(second, ">") && self.is(second - 1, ">") && !self.tokens[second].spaced;
        if token.is(">") && (pair(i + 1) || i > 0 && pair(i)) {
            return false;
        }
        ["==", "!=", "<", ">", "<=", ">=", "&&", "||", "<=>"].iter().any(|o| token.is(o))
    }

    /// `% 32`, `& 31`, `% sizeof(double)`: what is left of an address says how it is aligned, and no more.
    fn keeps_few_bits(&self, i: usize) -> bool {
        const FEW: i64 = 1 << 16;
        let Some(next) = self.tokens.get(i + 1).filter(|_| self.is(i, "%") || self.is(i, "&")) else { return false };
        let asks = matches!(next.as_word(), Some(words::SIZEOF | words::ALIGNOF | words::ALIGNOF_C));
        let behind = self.tokens.get(i + 2).is_none_or(|t| t.kind != Kind::Punct || !(t.is("<<") || t.is("*")));
        asks || behind && next.kind == Kind::Number && (0..FEW).contains(&number(self.symbols.text(next.sym)))
    }

    fn left_parenthesis(
        &self,
        open: usize,
        right: usize,
        commas: usize,
        lo: &mut usize,
        hi: &mut usize,
        out: &mut Climb,
    ) -> Option<Climb> {
        let before = open.checked_sub(1).map(|b| self.tokens[b]);
        let call = before.is_some_and(|t| match t.kind {
            Kind::Word => !matches!(
                t.sym,
                words::IF
                    | words::FOR
                    | words::WHILE
                    | words::SWITCH
                    | words::RETURN
                    | words::SIZEOF
                    | words::CASE
                    | words::CATCH
                    | words::ELSE
            ),
            Kind::Punct => t.is(">") && self.open_angle(open - 1).is_some() || self.calls_value(open),
            Kind::Number | Kind::Text | Kind::Directive | Kind::Eol => false,
        });
        // `_Generic(n, long: y)` has the value of one of its arguments.
        if before.is_some_and(|t| t.word(words::GENERIC) || t.word(words::CHOOSE)) && self.is_closed(open) {
            *lo = open - 1;
            *hi = self.brackets.mate(open).unwrap_or(*hi);
            return None;
        }
        if call && !self.is_template_cast(open) {
            return Some(Climb { destination: Destination::Argument(open, commas), ..*out });
        }
        let control = before.is_some_and(|t| {
            matches!(t.as_word(), Some(words::IF | words::FOR | words::WHILE | words::SWITCH | words::SIZEOF))
        });
        if control || !self.is(right, ")") && commas == 0 && !self.is(right, ",") {
            let act = if before.is_some_and(|t| t.word(words::SIZEOF)) { Act::Unevaluated } else { out.act };
            return Some(Climb { act, ..*out });
        }
        // A plain parenthesis: only its last expression is its value.
        if self.is(right, ",") {
            return Some(*out);
        }
        *lo = open + 1;
        *hi = right.saturating_sub(1);
        if self.brackets.mate(open) != Some(right) {
            return Some(Climb { destination: Destination::Lost, ..*out });
        }
        None
    }
}
