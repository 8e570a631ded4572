//! Function bodies of C, C++ and HIP: declarations, mentions, calls, lambdas, and where addresses flow.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::super::directive::{Association, Directive, Leaf};
use super::super::text::token::{Kind, Sym, Symbols, Token, words};
use super::brackets::{Brackets, statement_end};
use super::c_climb::{Climb, Climber, Destination};
use super::c_declare::{Declared, Types, declaration};
use super::c_file::{self, File};
use super::{
    Act, Aggregate, Call, Cell, Flow, FnId, Function, OBJECT, Passed, Program, Region, Role, Use, VarId, Variable,
    WHOLE,
};

/// Understands a C-family file.
pub(crate) fn understand(
    tokens: Vec<Token>,
    directives: Vec<Directive>,
    arm_of: Vec<Option<usize>>,
    symbols: &Symbols,
    c: bool,
) -> Program {
    let brackets = Brackets::new(&tokens);
    let file = c_file::scan(&tokens, &brackets, symbols, c);
    let mut walker = Walker::new(&tokens, &brackets, symbols, &directives, &arm_of, file);
    walker.run();
    let Walker { functions, variables, aggregates, uses, flows, calls, items, regions, closures, .. } = walker;
    let mut named: HashMap<Sym, Vec<FnId>> = HashMap::new();
    for (id, function) in functions.iter().enumerate().filter(|(_, f)| !f.is_lambda) {
        named.entry(function.name).or_default().push(id);
    }
    let mut program = Program {
        tokens,
        brackets,
        directives,
        arm_of,
        regions,
        functions,
        variables,
        aggregates,
        uses,
        flows,
        calls,
        items,
        named,
        closures,
        declared: HashSet::new(),
        incoming: HashMap::new(),
        blocks: Vec::new(),
        lambdas: HashMap::new(),
        device: Vec::new(),
    };
    program.mark_device();
    program.bind_lambdas();
    program.connect_calls(symbols);
    program.finish();
    program
}

struct Walker<'a> {
    tokens: &'a [Token],
    brackets: &'a Brackets,
    symbols: &'a Symbols,
    directives: &'a [Directive],
    arm_of: &'a [Option<usize>],
    functions: Vec<Function>,
    variables: Vec<Variable>,
    aggregates: HashMap<Sym, Aggregate>,
    types: Types,
    initialisers: Vec<(usize, Range<usize>)>,
    uses: Vec<Use>,
    flows: Vec<Flow>,
    calls: Vec<Call>,
    items: HashMap<(usize, usize, usize), VarId>,
    regions: Vec<Region>,
    /// Visible variables by name, innermost last.
    visible: HashMap<Sym, Vec<VarId>>,
    /// Variable of a declarator's token.
    declarators: HashMap<usize, VarId>,
    pointer_names: HashSet<Sym>,
    other_names: HashSet<Sym>,
    /// Function whose body is walked, innermost last, with the end of its body.
    inside: Vec<(FnId, usize)>,
    /// Closures and the lambdas they run.
    closures: Vec<(VarId, FnId)>,
    /// Arms of each metadirective.
    arms: HashMap<usize, Vec<usize>>,
    /// Call at each `(`.
    call_at: HashMap<usize, usize>,
    /// Statement ends of directives already computed, by token.
    ends: HashMap<usize, usize>,
}

impl<'a> Walker<'a> {
    fn new(
        tokens: &'a [Token],
        brackets: &'a Brackets,
        symbols: &'a Symbols,
        directives: &'a [Directive],
        arm_of: &'a [Option<usize>],
        file: File,
    ) -> Self {
        Self {
            tokens,
            brackets,
            symbols,
            directives,
            arm_of,
            functions: file.functions,
            variables: file.variables,
            aggregates: file.aggregates,
            types: file.types,
            initialisers: file.initialisers,
            uses: Vec::new(),
            flows: Vec::new(),
            calls: Vec::new(),
            items: HashMap::new(),
            regions: Vec::new(),
            visible: HashMap::new(),
            declarators: HashMap::new(),
            pointer_names: HashSet::new(),
            other_names: HashSet::new(),
            inside: Vec::new(),
            closures: Vec::new(),
            arms: HashMap::new(),
            call_at: HashMap::new(),
            ends: HashMap::new(),
        }
    }

    fn run(&mut self) {
        self.directive_ends();
        for (arm, of) in self.arm_of.iter().enumerate() {
            if let Some(of) = of {
                self.arms.entry(*of).or_default().push(arm);
            }
        }
        for id in 0..self.variables.len() {
            let v = &self.variables[id];
            let (name, pointer) = (v.name, v.pointers > 0);
            self.note_name(name, pointer);
            if self.variables[id].role == Role::Global {
                self.declarators.insert(self.variables[id].declared, id);
                self.visible.entry(name).or_default().push(id);
            }
        }
        let mut at = 0;
        for id in 0..self.functions.len() {
            let body = self.functions[id].body.clone();
            self.outside(at..self.functions[id].head.start);
            at = at.max(body.end);
            let parameters = self.functions[id].parameters.clone();
            for p in &parameters {
                self.visible.entry(self.variables[*p].name).or_default().push(*p);
            }
            self.inside = vec![(id, body.end)];
            let initialisers = self.initialisers.iter().find(|(f, _)| *f == id).map(|(_, r)| r.clone());
            if let Some(range) = initialisers {
                self.constructor_initialisers(range, id);
            }
            self.walk(body);
            for p in &parameters {
                if let Some(list) = self.visible.get_mut(&self.variables[*p].name) {
                    list.retain(|v| v != p);
                }
            }
        }
        self.outside(at..self.tokens.len());
    }

    /// Directives at file scope.
    fn outside(&mut self, range: Range<usize>) {
        for i in range {
            if self.tokens[i].kind == Kind::Directive {
                self.directive(i, None);
            }
        }
    }

    fn note_name(&mut self, name: Sym, pointer: bool) {
        if pointer && !self.other_names.contains(&name) {
            self.pointer_names.insert(name);
        } else if !pointer {
            self.other_names.insert(name);
            self.pointer_names.remove(&name);
        }
    }

    /// Ends of the statements directives govern, right to left so that stacked directives share one scan.
    fn directive_ends(&mut self) {
        for i in (0..self.tokens.len()).rev().filter(|i| self.tokens[*i].kind == Kind::Directive) {
            let next = i + 1;
            let end = match self.ends.get(&next) {
                Some(end) => *end,
                None => statement_end(self.tokens, self.brackets, next),
            };
            self.ends.insert(i, end);
        }
    }

    fn resolve(&self, name: Sym, at: usize) -> Option<VarId> {
        let found = self.visible.get(&name).and_then(|list| {
            list.iter()
                .rev()
                .take(256)
                .find(|v| self.variables[**v].scope.contains(&at) && self.variables[**v].declared <= at)
        });
        found.copied()
    }

    /// The variable a word stands for: local, parameter, global, or a member of the method's own class.
    fn place(&self, name: Sym, at: usize) -> Option<Cell> {
        if let Some(variable) = self.resolve(name, at) {
            return Some(Cell { variable, member: WHOLE });
        }
        let owner = self.inside.iter().rev().find_map(|(f, _)| self.functions[*f].owner)?;
        let aggregate = self.aggregates.get(&owner)?;
        aggregate.fields.contains(&name).then_some(Cell { variable: aggregate.object, member: name })
    }

    fn function(&self) -> FnId {
        self.inside.last().map_or(0, |(f, _)| *f)
    }

    fn walk(&mut self, range: Range<usize>) {
        let mut i = range.start;
        while i < range.end.min(self.tokens.len()) {
            while self.inside.len() > 1 && self.inside.last().is_some_and(|(_, end)| i >= *end) {
                self.inside.pop();
            }
            if self.starts_statement(i) {
                self.declare(i, range.end);
            }
            let token = self.tokens[i];
            match token.kind {
                Kind::Directive => self.directive(i, Some(self.function())),
                Kind::Word => self.word(i),
                Kind::Punct if token.is("[") => self.lambda(i),
                Kind::Punct if token.is("(") => self.indirect_call(i),
                Kind::Punct | Kind::Number | Kind::Text | Kind::Eol => {}
            }
            i += 1;
        }
    }

    fn starts_statement(&self, i: usize) -> bool {
        if !matches!(self.tokens[i].kind, Kind::Word) && !self.tokens[i].is("::") {
            return false;
        }
        let Some(before) = i.checked_sub(1).map(|b| &self.tokens[b]) else { return true };
        match before.kind {
            Kind::Directive => true,
            Kind::Word => matches!(before.sym, words::ELSE | words::DO),
            Kind::Punct => {
                if before.is(";") || before.is("{") || before.is("}") || before.is(":") {
                    return true;
                }
                let control = |open: usize| {
                    open > 0
                        && matches!(
                            self.tokens[open - 1].as_word(),
                            Some(words::FOR | words::IF | words::WHILE | words::SWITCH | words::CATCH)
                        )
                };
                before.is("(") && control(i - 1)
                    || before.is(")") && self.brackets.mate(i - 1).is_some_and(control)
                    || before.is("]") && i > 1 && self.tokens[i - 2].is("]")
            }
            Kind::Number | Kind::Text | Kind::Eol => false,
        }
    }

    /// Declares the variables of the statement at `i`, if it is a declaration.
    fn declare(&mut self, i: usize, end: usize) {
        let known = |name: Sym| self.place(name, i).is_some();
        // No declaration goes past its `;`; the parser stops there by itself.
        let found = declaration(self.tokens, self.brackets, &self.types, self.symbols, i..end, &known);
        for d in found.unwrap_or_default() {
            let scope_end = self.scope_end(i, end);
            self.add_local(&d, scope_end);
        }
    }

    fn scope_end(&self, i: usize, end: usize) -> usize {
        match self.brackets.outer(i) {
            Some(open) if self.tokens[open].is("(") => {
                let close = self.brackets.past(open);
                statement_end(self.tokens, self.brackets, close).min(end.max(close))
            }
            Some(open) => self.brackets.mate(open).unwrap_or(end),
            None => end,
        }
    }

    fn add_local(&mut self, d: &Declared, scope_end: usize) -> VarId {
        let id = self.variables.len();
        let is_static = self.tokens[d.type_tokens.clone()].iter().any(|t| t.word(words::STATIC));
        self.variables.push(Variable {
            name: d.name,
            role: if is_static { Role::Global } else { Role::Local },
            declared: d.token,
            scope: d.token..scope_end,
            pointers: d.facts.pointers,
            own_array: d.own_array,
            reference: d.facts.reference,
            arithmetic: d.facts.arithmetic,
            plain: d.facts.plain,
            constant: d.facts.constant,
            aggregate: d.facts.name,
            type_tokens: d.type_tokens.clone(),
            function: Some(self.function()),
            fortran: None,
        });
        self.note_name(d.name, d.facts.pointers > 0);
        self.declarators.insert(d.token, id);
        let list = self.visible.entry(d.name).or_default();
        let variables = &self.variables;
        while list.last().is_some_and(|v| variables[*v].scope.end <= d.token) {
            list.pop();
        }
        list.push(id);
        // Every object of a class shares what its methods store.
        if let Some(object) = d.facts.name.and_then(|n| self.aggregates.get(&n)).map(|a| a.object) {
            self.link(id, object, d.token);
        }
        if let (Some(open), Some(class)) = (d.direct, d.facts.name)
            && self.tokens[open].is("(")
        {
            self.begin_call(class, None, open, false);
        }
        id
    }

    fn link(&mut self, a: VarId, b: VarId, token: usize) {
        for (source, target) in [(a, b), (b, a)] {
            self.flows.push(Flow {
                source: Cell { variable: source, member: WHOLE },
                target: Cell { variable: target, member: WHOLE },
                down: 0,
                up: 0,
                token,
                unknown: false,
                linked: true,
            });
        }
    }

    fn climber(&self) -> Climber<'_> {
        Climber {
            tokens: self.tokens,
            brackets: self.brackets,
            types: &self.types,
            symbols: self.symbols,
            pointer_names: &self.pointer_names,
        }
    }

    fn word(&mut self, i: usize) {
        let name = self.tokens[i].sym;
        let before = i.checked_sub(1).map(|b| self.tokens[b]);
        let member = before.is_some_and(|t| t.is(".") || t.is("->"));
        let opens_call = self.tokens.get(i + 1).is_some_and(|t| t.is("("))
            || self.tokens.get(i + 1).is_some_and(|t| t.is("<"))
                && super::c_declare::past_angle(self.tokens, self.brackets, i + 1)
                    .is_some_and(|p| self.tokens.get(p).is_some_and(|t| t.is("(")));
        if self.declarators.contains_key(&i) {
            return;
        }
        if member {
            if opens_call {
                self.call(i, name, None, true);
            }
            return;
        }
        if name == words::THIS {
            if let Some(object) = self
                .inside
                .iter()
                .rev()
                .find_map(|(f, _)| self.functions[*f].owner)
                .and_then(|o| self.aggregates.get(&o))
                .map(|a| a.object)
            {
                let climb = self.climber().climb(i, i, 3);
                self.mention(i, Cell { variable: object, member: WHOLE }, climb);
            }
            return;
        }
        match self.place(name, i) {
            Some(cell) => {
                let variable = &self.variables[cell.variable];
                let hold = if variable.role == Role::Object || cell.member != WHOLE || variable.pointers == 0 {
                    3
                } else {
                    variable.pointers as i8 - 1
                };
                let climb = self.climber().climb(i, i, hold);
                self.mention(i, cell, climb);
                if climb.act == Act::Called {
                    self.call(i, name, Some(cell.variable), false);
                }
            }
            None if opens_call && !is_control(name) => self.call(i, name, None, false),
            None => {}
        }
    }

    fn mention(&mut self, i: usize, cell: Cell, climb: Climb) {
        let cell = Cell { member: if climb.member == WHOLE { cell.member } else { climb.member }, ..cell };
        self.uses.push(Use {
            cell,
            token: i,
            last: climb.last,
            derefs: climb.derefs,
            act: climb.act,
            written: climb.written,
            function: self.function(),
        });
        self.capture_implicitly(cell, i);
        let arithmetic = self.variables[cell.variable].arithmetic && cell.member == WHOLE;
        if climb.act == Act::Value && !arithmetic && !climb.method {
            self.send(cell, climb, i);
        }
    }

    /// A name from outside a lambda's body is part of its closure.
    fn capture_implicitly(&mut self, cell: Cell, token: usize) {
        for k in 0..self.inside.len() {
            let (function, _) = self.inside[k];
            let body = self.functions[function].body.start..self.functions[function].body.end;
            let lambda = self.functions[function].is_lambda && body.contains(&token);
            if !lambda || self.functions[function].head.start <= self.variables[cell.variable].declared {
                continue;
            }
            if let Some((closure, _)) = self.closures.iter().rev().find(|(_, f)| *f == function) {
                self.flows.push(Flow { source: cell, ..whole_flow(cell.variable, *closure, token, 1) });
            }
        }
    }

    /// Records where the value goes.
    fn send(&mut self, source: Cell, climb: Climb, token: usize) {
        let down = climb.derefs.max(0) as u8;
        let up = u8::from(climb.derefs < 0);
        let push = |this: &mut Self, target: Cell, extra_up: u8, extra_down: u8, unknown: bool| {
            let variable = &this.variables[target.variable];
            if variable.arithmetic && target.member == WHOLE && !climb.integer {
                return;
            }
            let flow = Flow {
                source,
                target,
                down: down + extra_down,
                up: up + extra_up,
                token,
                unknown: unknown || climb.integer && variable.arithmetic,
                linked: false,
            };
            this.flows.push(flow);
            // `q = &v`, `r` bound to `v`: what is stored through one is seen through the other.
            let bound = variable.reference && target.member == WHOLE;
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
                if let Some(target) = self.statement_target(token) {
                    push(self, target, 0, 0, true);
                }
            }
            Destination::Assigned(equals) => {
                if let Some((target, stores)) = self.assigned(equals) {
                    push(self, target, stores, 0, false);
                }
            }
            Destination::Ranged(colon) => {
                let declared =
                    (1..4).find_map(|k| colon.checked_sub(k).and_then(|t| self.declarators.get(&t))).copied();
                if let Some(variable) = declared {
                    push(self, Cell { variable, member: WHOLE }, 0, 1, false);
                }
            }
            Destination::Returned => {
                let returns = self.functions[self.function()].returns;
                push(self, Cell { variable: returns, member: WHOLE }, 0, 0, false);
            }
            Destination::Argument(open, index) => {
                let call = self.call_of(open);
                if let Some(call) = call {
                    self.calls[call].passed.push(Passed { index, cell: source, down, up, token });
                }
            }
            Destination::Element(brace, index) => {
                if let Some((target, stores)) = self.element(brace, index, 0) {
                    push(self, target, stores, 0, false);
                }
            }
        }
    }

    /// The variable the statement of `token` assigns first.
    fn statement_target(&self, token: usize) -> Option<Cell> {
        let from = token.saturating_sub(4000);
        let start = (from..token).rev().find(|i| self.tokens[*i].is(";") || self.tokens[*i].is("{"))? + 1;
        let equals = (start..token).find(|i| self.tokens[*i].is("="))?;
        self.assigned(equals).map(|(cell, _)| cell)
    }

    /// The left side of the `=` at `equals`, and through how many dereferences it stores.
    fn assigned(&self, equals: usize) -> Option<(Cell, u8)> {
        let mut last = equals.checked_sub(1)?;
        let mut stores = 0u8;
        while self.tokens[last].is("]") {
            let open = self.brackets.mate(last)?;
            stores += 1;
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
        let entry = super::super::directive::item(self.tokens, first..equals);
        let base = entry.base?;
        let at = (first..equals).find(|i| self.tokens[*i].word(base))?;
        let mut cell = if base == words::THIS {
            let owner = self.inside.iter().rev().find_map(|(f, _)| self.functions[*f].owner)?;
            Cell { variable: self.aggregates.get(&owner)?.object, member: WHOLE }
        } else {
            self.place(base, at)?
        };
        if let Some(member) = entry.path.last() {
            cell.member = *member;
        } else {
            let stars = self.tokens[first..at].iter().filter(|t| t.is("*")).count();
            stores = stores.saturating_add(stars.min(3) as u8);
        }
        Some((cell, stores))
    }

    /// Where the element of a braced list goes.
    fn element(&self, brace: usize, index: usize, depth: usize) -> Option<(Cell, u8)> {
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
                (self.functions[self.function()].returns, None)
            } else {
                let aggregate = self.aggregates.get(&word)?;
                (aggregate.object, Some(word))
            }
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

    /// The call whose `(` is at `open`.
    fn call_of(&mut self, open: usize) -> Option<usize> {
        self.call_at.get(&open).copied()
    }

    fn begin_call(&mut self, callee: Sym, through: Option<VarId>, open: usize, method: bool) -> usize {
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
            method,
        });
        self.call_at.insert(open, id);
        id
    }

    fn call(&mut self, i: usize, name: Sym, through: Option<VarId>, method: bool) {
        let mut open = i + 1;
        if self.tokens.get(open).is_some_and(|t| t.is("<")) {
            open = super::c_declare::past_angle(self.tokens, self.brackets, open).unwrap_or(open);
        }
        if !self.tokens.get(open).is_some_and(|t| t.is("(")) || self.call_at.contains_key(&open) {
            return;
        }
        let id = self.begin_call(name, through, open, method);
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
    fn indirect_call(&mut self, open: usize) {
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
        self.begin_call(word, through, open, false);
    }

    fn constructor_initialisers(&mut self, range: Range<usize>, id: FnId) {
        let Some(object) = self.functions[id].owner.and_then(|o| self.aggregates.get(&o)).map(|a| a.object) else {
            return;
        };
        let mut i = range.start;
        while i < range.end {
            let open = self.tokens.get(i + 1).is_some_and(|t| t.is("(") || t.is("{"));
            if let (Some(member), true) = (self.tokens[i].as_word(), open) {
                let close = self.brackets.mate(i + 1).unwrap_or(range.end);
                for k in i + 2..close.min(range.end) {
                    if let Some(cell) = self.tokens[k].as_word().and_then(|w| self.place(w, k)) {
                        let climb = Climb { destination: Destination::None, ..self.climber().climb(k, k, 3) };
                        self.mention(k, cell, climb);
                        let target = Cell { variable: object, member };
                        let (down, up) = (climb.derefs.max(0) as u8, u8::from(climb.derefs < 0));
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

    fn lambda(&mut self, open: usize) {
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
            is_global: false,
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
    fn captures(&mut self, open: usize, close: usize, end: usize, closure: VarId) {
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

    fn directive(&mut self, i: usize, function: Option<FnId>) {
        let index = self.tokens[i].sym.0 as usize;
        let mut queue = vec![index];
        queue.extend(self.arms.get(&index).into_iter().flatten());
        for index in queue {
            let Some(directive) = self.directives.get(index) else { continue };
            let body = match directive.leaves.first().map(|l| l.association()) {
                Some(Association::Block | Association::Loop) if !standalone(directive) => {
                    i + 1..self.ends.get(&i).copied().unwrap_or(i + 1)
                }
                _ => i + 1..i + 1,
            };
            self.regions.push(Region { directive: index, token: i, body, function });
            for (c, clause) in directive.clauses.iter().enumerate() {
                for (k, item) in clause.items.iter().enumerate() {
                    let Some(base) = item.base else { continue };
                    let found = if base == words::THIS {
                        self.inside
                            .iter()
                            .rev()
                            .find_map(|(f, _)| self.functions[*f].owner)
                            .and_then(|o| self.aggregates.get(&o))
                            .map(|a| a.object)
                    } else {
                        self.place(base, i).map(|cell| cell.variable)
                    };
                    if let Some(variable) = found {
                        self.items.insert((index, c, k), variable);
                    }
                }
            }
        }
    }
}

fn whole_flow(source: VarId, target: VarId, token: usize, up: u8) -> Flow {
    Flow {
        source: Cell { variable: source, member: WHOLE },
        target: Cell { variable: target, member: WHOLE },
        down: 0,
        up,
        token,
        unknown: false,
        linked: false,
    }
}

fn is_control(word: Sym) -> bool {
    matches!(
        word,
        words::IF
            | words::FOR
            | words::WHILE
            | words::SWITCH
            | words::RETURN
            | words::SIZEOF
            | words::ALIGNOF
            | words::DECLTYPE
            | words::CATCH
            | words::NOEXCEPT
            | words::ATTRIBUTE
            | words::ALIGNOF_C
            | words::STATIC_CAST
            | words::REINTERPRET_CAST
            | words::CONST_CAST
            | words::DYNAMIC_CAST
    )
}

/// `ordered depend(source)` and like forms govern nothing.
fn standalone(directive: &Directive) -> bool {
    directive.end
        || directive.leaves == [Leaf::Ordered]
            && directive.clauses.iter().any(|c| matches!(c.name.name(), "depend" | "doacross"))
}
