//! Fortran constructs, and which of them a directive governs.

use super::super::directive::{Association, Directive, Leaf};
use super::super::text::token::{Kind, words};
use super::Region;
use super::fortran::{Construct, ConstructKind, Walker};
use super::fortran_scopes::ScopeKind;

impl Walker<'_> {
    pub(super) fn construct(&mut self, i: usize, end: usize, first: &str, second: &str) -> Option<usize> {
        let assigns = self.tokens.get(i + 1).is_some_and(|t| t.is("=") || t.is("%") || t.is("=>"));
        let last_is_then = self.tokens[end - 1].word(words::THEN);
        match first {
            "do" if !assigns => {
                let label = self
                    .tokens
                    .get(i + 1)
                    .filter(|t| t.kind == Kind::Number)
                    .map(|t| super::super::text::condition::number(self.symbols.text(t.sym)));
                self.open_construct(ConstructKind::Do, i, label);
                self.expressions(i + 1, end);
            }
            "doconcurrent" | "dowhile" => self.open_construct(ConstructKind::Do, i, None),
            "if" if last_is_then => {
                self.open_construct(ConstructKind::If, i, None);
                self.expressions(i + 1, end);
            }
            "if" if self.tokens.get(i + 1).is_some_and(|t| t.is("(")) && !assigns => {
                let close = self.brackets.mate(i + 1).unwrap_or(end).min(end);
                self.expressions(i + 1, close);
                self.end_waiting(end);
                if close + 1 < end {
                    self.blocks.push(i..end);
                    return Some(close + 1);
                }
            }
            "else" | "elseif" | "case" | "elsewhere" | "rank" | "default" if !assigns => self.expressions(i + 1, end),
            "select" | "selectcase" | "selecttype" if !assigns => {
                self.open_construct(ConstructKind::Select, i, None);
                // `select type (q => u)`, `select rank (q => a)`
                if let Some(open) = (i + 1..end.min(i + 4)).find(|k| self.tokens[*k].is("(")) {
                    self.associate(open, end);
                }
                // Of what `select type` and `select rank` ask about, nothing is read.
                if !matches!(second, "type" | "rank") && first != "selecttype" {
                    self.expressions(i + 1, end);
                }
            }
            "block" if end == i + 1 => {
                self.open_construct(ConstructKind::Block, i, None);
                self.push_scope(None, i, ScopeKind::Block);
            }
            "block" if second == "data" => self.push_scope(None, end, ScopeKind::Unit),
            "associate" if self.tokens.get(i + 1).is_some_and(|t| t.is("(")) => {
                self.open_construct(ConstructKind::Associate, i, None);
                self.push_scope(None, i, ScopeKind::Block);
                self.associate(i + 1, end);
            }
            "where" | "forall" | "critical" if !assigns => {
                let close = self.tokens.get(i + 1).filter(|t| t.is("(")).and_then(|_| self.brackets.mate(i + 1));
                if close.is_none_or(|c| c + 1 >= end) {
                    self.open_construct(ConstructKind::Other, i, None);
                }
                self.expressions(i + 1, end);
            }
            _ => {
                self.end_waiting(end);
                self.executable(i, end);
            }
        }
        None
    }

    pub(super) fn open_construct(&mut self, kind: ConstructKind, start: usize, label: Option<i64>) {
        let mut regions = Vec::new();
        if matches!(kind, ConstructKind::Do | ConstructKind::Block) {
            regions = std::mem::take(&mut self.waiting);
            // A strictly structured block needs no `end` directive.
            if kind == ConstructKind::Block
                && let Some(r) = self.open.last().copied().filter(|r| self.follows(*r, start))
            {
                regions.push(r);
            }
        } else {
            self.end_waiting(start);
        }
        self.constructs.push(Construct { kind, start, label, regions });
    }

    /// Whether nothing but directives stands between a region's directive and the token.
    pub(super) fn follows(&self, region: usize, token: usize) -> bool {
        let from = self.regions[region].token + 1;
        token.saturating_sub(from) < 64
            && self.tokens[from..token].iter().all(|t| matches!(t.kind, Kind::Directive | Kind::Eol | Kind::Number))
    }

    pub(super) fn close_construct(&mut self, end: usize) {
        let Some(construct) = self.constructs.pop() else { return };
        for r in construct.regions {
            self.regions[r].body.end = end;
            self.open.retain(|o| *o != r);
        }
        if matches!(construct.kind, ConstructKind::If | ConstructKind::Do | ConstructKind::Select) {
            self.blocks.push(construct.start..end);
        }
    }

    /// A loop directive before something that is no loop: it governs that statement.
    pub(super) fn end_waiting(&mut self, end: usize) {
        for r in std::mem::take(&mut self.waiting) {
            self.regions[r].body.end = end;
        }
    }

    pub(super) fn directive(&mut self, i: usize) {
        let index = self.tokens[i].sym.0 as usize;
        let Some(main) = self.directives.get(index) else { return };
        if main.end {
            self.end_directive(main.leaves.first().copied(), i);
            return;
        }
        if matches!(main.leaves.first(), Some(Leaf::EndMetadirective)) {
            self.end_directive(Some(Leaf::BeginMetadirective), i);
            return;
        }
        self.variant(main);
        let mut queue = vec![index];
        queue.extend(self.arms.get(&index).into_iter().flatten());
        let function = self.scopes.function();
        let wanted = extent(main, &queue, self.directives);
        for index in queue {
            self.items_of(index);
            let r = self.regions.len();
            self.regions.push(Region { directive: index, token: i, body: i + 1..i + 1, function });
            match wanted {
                Extent::None => {}
                Extent::Next => self.waiting.push(r),
                Extent::Block => {
                    self.regions[r].body.end = self.tokens.len();
                    self.open.push(r);
                }
            }
        }
    }

    /// `declare variant ([base:] variant)`: another procedure in the place of this one.
    fn variant(&mut self, directive: &Directive) {
        let Some(argument) = directive.argument.clone().filter(|_| directive.has(Leaf::DeclareVariant)) else { return };
        let words: Vec<_> = directive.tokens[argument].iter().filter_map(|t| t.as_word()).collect();
        let here = self.scopes.function().map(|f| self.functions[f].name);
        let (base, variant) = match words.as_slice() {
            [variant] => (here, *variant),
            [base, variant] => (Some(*base), *variant),
            _ => return,
        };
        if let Some(base) = base {
            self.bindings.entry(base).or_default().push(variant);
        }
    }

    pub(super) fn items_of(&mut self, index: usize) {
        for (c, clause) in self.directives[index].clauses.iter().enumerate() {
            for (k, item) in clause.items.iter().enumerate() {
                if let Some(variable) = item.base.and_then(|b| self.resolve(b)) {
                    self.items.insert((index, c, k), variable);
                }
            }
        }
    }

    pub(super) fn end_directive(&mut self, leaf: Option<Leaf>, i: usize) {
        let found =
            self.open.iter().rposition(|r| self.directives[self.regions[*r].directive].leaves.first().copied() == leaf);
        let Some(found) = found else { return };
        let token = self.regions[self.open[found]].token;
        for r in self.open.split_off(found) {
            self.regions[r].body.end = i;
        }
        // Arms of a metadirective share their place.
        while self.open.last().is_some_and(|r| self.regions[*r].token == token) {
            if let Some(r) = self.open.pop() {
                self.regions[r].body.end = i;
            }
        }
    }
}

/// What a directive waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    None,
    Next,
    Block,
}

fn extent(main: &Directive, all: &[usize], directives: &[Directive]) -> Extent {
    if matches!(main.leaves.first(), Some(Leaf::BeginMetadirective)) {
        return Extent::Block;
    }
    let of = |d: &Directive| {
        let association = d.leaves.iter().map(|l| l.association());
        if d.leaves.iter().any(|l| matches!(l, Leaf::Atomic | Leaf::Section | Leaf::Allocators | Leaf::Dispatch)) {
            return Extent::None;
        }
        let standalone =
            d.leaves == [Leaf::Ordered] && d.clauses.iter().any(|c| matches!(c.name.name(), "depend" | "doacross"));
        if standalone {
            Extent::None
        } else if association.clone().any(|a| a == Association::Loop) {
            Extent::Next
        } else if association.clone().any(|a| a == Association::Block) {
            Extent::Block
        } else {
            Extent::None
        }
    };
    if main.has(Leaf::Metadirective) {
        // Without `begin … end` it governs the next loop or block.
        let any_block = all.iter().skip(1).any(|d| of(&directives[*d]) == Extent::Block);
        return if any_block { Extent::Block } else { Extent::Next };
    }
    of(main)
}
