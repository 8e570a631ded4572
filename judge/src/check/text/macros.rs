//! Macro definitions and their expansion, for the view without a compiler.

use super::lex_c::Lexer;
use super::lines::Lines;
use super::token::{Bytes, Kind, Sym, Symbols, Token, words};
use crate::check::text::token::Map;

/// A macro of the file.
#[derive(Debug, Clone)]
pub(crate) struct Macro {
    /// Parameter names; `None` for an object-like macro.
    parameters: Option<Vec<Sym>>,
    variadic: bool,
    body: Vec<Token>,
}

/// Nesting of expansions within expansions.
const MAX_DEPTH: usize = 40;
/// Tokens one file may expand to: a macro bomb ends here.
const MAX_TOKENS: usize = 2_000_000;

/// The macros defined so far.
#[derive(Default)]
pub(crate) struct Macros {
    table: Map<Sym, Macro>,
    produced: usize,
    depth: usize,
    unclosed: usize,
    /// Next value of `__COUNTER__`.
    counter: u64,
    /// Lines of the text that is read, for `__LINE__`.
    lines: Option<Lines>,
    /// The budget ran out: some text was left unexpanded.
    pub(crate) exhausted: bool,
}

impl Macros {
    /// No macros but the compiler's own, in this text.
    pub(crate) fn of(text: &[u8]) -> Self {
        let asks = text.windows(8).any(|w| w == b"__LINE__");
        Self { lines: asks.then(|| Lines::new(text)), ..Self::default() }
    }

    pub(crate) fn define(&mut self, line: &[Token]) {
        let Some(name) = line.first().and_then(Token::as_word) else { return };
        let rest = &line[1..];
        let parsed = match rest.first() {
            Some(open) if open.is("(") && !open.spaced => Self::function_like(rest),
            _ => Some(Macro { parameters: None, variadic: false, body: rest.to_vec() }),
        };
        if let Some(parsed) = parsed {
            self.table.insert(name, parsed);
        }
    }

    fn function_like(rest: &[Token]) -> Option<Macro> {
        let close = rest.iter().position(|t| t.is(")"))?;
        let mut parameters = Vec::new();
        let mut variadic = false;
        for token in &rest[1..close] {
            if token.is("...") {
                variadic = true;
            } else if let Some(word) = token.as_word() {
                parameters.push(word);
            }
        }
        if variadic && !(close >= 2 && rest[close - 1].is("...") && rest[close - 2].as_word().is_some()) {
            parameters.push(words::VA_ARGS);
        }
        Some(Macro { parameters: Some(parameters), variadic, body: rest[close + 1..].to_vec() })
    }

    pub(crate) fn undefine(&mut self, name: Sym) {
        self.table.remove(&name);
    }

    pub(crate) fn defined(&self, name: Sym) -> bool {
        self.table.contains_key(&name) || is_own(name)
    }

    /// Whether a word of the text may be a macro.
    pub(crate) fn may_be(&self, word: Sym) -> bool {
        !self.table.is_empty() && self.table.contains_key(&word) || is_own(word)
    }

    /// Whether `name` takes arguments.
    pub(crate) fn takes_arguments(&self, name: Sym) -> bool {
        self.table.get(&name).is_some_and(|m| m.parameters.is_some())
    }

    /// Expands a token list. Every token made takes the place of the invocation in the user's text.
    pub(crate) fn expand(&mut self, tokens: &[Token], symbols: &mut Symbols) -> Vec<Token> {
        let mut out = Vec::with_capacity(tokens.len());
        self.expand_into(tokens, &mut Vec::new(), None, &mut out, symbols);
        out
    }

    fn expand_into(
        &mut self,
        tokens: &[Token],
        active: &mut Vec<Sym>,
        place: Option<Bytes>,
        out: &mut Vec<Token>,
        symbols: &mut Symbols,
    ) {
        if self.depth >= MAX_DEPTH {
            self.exhausted = true;
            out.extend(tokens.iter().map(|t| Token { at: place.unwrap_or(t.at), ..*t }));
            return;
        }
        self.depth += 1;
        self.expand_list(tokens, active, place, out, symbols);
        self.depth -= 1;
    }

    fn expand_list(
        &mut self,
        tokens: &[Token],
        active: &mut Vec<Sym>,
        place: Option<Bytes>,
        out: &mut Vec<Token>,
        symbols: &mut Symbols,
    ) {
        let mut i = 0;
        while i < tokens.len() {
            let token = tokens[i];
            i += 1;
            let at = place.unwrap_or(token.at);
            let plain = Token { at, ..token };
            let found = token.as_word().filter(|w| !active.contains(w)).and_then(|w| self.table.get(&w)).cloned();
            self.produced += 1;
            let Some(found) = found else {
                out.push(self.own(plain, symbols));
                continue;
            };
            if self.produced >= MAX_TOKENS {
                self.exhausted = true;
                out.push(plain);
                continue;
            }
            let replaced = match &found.parameters {
                None => found.body.clone(),
                Some(_) => {
                    let Some((arguments, after)) = self.arguments(tokens, i) else {
                        out.push(plain);
                        continue;
                    };
                    i = after;
                    self.substitute(&found, &found.body, &arguments, active, symbols)
                }
            };
            active.push(token.sym);
            let mut made = Vec::new();
            self.expand_into(&replaced, active, Some(at), &mut made, symbols);
            active.pop();
            // An object-like macro may name a function-like one whose arguments follow.
            let names_function = made
                .last()
                .and_then(Token::as_word)
                .is_some_and(|w| w != token.sym && !active.contains(&w) && self.takes_arguments(w));
            if let (true, Some((_, after))) =
                (names_function, names_function.then(|| self.arguments(tokens, i)).flatten())
            {
                let mut call = vec![made.pop().unwrap_or(plain)];
                call.extend_from_slice(&tokens[i..after]);
                i = after;
                self.expand_into(&call, active, Some(at), &mut made, symbols);
            }
            out.append(&mut made);
        }
    }

    /// `__COUNTER__` and `__LINE__` as the numbers they are.
    fn own(&mut self, token: Token, symbols: &mut Symbols) -> Token {
        let value = match token.as_word() {
            Some(words::COUNTER) => {
                self.counter += 1;
                self.counter - 1
            }
            Some(words::LINE_NOW) => self.lines.as_ref().map_or(1, |l| u64::from(l.line(token.at.start))),
            _ => return token,
        };
        Token { kind: Kind::Number, sym: symbols.intern(value.to_string().as_bytes()), ..token }
    }

    /// [`arguments`], given up after many unclosed invocations: such a file does not compile, and each try costs a scan.
    fn arguments(&mut self, tokens: &[Token], open: usize) -> Option<(Vec<Vec<Token>>, usize)> {
        if self.unclosed > 64 {
            return None;
        }
        let found = arguments(tokens, open);
        match &found {
            Some((_, after)) => self.produced += after - open,
            None => self.unclosed += usize::from(tokens.get(open).is_some_and(|t| t.is("("))),
        }
        found
    }

    fn substitute(
        &mut self,
        found: &Macro,
        body: &[Token],
        arguments: &[Vec<Token>],
        active: &mut Vec<Sym>,
        symbols: &mut Symbols,
    ) -> Vec<Token> {
        let parameters = found.parameters.as_deref().unwrap_or(&[]);
        let argument = |name: Sym| -> Option<Vec<Token>> {
            let index = parameters.iter().position(|p| *p == name)?;
            if !(found.variadic && index + 1 == parameters.len()) {
                return Some(arguments.get(index).cloned().unwrap_or_default());
            }
            let mut joined = Vec::new();
            for (k, part) in arguments.iter().skip(index).enumerate() {
                if k > 0 {
                    joined.push(Token { kind: Kind::Punct, sym: super::token::punct(","), ..comma_place(part) });
                }
                joined.extend_from_slice(part);
            }
            Some(joined)
        };
        let mut out: Vec<Token> = Vec::new();
        let mut k = 0;
        while k < body.len() {
            let token = body[k];
            let pasted = body.get(k + 1).is_some_and(|t| t.is("##"));
            if token.is("#")
                && let Some(value) = body.get(k + 1).and_then(Token::as_word).and_then(&argument)
            {
                out.push(stringise(&value, token, symbols));
                k += 2;
                continue;
            }
            if token.word(words::VA_OPT) && body.get(k + 1).is_some_and(|t| t.is("(")) {
                // Its text stands where there are arguments for `…`.
                let close = closing(body, k + 1);
                if argument(words::VA_ARGS).is_some_and(|rest| !rest.is_empty()) {
                    out.append(&mut self.substitute(found, &body[k + 2..close], arguments, active, symbols));
                }
                k = close + 1;
                continue;
            }
            if token.is("##") {
                k += 1;
                if let Some(next) = body.get(k) {
                    let right = next.as_word().and_then(&argument).unwrap_or_else(|| vec![*next]);
                    // `, ## __VA_ARGS__` without arguments takes its comma along.
                    if right.is_empty() && next.word(words::VA_ARGS) && out.last().is_some_and(|t| t.is(",")) {
                        out.pop();
                    }
                    paste(&mut out, &right, symbols);
                    k += 1;
                }
                continue;
            }
            match token.as_word().and_then(&argument) {
                Some(value) if pasted => out.extend(value),
                Some(value) => {
                    let from = out.len();
                    self.expand_into(&value, active, None, &mut out, symbols);
                    if let Some(first) = out.get_mut(from) {
                        first.spaced |= token.spaced;
                    }
                }
                None => out.push(token),
            }
            k += 1;
        }
        out
    }
}

/// Macros of the compiler's own that are not constants.
const fn is_own(name: Sym) -> bool {
    name.0 == words::COUNTER.0 || name.0 == words::LINE_NOW.0
}

/// The `)` of the `(` at `open`, or the end.
fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0usize;
    let closes = |t: &Token| {
        depth += usize::from(t.is("("));
        depth -= usize::from(t.is(")") && depth > 0);
        depth == 0
    };
    tokens[open..].iter().position(closes).map_or(tokens.len(), |n| open + n)
}

fn comma_place(part: &[Token]) -> Token {
    part.first().copied().unwrap_or(Token {
        kind: Kind::Punct,
        sym: Sym(0),
        at: Bytes::default(),
        first: false,
        spaced: false,
    })
}

/// The arguments of an invocation whose `(` is at `open`, and the index after its `)`.
fn arguments(tokens: &[Token], open: usize) -> Option<(Vec<Vec<Token>>, usize)> {
    if !tokens.get(open)?.is("(") {
        return None;
    }
    let mut depth = 0usize;
    let mut parts = vec![Vec::new()];
    for (i, token) in tokens.iter().enumerate().skip(open) {
        if token.is("(") {
            depth += 1;
            if depth == 1 {
                continue;
            }
        } else if token.is(")") {
            depth -= 1;
            if depth == 0 {
                return Some((parts, i + 1));
            }
        } else if token.is(",") && depth == 1 {
            parts.push(Vec::new());
            continue;
        }
        if let Some(part) = parts.last_mut() {
            part.push(*token);
        }
    }
    None
}

fn stringise(value: &[Token], hash: Token, symbols: &mut Symbols) -> Token {
    let mut text = String::from("\"");
    for (i, token) in value.iter().enumerate() {
        if i > 0 && token.spaced {
            text.push(' ');
        }
        for c in symbols.show(token).chars() {
            if token.kind == Kind::Text && (c == '"' || c == '\\') {
                text.push('\\');
            }
            text.push(c);
        }
    }
    text.push('"');
    Token { kind: Kind::Text, sym: symbols.intern(text.as_bytes()), ..hash }
}

fn paste(out: &mut Vec<Token>, right: &[Token], symbols: &mut Symbols) {
    let Some((first, rest)) = right.split_first() else { return };
    let Some(left) = out.pop() else {
        out.extend_from_slice(right);
        return;
    };
    let text = symbols.show(&left) + &symbols.show(first);
    let mut lexer = Lexer::new(text.as_bytes(), false);
    while let Some(token) = lexer.next(symbols) {
        out.push(Token { at: left.at, first: left.first, spaced: left.spaced, ..token });
    }
    out.extend_from_slice(rest);
}
