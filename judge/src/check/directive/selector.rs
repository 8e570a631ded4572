//! Context selectors: `device={kind(gpu), arch("nvptx64")}, user={condition(n > 0)}`.

use std::ops::Range;

use super::super::text::token::{Sym, Token};
use super::items::split;

/// One trait of a selector set; ranges index the directive's tokens.
#[derive(Debug, Clone)]
pub(crate) struct Trait {
    pub(crate) set: Sym,
    pub(crate) name: Sym,
    pub(crate) arguments: Range<usize>,
    pub(crate) range: Range<usize>,
}

/// The traits of a selector.
pub(crate) fn traits(tokens: &[Token], range: Range<usize>) -> Vec<Trait> {
    let mut out = Vec::new();
    for set in split(tokens, range, ",") {
        let (Some(name), true) = (
            tokens.get(set.start).and_then(Token::as_word),
            tokens.get(set.start + 1).is_some_and(|t| t.is("="))
                && tokens.get(set.start + 2).is_some_and(|t| t.is("{")),
        ) else {
            continue;
        };
        let end = if tokens[set.end - 1].is("}") { set.end - 1 } else { set.end };
        if set.start + 3 > end {
            continue;
        }
        for one in split(tokens, set.start + 3..end, ",").into_iter().filter(|r| !r.is_empty()) {
            let Some(trait_name) = tokens[one.start].as_word() else { continue };
            let inner = (one.start + 2).min(one.end)..one.end.saturating_sub(1).max((one.start + 2).min(one.end));
            out.push(Trait { set: name, name: trait_name, arguments: inner, range: one });
        }
    }
    out
}
