//! The OpenMP directive grammar, 5.2 and the 6.0 spellings: C pragmas, attributes and Fortran sentinels alike.

mod attribute;
mod clause_names;
mod constructs;
mod fixed_words;
mod grammar;
mod items;
mod selector;

use std::ops::Range;

pub(crate) use attribute::split_attribute;
pub(crate) use clause_names::{ClauseName, Shape};
pub(crate) use constructs::{Association, Leaf};
pub(crate) use fixed_words::split_words;
pub(crate) use grammar::parse;
pub(crate) use items::{closes, item, opens, split};
pub(crate) use selector::{Trait, traits};

use super::text::preprocess::Form;
use super::text::token::{Bytes, Sym, Token};

/// One directive. Ranges index `tokens`.
#[derive(Debug, Clone)]
pub(crate) struct Directive {
    /// Everything behind the namespace (`omp`).
    pub(crate) tokens: Vec<Token>,
    /// `target teams distribute` is three leaves.
    pub(crate) leaves: Vec<Leaf>,
    /// Fortran `end …`.
    pub(crate) end: bool,
    /// `critical(name)`, `declare target(x)`, `flush(x)`.
    pub(crate) argument: Option<Range<usize>>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) problems: Vec<Problem>,
    pub(crate) at: Bytes,
    pub(crate) form: Form,
}

impl Directive {
    pub(crate) fn has(&self, leaf: Leaf) -> bool {
        self.leaves.contains(&leaf)
    }

    /// Whether it opens a target region: runs its body on the device.
    pub(crate) fn is_target(&self) -> bool {
        !self.end && self.leaves.first() == Some(&Leaf::Target)
    }

    /// The clauses of this name.
    pub(crate) fn all(&self, name: ClauseName) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter(move |c| c.name == name)
    }

    /// Bytes of a range of its tokens.
    pub(crate) fn bytes(&self, range: &Range<usize>) -> Bytes {
        match (self.tokens.get(range.start), range.end.checked_sub(1).and_then(|i| self.tokens.get(i))) {
            (Some(first), Some(last)) if range.start < range.end => first.at.to(last.at),
            (Some(first), _) => first.at,
            (None, _) => self.at,
        }
    }

    /// The spelling of the name, words apart.
    pub(crate) fn name(&self) -> String {
        let words: Vec<&str> = self.leaves.iter().map(|l| l.name()).collect();
        if self.end { format!("end {}", words.join(" ")) } else { words.join(" ") }
    }
}

/// One clause.
#[derive(Debug, Clone)]
pub(crate) struct Clause {
    pub(crate) name: ClauseName,
    /// From its name to its closing parenthesis.
    pub(crate) range: Range<usize>,
    /// Inside its parentheses; empty without any.
    pub(crate) arguments: Range<usize>,
    /// `target` of `if(target: …)`.
    pub(crate) construct: Option<Leaf>,
    /// Words before the colon, in order: modifiers, map type, reduction operator, depend type.
    pub(crate) modifiers: Vec<Modifier>,
    /// The list after the colon, or the whole.
    pub(crate) items: Vec<Item>,
    /// The directive of a metadirective's arm; `None` within is `nothing`.
    pub(crate) variant: Option<Box<Directive>>,
}

impl Clause {
    /// Tokens behind the modifiers.
    pub(crate) fn body(&self) -> Range<usize> {
        match (self.items.first(), self.items.last()) {
            (Some(first), Some(last)) => first.range.start..last.range.end,
            _ => self.arguments.end..self.arguments.end,
        }
    }
}

/// A word before a clause's colon.
#[derive(Debug, Clone)]
pub(crate) struct Modifier {
    pub(crate) word: Sym,
    pub(crate) range: Range<usize>,
}

/// One entry of a clause's list: an lvalue with sections, strides, shapes, members.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub(crate) range: Range<usize>,
    /// The variable, `this` included.
    pub(crate) base: Option<Sym>,
    /// Members behind it.
    pub(crate) path: Vec<Sym>,
}

/// Why a directive does not parse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// Token where it went wrong; the number of tokens for the end.
    pub(crate) at: usize,
    /// What would have been right, as words.
    pub(crate) expected: String,
    pub(crate) kind: ProblemKind,
}

/// The two ways a directive goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProblemKind {
    /// J002: the grammar does not allow this here.
    Syntax,
    /// J003: a word nobody knows, or text the compiler would drop.
    Unknown,
}
