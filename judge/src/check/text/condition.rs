//! `#if` expressions, for the view without a compiler: names that are not macros are 0, as the standard says.

use super::token::{Kind, Symbols, Token, punct};

/// Deepest nesting of parentheses and operators that is evaluated; beyond it a condition is false.
const MAX_DEPTH: usize = 64;

/// Value of an expression whose macros and `defined` are already replaced.
pub(crate) fn evaluate(tokens: &[Token], symbols: &Symbols) -> i64 {
    // The lexer leaves `>>` in two, since it may close two template lists.
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        match joined.last_mut() {
            Some(last) if last.is(">") && token.is(">") && !token.spaced => last.sym = punct(">>"),
            _ => joined.push(*token),
        }
    }
    let mut parser = Parser { tokens: &joined, at: 0, symbols };
    parser.ternary(0).bits
}

/// A number, and whether it is unsigned: then so is what is computed with it.
#[derive(Debug, Clone, Copy)]
struct Value {
    bits: i64,
    unsigned: bool,
}

impl Value {
    const ZERO: Self = Self::signed(0);

    const fn signed(bits: i64) -> Self {
        Self { bits, unsigned: false }
    }
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    symbols: &'a Symbols,
}

/// Binary operators by rising precedence.
const LEVELS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Parser<'_> {
    fn eat(&mut self, spelling: &str) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|t| t.is(spelling));
        self.at += usize::from(found);
        found
    }

    fn ternary(&mut self, depth: usize) -> Value {
        if depth > MAX_DEPTH {
            self.at = self.tokens.len();
            return Value::ZERO;
        }
        let condition = self.binary(0, depth);
        if !self.eat("?") {
            return condition;
        }
        let yes = self.ternary(depth + 1);
        self.eat(":");
        let no = self.ternary(depth + 1);
        let chosen = if condition.bits != 0 { yes } else { no };
        Value { unsigned: yes.unsigned || no.unsigned, ..chosen }
    }

    fn binary(&mut self, level: usize, depth: usize) -> Value {
        let Some(operators) = LEVELS.get(level) else { return self.unary(depth) };
        let mut left = self.binary(level + 1, depth);
        while let Some(operator) = operators.iter().find(|o| self.tokens.get(self.at).is_some_and(|t| t.is(o))) {
            self.at += 1;
            let right = self.binary(level + 1, depth);
            left = apply(operator, left, right);
        }
        left
    }

    fn unary(&mut self, depth: usize) -> Value {
        let mut pending = Vec::new();
        while let Some(operator) =
            ["!", "-", "+", "~"].iter().find(|o| self.tokens.get(self.at).is_some_and(|t| t.is(o)))
        {
            self.at += 1;
            pending.push(*operator);
        }
        let mut value = self.primary(depth);
        for operator in pending.iter().rev() {
            value = match *operator {
                "!" => Value::signed(i64::from(value.bits == 0)),
                "-" => Value { bits: value.bits.wrapping_neg(), ..value },
                "~" => Value { bits: !value.bits, ..value },
                _ => value,
            };
        }
        value
    }

    fn primary(&mut self, depth: usize) -> Value {
        if self.eat("(") {
            let value = self.ternary(depth + 1);
            self.eat(")");
            return value;
        }
        let Some(token) = self.tokens.get(self.at) else { return Value::ZERO };
        self.at += 1;
        match token.kind {
            Kind::Number => literal(self.symbols.text(token.sym)),
            Kind::Word => Value::signed(i64::from(self.symbols.text(token.sym) == "true")),
            Kind::Text => Value::signed(self.symbols.text(token.sym).as_bytes().get(1).map_or(0, |b| i64::from(*b))),
            Kind::Punct | Kind::Directive | Kind::Eol => Value::ZERO,
        }
    }
}

fn apply(operator: &str, left: Value, right: Value) -> Value {
    let (a, b) = (left.bits, right.bits);
    let (ua, ub) = (a as u64, b as u64);
    let unsigned = left.unsigned || right.unsigned;
    let less = if unsigned { ua < ub } else { a < b };
    let truth = match operator {
        "||" => a != 0 || b != 0,
        "&&" => a != 0 && b != 0,
        "==" => a == b,
        "!=" => a != b,
        "<" => less,
        ">" => !less && a != b,
        "<=" => less || a == b,
        ">=" => !less,
        _ => return Value { bits: arithmetic(operator, a, b, unsigned), unsigned },
    };
    Value::signed(i64::from(truth))
}

fn arithmetic(operator: &str, a: i64, b: i64, unsigned: bool) -> i64 {
    let (ua, ub) = (a as u64, b as u64);
    match operator {
        "|" => a | b,
        "^" => a ^ b,
        "&" => a & b,
        "<<" => a.wrapping_shl(b as u32),
        ">>" if unsigned => ua.wrapping_shr(b as u32) as i64,
        ">>" => a.wrapping_shr(b as u32),
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "*" => a.wrapping_mul(b),
        "/" if unsigned => ua.checked_div(ub).unwrap_or(0) as i64,
        "/" => a.checked_div(b).unwrap_or(0),
        _ if unsigned => ua.checked_rem(ub).unwrap_or(0) as i64,
        _ => a.checked_rem(b).unwrap_or(0),
    }
}

/// Value of an integer literal, suffixes and digit separators allowed.
pub(crate) fn number(text: &str) -> i64 {
    literal(text).bits
}

fn literal(text: &str) -> Value {
    let lower = text.to_ascii_lowercase().replace('\'', "");
    let digits = lower.trim_end_matches(['u', 'l', 'z']);
    let parsed = if let Some(hex) = digits.strip_prefix("0x") {
        u64::from_str_radix(hex, 16)
    } else if let Some(binary) = digits.strip_prefix("0b") {
        u64::from_str_radix(binary, 2)
    } else if digits.len() > 1 && digits.starts_with('0') {
        u64::from_str_radix(&digits[1..], 8)
    } else {
        digits.parse()
    };
    let bits = parsed.unwrap_or(0);
    Value { bits: bits as i64, unsigned: lower[digits.len()..].contains('u') || bits > i64::MAX as u64 }
}

#[cfg(test)]
mod tests {
    use super::super::lex_c::Lexer;
    use super::*;

    fn value(text: &str) -> i64 {
        let mut symbols = Symbols::new();
        let mut lexer = Lexer::new(text.as_bytes(), true);
        let tokens: Vec<_> = std::iter::from_fn(|| lexer.next(&mut symbols)).collect();
        evaluate(&tokens, &symbols)
    }

    #[test]
    fn follows_c_precedence() {
        assert_eq!(value("1 + 2 * 3 == 7 && !0"), 1);
        assert_eq!(value("(1 ? 0x10 : 2) >> 1"), 8);
        assert_eq!(value("UNKNOWN || 201'811L >= 201811"), 1);
        assert_eq!(value("1 / 0"), 0);
    }

    #[test]
    fn unsigned_numbers_make_the_others_unsigned() {
        assert_eq!(value("-1 > 0u"), 1);
        assert_eq!(value("-1 < 0"), 1);
        assert_eq!(value("0xFFFFFFFFFFFFFFFF / 2 == 0x7FFFFFFFFFFFFFFF"), 1);
    }

    #[test]
    fn deep_nesting_ends() {
        assert_eq!(value(&"(".repeat(100_000)), 0);
        assert_eq!(value(&("!".repeat(100_001) + "1")), 0);
    }
}
