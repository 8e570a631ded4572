//! Fortran names that share storage: `equivalence`, `common`, `associate`, modules.

use super::super::text::token::{Sym, words};
use super::fortran::Walker;
use super::{Aggregate, Cell, Flow, FortranKind, Role, VarId, WHOLE};

impl Walker<'_> {
    pub(super) fn equivalence(&mut self, i: usize, end: usize) {
        for group in super::super::directive_items(self.tokens, i + 1..end) {
            let inside = group.start + 1..group.end.saturating_sub(1).max(group.start + 1);
            let names: Vec<VarId> = super::super::directive_items(self.tokens, inside)
                .into_iter()
                .filter_map(|p| self.tokens[p.start].as_word().and_then(|w| self.resolve(w)))
                .collect();
            for pair in names.windows(2) {
                self.link(pair[0], pair[1], i);
            }
        }
    }

    /// `type, extends(a) :: t`: the stand-in for its objects.
    pub(super) fn derived_type(&mut self, i: usize, end: usize) {
        let name = (i + 1..end).rev().find_map(|k| self.tokens[k].as_word());
        let Some(name) = name else { return };
        let object = self.pseudo(name, Role::Object, i);
        self.variables[object].aggregate = Some(name);
        self.aggregates.insert(name, Aggregate { object, ..Aggregate::default() });
        self.type_name = Some(name);
    }

    /// Components of the derived type.
    pub(super) fn components(&mut self, i: usize, end: usize) {
        let found = super::fortran_declare::declaration(self.tokens, self.symbols, self.brackets, i..end);
        let Some(aggregate) = self.type_name.and_then(|t| self.aggregates.get_mut(&t)) else { return };
        for d in found.unwrap_or_default() {
            let kind = d.kind_after(FortranKind::Data { array: false });
            aggregate.has_pointer |= matches!(kind, FortranKind::Pointer | FortranKind::CPtr) || d.type_name.is_some();
            if kind == FortranKind::CPtr {
                self.c_pointers.insert(d.name);
            }
        }
    }

    /// `pointer (address, name)`, as Cray had it: `name` lies wherever the integer says.
    pub(super) fn cray_pointers(&mut self, i: usize, end: usize) {
        for group in super::super::directive_items(self.tokens, i + 1..end) {
            let names: Vec<(usize, Sym)> = group.filter_map(|k| self.tokens[k].as_word().map(|w| (k, w))).collect();
            let [(at, address), (place, name), ..] = names.as_slice() else { continue };
            let source = self
                .resolve(*address)
                .unwrap_or_else(|| self.add(*address, Role::Local, *at, FortranKind::Data { array: false }));
            let target =
                self.resolve(*name).unwrap_or_else(|| self.add(*name, Role::Local, *place, FortranKind::Pointer));
            self.flows.push(Flow { unknown: true, ..Flow::whole(source, target, i, 0) });
        }
    }

    pub(super) fn common(&mut self, i: usize, end: usize) {
        let mut block = words::COMMON;
        let mut position = 0;
        let mut depth = 0usize;
        for k in i + 1..end {
            let token = &self.tokens[k];
            depth += usize::from(token.is("("));
            depth -= usize::from(token.is(")")).min(depth);
            let Some(word) = token.as_word().filter(|_| depth == 0) else { continue };
            if self.tokens[k - 1].is("/") && self.tokens.get(k + 1).is_some_and(|t| t.is("/")) {
                block = word;
                position = 0;
                continue;
            }
            if let Some(id) = self.resolve(word) {
                self.variables[id].role = Role::Global;
                if let Some(other) = self.common.insert((block, position), id) {
                    self.link(other, id, k);
                }
            }
            position += 1;
        }
    }

    pub(super) fn link(&mut self, a: VarId, b: VarId, token: usize) {
        for (source, target) in [(a, b), (b, a)] {
            self.flows.push(Flow::whole(source, target, token, 0));
        }
    }

    /// `associate (a => y(1:n), b => v%p)`.
    pub(super) fn associate(&mut self, open: usize, end: usize) {
        let close = self.brackets.mate(open).unwrap_or(end).min(end);
        for part in super::super::directive_items(self.tokens, open + 1..close) {
            let (Some(name), true) =
                (self.tokens[part.start].as_word(), self.tokens.get(part.start + 1).is_some_and(|t| t.is("=>")))
            else {
                continue;
            };
            let selector = part.start + 2..part.end;
            let source = self.first_cell(&selector);
            let kind = source
                .and_then(|c| self.variables[c.variable].fortran.filter(|_| c.member == WHOLE))
                .unwrap_or(FortranKind::Data { array: true });
            let id = self.add(name, Role::Local, part.start, kind);
            self.bind(Cell { variable: id, member: WHOLE }, selector.clone(), part.start);
        }
    }

    /// `procedure, nopass :: run => impl`, `generic :: run => a, b` in a type; `module procedure a, b` in an interface.
    pub(super) fn binding(&mut self, i: usize, end: usize) {
        let colons = super::fortran_declare::top_level(self.tokens, i..end, "::");
        let nopass = (i..colons.unwrap_or(i)).any(|k| self.text(k) == "nopass");
        let from =
            colons.map_or_else(|| (i..end).find(|k| self.text(*k) == "procedure").map_or(end, |k| k + 1), |c| c + 1);
        let mut generic = self.generic.filter(|_| self.in_interface);
        for part in super::super::directive_items(self.tokens, from..end) {
            let words: Vec<_> = part.clone().filter_map(|k| self.tokens[k].as_word()).collect();
            let arrow = part.clone().any(|k| self.tokens[k].is("=>"));
            let (Some(first), Some(last)) = (words.first().copied(), words.last().copied()) else { continue };
            // `generic :: run => a, b`: what follows the comma belongs to `run` too.
            let name = if arrow { first } else { generic.unwrap_or(first) };
            if arrow && self.text(i) == "generic" {
                generic = Some(first);
            }
            self.bindings.entry(name).or_default().push(last);
            if nopass {
                self.nopass.insert(name);
            }
        }
    }

    /// `use state`, `use :: state, only: p`: renaming is left to the names themselves.
    pub(super) fn import(&mut self, i: usize, end: usize) {
        let words = (i + 1..end).filter_map(|k| self.tokens[k].as_word());
        if let Some(module) = words.into_iter().find(|w| self.scopes.is_module(*w)) {
            self.scopes.import(module);
        }
        // `only: mine => theirs`
        for k in i + 1..end.saturating_sub(1) {
            if self.tokens[k].is("=>")
                && let (Some(mine), Some(theirs)) = (self.tokens[k - 1].as_word(), self.tokens[k + 1].as_word())
                && let Some(id) = self.resolve(theirs)
            {
                self.scopes.add(mine, id);
            }
        }
    }
}
