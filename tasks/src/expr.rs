//! Integer expressions of a task's dimensions: extents, scalar values, bytes moved, flops.
//!
//! Every operation is checked: an unknown name, an overflow or a division by zero is an error that says where.

use std::collections::BTreeMap;
use std::fmt;

use winnow::ascii::{digit1, multispace0};
use winnow::combinator::{cut_err, delimited, opt, separated};
use winnow::error::{ContextError, ErrMode, StrContext, StrContextValue};
use winnow::stream::{LocatingSlice, Location, Stream};
use winnow::token::{one_of, take_while};
use winnow::{ModalResult, Parser};

/// Values of names.
pub type Names = BTreeMap<String, i64>;

/// A parsed integer expression; remembers its text and where each part stands in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    text: String,
    root: Node,
}

/// Why an expression has no value; `at` is a byte offset into its text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct ExprError {
    /// Offset of the offending part.
    pub at: usize,
    /// What is wrong.
    pub kind: ExprFault,
}

/// What is wrong with an expression.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExprFault {
    /// The text is no expression.
    #[error("not an integer expression: {0}")]
    Syntax(String),
    /// A name that is neither a dimension nor derived from one.
    #[error("unknown name `{name}`; known here: {known}")]
    UnknownName {
        /// The name.
        name: String,
        /// Names that exist.
        known: String,
    },
    /// A function that does not exist.
    #[error("unknown function `{0}`; there are min, max, odd and isqrt")]
    UnknownFunction(String),
    /// A function with the wrong number of arguments.
    #[error("`{name}` takes {takes} argument(s), not {given}")]
    Arguments {
        /// The function.
        name: String,
        /// What it takes.
        takes: usize,
        /// What it was given.
        given: usize,
    },
    /// Does not fit 64 bits.
    #[error("overflow: the value does not fit a 64-bit integer")]
    Overflow,
    /// Division or remainder by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// Square root or odd part of a negative value.
    #[error("`{0}` of a negative value")]
    Negative(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    Number(i64),
    Name(String, usize),
    Call(String, Vec<Node>, usize),
    Negate(Box<Node>, usize),
    Binary(Operator, Box<Node>, Box<Node>, usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
}

impl Expr {
    /// Parses `+ - * / % ^ ( )`, whole numbers, names, `min max odd isqrt`.
    ///
    /// # Errors
    /// When the text is no expression; says at which offset.
    pub fn parse(text: &str) -> Result<Self, ExprError> {
        if text.len() > MAX_LENGTH {
            let reason = format!("longer than {MAX_LENGTH} characters");
            return Err(ExprError { at: 0, kind: ExprFault::Syntax(reason) });
        }
        let root = delimited(multispace0, sum, multispace0).parse(LocatingSlice::new(text)).map_err(|e| {
            let at = e.offset();
            let expected = e.inner().to_string();
            let found = text
                .get(at..)
                .and_then(|rest| rest.chars().next())
                .map_or_else(|| "the end".to_owned(), |c| format!("`{c}`"));
            let reason =
                if expected.is_empty() { format!("unexpected {found}") } else { format!("{expected}, found {found}") };
            ExprError { at, kind: ExprFault::Syntax(reason.replace('\n', ", ")) }
        })?;
        Ok(Self { text: text.to_owned(), root })
    }

    /// The value with these names.
    ///
    /// # Errors
    /// An unknown name, overflow, or division by zero, with the offset of the part at fault.
    pub fn value(&self, names: &Names) -> Result<i64, ExprError> {
        self.root.value(names)
    }

    /// The text it was parsed from.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Node {
    fn value(&self, names: &Names) -> Result<i64, ExprError> {
        match self {
            Self::Number(n) => Ok(*n),
            Self::Name(name, at) => names.get(name).copied().ok_or_else(|| unknown(name, *at, names)),
            Self::Negate(a, at) => {
                a.value(names)?.checked_neg().ok_or(ExprError { at: *at, kind: ExprFault::Overflow })
            }
            Self::Call(name, arguments, at) => {
                let values = arguments.iter().map(|a| a.value(names)).collect::<Result<Vec<_>, _>>()?;
                call(name, &values).map_err(|kind| ExprError { at: *at, kind })
            }
            Self::Binary(operator, a, b, at) => {
                let (a, b) = (a.value(names)?, b.value(names)?);
                operator.apply(a, b).map_err(|kind| ExprError { at: *at, kind })
            }
        }
    }
}

impl Operator {
    fn apply(self, a: i64, b: i64) -> Result<i64, ExprFault> {
        if matches!(self, Self::Divide | Self::Remainder) && b == 0 {
            return Err(ExprFault::DivisionByZero);
        }
        match self {
            Self::Add => a.checked_add(b),
            Self::Subtract => a.checked_sub(b),
            Self::Multiply => a.checked_mul(b),
            Self::Divide => a.checked_div(b),
            Self::Remainder => a.checked_rem(b),
            Self::Power => {
                let exponent = u32::try_from(b).map_err(|_| match b {
                    ..0 => ExprFault::Negative("^".to_owned()),
                    _ => ExprFault::Overflow,
                })?;
                a.checked_pow(exponent)
            }
        }
        .ok_or(ExprFault::Overflow)
    }
}

fn unknown(name: &str, at: usize, names: &Names) -> ExprError {
    let known = match names.len() {
        0 => "none".to_owned(),
        _ => names.keys().map(String::as_str).collect::<Vec<_>>().join(", "),
    };
    ExprError { at, kind: ExprFault::UnknownName { name: name.to_owned(), known } }
}

fn call(name: &str, values: &[i64]) -> Result<i64, ExprFault> {
    match (name, values) {
        ("min", [a, b]) => Ok(*a.min(b)),
        ("max", [a, b]) => Ok(*a.max(b)),
        // The largest odd value not above the argument; 0 stays 0, so that an empty size stays empty.
        ("odd", [0]) => Ok(0),
        ("odd", [n]) if *n > 0 => Ok(n - (n + 1) % 2),
        ("isqrt", [n]) if *n >= 0 => Ok(n.isqrt()),
        ("odd" | "isqrt", [_]) => Err(ExprFault::Negative(name.to_owned())),
        ("min" | "max", _) => Err(ExprFault::Arguments { name: name.to_owned(), takes: 2, given: values.len() }),
        ("odd" | "isqrt", _) => Err(ExprFault::Arguments { name: name.to_owned(), takes: 1, given: values.len() }),
        _ => Err(ExprFault::UnknownFunction(name.to_owned())),
    }
}

type Input<'i> = LocatingSlice<&'i str>;

/// Longer text is a mistake, or an attack on the stack of a recursive parser.
const MAX_LENGTH: usize = 1000;

fn sum(input: &mut Input<'_>) -> ModalResult<Node> {
    left_associative(input, product, ['+', '-'])
}

fn product(input: &mut Input<'_>) -> ModalResult<Node> {
    left_associative(input, signed, ['*', '/', '%'])
}

fn left_associative<const K: usize>(
    input: &mut Input<'_>,
    operand: fn(&mut Input<'_>) -> ModalResult<Node>,
    symbols: [char; K],
) -> ModalResult<Node> {
    let mut left = operand(input)?;
    loop {
        let before = input.checkpoint();
        multispace0.parse_next(input)?;
        let at = input.current_token_start();
        let Some(symbol) = opt(one_of(symbols)).parse_next(input)? else {
            input.reset(&before);
            return Ok(left);
        };
        let operator = match symbol {
            '+' => Operator::Add,
            '-' => Operator::Subtract,
            '*' => Operator::Multiply,
            '/' => Operator::Divide,
            _ => Operator::Remainder,
        };
        let right = cut_err(operand).parse_next(input)?;
        left = Node::Binary(operator, Box::new(left), Box::new(right), at);
    }
}

fn signed(input: &mut Input<'_>) -> ModalResult<Node> {
    multispace0.parse_next(input)?;
    let at = input.current_token_start();
    match opt('-').parse_next(input)? {
        Some(_) => Ok(Node::Negate(Box::new(cut_err(signed).parse_next(input)?), at)),
        None => power(input),
    }
}

/// Binds tighter than a sign on its left; associates to the right.
fn power(input: &mut Input<'_>) -> ModalResult<Node> {
    let base = operand(input)?;
    let before = input.checkpoint();
    multispace0.parse_next(input)?;
    let at = input.current_token_start();
    if opt('^').parse_next(input)?.is_none() {
        input.reset(&before);
        return Ok(base);
    }
    let exponent = cut_err(signed).parse_next(input)?;
    Ok(Node::Binary(Operator::Power, Box::new(base), Box::new(exponent), at))
}

fn operand(input: &mut Input<'_>) -> ModalResult<Node> {
    multispace0.parse_next(input)?;
    let at = input.current_token_start();
    if let Some(digits) = opt(digit1).parse_next(input)? {
        let digits: &str = digits;
        // Every digit string that does not parse is one that does not fit.
        return digits.parse().map(Node::Number).map_err(|_| expected("a whole number below 2^63"));
    }
    if opt('(').parse_next(input)?.is_some() {
        let inner = cut_err(sum).parse_next(input)?;
        close(input)?;
        return Ok(inner);
    }
    let name = opt((one_of(|c: char| c.is_ascii_alphabetic() || c == '_'), take_while(0.., is_name)).take());
    let Some(name) = { name }.parse_next(input)? else {
        return Err(expected("a number, a name or `(`"));
    };
    let name = name.to_owned();
    if opt((multispace0, '(')).parse_next(input)?.is_none() {
        return Ok(Node::Name(name, at));
    }
    let arguments = cut_err(separated(1.., sum, (multispace0, ','))).parse_next(input)?;
    close(input)?;
    Ok(Node::Call(name, arguments, at))
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn close(input: &mut Input<'_>) -> ModalResult<()> {
    multispace0.parse_next(input)?;
    match opt(')').parse_next(input)? {
        Some(_) => Ok(()),
        None => Err(expected("`)`")),
    }
}

fn expected(what: &'static str) -> ErrMode<ContextError> {
    let mut context = ContextError::new();
    context.extend([StrContext::Expected(StrContextValue::Description(what))]);
    ErrMode::Cut(context)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(pairs: &[(&str, i64)]) -> Names {
        pairs.iter().map(|(k, v)| ((*k).to_owned(), *v)).collect()
    }

    fn value(text: &str) -> Result<i64, ExprError> {
        Expr::parse(text)?.value(&names(&[("N", 1000), ("nx", 2), ("zero", 0)]))
    }

    #[test]
    fn follows_the_usual_precedence() {
        for (text, expected) in [
            ("1+2*3", 7),
            (" ( 1 + 2 ) * 3 ", 9),
            ("2^3^2", 512),
            ("-2^2", -4),
            ("7 - 2 - 1", 4),
            ("7 / 2 * 2", 6),
            ("7 % 4", 3),
            ("8*(nx+4)*(nx+4)", 288),
            ("min(N, 3) + max(N,3)", 1003),
            ("odd(N)", 999),
            ("odd(999)", 999),
            ("odd(0)", 0),
            ("isqrt(2^53/N)", 3_001_199),
            ("--1", 1),
        ] {
            assert_eq!(value(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        for (text, at, message) in [
            ("M", 0, "unknown name `M`; known here: N, nx, zero"),
            ("N + 8*Q", 6, "unknown name `Q`; known here: N, nx, zero"),
            ("N / zero", 2, "division by zero"),
            ("N % zero", 2, "division by zero"),
            ("N * 2^62", 2, "overflow: the value does not fit a 64-bit integer"),
            ("2 ^ 63", 2, "overflow: the value does not fit a 64-bit integer"),
            ("2 ^ (0 - 1)", 2, "`^` of a negative value"),
            ("isqrt(-N)", 0, "`isqrt` of a negative value"),
            ("sqrt(N)", 0, "unknown function `sqrt`; there are min, max, odd and isqrt"),
            ("max(N)", 0, "`max` takes 2 argument(s), not 1"),
        ] {
            let error = value(text).expect_err(text);
            assert_eq!((error.at, error.to_string().as_str()), (at, message), "{text}");
        }
    }

    #[test]
    fn points_at_the_character_that_does_not_fit() {
        for (text, at) in
            [("", 0), ("1 +", 3), ("(1", 2), ("1 2", 2), ("N $", 2), ("99999999999999999999", 20), ("max(1,", 6)]
        {
            let error = Expr::parse(text).expect_err(text);
            assert!(matches!(error.kind, ExprFault::Syntax(_)), "{text}: {error}");
            assert_eq!(error.at, at, "{text}: {error}");
        }
    }

    #[test]
    fn refuses_text_that_would_nest_without_end() {
        assert!(Expr::parse(&"(".repeat(100_000)).is_err());
        assert!(Expr::parse(&format!("{}1{}", "(".repeat(400), ")".repeat(400))).is_ok());
    }
}
