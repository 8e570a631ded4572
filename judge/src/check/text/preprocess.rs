//! A C file to tokens: directives of the preprocessor are carried out (or, in the compiler's output, its line markers
//! are followed), pragmas are set apart, macros expanded.

use super::condition::{self, number};
use super::lex_c::Lexer;
use super::lines::Lines;
use super::macros::Macros;
use super::token::{Bytes, Kind, Sym, Symbols, Token, words};

/// How a directive was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `#pragma omp …`.
    Pragma,
    /// `[[omp::directive(…)]]`.
    Attribute,
    /// `!$omp …`, free form.
    Sentinel,
    /// `c$omp …`, fixed form: blanks mean nothing.
    FixedSentinel,
}

/// The text of a pragma, its namespace first.
#[derive(Debug, Clone)]
pub(crate) struct Pragma {
    pub(crate) tokens: Vec<Token>,
    pub(crate) at: Bytes,
    pub(crate) form: Form,
}

/// One `#include`, `#embed` or like line, or any other line that steers the compiler.
#[derive(Debug, Clone)]
pub(crate) struct ControlLine {
    /// The word after `#`.
    pub(crate) name: Sym,
    /// The rest of the line.
    pub(crate) tokens: Vec<Token>,
    pub(crate) at: Bytes,
}

/// Where, in the compiler's output, which line of the user's file begins.
#[derive(Debug, Default)]
pub(crate) struct Markers(Vec<(u32, u32)>);

impl Markers {
    pub(crate) fn push(&mut self, output_byte: u32, user_line: u32) {
        self.0.push((output_byte, user_line));
    }

    /// The user's line of a byte of the output, whose lines are `output`.
    pub(crate) fn user_line(&self, output: &Lines, at: u32) -> u32 {
        let line = output.line(at);
        match self.0.partition_point(|(byte, _)| *byte <= at).checked_sub(1) {
            None => line,
            Some(i) => self.0[i].1.saturating_add(line - output.line(self.0[i].0)),
        }
    }
}

/// What one pass over a file found.
#[derive(Default)]
pub(crate) struct Text {
    pub(crate) tokens: Vec<Token>,
    pub(crate) pragmas: Vec<Pragma>,
    /// Live `#` lines that are neither pragmas nor conditions.
    pub(crate) controls: Vec<ControlLine>,
    /// Words of live conditions.
    pub(crate) conditions: Vec<Token>,
    pub(crate) markers: Markers,
    /// Fortran sentinels where the compiler sees a comment.
    pub(crate) misplaced: Vec<Bytes>,
    /// Text of directives past column 72: (pragma, bytes).
    pub(crate) dropped: Vec<(u32, Bytes)>,
    /// A macro bomb, or conditions nested without end.
    pub(crate) exhausted: bool,
}

/// Which text is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum View {
    /// The user's own text.
    Raw,
    /// What the compiler made of it.
    Preprocessed,
}

/// Predefined by every compiler this judge builds with; names not here are 0 in a condition.
const PREDEFINED: &[(&str, i64)] = &[
    ("_OPENMP", 202_111),
    ("__clang__", 1),
    ("__clang_major__", 22),
    ("__GNUC__", 4),
    ("__STDC__", 1),
    ("__STDC_HOSTED__", 1),
    ("__STDC_VERSION__", 201_710),
    ("__linux__", 1),
    ("__unix__", 1),
    ("__x86_64__", 1),
    ("__LP64__", 1),
    ("__CHAR_BIT__", 8),
    ("__SIZEOF_LONG__", 8),
    ("__SIZEOF_POINTER__", 8),
];

struct Arm {
    /// Text here is live.
    live: bool,
    /// An arm of this `#if` was live already, or the whole is dead.
    done: bool,
}

struct Reader<'a, 's> {
    text: &'a [u8],
    lexer: Lexer<'a>,
    symbols: &'s mut Symbols,
    macros: Macros,
    arms: Vec<Arm>,
    cxx: bool,
    view: View,
    main: Option<Sym>,
    out: Text,
}

/// Reads a C, C++ or HIP file.
pub(crate) fn read(text: &[u8], cxx: bool, view: View, symbols: &mut Symbols) -> Text {
    let mut reader = Reader {
        text,
        lexer: Lexer::new(text, cxx),
        symbols,
        macros: if view == View::Raw { Macros::of(text) } else { Macros::default() },
        arms: Vec::new(),
        cxx,
        view,
        main: None,
        out: Text::default(),
    };
    reader.run();
    reader.out.exhausted |= reader.macros.exhausted;
    reader.out
}

impl Reader<'_, '_> {
    fn run(&mut self) {
        while let Some(token) = self.lexer.next(self.symbols) {
            if token.first && token.is("#") {
                self.control(token);
            } else if self.live() {
                self.code(token);
            }
        }
    }

    fn live(&self) -> bool {
        self.arms.last().is_none_or(|a| a.live)
    }

    fn rest_of_line(&mut self) -> Vec<Token> {
        self.lexer.lines = true;
        let mut line = Vec::new();
        while let Some(token) = self.lexer.next(self.symbols) {
            if token.kind == Kind::Eol {
                break;
            }
            line.push(token);
        }
        line
    }

    fn code(&mut self, token: Token) {
        if token.word(words::PRAGMA_OPERATOR) {
            self.pragma_operator(token);
            return;
        }
        let Some(word) = token.as_word().filter(|w| self.macros.may_be(*w)) else {
            self.out.tokens.push(token);
            return;
        };
        let mut call = vec![token];
        if self.macros.takes_arguments(word) {
            self.pull_arguments(&mut call);
        }
        let expanded = self.macros.expand(&call, self.symbols);
        // An object-like macro whose last word takes the arguments that follow.
        let takes = expanded.last().and_then(Token::as_word).is_some_and(|w| self.macros.takes_arguments(w));
        if takes && call.len() == 1 && !self.macros.takes_arguments(word) {
            let mut again = expanded;
            self.pull_arguments(&mut again);
            let expanded = self.macros.expand(&again, self.symbols);
            self.take_expanded(&expanded);
        } else {
            self.take_expanded(&expanded);
        }
    }

    /// Reads `( … )` behind a macro's name if it is there; a `#` line ends the try.
    fn pull_arguments(&mut self, call: &mut Vec<Token>) {
        let mut depth = 0usize;
        loop {
            let before = self.lexer.at();
            let Some(token) = self.lexer.next(self.symbols) else { return };
            if token.first && token.is("#") || depth == 0 && !token.is("(") {
                self.lexer.rewind(before, token);
                return;
            }
            call.push(token);
            if token.is("(") {
                depth += 1;
            } else if token.is(")") {
                depth -= 1;
                if depth == 0 {
                    return;
                }
            }
        }
    }

    /// Expanded text may hold pragma operators.
    fn take_expanded(&mut self, tokens: &[Token]) {
        let mut i = 0;
        while i < tokens.len() {
            let operator = tokens[i].word(words::PRAGMA_OPERATOR)
                && tokens.get(i + 1).is_some_and(|t| t.is("("))
                && tokens.get(i + 2).is_some_and(|t| t.kind == Kind::Text)
                && tokens.get(i + 3).is_some_and(|t| t.is(")"));
            if operator {
                self.pragma_text(tokens[i + 2], tokens[i].at);
                i += 4;
            } else {
                self.out.tokens.push(tokens[i]);
                i += 1;
            }
        }
    }

    fn pragma_operator(&mut self, token: Token) {
        let mut call = vec![token];
        self.pull_arguments(&mut call);
        let inner: Vec<Token> = if call.len() > 4 || call.get(2).is_some_and(|t| t.kind == Kind::Word) {
            let body = call.get(2..call.len().saturating_sub(1)).unwrap_or(&[]).to_vec();
            self.macros.expand(&body, self.symbols)
        } else {
            call.get(2..3).unwrap_or(&[]).to_vec()
        };
        match inner.first() {
            Some(text) if text.kind == Kind::Text => {
                let end = call.last().map_or(token.at, |t| t.at);
                self.pragma_text(*text, token.at.to(end));
            }
            _ => self.out.tokens.extend(call),
        }
    }

    /// The pragma inside a string literal.
    fn pragma_text(&mut self, literal: Token, at: Bytes) {
        let text = self.symbols.text(literal.sym).to_owned();
        let text = destringise(&text);
        let mut lexer = Lexer::new(text.as_bytes(), self.cxx);
        let mut tokens = Vec::new();
        while let Some(token) = lexer.next(self.symbols) {
            tokens.push(Token { at, first: false, ..token });
        }
        self.pragma(tokens, at);
    }

    fn pragma(&mut self, tokens: Vec<Token>, at: Bytes) {
        let tokens = if tokens.first().is_some_and(|t| t.word(words::OMP)) && self.view == View::Raw {
            let mut expanded = vec![tokens[0]];
            expanded.extend(self.macros.expand(&tokens[1..], self.symbols));
            expanded
        } else {
            tokens
        };
        let index = self.out.pragmas.len() as u32;
        if tokens.first().is_some_and(|t| t.word(words::OMP)) {
            self.out.tokens.push(Token { kind: Kind::Directive, sym: Sym(index), at, first: true, spaced: true });
        }
        self.out.pragmas.push(Pragma { tokens, at, form: Form::Pragma });
    }

    fn control(&mut self, hash: Token) {
        let line = self.rest_of_line();
        let Some(name) = line.first() else { return };
        let at = hash.at.to(line.last().map_or(hash.at, |t| t.at));
        if name.kind == Kind::Number {
            self.marker(&line, at);
            return;
        }
        let Some(word) = name.as_word() else { return };
        let rest = &line[1..];
        match word {
            words::IF | words::IFDEF | words::IFNDEF => {
                let live = self.live();
                let value = live && self.condition(word, rest);
                if self.arms.len() > 10_000 {
                    self.out.exhausted = true;
                }
                self.arms.push(Arm { live: value, done: value || !live });
            }
            words::ELIF | words::ELIFDEF | words::ELIFNDEF => {
                let done = self.arms.last().is_none_or(|a| a.done);
                let value = !done && self.condition(word, rest);
                if let Some(arm) = self.arms.last_mut() {
                    arm.live = value;
                    arm.done |= value;
                }
            }
            words::ELSE => {
                if let Some(arm) = self.arms.last_mut() {
                    arm.live = !arm.done;
                    arm.done = true;
                }
            }
            words::ENDIF => {
                self.arms.pop();
            }
            _ if !self.live() => {}
            words::PRAGMA => self.pragma(rest.to_vec(), at),
            _ => {
                if word == words::DEFINE {
                    self.macros.define(rest);
                } else if word == words::INCLUDE && self.view == View::Raw && !self.cxx {
                    self.header(rest);
                } else if word == words::UNDEF
                    && let Some(name) = rest.first().and_then(Token::as_word)
                {
                    self.macros.undefine(name);
                }
                self.out.controls.push(ControlLine { name: word, tokens: rest.to_vec(), at });
            }
        }
    }

    /// Macros of the language's own headers that stand for words the rules look at.
    fn header(&mut self, name: &[Token]) {
        const MACROS: &[(&str, &str)] = &[
            ("<complex.h>", "complex _Complex"),
            ("<iso646.h>", "bitand &"),
            ("<iso646.h>", "bitor |"),
            ("<iso646.h>", "xor ^"),
            ("<iso646.h>", "compl ~"),
            ("<iso646.h>", "and &&"),
            ("<iso646.h>", "or ||"),
            ("<iso646.h>", "not !"),
            ("<iso646.h>", "and_eq &="),
            ("<iso646.h>", "or_eq |="),
            ("<iso646.h>", "xor_eq ^="),
            ("<iso646.h>", "not_eq !="),
        ];
        let name = self.symbols.show_all(name).replace(' ', "");
        for (_, definition) in MACROS.iter().filter(|(header, _)| *header == name) {
            let mut lexer = Lexer::new(definition.as_bytes(), false);
            let line: Vec<Token> = std::iter::from_fn(|| lexer.next(self.symbols)).collect();
            self.macros.define(&line);
        }
    }

    fn condition(&mut self, kind: Sym, rest: &[Token]) -> bool {
        self.out.conditions.extend_from_slice(rest);
        if kind != words::IF && kind != words::ELIF {
            let defined = rest.first().and_then(Token::as_word).is_some_and(|w| self.is_defined(w));
            return defined == (kind == words::IFDEF || kind == words::ELIFDEF);
        }
        let mut replaced = Vec::with_capacity(rest.len());
        let mut i = 0;
        while i < rest.len() {
            let token = rest[i];
            if token.word(words::DEFINED) {
                let parenthesised = rest.get(i + 1).is_some_and(|t| t.is("("));
                let name = rest.get(i + 1 + usize::from(parenthesised)).and_then(Token::as_word);
                let value = name.is_some_and(|w| self.is_defined(w));
                replaced.push(self.constant(i64::from(value), token));
                i += if parenthesised { 4 } else { 2 };
            } else if token.as_word().is_some_and(|w| self.symbols.text(w).starts_with("__has_")) {
                // Without a compiler a feature test is answered "no", except that a header is there.
                let include = token.as_word().is_some_and(|w| self.symbols.text(w) == "__has_include");
                replaced.push(self.constant(i64::from(include), token));
                i += 1;
                if rest.get(i).is_some_and(|t| t.is("(")) {
                    while i < rest.len() && !rest[i].is(")") {
                        i += 1;
                    }
                    i += 1;
                }
            } else {
                replaced.push(token);
                i += 1;
            }
        }
        let expanded = self.macros.expand(&replaced, self.symbols);
        let valued: Vec<Token> = expanded
            .into_iter()
            .map(|t| match t.as_word().and_then(|w| self.predefined(w)) {
                Some(value) => self.constant(value, t),
                None => t,
            })
            .collect();
        condition::evaluate(&valued, self.symbols) != 0
    }

    fn constant(&mut self, value: i64, place: Token) -> Token {
        Token { kind: Kind::Number, sym: self.symbols.intern(value.to_string().as_bytes()), ..place }
    }

    fn predefined(&self, word: Sym) -> Option<i64> {
        let name = self.symbols.text(word);
        if name == "__cplusplus" {
            return self.cxx.then_some(201_703);
        }
        PREDEFINED.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    fn is_defined(&self, word: Sym) -> bool {
        self.macros.defined(word) || self.predefined(word).is_some()
    }

    /// `# 12 "file" flags` in the compiler's output; in the user's own text it is a line that moves blame.
    fn marker(&mut self, line: &[Token], at: Bytes) {
        if self.view == View::Raw {
            if self.live() {
                self.out.controls.push(ControlLine { name: words::LINE, tokens: line.to_vec(), at });
            }
            return;
        }
        let user_line = number(self.symbols.text(line[0].sym)).clamp(0, i64::from(u32::MAX)) as u32;
        let file = line.get(1).map(|t| t.sym);
        let main = *self.main.get_or_insert(file.unwrap_or(Sym(0)));
        if file.is_some_and(|f| f == main) {
            self.out.markers.push(self.lexer.at() as u32, user_line);
        } else {
            self.skip_header(main);
        }
    }

    /// Goes on at the next marker that returns to the user's file.
    fn skip_header(&mut self, main: Sym) {
        let name = self.symbols.text(main).as_bytes().to_vec();
        let mut at = self.lexer.at();
        while at < self.text.len() {
            let end = self.text[at..].iter().position(|b| *b == b'\n').map_or(self.text.len(), |n| at + n);
            let line = &self.text[at..end];
            if line.starts_with(b"# ") && (name.is_empty() || line.windows(name.len()).any(|w| w == name)) {
                break;
            }
            at = end + 1;
        }
        self.lexer.jump(at.min(self.text.len()));
    }
}

/// Undoes a literal's quoting, as `_Pragma` does.
fn destringise(literal: &str) -> String {
    let Some(open) = literal.find('"') else { return String::new() };
    let body = &literal[open + 1..];
    if literal[..open].ends_with('R') {
        let from = body.find('(').map_or(0, |p| p + 1);
        let to = body.rfind(')').unwrap_or(body.len()).max(from);
        return body[from..to].to_owned();
    }
    let body = body.strip_suffix('"').unwrap_or(body);
    let mut out = String::with_capacity(body.len());
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some('"' | '\\')) => out.extend(chars.next()),
            _ => out.push(c),
        }
    }
    out
}
