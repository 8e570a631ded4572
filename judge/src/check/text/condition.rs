//! `#if` expressions, for the view without a compiler: names that are not macros are 0, as the standard says.

use super::token::{Kind, Symbols, Token};

/// Deepest nesting of parentheses and operators that is evaluated; beyond it a condition is false.
const MAX_DEPTH: usize = 64;

/// Value of an expression whose macros and `defined` are already replaced.
pub(crate) fn evaluate(tokens: &[Token], symbols: &Symbols) -> i64 {
    let mut parser = Parser { tokens, at: 0, symbols };
    parser.ternary(0)
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

    fn ternary(&mut self, depth: usize) -> i64 {
        if depth > MAX_DEPTH {
            self.at = self.tokens.len();
            return 0;
        }
        let condition = self.binary(0, depth);
        if !self.eat("?") {
            return condition;
        }
        let yes = self.ternary(depth + 1);
        self.eat(":");
        let no = self.ternary(depth + 1);
        if condition != 0 { yes } else { no }
    }

    fn binary(&mut self, level: usize, depth: usize) -> i64 {
        let Some(operators) = LEVELS.get(level) else { return self.unary(depth) };
        let mut left = self.binary(level + 1, depth);
        while let Some(operator) = operators.iter().find(|o| self.tokens.get(self.at).is_some_and(|t| t.is(o))) {
            self.at += 1;
            let right = self.binary(level + 1, depth);
            left = apply(operator, left, right);
        }
        left
    }

    fn unary(&mut self, depth: usize) -> i64 {
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
                "!" => i64::from(value == 0),
                "-" => value.wrapping_neg(),
                "~" => !value,
                _ => value,
            };
        }
        value
    }

    fn primary(&mut self, depth: usize) -> i64 {
        if self.eat("(") {
            let value = self.ternary(depth + 1);
            self.eat(")");
            return value;
        }
        let Some(token) = self.tokens.get(self.at) else { return 0 };
        self.at += 1;
        match token.kind {
            Kind::Number => number(self.symbols.text(token.sym)),
            Kind::Word => i64::from(self.symbols.text(token.sym) == "true"),
            Kind::Text => self.symbols.text(token.sym).as_bytes().get(1).map_or(0, |b| i64::from(*b)),
            Kind::Punct | Kind::Directive | Kind::Eol => 0,
        }
    }
}

fn apply(operator: &str, left: i64, right: i64) -> i64 {
    match operator {
        "||" => i64::from(left != 0 || right != 0),
        "&&" => i64::from(left != 0 && right != 0),
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "==" => i64::from(left == right),
        "!=" => i64::from(left != right),
        "<" => i64::from(left < right),
        ">" => i64::from(left > right),
        "<=" => i64::from(left <= right),
        ">=" => i64::from(left >= right),
        "<<" => left.wrapping_shl(right as u32),
        ">>" => left.wrapping_shr(right as u32),
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" => left.checked_div(right).unwrap_or(0),
        _ => left.checked_rem(right).unwrap_or(0),
    }
}

/// Value of an integer literal, suffixes and digit separators allowed.
pub(crate) fn number(text: &str) -> i64 {
    let lower = text.to_ascii_lowercase().replace('\'', "");
    let digits = lower.trim_end_matches(['u', 'l', 'z']);
    let parsed = if let Some(hex) = digits.strip_prefix("0x") {
        i64::from_str_radix(hex, 16)
    } else if let Some(binary) = digits.strip_prefix("0b") {
        i64::from_str_radix(binary, 2)
    } else if digits.len() > 1 && digits.starts_with('0') {
        i64::from_str_radix(&digits[1..], 8)
    } else {
        digits.parse()
    };
    parsed.unwrap_or(0)
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
    fn deep_nesting_ends() {
        assert_eq!(value(&"(".repeat(100_000)), 0);
        assert_eq!(value(&("!".repeat(100_001) + "1")), 0);
    }
}
