//! Fortran executable statements: what is touched, what is called, what is bound to what.

use std::ops::Range;

use super::super::text::token::{Kind, Sym, Token, words};
use super::fortran::Walker;
use super::fortran_declare::top_level;
use super::{Act, Call, Callee, Cell, Flow, FortranKind, OBJECT, Passed, Role, Use, VarId, Variable, WHOLE};

/// Functions that ask about an array and read nothing of it.
const INQUIRIES: &[&str] = &[
    "size",
    "shape",
    "lbound",
    "ubound",
    "associated",
    "allocated",
    "present",
    "kind",
    "c_loc",
    "loc",
    "c_sizeof",
    "rank",
    "is_contiguous",
    "storage_size",
    "c_associated",
    "omp_target_is_present",
    "omp_target_is_accessible",
    "sizeof",
    "huge",
    "tiny",
    "epsilon",
    "c_funloc",
];

/// Deepest nesting of parentheses that is followed.
const MAX_DEPTH: usize = 64;

impl Walker<'_> {
    /// An assignment, pointer assignment, call or any other statement that is executed.
    pub(super) fn executable(&mut self, start: usize, end: usize) {
        let first = self.tokens[start].as_word().map_or("", |w| self.symbols.text(w));
        if first == "call" && self.tokens.get(start + 1).is_some_and(|t| t.kind == Kind::Word) {
            return self.call_statement(start + 1, end);
        }
        if matches!(
            first,
            "nullify" | "deallocate" | "goto" | "return" | "continue" | "cycle" | "exit" | "data" | "namelist"
        ) {
            return;
        }
        if let Some(arrow) = top_level(self.tokens, start..end, "=>") {
            if let Some(target) = self.first_cell(&(start..arrow)) {
                self.bind(target, arrow + 1..end, start);
            }
            self.mentions(arrow + 1, end, true);
            return;
        }
        let equals = top_level(self.tokens, start..end, "=");
        let Some(equals) = equals.filter(|_| self.tokens[start].kind == Kind::Word) else {
            return self.mentions(start, end, false);
        };
        if let Some(target) = self.first_cell(&(start..equals)) {
            // `v%p = c_loc(x)` stores an address in `v`.
            let derefs = i8::from(!self.c_pointers.contains(&target.member));
            self.use_of(start, target, start..equals, true, derefs);
            self.assigned(target, equals + 1..end, start);
        }
        self.mentions(start + 1, equals, false);
        self.mentions(equals + 1, end, false);
    }

    /// Mentions in the head of a construct.
    pub(super) fn expressions(&mut self, start: usize, end: usize) {
        self.mentions(start, end, false);
    }

    /// The place an expression begins with: `x`, `x(1:n)`, `v%p`.
    pub(super) fn first_cell(&self, range: &Range<usize>) -> Option<Cell> {
        let mut i = range.start;
        while self.tokens.get(i).is_some_and(|t| t.is("(")) && i < range.end {
            i += 1;
        }
        let variable = self.resolve(self.tokens.get(i).filter(|_| i < range.end)?.as_word()?)?;
        let (member, _) = self.members(i, range.end);
        Some(Cell { variable, member })
    }

    /// Last member behind the name at `i`, and the index behind the whole reference.
    fn members(&self, mut i: usize, end: usize) -> (Sym, usize) {
        let mut member = WHOLE;
        i += 1;
        while i < end {
            if self.tokens[i].is("(") {
                i = self.brackets.past(i).min(end.max(i + 1));
            } else if self.tokens[i].is("%") && self.tokens.get(i + 1).is_some_and(|t| t.kind == Kind::Word) {
                member = self.tokens[i + 1].sym;
                i += 2;
            } else {
                break;
            }
        }
        (member, i)
    }

    /// The `(` of the arguments of the reference at `i`, behind its members: `run(`, `a(2)%run(`.
    fn argument_list(&self, mut i: usize, end: usize) -> Option<usize> {
        i += 1;
        while i < end {
            if self.tokens[i].is("%") {
                i += 2;
            } else if self.tokens[i].is("(") {
                let past = self.brackets.past(i);
                if past >= end || !self.tokens[past].is("%") {
                    return Some(i);
                }
                i = past.max(i + 1);
            } else {
                return None;
            }
        }
        None
    }

    /// `v%run(y)` as an expression: the result of what the type's binding calls.
    fn bound_call(&mut self, i: usize, end: usize) -> Option<VarId> {
        let variable = self.tokens.get(i).filter(|_| i < end).and_then(Token::as_word).and_then(|w| self.resolve(w))?;
        let (member, _) = self.members(i, end);
        if let Some(result) = self.references.get(&i) {
            return Some(*result);
        }
        let open = self.bindings.contains_key(&member).then(|| self.argument_list(i, end))??;
        let arguments = open + 1..self.brackets.mate(open).unwrap_or(end).min(end);
        let result = self.pseudo(self.variables[variable].name, Role::Result, i);
        self.references.insert(i, result);
        let call = self.make_call(i, arguments);
        self.calls[call].result = Some(result);
        Some(result)
    }

    /// `target => expression`, `associate (target => expression)`.
    pub(super) fn bind(&mut self, target: Cell, range: Range<usize>, token: usize) {
        if let Some(result) = self.bound_call(range.start, range.end) {
            self.flow(Cell { variable: result, member: WHOLE }, target, token, false);
            return;
        }
        if let Some(source) = self.first_cell(&range) {
            self.flow(source, target, token, false);
            return;
        }
        // `p => f(y)`: what the function returns. `p => f`: the procedure.
        let callee = self.tokens.get(range.start).filter(|_| !range.is_empty()).and_then(Token::as_word);
        if let Some(callee) = callee.filter(|c| self.procedures.contains(c)) {
            if range.len() == 1 {
                let value = self.procedure_value(callee, token);
                self.flow(Cell { variable: value, member: WHOLE }, target, token, false);
            }
            let result = self.function_call(range.start, callee, range.end);
            self.flow(Cell { variable: result, member: WHOLE }, target, token, false);
        }
    }

    fn flow(&mut self, source: Cell, target: Cell, token: usize, unknown: bool) {
        self.flows.push(Flow { source, target, down: 0, up: 0, token, unknown, linked: false });
    }

    /// Values move by copy; only C pointers, derived types and integers can take an address along.
    fn assigned(&mut self, target: Cell, range: Range<usize>, token: usize) {
        let kind = self.variables[target.variable].fortran;
        let derived = self.variables[target.variable].aggregate.is_some();
        let holds = derived || matches!(kind, Some(FortranKind::CPtr | FortranKind::Derived)) || target.member != WHOLE;
        let addressed = range.clone().any(|i| {
            self.tokens[i].as_word().is_some_and(|w| matches!(self.symbols.text(w), "loc" | "transfer" | "c_loc"))
        });
        if !holds && !addressed || self.constructed(target, range.clone(), token) {
            return;
        }
        for i in range.clone() {
            let Some(variable) =
                self.tokens[i].as_word().filter(|_| !self.tokens[i - 1].is("%")).and_then(|w| self.resolve(w))
            else {
                continue;
            };
            let (member, _) = self.members(i, range.end);
            let source = Cell { variable, member };
            let array = matches!(self.variables[variable].fortran, Some(FortranKind::Data { .. }));
            if !array || addressed {
                self.flow(source, target, token, !holds);
            }
        }
        if let Some(result) = self.bound_call(range.start, range.end) {
            self.flow(Cell { variable: result, member: WHOLE }, target, token, false);
        }
        let callee = self.tokens[range.start].as_word().filter(|c| self.procedures.contains(c));
        if let (Some(callee), true) = (callee, holds) {
            let result = self.function_call(range.start, callee, range.end);
            self.flow(Cell { variable: result, member: WHOLE }, target, token, false);
        }
    }

    /// `target = type(x, n)`: what a constructor is given stands in the members.
    fn constructed(&mut self, target: Cell, range: Range<usize>, token: usize) -> bool {
        let class = self.tokens[range.start].as_word().filter(|c| self.aggregates.contains_key(c));
        if class.is_none() || !self.tokens.get(range.start + 1).is_some_and(|t| t.is("(")) {
            return false;
        }
        for i in range.start + 2..range.end {
            let named = self.tokens[i].as_word().filter(|_| !self.tokens[i - 1].is("%"));
            let Some(variable) = named.and_then(|w| self.resolve(w)) else { continue };
            let (member, _) = self.members(i, range.end);
            let source = Cell { variable, member };
            self.flows.push(Flow { source, target, down: 0, up: 1, token, unknown: false, linked: false });
        }
        true
    }

    fn use_of(&mut self, token: usize, cell: Cell, range: Range<usize>, written: bool, derefs: i8) {
        let function = self.function();
        let (_, past) = self.members(token, range.end);
        self.uses.push(Use {
            cell,
            token,
            last: past.saturating_sub(1).max(token),
            derefs,
            act: Act::Value,
            written,
            function,
        });
    }

    /// Every variable named in a range. `bound`: it is the target of `=>`, which reads nothing.
    fn mentions(&mut self, start: usize, end: usize, bound: bool) {
        let mut i = start;
        while i < end {
            let token = self.tokens[i];
            let member = i > 0 && self.tokens[i - 1].is("%");
            let Some(word) = token.as_word().filter(|_| !member) else {
                i += 1;
                continue;
            };
            match self
                .resolve(word)
                .filter(|v| self.variables[*v].role != Role::Return || !self.procedures.contains(&word))
            {
                Some(variable) => {
                    self.bound_call(i, end);
                    let (member, _) = self.members(i, end);
                    let derefs = i8::from(!bound && !self.c_pointers.contains(&member) && self.reads(i, start));
                    self.use_of(i, Cell { variable, member }, i..end, false, derefs);
                }
                None if self.procedures.contains(&word) => {
                    let called = self.tokens.get(i + 1).is_some_and(|t| t.is("(")) && i + 1 < end;
                    if called && !self.references.contains_key(&i) {
                        self.function_call(i, word, end);
                    }
                }
                None => {}
            }
            i += 1;
        }
    }

    /// Whether the expression around the name at `i` reads its elements: not an inquiry, not an argument of a
    /// procedure of the file.
    fn reads(&self, i: usize, start: usize) -> bool {
        // `allocate(z, mold=y)` takes its shape.
        if i >= start + 2 && self.tokens[i - 1].is("=") && self.text(i - 2) == "mold" {
            return false;
        }
        let mut at = i;
        for _ in 0..MAX_DEPTH {
            let own = |o: &usize| *o >= start || Some(*o) == self.call_open;
            let Some(open) = self.brackets.outer(at).filter(own) else { return true };
            if let Some(word) = open.checked_sub(1).and_then(|b| self.tokens[b].as_word()) {
                let text = self.symbols.text(word);
                if INQUIRIES.contains(&text) {
                    return false;
                }
                let kept = self.aggregates.get(&word).is_some_and(|a| a.has_pointer);
                let bound = kept || open >= 2 && self.tokens[open - 2].is("%") && self.bindings.contains_key(&word);
                if Some(open) == self.call_open
                    || bound
                    || self.procedures.contains(&word) && self.resolve(word).is_none()
                {
                    // A whole argument is passed, an expression is read.
                    let before = &self.tokens[at.saturating_sub(1)];
                    return !(at == i && (before.is("(") || before.is(",") || before.is("=")));
                }
            }
            at = open;
        }
        true
    }

    fn call_statement(&mut self, name: usize, end: usize) {
        let callee = self.tokens[name].sym;
        let text = self.symbols.text(callee).to_owned();
        let open = self.argument_list(name, end);
        let arguments = open.map_or(end..end, |o| o + 1..self.brackets.mate(o).unwrap_or(end).min(end));
        if text == "c_f_pointer" {
            let parts = super::super::directive_items(self.tokens, arguments.clone());
            // By place, or by keyword: `cptr=…, fptr=…`.
            let keyword = |part: &Range<usize>| {
                let named = part.len() > 2 && self.tokens[part.start + 1].is("=");
                named.then(|| self.text(part.start))
            };
            let find = |place: usize, wanted: &str| {
                let by_place = parts.get(place).filter(|p| keyword(p).is_none()).cloned();
                let by_name = parts.iter().find(|p| keyword(p) == Some(wanted)).map(|p| p.start + 2..p.end);
                by_name.or(by_place)
            };
            if let (Some(from), Some(to)) = (find(0, "cptr"), find(1, "fptr"))
                && let Some(target) = self.first_cell(&to)
            {
                self.assigned_c_pointer(from, target, name);
            }
            self.mentions(arguments.start, arguments.end, true);
            return;
        }
        self.make_call(name, arguments.clone());
        self.call_open = open;
        self.mentions(arguments.start, arguments.end, false);
        self.call_open = None;
    }

    /// How `call name` finds its procedure, and the name of that: `call p(y)` by a pointer or dummy procedure,
    /// `call v%run(y)` by a type's binding or a pointer in `v`.
    fn callee(&self, name: usize) -> (Sym, Callee) {
        let callee = self.tokens[name].sym;
        let Some(variable) = self.resolve(callee).filter(|v| self.variables[*v].role != Role::Return) else {
            return (callee, Callee::Name);
        };
        let (member, _) = self.members(name, (name + 200).min(self.tokens.len()));
        if member == WHOLE {
            (callee, Callee::Value(vec![variable], Vec::new()))
        } else {
            (member, Callee::Member(Some(variable)))
        }
    }

    /// The variable that stands for a procedure as a value; procedures may come later in the file.
    fn procedure_value(&mut self, name: Sym, token: usize) -> VarId {
        if let Some(variable) = self.procedure_values.get(&name) {
            return *variable;
        }
        let variable = self.pseudo(name, Role::Closure, token);
        self.procedure_values.insert(name, variable);
        variable
    }

    /// A value without a declaration.
    pub(super) fn pseudo(&mut self, name: Sym, role: Role, token: usize) -> VarId {
        self.variables.push(Variable::value(name, role, token, self.function()));
        self.variables.len() - 1
    }

    /// The first argument of `c_f_pointer`: a C pointer, or `c_loc(y)`.
    fn assigned_c_pointer(&mut self, from: Range<usize>, target: Cell, token: usize) {
        for i in from.clone() {
            if let Some(variable) =
                self.tokens[i].as_word().filter(|_| !self.tokens[i - 1].is("%")).and_then(|w| self.resolve(w))
            {
                let (member, _) = self.members(i, from.end);
                self.flow(Cell { variable, member }, target, token, false);
            }
        }
    }

    /// Notes a call and the variables among its arguments; what else they mention is for the caller to note.
    fn make_call(&mut self, name: usize, arguments: Range<usize>) -> usize {
        let id = self.calls.len();
        let function = self.function();
        let parts =
            if self.is_deep(name) { Vec::new() } else { super::super::directive_items(self.tokens, arguments.clone()) };
        let (callee, by) = self.callee(name);
        let member = matches!(by, Callee::Member(_));
        let object = match by {
            Callee::Member(variable) => variable.map(|variable| Cell { variable, member: WHOLE }),
            _ => None,
        };
        self.calls.push(Call {
            callee,
            by,
            targets: Vec::new(),
            skips_object: member,
            token: name,
            arguments,
            passed: object
                .map(|cell| Passed { index: OBJECT, cell, down: 0, up: 0, token: name })
                .into_iter()
                .collect(),
            result: None,
            function,
        });
        for (index, part) in parts.into_iter().enumerate() {
            let keyword = (part.len() > 2 && self.tokens[part.start + 1].is("=")).then(|| self.tokens[part.start].sym);
            let value = if keyword.is_some() { part.start + 2..part.end } else { part.clone() };
            let whole = self.first_cell(&value).filter(|_| self.members(value.start, value.end).1 == value.end);
            // `c_loc(y)` passes the address of `y`.
            let addressed = || {
                value.clone().find_map(|i| {
                    let addressed = i > 1 && self.tokens[i - 1].is("(") && self.tokens[i - 2].word(words::C_LOC);
                    self.tokens[i].as_word().filter(|_| addressed).and_then(|w| self.resolve(w))
                })
            };
            let cell = whole.or_else(|| addressed().map(|variable| Cell { variable, member: WHOLE }));
            let procedure =
                self.tokens[value.start].as_word().filter(|w| value.len() == 1 && self.procedures.contains(w));
            let cell = match (cell, procedure) {
                (None, Some(procedure)) => {
                    Some(Cell { variable: self.procedure_value(procedure, value.start), member: WHOLE })
                }
                (cell, _) => cell,
            };
            if let Some(cell) = cell {
                let place = self.calls[id].passed.len();
                self.calls[id].passed.push(Passed { index, cell, down: 0, up: 0, token: value.start });
                self.keywords.extend(keyword.map(|k| (id, place, k)));
            }
        }
        id
    }

    /// Nested in more parentheses than any program has: each level would be split anew.
    fn is_deep(&self, token: usize) -> bool {
        let mut at = token;
        for _ in 0..MAX_DEPTH {
            match self.brackets.outer(at) {
                Some(open) => at = open,
                None => return false,
            }
        }
        true
    }

    fn function_call(&mut self, name: usize, callee: Sym, end: usize) -> VarId {
        let open = name + 1;
        let arguments = match self.tokens.get(open) {
            Some(t) if t.is("(") && open < end => open + 1..self.brackets.mate(open).unwrap_or(end).min(end),
            _ => end..end,
        };
        if let Some(result) = self.references.get(&name) {
            return *result;
        }
        let result = self.pseudo(callee, Role::Result, name);
        self.references.insert(name, result);
        let call = self.make_call(name, arguments);
        self.calls[call].result = Some(result);
        result
    }
}
