//! What a compiler said, made fit for a terminal and a report.

/// Most bytes of compiler text that a report carries.
const MAX_TEXT: usize = 16 << 10;

/// Decodes, removes escape sequences and control characters, and caps.
#[must_use]
pub fn clean(bytes: &[u8]) -> String {
    let mut text = String::new();
    let decoded = String::from_utf8_lossy(bytes);
    let mut chars = decoded.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            // An escape sequence: drop it to its final letter, so that nothing of it is left as text.
            '\u{1b}' if chars.peek() == Some(&'[') => {
                chars.next();
                while chars.next_if(|c| !('@'..='~').contains(c)).is_some() {}
                chars.next();
            }
            '\n' | '\t' => text.push(c),
            c if c.is_control() || is_invisible(c) => {}
            c => text.push(c),
        }
        if text.len() >= MAX_TEXT {
            text.push_str("\n… (cut)");
            break;
        }
    }
    text
}

/// Direction marks and the like, which make a terminal show other text than there is.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// A source's name fit for messages: one line, no separators, no control characters.
#[must_use]
pub fn display_name(name: &str) -> String {
    let last = name.rsplit('/').next().unwrap_or(name);
    let clean = clean(last.as_bytes()).replace(['\n', '\t'], " ");
    if clean.trim().is_empty() { "submission".to_owned() } else { clean.chars().take(100).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_and_controls_vanish_and_words_stay() {
        assert_eq!(clean(b"\x1b[31merror\x1b[0m:\x07 a\tb\r\n\xff\x00\x1bc"), "error: a\tb\n\u{fffd}c");
        assert_eq!(clean("a\u{202e}b".as_bytes()), "ab");
    }

    #[test]
    fn long_text_is_cut_and_says_so() {
        let text = clean(&vec![b'x'; 10 * MAX_TEXT]);
        assert!(text.len() < MAX_TEXT + 100 && text.ends_with("(cut)"));
    }

    #[test]
    fn a_name_is_one_line_without_folders() {
        assert_eq!(display_name("/a/b/k.c"), "k.c");
        assert_eq!(display_name("\n"), "submission");
        assert_eq!(display_name("a\x1b[2Jb\n.c"), "ab .c");
    }
}
