//! Calls and lambdas of C-family bodies.

use super::super::text::token::{Kind, Sym, Token, words};
use super::c_body::Walker;
use super::c_climb::{Climb, Destination};
use super::c_declare::{Declared, declaration};
use super::c_shape::is_statement;
use super::{Act, Call, Callee, Cell, Flow, FnId, Function, OBJECT, Passed, Role, VarId, Variable, WHOLE};

impl Walker<'_> {
    /// The call whose `(` is at `open`.
    pub(super) fn call_of(&mut self, open: usize) -> Option<usize> {
        self.call_at.get(&open).copied()
    }

    pub(super) fn begin_call(&mut self, callee: Sym, by: Callee, open: usize) -> usize {
        let close = self.brackets.mate(open).unwrap_or(open + 1);
        let id = self.calls.len();
        self.calls.push(Call {
            callee,
            by,
            targets: Vec::new(),
            skips_object: false,
            token: open.saturating_sub(1),
            arguments: open + 1..close.max(open + 1),
            passed: Vec::new(),
            result: None,
            function: self.function(),
        });
        self.call_at.insert(open, id);
        id
    }

    pub(super) fn call(&mut self, i: usize, name: Sym, by: Callee) {
        let mut open = i + 1;
        if self.tokens.get(open).is_some_and(|t| t.is("<")) {
            open = super::c_declare::past_angle(self.tokens, self.brackets, open).unwrap_or(open);
        }
        if !self.tokens.get(open).is_some_and(|t| t.is("(")) || self.call_at.contains_key(&open) || self.declares(open)
        {
            return;
        }
        let method = matches!(by, Callee::Member(_));
        let id = self.begin_call(name, by, open);
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
            self.calls[id].by = Callee::Member(Some(cell.variable));
        }
        self.result_of(id, lo, i, close);
    }

    /// `(*f)` of `void (*f)(int)`: it names what the statement declares, and calls nothing.
    fn declares(&self, open: usize) -> bool {
        let close = self.brackets.mate(open).unwrap_or(open);
        let starred = (open + 1..close.min(open + 4)).any(|i| self.tokens[i].is("*") || self.tokens[i].is("&"));
        starred && (open + 1..close.min(open + 12)).any(|i| self.declarators.contains_key(&i))
    }

    /// Follows the value of a call whose expression is `lo..=close`.
    fn result_of(&mut self, id: usize, lo: usize, token: usize, close: usize) {
        let climb = self.climber().climb(lo, close, 3);
        let kept = !matches!(climb.destination, Destination::None) && climb.act == Act::Value;
        let used = climb.derefs > 0 || climb.member != WHOLE || climb.act == Act::Called;
        if !kept && !used {
            return;
        }
        let name = self.calls[id].callee;
        let result = self.pseudo(name, Role::Result, token);
        self.calls[id].result = Some(result);
        self.mention(token, Cell { variable: result, member: WHOLE }, climb);
    }

    /// A value without a declaration.
    pub(super) fn pseudo(&mut self, name: Sym, role: Role, token: usize) -> VarId {
        self.variables.push(Variable::value(name, role, token, self.function()));
        self.variables.len() - 1
    }

    /// A function of the file, named without being called: its address goes somewhere.
    pub(super) fn function_value(&mut self, i: usize, name: Sym) {
        let climb = Climb { derefs: 0, ..self.climber().climb(i, i, 3) };
        if climb.act != Act::Value || matches!(climb.destination, Destination::None) {
            return;
        }
        let variable = match self.function_values.get(&name) {
            Some(variable) => *variable,
            None => {
                let variable = self.pseudo(name, Role::Closure, i);
                self.function_values.insert(name, variable);
                let functions = self.function_names.get(&name).map_or(&[][..], Vec::as_slice);
                self.closures.extend(functions.iter().map(|f| (variable, *f)));
                variable
            }
        };
        self.send(Cell { variable, member: WHOLE }, climb, i);
    }

    /// `(*f)(x)`, `a[i](x)`, `(o.*f)(x)`, `pick()(x)`, `[] { … }(x)`, `T{}(x)`: whatever the expression before it names.
    pub(super) fn indirect_call(&mut self, open: usize) {
        if self.call_at.contains_key(&open) || !self.climber().calls_value(open) {
            return;
        }
        let Some(before) = open.checked_sub(1) else { return };
        if self.brackets.mate(before).is_some_and(|group| self.declares(group)) {
            return;
        }
        let mut lo = before;
        // From the last group leftwards over what it belongs to.
        for _ in 0..64 {
            let token = &self.tokens[lo];
            if token.is(")") || token.is("]") || token.is("}") {
                let Some(mate) = self.brackets.mate(lo).filter(|m| *m > 0) else { break };
                let inner = &self.tokens[mate - 1];
                let joins = inner.is(")") || inner.is("]") || inner.kind == Kind::Word && !is_statement(inner.sym);
                lo = if joins { mate - 1 } else { mate };
                if !joins {
                    break;
                }
            } else if lo > 0 && (self.tokens[lo - 1].is(".") || self.tokens[lo - 1].is("->")) && lo > 1 {
                lo -= 2;
            } else {
                break;
            }
        }
        let mut variables = Vec::new();
        let mut functions = Vec::new();
        for i in (lo..open).take(400) {
            if let Some((closure, _)) = self.closure_at.get(&i) {
                variables.push(*closure);
            }
            let inner = self.call_at.get(&(i + 1)).map(|c| &self.calls[*c]);
            let Some(name) = self.tokens[i].as_word() else { continue };
            if let Some(call) = inner {
                variables.extend(call.result);
                functions.extend(self.operators_of(name));
            } else if let Some(cell) = self.place(name, i) {
                variables.push(cell.variable);
            } else {
                functions.extend(self.function_names.get(&name).into_iter().flatten());
                functions.extend(self.operators_of(name));
            }
        }
        let name = self.tokens[lo..open].iter().find_map(Token::as_word).unwrap_or(words::OPERATOR);
        let id = self.begin_call(name, Callee::Value(variables, functions), open);
        if let Some(close) = self.brackets.mate(open) {
            self.result_of(id, lo, open, close);
        }
    }

    /// `operator()` of a class.
    fn operators_of(&self, class: Sym) -> Vec<FnId> {
        let all = self.function_names.get(&words::CALL_OPERATOR).map_or(&[][..], Vec::as_slice);
        all.iter().copied().filter(|f| self.functions[*f].owner == Some(class)).collect()
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
        let closure = self.pseudo(name, Role::Closure, open);
        let returns = self.pseudo(name, Role::Return, open);
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
            returns,
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
        self.closure_at.insert(open, (closure, id));
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
                self.flows.push(Flow::whole(id, closure, word, 1));
                let _ = equals;
            } else if let Some(cell) = self.place(name, word) {
                self.flows.push(Flow { source: cell, ..Flow::whole(cell.variable, closure, word, 1) });
            }
        }
    }
}
