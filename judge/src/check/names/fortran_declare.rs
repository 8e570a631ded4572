//! Fortran headers and declarations.

use std::ops::Range;

use super::super::text::token::{Kind, Sym, Symbols, Token, words};
use super::FortranKind;
use super::brackets::Brackets;

/// `subroutine kernel(x, y) bind(c)`.
pub(super) struct Header {
    pub(super) name: Sym,
    pub(super) name_token: usize,
    pub(super) parameters: Vec<(Sym, usize)>,
    pub(super) is_function: bool,
    pub(super) bind_c: bool,
    pub(super) result: Option<Sym>,
}

/// One entity of a declaration.
#[derive(Debug, Clone)]
pub(super) struct Declaration {
    pub(super) name: Sym,
    pub(super) token: usize,
    array: bool,
    pointer: bool,
    allocatable: bool,
    derived: bool,
    c_ptr: bool,
    /// Name of its derived type.
    pub(super) type_name: Option<Sym>,
    /// A type was given, not an attribute alone.
    typed: bool,
    pub(super) type_tokens: Range<usize>,
    /// `=> target` of its initialisation.
    pub(super) bound_to: Option<Range<usize>>,
}

impl Declaration {
    /// The kind of the entity, given what earlier statements said of it.
    pub(super) fn kind_after(&self, before: FortranKind) -> FortranKind {
        if self.pointer {
            return FortranKind::Pointer;
        }
        if self.allocatable {
            return FortranKind::Allocatable;
        }
        match before {
            FortranKind::Pointer | FortranKind::Allocatable => before,
            _ if self.c_ptr => FortranKind::CPtr,
            _ if self.derived && !self.array => FortranKind::Derived,
            FortranKind::CPtr | FortranKind::Derived if !self.typed => before,
            FortranKind::Data { array } => FortranKind::Data { array: array || self.array },
            FortranKind::CPtr | FortranKind::Derived => FortranKind::Data { array: self.array },
        }
    }
}

/// Reads a statement as the first of a procedure.
pub(super) fn header(tokens: &[Token], symbols: &Symbols, range: Range<usize>) -> Option<Header> {
    // Prefixes: `pure`, `recursive`, `real(8)`, `type(t)`, `attributes(device)` … then the keyword.
    let mut i = range.start;
    let mut depth = 0usize;
    let keyword = loop {
        let token = tokens.get(i).filter(|_| i < range.end && i < range.start + 40)?;
        if token.is("(") {
            depth += 1;
        } else if token.is(")") {
            depth = depth.checked_sub(1)?;
        } else if depth == 0 {
            if token.word(words::SUBROUTINE) || token.word(words::FUNCTION) {
                break i;
            }
            let prefix = token.as_word().is_some_and(|w| {
                matches!(
                    symbols.text(w),
                    "pure"
                        | "elemental"
                        | "impure"
                        | "recursive"
                        | "non_recursive"
                        | "module"
                        | "integer"
                        | "real"
                        | "complex"
                        | "logical"
                        | "character"
                        | "double"
                        | "precision"
                        | "type"
                        | "class"
                        | "doubleprecision"
                        | "attributes"
                )
            });
            if !prefix && !token.is("*") && token.kind != Kind::Number {
                return None;
            }
        }
        i += 1;
    };
    let name = tokens.get(keyword + 1).filter(|_| keyword + 1 < range.end)?.as_word()?;
    let mut parameters = Vec::new();
    let mut after = keyword + 2;
    if tokens.get(after).is_some_and(|t| t.is("(")) && after < range.end {
        while after < range.end && !tokens[after].is(")") {
            if let Some(word) = tokens[after].as_word() {
                parameters.push((word, after));
            }
            after += 1;
        }
    } else if after < range.end && tokens[after].is("=") {
        return None;
    }
    let suffix = &tokens[after.min(range.end)..range.end];
    let bind_c = suffix
        .windows(3)
        .any(|w| w[0].word(words::BIND) && w[1].is("(") && w[2].as_word().is_some_and(|s| symbols.text(s) == "c"));
    let result = suffix.windows(3).find(|w| w[0].word(words::RESULT) && w[1].is("(")).and_then(|w| w[2].as_word());
    Some(Header {
        name,
        name_token: keyword + 1,
        parameters,
        is_function: tokens[keyword].word(words::FUNCTION),
        bind_c,
        result,
    })
}

const ATTRIBUTES: &[&str] = &[
    "dimension",
    "pointer",
    "allocatable",
    "target",
    "intent",
    "value",
    "optional",
    "volatile",
    "contiguous",
    "asynchronous",
    "codimension",
];

/// Reads a statement as a declaration.
pub(super) fn declaration(
    tokens: &[Token],
    symbols: &Symbols,
    brackets: &Brackets,
    range: Range<usize>,
) -> Option<Vec<Declaration>> {
    let first = symbols.text(tokens[range.start].as_word()?);
    let mut i = range.start + 1;
    let is_type =
        matches!(first, "integer" | "real" | "complex" | "logical" | "character" | "doubleprecision" | "procedure")
            || first == "double" && tokens.get(i).is_some_and(|t| t.word(words::PRECISION))
            || matches!(first, "type" | "class") && tokens.get(i).is_some_and(|t| t.is("("));
    let attribute = ATTRIBUTES.contains(&first);
    if !is_type && !attribute {
        return None;
    }
    // `real = 3`, `target(1) = x`: an assignment.
    if top_level(tokens, range.clone(), "=")
        .is_some_and(|e| top_level(tokens, range.clone(), "::").is_none_or(|c| e < c))
    {
        return None;
    }
    if first == "double" {
        i += 1;
    }
    let mut facts = Declaration {
        name: words::KERNEL,
        token: range.start,
        array: false,
        pointer: first == "pointer",
        allocatable: first == "allocatable",
        derived: matches!(first, "type" | "class"),
        c_ptr: false,
        type_name: None,
        typed: is_type,
        type_tokens: range.start..i,
        bound_to: None,
    };
    if attribute && first == "dimension" && tokens.get(i).is_some_and(|t| t.is("(")) {
        return None;
    }
    if tokens.get(i).is_some_and(|t| t.is("(")) && i < range.end && (is_type || first == "intent") {
        let close = brackets.mate(i).unwrap_or(range.end).min(range.end);
        facts.c_ptr = tokens[i..close]
            .iter()
            .any(|t| t.as_word().is_some_and(|w| matches!(symbols.text(w), "c_ptr" | "c_devptr")));
        facts.derived &= !facts.c_ptr;
        facts.type_name = tokens.get(i + 1).and_then(Token::as_word).filter(|_| facts.derived);
        i = close + 1;
    } else if tokens.get(i).is_some_and(|t| t.is("*")) && is_type {
        i += if tokens.get(i + 1).is_some_and(|t| t.is("(")) { 2 } else { 1 };
        i = if tokens.get(i).is_some_and(|t| t.is("(")) { brackets.past(i) } else { i + 1 };
    }
    let colons = top_level(tokens, range.clone(), "::");
    if let Some(colons) = colons {
        let attributes = &tokens[i.min(colons)..colons];
        let has = |name: &str| attributes.iter().any(|t| t.as_word().is_some_and(|w| symbols.text(w) == name));
        facts.array |= has("dimension");
        facts.pointer |= has("pointer");
        facts.allocatable |= has("allocatable");
        facts.type_tokens = range.start..colons;
        i = colons + 1;
    } else {
        facts.type_tokens = range.start..i.min(range.end);
    }
    if attribute {
        facts.type_tokens = 0..0;
    }
    let mut out = Vec::new();
    for part in super::super::directive_items(tokens, i.min(range.end)..range.end) {
        let Some(name) = tokens.get(part.start).and_then(Token::as_word) else { continue };
        let array = tokens.get(part.start + 1).is_some_and(|t| t.is("(")) && part.len() > 1;
        let bound = part.clone().find(|k| tokens[*k].is("=>"));
        out.push(Declaration {
            name,
            token: part.start,
            array: facts.array || array || first == "dimension",
            bound_to: bound.map(|b| b + 1..part.end),
            ..facts.clone()
        });
    }
    Some(out)
}

/// First `spelling` outside parentheses.
pub(super) fn top_level(tokens: &[Token], range: Range<usize>, spelling: &str) -> Option<usize> {
    let mut depth = 0usize;
    for i in range {
        if tokens[i].is("(") || tokens[i].is("[") {
            depth += 1;
        } else if tokens[i].is(")") || tokens[i].is("]") {
            depth = depth.saturating_sub(1);
        } else if depth == 0 && tokens[i].is(spelling) {
            return Some(i);
        }
    }
    None
}
