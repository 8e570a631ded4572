//! The sheet that a report is written on: the only way onto it makes text plain.

use super::plain::plain;

/// What a piece of text means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Paint {
    /// Nothing special.
    Plain,
    /// The subject.
    Strong,
    /// Less important.
    Dim,
    /// As wished.
    Good,
    /// Worth a look.
    Warn,
    /// Not as wished.
    Bad,
}

impl Paint {
    /// Parameters of the terminal's "select graphic rendition" (ECMA-48, 8.3.117).
    const fn code(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Strong => Some("1"),
            Self::Dim => Some("2"),
            Self::Good => Some("1;32"),
            Self::Warn => Some("1;33"),
            Self::Bad => Some("1;31"),
        }
    }
}

/// Width of the column of names before the evidence.
const NAMES: usize = 12;

/// Columns after which the text of a field is continued on the next line.
const WIDTH: usize = 110;

/// A report as it grows.
pub(super) struct Page {
    text: String,
    colour: bool,
}

impl Page {
    pub(super) fn new(colour: bool) -> Self {
        Self { text: String::new(), colour }
    }

    /// Adds text to the line.
    pub(super) fn put(&mut self, paint: Paint, text: &str) {
        // Blanks need no colour, and uncoloured they vanish from the end of a line.
        let words = text.trim_end_matches(' ');
        self.coloured(paint, words);
        self.text.push_str(&text[words.len()..]);
    }

    fn coloured(&mut self, paint: Paint, text: &str) {
        match paint.code().filter(|_| self.colour && !text.is_empty()) {
            Some(code) => self.text.extend(["\u{1b}[", code, "m", &plain(text), "\u{1b}[0m"]),
            None => self.text.push_str(&plain(text)),
        }
    }

    /// Adds text and ends the line.
    pub(super) fn line(&mut self, text: &str) {
        self.put(Paint::Plain, text);
        self.end();
    }

    /// Ends the line.
    pub(super) fn end(&mut self) {
        self.text.truncate(self.text.trim_end_matches(' ').len());
        self.text.push('\n');
    }

    /// A title after an empty line.
    pub(super) fn title(&mut self, title: &str) {
        self.end();
        self.put(Paint::Strong, title);
        self.end();
    }

    /// A name and what belongs to it, indented; without a name, only indented by two.
    pub(super) fn field(&mut self, name: &str, text: &str) {
        self.marked_field(name, Paint::Plain, text);
    }

    /// A field whose text means something.
    pub(super) fn marked_field(&mut self, name: &str, paint: Paint, text: &str) {
        self.put(Paint::Plain, "  ");
        if !name.is_empty() {
            self.put(Paint::Dim, &format!("{name:<NAMES$}"));
        }
        let indent = if name.is_empty() { 2 } else { 2 + NAMES };
        let mut used = indent;
        for (i, word) in text.split(' ').enumerate() {
            let length = word.chars().count();
            if i > 0 && used + 1 + length > WIDTH {
                self.end();
                self.put(Paint::Plain, &" ".repeat(indent));
                used = indent;
            } else if i > 0 {
                self.put(paint, " ");
                used += 1;
            }
            self.put(paint, word);
            used += length;
        }
        self.end();
    }

    /// Text of several lines that somebody else wrote, indented and marked, so that it cannot be taken for the judge's.
    pub(super) fn quote(&mut self, text: &str, lines: usize) {
        let mut rest = text.lines();
        for line in rest.by_ref().take(lines) {
            self.put(Paint::Dim, "  | ");
            self.line(line);
        }
        match rest.count() {
            0 => {}
            more => self.marked_field("", Paint::Dim, &format!("| … {more} more lines")),
        }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}
