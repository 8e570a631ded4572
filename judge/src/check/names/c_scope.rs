//! C-family names that get their values outside statements: at file scope, by inheritance, by default, by binding.

use std::ops::Range;

use super::super::text::token::{Kind, Map, Sym, Token, words};
use super::brackets::Brackets;
use super::c_body::Walker;
use super::{Cell, Flow, VarId, WHOLE};

impl Walker<'_> {
    /// An object of a class is an object of what it inherits from, and holds one of each class of its fields.
    pub(super) fn inherit(&mut self) {
        let pairs = self.aggregates.values().flat_map(|a| a.bases.iter().chain(&a.parts).map(move |b| (a.object, *b)));
        let mut pairs: Vec<(VarId, VarId)> =
            pairs.filter_map(|(object, base)| self.aggregates.get(&base).map(|b| (object, b.object))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        for (object, base) in pairs {
            self.link(object, base, self.variables[object].declared);
        }
    }

    /// `= keep` behind a parameter.
    pub(super) fn default_argument(&mut self, parameter: VarId) {
        let declared = self.variables[parameter].declared;
        let equals = declared + 1;
        if !self.tokens.get(equals).is_some_and(|t| t.is("=")) {
            return;
        }
        self.declarators.insert(declared, parameter);
        let close = self.brackets.outer(equals).and_then(|o| self.brackets.mate(o)).unwrap_or(equals);
        let mut i = equals + 1;
        while i < close && !self.tokens[i].is(",") {
            if self.tokens[i].kind == Kind::Word {
                self.word(i);
            }
            i += 1;
        }
    }

    /// File scope: directives, and what initialises variables there.
    pub(super) fn outside(&mut self, range: Range<usize>) {
        self.inside.clear();
        for i in range {
            let token = self.tokens[i];
            if token.kind == Kind::Directive {
                self.directive(i, None);
            } else if let Some(name) = token.as_word() {
                let called = self.tokens.get(i + 1).is_some_and(|t| t.is("("));
                if !called && (self.function_names.contains_key(&name) || self.resolve(name, i).is_some()) {
                    self.word(i);
                }
            }
        }
    }

    /// `auto [a, b] = …`: each holds a field of what is known to be a class, and may hold any part of anything else.
    pub(super) fn bindings(&mut self, ids: &[VarId], token: usize) {
        let equals = self.brackets.outer(token).map_or(token, |open| self.brackets.past(open));
        let value = self.tokens.get(equals + 1).and_then(Token::as_word);
        let source = value.and_then(|w| match self.aggregates.get(&w) {
            Some(class) => Some((class.object, class)),
            None => {
                let variable =
                    self.resolve(w, equals + 1).filter(|_| self.tokens.get(equals + 2).is_some_and(|t| t.is(";")))?;
                self.variables[variable].aggregate.and_then(|a| self.aggregates.get(&a)).map(|class| (variable, class))
            }
        });
        let fields: Option<(VarId, Vec<Sym>)> = source.map(|(variable, class)| (variable, class.fields.clone()));
        for (k, id) in ids.iter().enumerate() {
            let target = Cell { variable: *id, member: WHOLE };
            match &fields {
                Some((variable, fields)) => {
                    if let Some(field) = fields.get(k) {
                        let source = Cell { variable: *variable, member: *field };
                        self.flows.push(Flow { source, target, ..Flow::whole(*variable, *id, token, 0) });
                    }
                }
                None if k > 0 => self.flows.push(Flow { unknown: true, ..Flow::whole(ids[0], *id, token, 0) }),
                None => {}
            }
        }
    }
}

/// Tokens of a union that are looked at.
const MAX_UNION: usize = 400;

/// Fields that share their place with a pointer: of every union with one, the first field stands for all.
pub(super) fn unions(tokens: &[Token], brackets: &Brackets) -> Map<Sym, Sym> {
    let mut out = Map::default();
    for i in (0..tokens.len()).filter(|i| tokens[*i].word(words::UNION)) {
        let open = (i + 1..tokens.len().min(i + 3)).find(|k| tokens[*k].is("{"));
        let Some((open, close)) = open.and_then(|o| Some((o, brackets.mate(o)?))) else { continue };
        let inside = &tokens[open..close.min(open + MAX_UNION)];
        if !inside.iter().any(|t| t.is("*")) {
            continue;
        }
        let fields = inside.windows(2).filter(|w| [";", ",", "["].iter().any(|end| w[1].is(end)));
        let mut names = fields.filter_map(|w| w[0].as_word());
        if let Some(first) = names.next() {
            let stands = *out.entry(first).or_insert(first);
            for name in names {
                out.insert(name, stands);
            }
        }
    }
    out
}
