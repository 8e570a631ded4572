//! C++ tokens, as far as launches need them: comments and literals must not be mistaken for code.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// An identifier or keyword.
    Word,
    /// A number, string or character.
    Literal,
    /// One character of punctuation.
    Mark(u8),
    /// The end of a preprocessor directive's line.
    DirectiveEnd,
}

/// A token: its kind and byte range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The tokens of `source`.
pub(super) fn tokens(source: &str) -> Vec<Token> {
    let mut lexer = Lexer { text: source.as_bytes(), at: 0, tokens: Vec::new(), directive: false, line_start: true };
    while lexer.at < lexer.text.len() {
        lexer.step();
    }
    if lexer.directive {
        lexer.push(Kind::DirectiveEnd, lexer.at);
    }
    lexer.tokens
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    tokens: Vec<Token>,
    directive: bool,
    line_start: bool,
}

impl Lexer<'_> {
    fn peek(&self, offset: usize) -> u8 {
        self.text.get(self.at + offset).copied().unwrap_or(0)
    }

    fn rest(&self) -> &[u8] {
        &self.text[self.at..]
    }

    fn push(&mut self, kind: Kind, start: usize) {
        self.tokens.push(Token { kind, start, end: self.at });
        self.line_start = false;
    }

    fn step(&mut self) {
        let start = self.at;
        match self.peek(0) {
            b'\n' => {
                if self.directive {
                    self.push(Kind::DirectiveEnd, start);
                }
                self.directive = false;
                self.line_start = true;
                self.at += 1;
            }
            // A line splice: the line goes on.
            b'\\' if self.peek(1) == b'\n' => self.at += 2,
            b'\\' if self.rest().starts_with(b"\\\r\n") => self.at += 3,
            c if c.is_ascii_whitespace() => self.at += 1,
            b'/' if self.peek(1) == b'/' => self.line_comment(),
            b'/' if self.peek(1) == b'*' => {
                self.at += 2 + find(&self.rest()[2..], b"*/").map_or(self.rest().len() - 2, |n| n + 2)
            }
            b'#' if self.line_start => {
                self.directive = true;
                self.at += 1;
                self.push(Kind::Mark(b'#'), start);
            }
            quote @ (b'"' | b'\'') => self.quoted(quote),
            c if c.is_ascii_digit() || (c == b'.' && self.peek(1).is_ascii_digit()) => self.number(),
            c if is_word(c) => self.word(),
            c => {
                self.at += 1;
                self.push(Kind::Mark(c), start);
            }
        }
    }

    /// To the end of the line, which a splice moves on.
    fn line_comment(&mut self) {
        while self.at < self.text.len() && self.peek(0) != b'\n' {
            self.at += if self.peek(0) == b'\\' && self.peek(1) == b'\n' { 2 } else { 1 };
        }
    }

    /// A string or character. One that its line does not end is only a mark: an apostrophe in skipped text.
    fn quoted(&mut self, quote: u8) {
        let start = self.at;
        let mut at = start + 1;
        while let Some(&c) = self.text.get(at) {
            match c {
                b'\\' => at += 2,
                b'\n' => break,
                c if c == quote => {
                    self.at = at + 1;
                    return self.push(Kind::Literal, start);
                }
                _ => at += 1,
            }
        }
        self.at += 1;
        self.push(Kind::Mark(quote), start);
    }

    fn number(&mut self) {
        let start = self.at;
        while {
            let (c, next) = (self.peek(0), self.peek(1));
            let sign = matches!(c, b'+' | b'-') && matches!(self.text[self.at.max(1) - 1], b'e' | b'E' | b'p' | b'P');
            is_word(c) || c == b'.' || (sign && self.at > start) || (c == b'\'' && is_word(next))
        } {
            self.at += 1;
        }
        self.push(Kind::Literal, start);
    }

    fn word(&mut self) {
        let start = self.at;
        while is_word(self.peek(0)) {
            self.at += 1;
        }
        let word = &self.text[start..self.at];
        if self.peek(0) == b'"' && matches!(word, b"R" | b"u8R" | b"uR" | b"UR" | b"LR") {
            return self.raw(start);
        }
        self.push(Kind::Word, start);
    }

    /// `R"delimiter( … )delimiter"`, with the quote next.
    fn raw(&mut self, start: usize) {
        let open = find(self.rest(), b"(").unwrap_or(0);
        let mut end = vec![b')'];
        end.extend_from_slice(&self.rest()[1..open.max(1)]);
        end.push(b'"');
        let body = &self.rest()[open..];
        self.at += open + find(body, &end).map_or(body.len(), |n| n + end.len());
        self.push(Kind::Literal, start);
    }
}

/// Letters, digits, `_`, `$`, and the bytes of other letters in UTF-8.
fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$') || c >= 0x80
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(source: &str) -> Vec<&str> {
        tokens(source).into_iter().filter(|t| t.kind != Kind::DirectiveEnd).map(|t| &source[t.start..t.end]).collect()
    }

    #[test]
    fn comments_and_literals_hide_what_is_in_them() {
        assert_eq!(shown("a // <<<\nb /* <<<\n*/ c"), ["a", "b", "c"]);
        assert_eq!(shown("x // spliced \\\n<<< hidden\ny"), ["x", "y"]);
        assert_eq!(
            shown(r#"f("<<<\"", '"', '\'', u8R"x(<<<)" )x", 1'000'0, 1e+5)"#),
            [
                "f",
                "(",
                r#""<<<\"""#,
                ",",
                "'\"'",
                ",",
                r"'\''",
                ",",
                r#"u8R"x(<<<)" )x""#,
                ",",
                "1'000'0",
                ",",
                "1e+5",
                ")"
            ]
        );
        assert_eq!(shown("1.5f-2"), ["1.5f", "-", "2"]);
        assert_eq!(shown("#error don't\nx"), ["#", "error", "don", "'", "t", "x"]);
    }

    #[test]
    fn a_directive_ends_where_its_spliced_line_does() {
        let kinds: Vec<Kind> = tokens("#define A \\\n b\nc").iter().map(|t| t.kind).collect();
        assert_eq!(kinds.iter().position(|k| *k == Kind::DirectiveEnd), Some(4));
        assert_eq!(tokens("#if 1").last().map(|t| t.kind), Some(Kind::DirectiveEnd));
    }

    #[test]
    fn unfinished_text_ends_the_list() {
        for source in ["\"abc", "'", "/* x", "R\"(", "R\"", "a\\", "//", "#"] {
            let _ = tokens(source);
        }
    }
}
