//! Calls and lambdas of C-family bodies.

use super::super::text::token::{Kind, Sym, words};
use super::c_body::{Walker, is_control, whole_flow};
use super::c_climb::Destination;
use super::c_declare::{Declared, declaration};
use super::{Act, Call, Cell, Flow, Function, OBJECT, Passed, Role, VarId, Variable, WHOLE};

impl Walker<'_> {
    /// The call whose `(` is at `open`.
    pub(super) fn call_of(&mut self, open: usize) -> Option<usize> {
        self.call_at.get(&open).copied()
    }

    pub(super) fn begin_call(&mut self, callee: Sym, through: Option<VarId>, open: usize) -> usize {
        let close = self.brackets.mate(open).unwrap_or(open + 1);
        let id = self.calls.len();
        self.calls.push(Call {
            callee,
            through,
            token: open.saturating_sub(1),
            arguments: open + 1..close.max(open + 1),
            passed: Vec::new(),
            result: None,
            function: self.function(),
        });
        self.call_at.insert(open, id);
        id
    }

    pub(super) fn call(&mut self, i: usize, name: Sym, through: Option<VarId>, method: bool) {
        let mut open = i + 1;
        if self.tokens.get(open).is_some_and(|t| t.is("<")) {
            open = super::c_declare::past_angle(self.tokens, self.brackets, open).unwrap_or(open);
        }
        if !self.tokens.get(open).is_some_and(|t| t.is("(")) || self.call_at.contains_key(&open) {
            return;
        }
        let id = self.begin_call(name, through, open);
        self.calls[id].token = i;
        // Where the result goes.
        let Some(close) = self.brackets.mate(open) else { return };
        let mut lo = i;
        while lo >= 2 && (self.tokens[lo - 1].is("::") || self.tokens[lo - 1].is(".") || self.tokens[lo - 1].is("->")) {
            lo -= 1;
            if self.tokens[lo - 1].kind == Kind::Word {
                lo -= 1;
            } else if self.tokens[lo - 1].is(")") || self.tokens[lo - 1].is("]") {
                match self.brackets.mate(lo - 1) {
                    Some(m) => lo = m,
                    None => break,
                }
            } else {
                break;
            }
        }
        if method && let Some(cell) = self.tokens[lo].as_word().and_then(|w| self.place(w, lo)) {
            self.calls[id].passed.push(Passed { index: OBJECT, cell, down: 0, up: 0, token: i });
        }
        let climb = self.climber().climb(lo, close, 3);
        let kept = !matches!(climb.destination, Destination::None) && climb.act == Act::Value;
        let used = climb.derefs > 0 || climb.member != WHOLE;
        if !kept && !used {
            return;
        }
        let result = self.variables.len();
        self.variables.push(Variable {
            name,
            role: Role::Result,
            declared: i,
            scope: i..i,
            pointers: 0,
            own_array: false,
            reference: false,
            arithmetic: false,
            plain: false,
            constant: false,
            aggregate: None,
            type_tokens: i..i,
            function: Some(self.function()),
            fortran: None,
        });
        self.calls[id].result = Some(result);
        self.mention(i, Cell { variable: result, member: WHOLE }, climb);
    }

    /// `(*f)(x)`, `a[i](x)`.
    pub(super) fn indirect_call(&mut self, open: usize) {
        let Some(before) = open.checked_sub(1) else { return };
        if self.call_at.contains_key(&open) || !(self.tokens[before].is(")") || self.tokens[before].is("]")) {
            return;
        }
        let Some(group) = self.brackets.mate(before) else { return };
        let control = group > 0 && self.tokens[group - 1].as_word().is_some_and(is_control);
        let star = self.tokens.get(group + 1).is_some_and(|t| t.is("*"));
        if control || !(star || self.tokens[before].is("]")) {
            return;
        }
        let word = (group + 1..before).find_map(|i| self.tokens[i].as_word()).unwrap_or(words::OPERATOR);
        let through = self.resolve(word, open);
        self.begin_call(word, through, open);
    }

    pub(super) fn lambda(&mut self, open: usize) {
        let before = open.checked_sub(1).map(|b| self.tokens[b]);
        let subscript = before.is_some_and(|t| match t.kind {
            Kind::Word => !matches!(t.sym, words::RETURN | words::CO_RETURN | words::ELSE),
            Kind::Number | Kind::Text => true,
            Kind::Punct => t.is(")") || t.is("]"),
            Kind::Directive | Kind::Eol => false,
        });
        let Some(close) = self.brackets.mate(open).filter(|_| !subscript) else { return };
        let mut i = close + 1;
        if self.tokens.get(i).is_some_and(|t| t.is("<")) {
            i = super::c_declare::past_angle(self.tokens, self.brackets, i).unwrap_or(i);
        }
        // HIP's marks, as words or as the attributes behind them.
        while let Some(word) = self.tokens.get(i).and_then(|t| t.as_word()) {
            i = match word {
                words::DEVICE | words::HOST => i + 1,
                words::ATTRIBUTE => self.brackets.past(i + 1),
                _ => break,
            };
        }
        let list = self.tokens.get(i).is_some_and(|t| t.is("(")).then_some(i);
        if let Some(list) = list {
            i = self.brackets.past(list);
        }
        let mut steps = 0;
        while self.tokens.get(i).is_some_and(|t| !t.is("{") && !t.is(";") && !t.is(")") && !t.is(",")) && steps < 60 {
            i += 1;
            steps += 1;
        }
        let Some(end) = self.tokens.get(i).filter(|t| t.is("{")).and_then(|_| self.brackets.mate(i)) else { return };
        let name = Sym(u32::MAX - 2);
        let pseudo = |role, this: &Self| Variable {
            name,
            role,
            declared: open,
            scope: open..open,
            pointers: 0,
            own_array: false,
            reference: false,
            arithmetic: false,
            plain: false,
            constant: false,
            aggregate: None,
            type_tokens: open..open,
            function: Some(this.function()),
            fortran: None,
        };
        let closure = self.variables.len();
        self.variables.push(pseudo(Role::Closure, self));
        self.variables.push(pseudo(Role::Return, self));
        let climb = self.climber().climb(open, end, 3);
        let parent = self.function();
        self.mention(open, Cell { variable: closure, member: WHOLE }, climb);
        let id = self.functions.len();
        let mut parameters = Vec::new();
        self.functions.push(Function {
            name,
            name_token: open,
            owner: None,
            parameters: Vec::new(),
            head: open..i,
            body: i + 1..end,
            is_static: true,
            is_template: false,
            is_lambda: true,
            c_linkage: false,
            returns: closure + 1,
            device_only: false,
            on_both: false,
            parent: Some(parent),
        });
        self.inside.push((id, end));
        if let Some(list) = list {
            let inside = list + 1..self.brackets.past(list).saturating_sub(1).max(list + 1);
            for part in super::super::directive_items(self.tokens, inside) {
                let found = declaration(self.tokens, self.brackets, &self.types, self.symbols, part, &|_| false);
                if let Some(d) = found.as_deref().and_then(<[Declared]>::first) {
                    let p = self.add_local(&d.clone(), end);
                    self.variables[p].role = Role::Parameter;
                    parameters.push(p);
                }
            }
        }
        self.functions[id].parameters = parameters;
        self.captures(open, close, end, closure);
        self.closures.push((closure, id));
    }

    /// `[p = y]` declares `p`; every captured name flows into the closure.
    pub(super) fn captures(&mut self, open: usize, close: usize, end: usize, closure: VarId) {
        for part in super::super::directive_items(self.tokens, open + 1..close) {
            let equals = part.clone().find(|i| self.tokens[*i].is("="));
            let word = part.clone().find(|i| self.tokens[*i].kind == Kind::Word);
            let Some(word) = word else { continue };
            let name = self.tokens[word].sym;
            if let Some(equals) = equals.filter(|e| *e > word) {
                let facts = super::c_declare::TypeFacts::default();
                let d = Declared { name, token: word, facts, own_array: false, type_tokens: word..word, direct: None };
                let id = self.add_local(&d, end);
                self.flows.push(whole_flow(id, closure, word, 1));
                let _ = equals;
            } else if let Some(cell) = self.place(name, word) {
                self.flows.push(Flow { source: cell, ..whole_flow(cell.variable, closure, word, 1) });
            }
        }
    }
}
