//! Scopes of a Fortran file: which variable a name stands for, at a cost that does not grow with the nesting.

use crate::check::text::token::Map;

use super::super::text::token::Sym;
use super::{FnId, VarId};

/// A scope: program unit, BLOCK, or ASSOCIATE.
pub(super) struct Scope {
    names: Map<Sym, VarId>,
    /// The procedure it is the body of.
    pub(super) function: Option<FnId>,
    /// The procedure it is in.
    inside: Option<FnId>,
    pub(super) start: usize,
    pub(super) kind: ScopeKind,
    /// Name of the module it is.
    pub(super) module: Option<Sym>,
    /// Number of constructs open when it began.
    pub(super) constructs: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScopeKind {
    Unit,
    Block,
}

/// Names that all modules together may hand on; a file of more is no program.
const MAX_IMPORTED: usize = 200_000;

/// The open scopes.
#[derive(Default)]
pub(super) struct Scopes {
    open: Vec<Scope>,
    /// What each name stands for, innermost last, with the number of scopes that were open.
    visible: Map<Sym, Vec<(usize, VarId)>>,
    /// Names of each module that has ended.
    modules: Map<Sym, Map<Sym, VarId>>,
    imported: usize,
}

impl Scopes {
    pub(super) fn push(&mut self, function: Option<FnId>, start: usize, kind: ScopeKind, constructs: usize) {
        let inside = function.or_else(|| self.function());
        self.open.push(Scope { names: Map::default(), function, inside, start, kind, module: None, constructs });
    }

    pub(super) fn pop(&mut self) -> Option<Scope> {
        let depth = self.open.len();
        let mut scope = self.open.pop()?;
        for name in scope.names.keys() {
            if let Some(list) = self.visible.get_mut(name) {
                list.pop_if(|(d, _)| *d == depth);
            }
        }
        if let Some(module) = scope.module {
            self.modules.insert(module, std::mem::take(&mut scope.names));
        }
        Some(scope)
    }

    /// Closes the innermost scope if it is a BLOCK or ASSOCIATE.
    pub(super) fn pop_block(&mut self) -> bool {
        let block = self.open.len() > 1 && self.open.last().is_some_and(|s| s.kind == ScopeKind::Block);
        block && self.pop().is_some()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// The scope that opened last.
    pub(super) fn last_mut(&mut self) -> Option<&mut Scope> {
        self.open.last_mut()
    }

    /// The procedure whose body this is.
    pub(super) fn function(&self) -> Option<FnId> {
        self.open.last().and_then(|s| s.inside)
    }

    pub(super) fn resolve(&self, name: Sym) -> Option<VarId> {
        self.visible.get(&name).and_then(|list| list.last()).map(|(_, id)| *id)
    }

    /// What the name stands for by a declaration of the innermost scope itself.
    pub(super) fn own(&self, name: Sym) -> Option<VarId> {
        self.open.last().and_then(|s| s.names.get(&name)).copied()
    }

    pub(super) fn add(&mut self, name: Sym, id: VarId) {
        let depth = self.open.len();
        let Some(scope) = self.open.last_mut() else { return };
        let list = self.visible.entry(name).or_default();
        if scope.names.insert(name, id).is_some() {
            list.pop_if(|(d, _)| *d == depth);
        }
        list.push((depth, id));
    }

    pub(super) fn remove(&mut self, name: Sym) {
        let depth = self.open.len();
        if self.open.last_mut().and_then(|s| s.names.remove(&name)).is_some()
            && let Some(list) = self.visible.get_mut(&name)
        {
            list.pop_if(|(d, _)| *d == depth);
        }
    }

    /// `use module`.
    pub(super) fn import(&mut self, module: Sym) {
        let names = self.modules.get(&module).cloned().unwrap_or_default();
        self.imported += names.len();
        if self.imported <= MAX_IMPORTED {
            names.into_iter().for_each(|(name, id)| self.add(name, id));
        }
    }

    pub(super) fn is_module(&self, name: Sym) -> bool {
        self.modules.contains_key(&name)
    }
}
