//! Where the value of a mention goes: assignments, elements of braced lists, returns, arguments.

use std::ops::Range;

use super::super::text::token::{Kind, Sym, Token, words};
use super::c_body::Walker;
use super::c_climb::{Climb, Destination};
use super::c_shape::is_control;
use super::{Act, Callee, Cell, Flow, FnId, Passed, Use, VarId, WHOLE};

impl Walker<'_> {
    /// A name from outside a lambda's body is part of its closure.
    pub(super) fn capture_implicitly(&mut self, cell: Cell, token: usize) {
        for k in 0..self.inside.len() {
            let (function, _) = self.inside[k];
            let body = self.functions[function].body.start..self.functions[function].body.end;
            let lambda = self.functions[function].is_lambda && body.contains(&token);
            if !lambda || self.functions[function].head.start <= self.variables[cell.variable].declared {
                continue;
            }
            if let Some((closure, _)) = self.closure_at.get(&self.functions[function].head.start).copied() {
                self.flows.push(Flow { source: cell, ..Flow::whole(cell.variable, closure, token, 1) });
            }
        }
    }

    pub(super) fn mention(&mut self, i: usize, cell: Cell, climb: Climb) {
        let named = |member: Sym| {
            let member = if member == WHOLE { cell.member } else { member };
            Cell { member: self.unions.get(&member).copied().unwrap_or(member), ..cell }
        };
        let function = self.function();
        let mut note = |cell: Cell, derefs: i8| {
            let Climb { last, act, written, .. } = climb;
            self.uses.push(Use { cell, token: i, last, derefs, act, written, function });
        };
        if let Some((member, derefs)) = climb.crossed {
            note(named(member), derefs);
        }
        let cell = named(climb.member);
        note(cell, climb.derefs);
        self.capture_implicitly(cell, i);
        let arithmetic =
            self.variables[cell.variable].arithmetic && cell.member == WHOLE && !self.is_address(cell.variable);
        if climb.act == Act::Value && !arithmetic && !climb.method {
            self.send(cell, climb, i);
        }
    }

    /// Whether an address was stored in it, though it is an integer.
    fn is_address(&self, variable: VarId) -> bool {
        self.address_integers.contains(&self.variables[variable].declared)
    }

    /// An address as an integer among the arguments of a function of the file.
    fn address_arguments(&mut self, call: usize, index: usize) {
        let named = self.function_names.get(&self.calls[call].callee).into_iter().flatten();
        for parameter in named.take(64).filter_map(|f| self.functions[*f].parameters.get(index)) {
            let parameter = &self.variables[*parameter];
            if parameter.plain {
                self.address_integers.insert(parameter.declared);
            }
        }
    }

    /// Records where the value goes.
    pub(super) fn send(&mut self, source: Cell, climb: Climb, token: usize) {
        let down = climb.derefs.max(0) as u8;
        let up = u8::from(climb.derefs < 0);
        let integer = climb.integer || self.is_address(source.variable);
        let push = |this: &mut Self, target: Cell, extra_up: u8, extra_down: u8, unknown: bool| {
            let target = Cell { member: this.unions.get(&target.member).copied().unwrap_or(target.member), ..target };
            let variable = &this.variables[target.variable];
            if variable.arithmetic && target.member == WHOLE && !integer {
                return;
            }
            if integer && variable.plain {
                this.address_integers.insert(variable.declared);
            }
            let flow = Flow {
                source,
                target,
                down: down + extra_down,
                up: up + extra_up,
                token,
                unknown: unknown || integer && variable.arithmetic,
                linked: false,
            };
            this.flows.push(flow);
            // `q = &v`, `r` bound to `v`: what is stored through one is seen through the other.
            let bound = variable.reference && target.member == WHOLE || this.reference_fields.contains(&target.member);
            if up > 0 || bound {
                this.flows.push(Flow { source: target, target: source, down: flow.up, up: 0, ..flow });
                if source.member == WHOLE && target.member == WHOLE {
                    this.link(source.variable, target.variable, token);
                }
            }
        };
        match climb.destination {
            Destination::None => {}
            Destination::Lost => {
                // Too deep to follow: it may reach whatever the statement assigns.
                match self.statement_target(token) {
                    Some(target) => push(self, target, 0, 0, true),
                    None => self.lost.push((source, token)),
                }
            }
            Destination::Assigned(equals) => match self.assigned(equals) {
                Some((target, stores)) => push(self, target, stores, 0, false),
                None => self.lost.push((source, token)),
            },
            Destination::Ranged(colon) => {
                let declared =
                    (1..4).find_map(|k| colon.checked_sub(k).and_then(|t| self.declarators.get(&t))).copied();
                if let Some(variable) = declared {
                    push(self, Cell { variable, member: WHOLE }, 0, 1, false);
                }
            }
            Destination::Returned => {
                // Text that is no program may return outside of any function.
                if let Some(returns) = self.functions.get(self.function()).map(|f| f.returns) {
                    push(self, Cell { variable: returns, member: WHOLE }, 0, 0, false);
                }
            }
            Destination::Argument(open, index) => {
                let declared = open.checked_sub(1).and_then(|name| self.declarators.get(&name)).copied();
                if let Some(call) = self.call_of(open) {
                    if integer {
                        self.address_arguments(call, index);
                    }
                    self.calls[call].passed.push(Passed { index, cell: source, down, up, token });
                } else if let Some(variable) = declared {
                    // `double *p(y);`
                    push(self, Cell { variable, member: WHOLE }, 0, 0, false);
                } else {
                    self.lost.push((source, token));
                }
            }
            Destination::Element(brace, index) => match self.element(brace, index, 0) {
                Some((target, stores)) => push(self, target, stores, 0, false),
                None => self.lost.push((source, token)),
            },
        }
    }

    /// The variable the statement of `token` assigns first.
    pub(super) fn statement_target(&self, token: usize) -> Option<Cell> {
        let from = token.saturating_sub(4000);
        let start = (from..token).rev().find(|i| self.tokens[*i].is(";") || self.tokens[*i].is("{"))? + 1;
        let equals = (start..token).find(|i| self.tokens[*i].is("="))?;
        self.assigned(equals).map(|(cell, _)| cell)
    }

    /// The left side of the `=` at `equals`, and through how many dereferences it stores.
    pub(super) fn assigned(&self, equals: usize) -> Option<(Cell, u8)> {
        let mut last = equals.checked_sub(1)?;
        let mut stores = 0u8;
        while self.tokens[last].is("]") {
            let open = self.brackets.mate(last)?;
            stores = stores.saturating_add(1);
            last = open.checked_sub(1)?;
        }
        if let Some(id) = self.declarators.get(&last) {
            // `double *a[2] = …` initialises elements; `double *p = …` the pointer itself.
            return Some((Cell { variable: *id, member: WHOLE }, u8::from(stores > 0)));
        }
        // `auto [a, b] = …`
        if stores == 1
            && let Some(id) = self.declarators.get(&(last + 2))
        {
            return Some((Cell { variable: *id, member: WHOLE }, 0));
        }
        let mut first = equals;
        let mut steps = 0;
        while first > 0 && steps < 200 {
            let before = &self.tokens[first - 1];
            if before.is(")") || before.is("]") {
                let open = self.brackets.mate(first - 1)?;
                // The head of a control statement.
                if before.is(")") && open > 0 && self.tokens[open - 1].as_word().is_some_and(is_control) {
                    break;
                }
                first = open;
            } else if before.is(";")
                || before.is("{")
                || before.is("}")
                || before.is(",")
                || before.is("(")
                || before.is("=")
                || before.kind == Kind::Directive
                || before.is("?")
                || before.is(":")
                || before.word(words::ELSE)
                || before.word(words::DO)
            {
                break;
            } else {
                first -= 1;
            }
            steps += 1;
        }
        // `void (*f)(int) = …`, `void (*table[])(int) = …`
        if let Some((at, id)) = (first..equals).rev().take(200).find_map(|i| self.declarators.get(&i).map(|d| (i, *d)))
        {
            let many = self.tokens.get(at + 1).is_some_and(|t| t.is("["));
            return Some((Cell { variable: id, member: WHOLE }, u8::from(many)));
        }
        // `{.p = …}`, `{[1] = …}`
        if self.tokens[first].is(".") || self.tokens[first].is("[") {
            let brace = self.brackets.outer(first).filter(|b| self.tokens[*b].is("{"))?;
            let (cell, up) = self.element(brace, usize::MAX, 0)?;
            let field = self.tokens[first..equals].iter().rev().find_map(Token::as_word);
            return match field.filter(|_| self.tokens[first].is(".")) {
                Some(member) => Some((Cell { member, ..cell }, 0)),
                None => Some((cell, up)),
            };
        }
        let entry = super::super::directive::item(self.tokens, first..equals);
        let base = entry.base?;
        let at = (first..equals).find(|i| self.tokens[*i].word(base))?;
        let mut cell = if base == words::THIS {
            let owner = self.inside.iter().rev().find_map(|(f, _)| self.functions[*f].owner)?;
            Cell { variable: self.aggregates.get(&owner)?.object, member: WHOLE }
        } else {
            self.place(base, at)?
        };
        if self.tokens[at..equals].iter().any(|t| t.is(".*") || t.is("->*")) {
            // `s.*m = x`: some member of it.
            stores = stores.saturating_add(1);
        } else if let Some(member) = entry.path.last() {
            cell.member = *member;
        } else {
            let stars = self.tokens[first..at].iter().filter(|t| t.is("*")).count();
            stores = stores.saturating_add(stars.min(3) as u8);
        }
        Some((cell, stores))
    }

    /// Where the element of a braced list goes.
    pub(super) fn element(&self, brace: usize, index: usize, depth: usize) -> Option<(Cell, u8)> {
        if depth > 8 {
            return None;
        }
        // `.field = value` climbs to `=` instead; positional here.
        let before = brace.checked_sub(1)?;
        let (variable, class) = if let Some(id) = self.declarators.get(&before) {
            (*id, self.variables[*id].aggregate)
        } else if self.tokens[before].is("=") {
            let (cell, _) = self.assigned(before)?;
            (cell.variable, self.variables[cell.variable].aggregate)
        } else if self.tokens[before].is("]") {
            let name = self.brackets.mate(before)?.checked_sub(1)?;
            (*self.declarators.get(&name)?, None)
        } else if let Some(word) = self.tokens[before].as_word() {
            if word == words::RETURN {
                let returns = self.functions.get(self.function())?.returns;
                (returns, self.variables[returns].aggregate)
            } else {
                let aggregate = self.aggregates.get(&word)?;
                (aggregate.object, Some(word))
            }
        } else if self.tokens[before].is(">") {
            // `View<T>{ … }`
            let class = self.climber().open_angle(before)?.checked_sub(1).and_then(|n| self.tokens[n].as_word())?;
            (self.aggregates.get(&class)?.object, Some(class))
        } else if self.tokens[before].is(":") {
            // `for (double *q : {x, y})`
            let declared = (1..4).find_map(|k| before.checked_sub(k).and_then(|t| self.declarators.get(&t)))?;
            return Some((Cell { variable: *declared, member: WHOLE }, 0));
        } else if self.tokens[before].is(")") {
            // `(struct V){ … }`
            let open = self.brackets.mate(before)?;
            let named = |word| self.types.aliases.get(&word).and_then(|facts| facts.name).unwrap_or(word);
            let mut words = (open..before).filter_map(|i| self.tokens[i].as_word().map(named));
            let class = words.find(|w| self.aggregates.contains_key(w))?;
            (self.aggregates.get(&class)?.object, Some(class))
        } else if let Some(parameter) = self.braced_parameter(brace) {
            (parameter, self.variables[parameter].aggregate)
        } else if self.tokens[before].is(",") || self.tokens[before].is("{") {
            let outer = self.brackets.outer(brace).filter(|o| self.tokens[*o].is("{"))?;
            return self.element(outer, 0, depth + 1).map(|(cell, up)| (Cell { member: WHOLE, ..cell }, up.max(1)));
        } else {
            return None;
        };
        let fields = class.and_then(|c| self.aggregates.get(&c)).map(|a| a.fields.as_slice());
        match fields.and_then(|f| f.get(index)) {
            Some(field) => Some((Cell { variable, member: *field }, 0)),
            None if self.variables[variable].pointers == 1 && !self.variables[variable].own_array => {
                Some((Cell { variable, member: WHOLE }, 0))
            }
            None => Some((Cell { variable, member: WHOLE }, 1)),
        }
    }

    /// `f({x, n}, 1)`: the parameter that the list at `brace` makes, of the one function of that name.
    fn braced_parameter(&self, brace: usize) -> Option<VarId> {
        let open = self.brackets.outer(brace).filter(|o| self.tokens[*o].is("("))?;
        let name = open.checked_sub(1).and_then(|n| self.tokens[n].as_word())?;
        let [function] = self.function_names.get(&name)?.as_slice() else { return None };
        let (mut index, mut i) = (0, open + 1);
        while i < brace.min(open + 400) {
            index += usize::from(self.tokens[i].is(","));
            let opens = self.tokens[i].is("(") || self.tokens[i].is("[") || self.tokens[i].is("{");
            i = if opens { self.brackets.past(i) } else { i + 1 };
        }
        (i == brace).then(|| self.functions[*function].parameters.get(index).copied())?
    }

    pub(super) fn constructor_initialisers(&mut self, range: Range<usize>, id: FnId) {
        let Some(object) = self.functions[id].owner.and_then(|o| self.aggregates.get(&o)).map(|a| a.object) else {
            return;
        };
        let mut i = range.start;
        while i < range.end {
            let open = self.tokens.get(i + 1).is_some_and(|t| t.is("(") || t.is("{"));
            if let (Some(member), true) = (self.tokens[i].as_word(), open) {
                let close = self.brackets.mate(i + 1).unwrap_or(range.end);
                let base = self.aggregates.contains_key(&member);
                let call = base.then(|| self.begin_call(member, Callee::Name, i + 1));
                for k in i + 2..close.min(range.end) {
                    if let Some(cell) = self.tokens[k].as_word().and_then(|w| self.place(w, k)) {
                        let climb = Climb { destination: Destination::None, ..self.climber().climb(k, k, 3) };
                        self.mention(k, cell, climb);
                        let target = Cell { variable: object, member };
                        let (down, up) = (climb.derefs.max(0) as u8, u8::from(climb.derefs < 0));
                        if let Some(call) = call {
                            let index = self.tokens[i + 2..k].iter().filter(|t| t.is(",")).count();
                            self.calls[call].passed.push(Passed { index, cell, down, up, token: k });
                            continue;
                        }
                        self.flows.push(Flow {
                            source: cell,
                            target,
                            down,
                            up,
                            token: k,
                            unknown: false,
                            linked: false,
                        });
                    }
                }
                i = close + 1;
            } else {
                i += 1;
            }
        }
    }
}
