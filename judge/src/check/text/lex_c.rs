//! C and C++ lexing on the original bytes: splices, digraphs, comments, raw strings, digit separators.

use std::borrow::Cow;

use super::token::{Bytes, Kind, Sym, Symbols, Token, punct};

/// Reads tokens one at a time from a whole file, or from the text of a pragma operator.
pub(crate) struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    first: bool,
    cxx: bool,
    /// Emit an [`Kind::Eol`] at the end of the line: inside a preprocessor line.
    pub(crate) lines: bool,
}

const fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

const fn is_word(byte: u8) -> bool {
    is_word_start(byte) || byte.is_ascii_digit()
}

/// Operators, longest first within a first byte. Digraphs are spelled out by [`Lexer::operator`].
const OPERATORS: &[&str] = &[
    "<<=", ">>=", "...", "->*", "<=>", "::", "->", ".*", "++", "--", "<<", "<=", ">=", "==", "!=", "&&", "||", "+=",
    "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##",
];

/// Operators of C++ that are words.
fn spelled_out(word: &[u8]) -> Option<&'static str> {
    Some(match word {
        b"and" => "&&",
        b"or" => "||",
        b"not" => "!",
        b"bitand" => "&",
        b"bitor" => "|",
        b"xor" => "^",
        b"compl" => "~",
        b"and_eq" => "&=",
        b"or_eq" => "|=",
        b"xor_eq" => "^=",
        b"not_eq" => "!=",
        _ => return None,
    })
}

/// GNU's other spellings of keywords.
fn plainly(word: &[u8]) -> &[u8] {
    match word {
        [b'_', b'_', ..] => match word {
            b"__attribute" => b"__attribute__",
            b"__const" | b"__const__" => b"const",
            b"__volatile" | b"__volatile__" => b"volatile",
            b"__inline" | b"__inline__" => b"inline",
            b"__signed" | b"__signed__" => b"signed",
            b"__typeof" => b"__typeof__",
            _ => word,
        },
        _ => word,
    }
}

/// HIP's name for what CUDA's stands for: NVIDIA's compiler sees HIP's calls under those, and rules know one name for each.
fn as_hip(word: &[u8]) -> Cow<'_, [u8]> {
    match word {
        [b'c', b'u', b'd', b'a', b'A'..=b'Z', ..] => Cow::Owned([b"hip", &word[4..]].concat()),
        _ => Cow::Borrowed(word),
    }
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a [u8], cxx: bool) -> Self {
        // A byte order mark is a blank.
        let at = if text.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        Self { text, at, first: true, cxx, lines: false }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Goes on reading at the start of a line.
    pub(crate) fn jump(&mut self, at: usize) {
        self.at = at;
        self.first = true;
    }

    /// Puts back the token read from `before`.
    pub(crate) fn rewind(&mut self, before: usize, token: Token) {
        self.at = before;
        self.first = token.first;
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(0)
    }

    /// Position after the splices (backslash, blanks, newline) that start at `at`.
    fn past_splices(&self, mut at: usize) -> usize {
        while self.byte(at) == b'\\' {
            let mut next = at + 1;
            while matches!(self.byte(next), b' ' | b'\t' | b'\x0b' | b'\x0c') && next < self.text.len() {
                next += 1;
            }
            if self.byte(next) == b'\r' && self.byte(next + 1) == b'\n' {
                next += 1;
            }
            if !matches!(self.byte(next), b'\n' | b'\r') {
                break;
            }
            at = next + 1;
        }
        at
    }

    /// `\u00e9` in a name is the letter itself: that letter and the position after it.
    fn universal(&self, at: usize) -> Option<(char, usize)> {
        // `\u{e9}` has as many digits as it likes.
        let (from, digits, end) = match (self.byte(at), self.byte(at + 1), self.byte(at + 2)) {
            (b'\\', b'u', b'{') => {
                let digits = self.text[at + 3..].iter().take(8).position(|b| *b == b'}')?;
                (at + 3, digits, at + 4 + digits)
            }
            (b'\\', b'u', _) => (at + 2, 4, at + 6),
            (b'\\', b'U', _) => (at + 2, 8, at + 10),
            _ => return None,
        };
        let text = std::str::from_utf8(self.text.get(from..from + digits)?).ok()?;
        let letter = char::from_u32(u32::from_str_radix(text, 16).ok()?)?;
        Some((letter, end))
    }

    /// The logical byte at `at` and the position after it.
    fn logical(&self, at: usize) -> (u8, usize) {
        let at = if self.byte(at) == b'\\' { self.past_splices(at) } else { at };
        (self.byte(at), at + 1)
    }

    /// Skips blanks and comments. True if a newline was met and lines matter (it is not consumed).
    fn skip_blank(&mut self) -> bool {
        loop {
            match self.byte(self.at) {
                b'\n' => {
                    if self.lines {
                        return true;
                    }
                    self.at += 1;
                    self.first = true;
                }
                // Clang ends a line at a carriage return of its own.
                b'\r' if self.byte(self.at + 1) != b'\n' => {
                    if self.lines {
                        return true;
                    }
                    self.at += 1;
                    self.first = true;
                }
                b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c' => self.at += 1,
                b'\\' => {
                    let past = self.past_splices(self.at);
                    if past == self.at {
                        return false;
                    }
                    self.at = past;
                }
                b'/' => match self.logical(self.at + 1) {
                    (b'/', next) => self.line_comment(next),
                    (b'*', next) => self.block_comment(next),
                    _ => return false,
                },
                _ => return false,
            }
        }
    }

    fn line_comment(&mut self, mut at: usize) {
        loop {
            let rest = &self.text[at.min(self.text.len())..];
            let ends = |i: usize| rest[i] == b'\n' || rest[i] == b'\r' && rest.get(i + 1) != Some(&b'\n');
            let Some(found) = (0..rest.len()).find(|i| ends(*i)) else {
                self.at = self.text.len();
                return;
            };
            let newline = at + found;
            let mut last = newline;
            while last > at && matches!(self.text[last - 1], b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c') {
                last -= 1;
            }
            if last > at && self.text[last - 1] == b'\\' {
                at = newline + 1;
                continue;
            }
            self.at = newline;
            return;
        }
    }

    fn block_comment(&mut self, mut at: usize) {
        while at < self.text.len() {
            if self.text[at] == b'*' {
                let (next, after) = self.logical(at + 1);
                if next == b'/' {
                    self.at = after;
                    return;
                }
            }
            at += 1;
        }
        self.at = self.text.len();
    }

    /// The next token, or `None` at the end of the text (after a last [`Kind::Eol`] when lines matter).
    pub(crate) fn next(&mut self, symbols: &mut Symbols) -> Option<Token> {
        let before = self.at;
        if self.skip_blank() {
            let at = self.at;
            self.at += 1;
            self.first = true;
            self.lines = false;
            return Some(self.token(Kind::Eol, Sym(0), at, before));
        }
        if self.at >= self.text.len() {
            if self.lines {
                self.lines = false;
                return Some(self.token(Kind::Eol, Sym(0), self.at, before));
            }
            return None;
        }
        let start = self.at;
        let byte = self.text[start];
        let token = if is_word_start(byte) || byte == b'\\' && self.universal(start).is_some() {
            self.word(start, before, symbols)
        } else if byte.is_ascii_digit() || byte == b'.' && self.logical(start + 1).0.is_ascii_digit() {
            self.number(start, before, symbols)
        } else if byte == b'"' || byte == b'\'' {
            self.quoted(start, before, symbols)
        } else {
            self.operator(start, before)
        };
        self.first = false;
        Some(token)
    }

    fn token(&self, kind: Kind, sym: Sym, start: usize, before: usize) -> Token {
        // A splice is no blank.
        let spaced = start > before && self.past_splices(before) < start;
        Token { kind, sym, at: Bytes::new(start, self.at), first: self.first, spaced }
    }

    /// Text of `start..self.at` without splices.
    fn spelled(&self, start: usize) -> Cow<'a, [u8]> {
        let raw = &self.text[start..self.at];
        if !raw.contains(&b'\\') {
            return Cow::Borrowed(raw);
        }
        let mut out = Vec::with_capacity(raw.len());
        let mut at = start;
        while at < self.at {
            if let Some((c, end)) = self.universal(at).filter(|_| raw[0] != b'"' && raw[0] != b'\'') {
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                at = end;
                continue;
            }
            let (byte, next) = self.logical(at);
            if next <= self.at {
                out.push(byte);
            }
            at = next;
        }
        Cow::Owned(out)
    }

    fn word(&mut self, start: usize, before: usize, symbols: &mut Symbols) -> Token {
        self.at = self.universal(start).map_or(start + 1, |(_, end)| end);
        loop {
            while self.at < self.text.len() && is_word(self.text[self.at]) {
                self.at += 1;
            }
            if let Some((_, end)) = self.universal(self.at) {
                self.at = end;
                continue;
            }
            let (byte, next) = self.logical(self.at);
            if self.byte(self.at) != b'\\' || !is_word(byte) || next > self.text.len() {
                break;
            }
            self.at = next;
        }
        let spelled = self.spelled(start);
        // A splice may part a prefix from its literal.
        let (quote, after) = self.logical(self.at);
        if (quote == b'"' || quote == b'\'') && matches!(&*spelled, b"L" | b"u" | b"U" | b"u8") {
            self.at = after - 1;
            return self.quoted(start, before, symbols);
        }
        if self.cxx && quote == b'"' && matches!(&*spelled, b"R" | b"LR" | b"uR" | b"UR" | b"u8R") {
            self.at = after - 1;
            return self.raw_string(start, before, symbols);
        }
        if let Some(operator) = self.cxx.then(|| spelled_out(&spelled)).flatten() {
            return self.token(Kind::Punct, punct(operator), start, before);
        }
        let sym = symbols.intern(&as_hip(plainly(&spelled)));
        self.token(Kind::Word, sym, start, before)
    }

    fn number(&mut self, start: usize, before: usize, symbols: &mut Symbols) -> Token {
        self.at = start + 1;
        let mut last = self.text[start];
        loop {
            let (byte, next) = self.logical(self.at);
            let sign = matches!(byte, b'+' | b'-') && matches!(last, b'e' | b'E' | b'p' | b'P');
            let separator = byte == b'\'' && is_word(self.logical(next).0) && self.logical(next).0 < 0x80;
            if next > self.text.len() || !(is_word(byte) || byte == b'.' || sign || separator) {
                break;
            }
            last = byte;
            self.at = next;
        }
        let sym = symbols.intern(&self.spelled(start));
        self.token(Kind::Number, sym, start, before)
    }

    /// A string or character literal; ends at an unescaped quote, or at the line's end when unterminated.
    fn quoted(&mut self, start: usize, before: usize, symbols: &mut Symbols) -> Token {
        let mut at = self.at.max(start);
        let quote = self.text[at];
        at += 1;
        while at < self.text.len() {
            let (byte, next) = self.logical(at);
            if byte == b'\n' || next > self.text.len() {
                break;
            }
            at = next;
            if byte == quote {
                break;
            }
            if byte == b'\\' {
                at = self.logical(at).1.min(self.text.len());
            }
        }
        self.at = at.min(self.text.len());
        let sym = symbols.intern(&self.spelled(start));
        self.token(Kind::Text, sym, start, before)
    }

    fn raw_string(&mut self, start: usize, before: usize, symbols: &mut Symbols) -> Token {
        let open = self.at + 1;
        let head = &self.text[open..(open + 17).min(self.text.len())];
        let Some(paren) = head.iter().position(|b| *b == b'(') else {
            return self.quoted(start, before, symbols);
        };
        let mut close = Vec::with_capacity(paren + 2);
        close.push(b')');
        close.extend_from_slice(&head[..paren]);
        close.push(b'"');
        let body = open + paren + 1;
        let mut at = body;
        self.at = self.text.len();
        while let Some(found) = self.text[at..].iter().position(|b| *b == b')') {
            at += found;
            if self.text[at..].starts_with(&close) {
                self.at = at + close.len();
                break;
            }
            at += 1;
        }
        let sym = symbols.intern(&self.text[start..self.at]);
        self.token(Kind::Text, sym, start, before)
    }

    fn operator(&mut self, start: usize, before: usize) -> Token {
        let first = self.text[start];
        let mut bytes = [first, 0, 0, 0];
        let mut ends = [start + 1; 4];
        let mut at = start + 1;
        for i in 1..4 {
            let (byte, next) = self.logical(at);
            bytes[i] = byte;
            ends[i] = next.min(self.text.len());
            at = next;
        }
        let (sym, length) = match &bytes {
            b"%:%:" => (punct("##"), 4),
            [b'%', b':', ..] => (punct("#"), 2),
            // `<::` opens a template argument in C++ unless `:` or `>` follows.
            [b'<', b':', b':', after] if self.cxx && *after != b':' && *after != b'>' => (punct("<"), 1),
            [b'<', b':', ..] => (punct("["), 2),
            [b':', b'>', ..] => (punct("]"), 2),
            [b'<', b'%', ..] => (punct("{"), 2),
            [b'%', b'>', ..] => (punct("}"), 2),
            _ => OPERATORS
                .iter()
                .find(|o| bytes.starts_with(o.as_bytes()))
                .map_or_else(|| (Sym(u32::from(first)), 1), |o| (punct(o), o.len())),
        };
        self.at = ends[length - 1];
        self.token(Kind::Punct, sym, start, before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lex(text: &str) -> Vec<String> {
        let mut symbols = Symbols::new();
        let mut lexer = Lexer::new(text.as_bytes(), true);
        let mut out = Vec::new();
        while let Some(token) = lexer.next(&mut symbols) {
            out.push(symbols.show(&token));
        }
        out
    }

    #[test]
    fn splices_join_words_and_operators() {
        assert_eq!(lex("ma\\\np(x) - \\\n> y +\\  \n= 1"), ["map", "(", "x", ")", "-", ">", "y", "+=", "1"]);
    }

    #[test]
    fn digraphs_are_brackets() {
        assert_eq!(lex("%: x<:1:> <% %> a<::b>"), ["#", "x", "[", "1", "]", "{", "}", "a", "<", "::", "b", ">"]);
    }

    #[test]
    fn comments_end_where_the_compiler_ends_them() {
        assert_eq!(lex("a // b \\\n c\nd /* // */ e *\\\n/ f"), ["a", "d", "e", "*", "/", "f"]);
    }

    #[test]
    fn raw_strings_and_separators_hide_nothing() {
        assert_eq!(
            lex("R\"d(\")x\")d\" 1'000'000 'a' u8\"q\\\"\" L\\\n\"w\""),
            ["R\"d(\")x\")d\"", "1'000'000", "'a'", "u8\"q\\\"\"", "L\"w\""]
        );
    }

    #[test]
    fn unterminated_literals_stop_at_the_line() {
        assert_eq!(lex("\"abc\nx 'q\ny"), ["\"abc", "x", "'q", "y"]);
    }
}
