//! Text that cannot steer a terminal.

use std::borrow::Cow;

/// `text` on one line, with every character that moves the cursor, hides, or changes direction written as an escape.
///
/// Escaped: control characters (C0, DEL, C1), bidirectional marks, embeddings, overrides and isolates, zero-width
/// characters, line and paragraph separators, tags, and private-use characters.
#[must_use]
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.chars().any(steers) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\t' => out.push(' '),
            c if steers(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Whether a character does anything but show itself.
pub(super) fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{00ad}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' | '\u{f0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_is_shown_and_the_rest_is_kept() {
        for (text, shown) in [
            ("naïve Ångström 核 — ±", "naïve Ångström 核 — ±"),
            ("\u{1b}[2Jgone", "\\u{1b}[2Jgone"),
            ("a\0b\r\n", "a\\u{0}b\\u{d}\\u{a}"),
            ("tab\there", "tab here"),
            ("\u{202e}txt.c", "\\u{202e}txt.c"),
            ("\u{2066}\u{200b}\u{9b}31m", "\\u{2066}\\u{200b}\\u{9b}31m"),
            ("\u{e0041}\u{feff}", "\\u{e0041}\\u{feff}"),
        ] {
            assert_eq!(plain(text), shown);
        }
        assert!(matches!(plain("usual"), Cow::Borrowed(_)));
    }
}
