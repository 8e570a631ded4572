//! `[[omp::directive(…)]]`, `[[omp::sequence(…)]]`, `[[using omp: …]]`.

use super::super::text::token::{Token, words};
use super::items::{find, split};

/// Sequences within sequences.
const MAX_NESTING: usize = 8;

/// The directives of one attribute list, in order, given the tokens between `[[` and `]]`.
/// Empty when it is no OpenMP attribute.
pub(crate) fn split_attribute(tokens: &[Token]) -> Vec<Vec<Token>> {
    let mut out = Vec::new();
    let using = tokens.len() > 2
        && tokens[0].word(words::USING)
        && tokens[1].word(words::OMP)
        && find(tokens, 0..tokens.len(), ":") == Some(2);
    let list = if using { &tokens[3..] } else { tokens };
    attributes(list, using, 0, &mut out);
    out
}

fn attributes(tokens: &[Token], using: bool, depth: usize, out: &mut Vec<Vec<Token>>) {
    if depth >= MAX_NESTING {
        return;
    }
    for part in split(tokens, 0..tokens.len(), ",") {
        let mut part = &tokens[part];
        let named = part.len() > 2 && part[0].word(words::OMP) && part[1].is("::");
        if named {
            part = &part[2..];
        } else if !using {
            continue;
        }
        let (Some(name), true) = (part.first().and_then(Token::as_word), part.get(1).is_some_and(|t| t.is("("))) else {
            continue;
        };
        let inside = &part[2..part.len().max(3) - 1];
        match name {
            words::DIRECTIVE | words::DECL => out.push(inside.to_vec()),
            words::SEQUENCE => attributes(inside, true, depth + 1, out),
            _ => {}
        }
    }
}
