//! Fortran directives: words may run together (`ENDDO`, `TARGETTEAMS`), in fixed form anywhere, since blanks mean
//! nothing there.

use std::sync::LazyLock;

use super::super::text::token::{Bytes, Kind, Symbols, Token};
use super::{ClauseName, Leaf};

/// Words outside parentheses.
static OUTER: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let leaves = Leaf::ALL.iter().flat_map(|l| l.name().split(' '));
    leaves.chain(ClauseName::ALL.iter().map(|c| c.name())).chain(["end"]).collect()
});

/// Longest run of letters that is taken apart.
const MAX_RUN: usize = 4096;

/// Words that only occur before a colon inside parentheses.
const MODIFIERS: &[&str] = &[
    "always", "close", "present", "mapper", "iterator", "to", "from", "tofrom", "alloc", "release", "delete",
    "storage", "self",
];

/// Takes apart the runs of words outside parentheses, and in fixed form of modifiers before a colon.
pub(crate) fn split_words(tokens: &[Token], fixed: bool, symbols: &mut Symbols) -> Vec<Token> {
    let mut out = Vec::with_capacity(tokens.len());
    let mut depth = 0usize;
    for (i, token) in tokens.iter().enumerate() {
        depth += usize::from(token.is("("));
        depth -= usize::from(token.is(")")).min(depth);
        let before_colon = fixed && depth == 1 && tokens.get(i + 1).is_some_and(|t| t.is(":") || t.is(","));
        let vocabulary: &[&str] = match depth {
            0 => &OUTER,
            _ if before_colon => MODIFIERS,
            _ => &[],
        };
        if token.kind != Kind::Word || vocabulary.contains(&symbols.text(token.sym)) {
            out.push(*token);
            continue;
        }
        let run = symbols.text(token.sym).to_owned();
        let parts = take_apart(&run, vocabulary);
        match parts {
            Some(parts) if parts.len() > 1 => {
                // Without blanks inside, each part has its own place.
                let exact = (token.at.end - token.at.start) as usize == run.len();
                let mut offset = token.at.start as usize;
                for part in parts {
                    let at = if exact { Bytes::new(offset, offset + part.len()) } else { token.at };
                    offset += part.len();
                    out.push(Token { sym: symbols.intern(part.as_bytes()), at, spaced: true, ..*token });
                }
            }
            _ => out.push(*token),
        }
    }
    out
}

/// Cuts `run` into known words, few and long ones first.
fn take_apart<'a>(run: &'a str, vocabulary: &[&str]) -> Option<Vec<&'a str>> {
    if vocabulary.is_empty() || run.len() > MAX_RUN || !run.is_ascii() {
        return None;
    }
    // best[i]: fewest words that spell run[i..], and the length of the first.
    let mut best: Vec<Option<(usize, usize)>> = vec![None; run.len() + 1];
    best[run.len()] = Some((0, 0));
    for i in (0..run.len()).rev() {
        for word in vocabulary.iter().filter(|w| !w.is_empty() && run[i..].starts_with(**w)) {
            if let Some((count, _)) = best[i + word.len()]
                && best[i].is_none_or(|(c, _)| count + 1 < c)
            {
                best[i] = Some((count + 1, word.len()));
            }
        }
    }
    best[0]?;
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some((_, length)) = best[at].filter(|_| at < run.len()) {
        parts.push(&run[at..at + length]);
        at += length;
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_cut_into_known_words() {
        let words = ["target", "teams", "do", "default", "task", "taskgroup", "group"];
        assert_eq!(take_apart("targetteamsdodefault", &words), Some(vec!["target", "teams", "do", "default"]));
        assert_eq!(take_apart("taskgroup", &words), Some(vec!["taskgroup"]));
        assert_eq!(take_apart("targetx", &words), None);
    }
}
