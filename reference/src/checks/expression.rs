//! Expressions over the judge's hash, as check values spell them: `H>>56`, `H(42,0,i)>>60`, `(H & 7)==0`, `(H>>8) % 100 < 7`.
//!
//! Operators bind as in Python, from `==` over `|`, `^`, `&`, shifts and sums to products; numbers are unsigned and wrap at
//! 64 bits; a comparison is 1 or 0. What follows an expression is a remark.

use judge_tasks::rng::hash;

/// An expression, to be evaluated at any index.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expression {
    Number(u64),
    Hash { seed: u64, stream: u64 },
    Binary(&'static str, Box<Expression>, Box<Expression>),
}

/// Operators by how tightly they bind; in a level, the longer spelling first.
const LEVELS: [&[&str]; 7] =
    [&["==", "!=", "<=", ">=", "<", ">"], &["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

impl Expression {
    /// Reads the expression at the start of a text; `H` alone has this seed, and stream 0.
    pub(super) fn parse(text: &str, seed: u64) -> Option<Self> {
        level(&mut text.trim_start(), 0, seed)
    }

    /// Its value at index `i`; `None` for a division by zero.
    pub(super) fn at(&self, i: u64) -> Option<u64> {
        let (operator, a, b) = match self {
            Self::Number(value) => return Some(*value),
            Self::Hash { seed, stream } => return Some(hash(*seed, *stream, i)),
            Self::Binary(operator, a, b) => (*operator, a.at(i)?, b.at(i)?),
        };
        Some(match operator {
            "==" => u64::from(a == b),
            "!=" => u64::from(a != b),
            "<=" => u64::from(a <= b),
            ">=" => u64::from(a >= b),
            "<" => u64::from(a < b),
            ">" => u64::from(a > b),
            "|" => a | b,
            "^" => a ^ b,
            "&" => a & b,
            "<<" => a.checked_shl(u32::try_from(b).ok()?).unwrap_or(0),
            ">>" => a.checked_shr(u32::try_from(b).ok()?).unwrap_or(0),
            "+" => a.wrapping_add(b),
            "-" => a.wrapping_sub(b),
            "*" => a.wrapping_mul(b),
            "/" => a.checked_div(b)?,
            _ => a.checked_rem(b)?,
        })
    }
}

fn level(text: &mut &str, depth: usize, seed: u64) -> Option<Expression> {
    let Some(operators) = LEVELS.get(depth) else { return primary(text, seed) };
    let mut left = level(text, depth + 1, seed)?;
    loop {
        let rest = text.trim_start();
        // `<<` is no `<`, and what an operator's right side cannot be read from is a remark.
        let is_shift = rest.starts_with("<<") || rest.starts_with(">>");
        let operator = operators.iter().find(|o| rest.starts_with(**o) && (!is_shift || o.len() == 2));
        let Some(operator) = operator else { return Some(left) };
        let mut after = rest[operator.len()..].trim_start();
        let Some(right) = level(&mut after, depth + 1, seed) else { return Some(left) };
        *text = after;
        left = Expression::Binary(operator, Box::new(left), Box::new(right));
    }
}

fn primary(text: &mut &str, seed: u64) -> Option<Expression> {
    if let Some(rest) = text.strip_prefix("H(") {
        let (arguments, rest) = rest.split_once(')')?;
        let mut arguments = arguments.split(',').map(str::trim);
        let (seed, stream) = (arguments.next()?.parse().ok()?, arguments.next()?.parse().ok()?);
        *text = rest;
        return Some(Expression::Hash { seed, stream });
    }
    if let Some(rest) = text.strip_prefix('H') {
        *text = rest;
        return Some(Expression::Hash { seed, stream: 0 });
    }
    if let Some(rest) = text.strip_prefix('(') {
        // Deeper than any text that a person writes.
        const DEEPEST: usize = 500;
        let mut inner = (rest.len() - rest.trim_start_matches('(').len() < DEEPEST).then(|| rest.trim_start())?;
        let expression = level(&mut inner, 0, seed)?;
        *text = inner.trim_start().strip_prefix(')')?;
        return Some(expression);
    }
    let (digits, radix) = text.strip_prefix("0x").map_or((*text, 10), |digits| (digits, 16));
    let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let value = u64::from_str_radix(&digits[..end], radix).ok()?;
    *text = &digits[end..];
    Some(Expression::Number(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, i: u64) -> Option<u64> {
        Expression::parse(text, 42)?.at(i)
    }

    #[test]
    fn reads_what_check_values_spell() {
        let h = |stream, i| hash(42, stream, i);
        for i in 0..50 {
            assert_eq!(value("H>>56 (uniform)", i), Some(h(0, i) >> 56));
            assert_eq!(value("H>>32 (wraps modulo 2^32)", i), Some(h(0, i) >> 32));
            assert_eq!(value("H(42,3,i)>>60", i), Some(h(3, i) >> 60));
            assert_eq!(value("H(7, 0, i) & 0xff", i), Some(hash(7, 0, i) & 255));
            assert_eq!(value("(H & 7)==0", i), Some(u64::from(h(0, i) & 7 == 0)));
            assert_eq!(value("H & 7 == 0", i), value("(H & 7)==0", i));
            assert_eq!(value("(H>>8) % 100 < 7", i), Some(u64::from((h(0, i) >> 8) % 100 < 7)));
            assert_eq!(value("(H>>56)&3", i), Some(h(0, i) >> 56 & 3));
            assert_eq!(value("H>>63", i), Some(h(0, i) >> 63));
            assert_eq!(value("H % 13 + 2*3 - 1", i), Some(h(0, i) % 13 + 5));
        }
    }

    #[test]
    fn refuses_what_is_no_expression() {
        for text in ["", "keys", "(H", "H(1)", "(H & )", "-1"] {
            assert_eq!(Expression::parse(text, 42), None, "{text}");
        }
        assert_eq!(value("H % 0", 1), None);
        assert_eq!(Expression::parse(&"(".repeat(100_000), 42), None);
    }
}
