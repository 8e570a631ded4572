//! Fortran statements to tokens: lower case, an end-of-statement token after each.

use super::condition;
use super::fortran_lines::{self, Logical, Sort};
use super::lex_c::Lexer;
use super::macros::Macros;
use super::preprocess::{ControlLine, Form, Pragma, Text, View};
use super::token::{Bytes, Kind, Sym, Symbols, Token, punct, words};
use crate::language::Form as SourceForm;

const OPERATORS: &[&str] = &["::", "=>", "==", "/=", "<=", ">=", "**", "//"];

/// Reads a Fortran file.
pub(crate) fn read(text: &[u8], form: SourceForm, view: View, symbols: &mut Symbols) -> Text {
    // The compiler's output is written so that it is free form, whatever the source was.
    let lines = match (form, view) {
        (SourceForm::Free, _) | (_, View::Preprocessed) => fortran_lines::free(text, form == SourceForm::Fixed),
        (SourceForm::Fixed, View::Raw) => fortran_lines::fixed(text),
    };
    let mut reader = Reader {
        text,
        form,
        view,
        symbols,
        macros: if view == View::Raw { Macros::of(text) } else { Macros::default() },
        arms: Vec::new(),
        main: None,
        skipping: false,
        out: Text::default(),
    };
    for line in &lines {
        reader.line(line);
    }
    reader.out.exhausted |= reader.macros.exhausted;
    reader.out
}

struct Reader<'a, 's> {
    text: &'a [u8],
    form: SourceForm,
    view: View,
    symbols: &'s mut Symbols,
    macros: Macros,
    /// (live, an arm was live)
    arms: Vec<(bool, bool)>,
    main: Option<Sym>,
    /// Within an included file, in the compiler's output.
    skipping: bool,
    out: Text,
}

impl Reader<'_, '_> {
    fn live(&self) -> bool {
        !self.skipping && self.arms.last().is_none_or(|a| a.0)
    }

    fn line(&mut self, line: &Logical) {
        match line.sort {
            Sort::Control => self.control(line),
            _ if !self.live() => {}
            Sort::Code => self.code(line),
            Sort::Directive => self.directive(line),
            Sort::Misplaced => {
                let at = Bytes::new(line.start as usize, line.file_offset(line.text.len()));
                self.out.misplaced.push(at);
            }
        }
    }

    fn code(&mut self, line: &Logical) {
        let mut tokens = self.lex(line);
        self.expand(&mut tokens);
        let Some(mut tokens) = self.sentinels(tokens, line) else { return };
        if tokens.is_empty() {
            return;
        }
        if let Some(label) = line.label {
            let sym = self.symbols.intern(label.to_string().as_bytes());
            let at = Bytes::new(line.start as usize, line.start as usize + 1);
            self.out.tokens.push(Token { kind: Kind::Number, sym, at, first: true, spaced: true });
        }
        let end = tokens.last().map_or(Bytes::default(), |t| t.at);
        self.out.tokens.append(&mut tokens);
        self.out.tokens.push(Token {
            kind: Kind::Eol,
            sym: Sym(0),
            at: Bytes { start: end.end, end: end.end },
            first: false,
            spaced: false,
        });
        if self.form == SourceForm::Fixed {
            self.hidden_names(line);
        }
    }

    /// A `!` that a macro made begins a directive, a conditional line or a comment. `None` for a directive, which is taken.
    fn sentinels(&mut self, mut tokens: Vec<Token>, line: &Logical) -> Option<Vec<Token>> {
        let sentinel = |tokens: &[Token], i: usize, text: &str, symbols: &Symbols| {
            tokens[i].is("!") && tokens.get(i + 1).and_then(Token::as_word).is_some_and(|w| symbols.text(w) == text)
        };
        if !tokens.iter().any(|t| t.is("!")) {
            return Some(tokens);
        }
        if sentinel(&tokens, 0, "$omp", self.symbols) {
            // On continued lines it stands again.
            let again = |i: usize| sentinel(&tokens, i, "$omp", self.symbols);
            let kept = (0..tokens.len()).filter(|i| !(again(*i) || *i > 0 && again(*i - 1)));
            let words = kept.map(|i| tokens[i]).filter(|t| t.kind != Kind::Eol).collect();
            self.take_directive(words, line);
            return None;
        }
        if sentinel(&tokens, 0, "$", self.symbols) {
            tokens.drain(..2);
        }
        let comment = tokens.iter().position(|t| t.is("!")).unwrap_or(tokens.len());
        tokens.truncate(comment);
        Some(tokens)
    }

    /// Fixed form: `CALL OMP_TARGET_MEM CPY` is one name. A runtime's name that blanks hide becomes a statement.
    fn hidden_names(&mut self, line: &Logical) {
        let squeezed: Vec<u8> =
            line.text.iter().filter(|b| !b.is_ascii_whitespace()).map(u8::to_ascii_lowercase).collect();
        let as_written: Vec<u8> = line.text.to_ascii_lowercase();
        let mut at = 0;
        while let Some(found) = squeezed[at..].windows(4).position(|w| w == b"omp_") {
            let from = at + found;
            let length = squeezed[from..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
            let name = &squeezed[from..from + length];
            at = from + length;
            if !as_written.windows(name.len()).any(|w| w == name) {
                let place = Bytes::new(line.start as usize, line.file_offset(line.text.len()));
                let sym = self.symbols.intern(name);
                self.out.tokens.push(Token { kind: Kind::Word, sym, at: place, first: true, spaced: true });
                self.out.tokens.push(Token { kind: Kind::Eol, sym: Sym(0), at: place, first: false, spaced: false });
            }
        }
    }

    fn directive(&mut self, line: &Logical) {
        let squeezed;
        let line = if self.form == SourceForm::Fixed && self.view == View::Preprocessed {
            squeezed = line.squeezed();
            &squeezed
        } else {
            line
        };
        let mut tokens = self.lex(line);
        self.expand(&mut tokens);
        self.take_directive(tokens, line);
    }

    /// A directive whose words are `tokens`.
    fn take_directive(&mut self, mut tokens: Vec<Token>, line: &Logical) {
        let end = line.file_offset(line.text.len().saturating_sub(1)) + 1;
        // A sentinel with nothing behind it may be the last of the file.
        let at = Bytes::new(line.start as usize, end.min(self.text.len()).max(line.start as usize));
        let form = if self.form == SourceForm::Fixed { Form::FixedSentinel } else { Form::Sentinel };
        tokens = super::super::directive::split_words(&tokens, form == Form::FixedSentinel, self.symbols);
        let omp = Token { kind: Kind::Word, sym: words::OMP, at, first: true, spaced: true };
        let index = self.out.pragmas.len() as u32;
        self.out.tokens.push(Token { kind: Kind::Directive, sym: Sym(index), at, first: true, spaced: true });
        if let Some((start, end)) = line.dropped {
            self.out.dropped.push((index, Bytes { start, end }));
        }
        tokens.insert(0, omp);
        self.out.pragmas.push(Pragma { tokens, at, form });
    }

    fn expand(&mut self, tokens: &mut Vec<Token>) {
        if self.view == View::Raw {
            *tokens = self.macros.expand(tokens, self.symbols);
        }
        for token in tokens.iter_mut().filter(|t| t.kind == Kind::Word) {
            let text = self.symbols.text(token.sym);
            if text.bytes().any(|b| b.is_ascii_uppercase()) {
                let lower = text.to_ascii_lowercase();
                token.sym = self.symbols.intern(lower.as_bytes());
            }
        }
    }

    /// Tokens of a logical line, in the case they were written.
    fn lex(&mut self, line: &Logical) -> Vec<Token> {
        let text = &line.text;
        let mut out = Vec::new();
        let mut at = 0;
        let mut spaced = true;
        while at < text.len() {
            let byte = text[at];
            let start = at;
            let (kind, sym) = match byte {
                b' ' | b'\t' | b'\r' | b'&' => {
                    at += 1;
                    spaced = true;
                    continue;
                }
                b';' => {
                    at += 1;
                    (Kind::Eol, Sym(0))
                }
                b'\'' | b'"' => {
                    at += 1;
                    while at < text.len() && text[at] != byte {
                        at += 1;
                    }
                    at = (at + 1).min(text.len());
                    (Kind::Text, self.symbols.intern(&text[start..at]))
                }
                b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80.. => {
                    while at < text.len() && is_word(text[at]) {
                        at += 1;
                    }
                    (Kind::Word, self.symbols.intern(&text[start..at]))
                }
                b'0'..=b'9' => {
                    at = number_end(text, at);
                    (Kind::Number, self.symbols.intern(&text[start..at]))
                }
                b'.' => match dotted_end(text, at) {
                    Some(end) => {
                        at = end;
                        (Kind::Word, self.symbols.intern(&text[start..at].to_ascii_lowercase()))
                    }
                    None if text.get(at + 1).is_some_and(u8::is_ascii_digit) => {
                        at = number_end(text, at + 1);
                        (Kind::Number, self.symbols.intern(&text[start..at]))
                    }
                    None => {
                        at += 1;
                        (Kind::Punct, punct("."))
                    }
                },
                _ => {
                    let two = OPERATORS.iter().find(|o| text[at..].starts_with(o.as_bytes()));
                    at += two.map_or(1, |o| o.len());
                    (Kind::Punct, two.map_or(Sym(u32::from(byte)), |o| punct(o)))
                }
            };
            let place = Bytes::new(line.file_offset(start), line.file_offset(at - 1) + 1);
            let place = Bytes { start: place.start, end: place.end.max(place.start) };
            out.push(Token { kind, sym, at: place, first: out.is_empty(), spaced });
            spaced = false;
        }
        out
    }

    fn control(&mut self, line: &Logical) {
        let mut lexer = Lexer::new(&line.text, false);
        let mut tokens: Vec<Token> = std::iter::from_fn(|| lexer.next(self.symbols)).skip(1).collect();
        let at = Bytes::new(line.start as usize, line.start as usize + line.text.len());
        for token in &mut tokens {
            token.at = at;
        }
        let Some(name) = tokens.first().copied() else { return };
        if name.kind == Kind::Number || name.word(words::LINE) && self.view == View::Preprocessed {
            self.marker(&tokens, line);
            return;
        }
        let Some(word) = name.as_word() else { return };
        let rest = &tokens[1..];
        match word {
            words::IF | words::IFDEF | words::IFNDEF => {
                let live = self.live();
                let value = live && self.condition(word, rest);
                self.arms.push((value, value || !live));
            }
            words::ELIF | words::ELSE => {
                let done = self.arms.last().is_none_or(|a| a.1);
                let value = !done && (word == words::ELSE || self.condition(words::IF, rest));
                if let Some(arm) = self.arms.last_mut() {
                    *arm = (value, arm.1 || value);
                }
            }
            words::ENDIF => {
                self.arms.pop();
            }
            _ if !self.live() => {}
            _ => {
                if word == words::DEFINE {
                    self.macros.define(rest);
                } else if word == words::UNDEF
                    && let Some(name) = rest.first().and_then(Token::as_word)
                {
                    self.macros.undefine(name);
                }
                self.out.controls.push(ControlLine { name: word, tokens: rest.to_vec(), at });
            }
        }
    }

    fn condition(&mut self, kind: Sym, rest: &[Token]) -> bool {
        self.out.conditions.extend_from_slice(rest);
        let known = |this: &Self, word: Sym| {
            this.macros.defined(word)
                || matches!(this.symbols.text(word), "_OPENMP" | "__flang__" | "__x86_64__" | "__linux__")
        };
        if kind != words::IF {
            let defined = rest.first().and_then(Token::as_word).is_some_and(|w| known(self, w));
            return defined == (kind == words::IFDEF);
        }
        let mut replaced = Vec::new();
        let mut i = 0;
        while i < rest.len() {
            let token = rest[i];
            let value = if token.word(words::DEFINED) {
                let parenthesised = rest.get(i + 1).is_some_and(|t| t.is("("));
                let name = rest.get(i + 1 + usize::from(parenthesised)).and_then(Token::as_word);
                i += if parenthesised { 4 } else { 2 };
                Some(i64::from(name.is_some_and(|w| known(self, w))))
            } else {
                i += 1;
                token.as_word().filter(|w| self.symbols.text(*w) == "_OPENMP").map(|_| 202_111)
            };
            replaced.push(match value {
                Some(v) => Token { kind: Kind::Number, sym: self.symbols.intern(v.to_string().as_bytes()), ..token },
                None => token,
            });
        }
        let expanded = self.macros.expand(&replaced, self.symbols);
        condition::evaluate(&expanded, self.symbols) != 0
    }

    /// `#line "file" 12`, `#line 12 "file"`, `# 12 "file"`.
    fn marker(&mut self, tokens: &[Token], line: &Logical) {
        if self.view == View::Raw {
            let at = tokens[0].at;
            self.out.controls.push(ControlLine { name: words::LINE, tokens: tokens.to_vec(), at });
            return;
        }
        let number =
            tokens.iter().find(|t| t.kind == Kind::Number).map_or(1, |t| condition::number(self.symbols.text(t.sym)));
        let file = tokens.iter().find(|t| t.kind == Kind::Text).map(|t| t.sym);
        let main = *self.main.get_or_insert(file.unwrap_or(Sym(0)));
        self.skipping = file.is_some_and(|f| f != main);
        let next = line.start as usize + line.text.len() + 1;
        let next = next.min(self.text.len());
        self.out.markers.push(next as u32, number.clamp(0, i64::from(u32::MAX)) as u32);
    }
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn number_end(text: &[u8], mut at: usize) -> usize {
    while at < text.len() {
        let byte = text[at];
        let exponent = matches!(byte, b'+' | b'-')
            && matches!(text[at - 1], b'e' | b'E' | b'd' | b'D')
            && text.get(at + 1).is_some_and(u8::is_ascii_digit);
        // `1.eq.2` is no number with a fraction.
        let point = byte == b'.' && dotted_end(text, at).is_none();
        if !(is_word(byte) || point || exponent) {
            break;
        }
        at += 1;
    }
    at
}

/// End of `.and.`, `.true.`, `.op.` that starts at `at`.
fn dotted_end(text: &[u8], at: usize) -> Option<usize> {
    let letters = text[at + 1..].iter().take(20).take_while(|b| b.is_ascii_alphabetic()).count();
    let end = at + 1 + letters;
    let is_exponent = letters == 1 && matches!(text[at + 1], b'e' | b'd' | b'E' | b'D');
    (letters > 0 && !is_exponent && text.get(end) == Some(&b'.')).then_some(end + 1)
}
