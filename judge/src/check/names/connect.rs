//! Calls tied to what they call: arguments to parameters, returned values to results, functions as values.

use crate::check::text::token::{Map, Set};

use super::super::text::token::{Symbols, Token, words};
use super::{Call, Callee, Cell, Flow, FnId, FortranKind, OBJECT, Passed, Program, Role, VarId, WHOLE};

/// Functions of the language's library that hand back their first argument.
const PASS_THROUGH: &[&str] = &[
    "__builtin_assume_aligned",
    "assume_aligned",
    "move",
    "forward",
    "addressof",
    "launder",
    "as_const",
    "to_address",
    "__builtin_launder",
    "__builtin_addressof",
    "span",
];

/// Functions that copy what their arguments point to.
const COPIES: &[&str] = &["memcpy", "memmove", "__builtin_memcpy", "__builtin_memmove"];

/// Functions one call may reach before it counts as one that the file does not show.
const MAX_TARGETS: usize = 64;
/// Times that functions which arrive as values are followed into the functions that call them.
const MAX_ROUNDS: usize = 32;

impl Program {
    /// Finds what every call reaches, and turns arguments into flows to parameters, returned values into flows to results.
    pub(crate) fn connect_calls(&mut self, symbols: &Symbols) {
        let mut done: Vec<Set<FnId>> = vec![Set::default(); self.calls.len()];
        let methods = self.methods();
        for round in 0..=MAX_ROUNDS {
            self.tangled |= round == MAX_ROUNDS;
            self.bind_functions();
            let (mut made, mut lost) = (Vec::new(), Vec::new());
            for (call, done) in self.calls.iter().zip(&mut done) {
                for target in self.targets(call, &methods) {
                    if done.insert(target) {
                        self.connect(call, target, symbols, &mut made, &mut lost);
                    }
                }
            }
            self.lost.append(&mut lost);
            if made.is_empty() {
                break;
            }
            self.flows.append(&mut made);
        }
        let mut made = Vec::new();
        for (index, done) in done.into_iter().enumerate() {
            let mut targets: Vec<FnId> = done.into_iter().collect();
            targets.sort_unstable();
            self.calls[index].targets = targets;
            let call = &self.calls[index];
            if call.targets.is_empty() && self.is_host_call(call) {
                self.unknown(call, symbols, &mut made);
            }
        }
        self.flows.append(&mut made);
    }

    /// Arguments of calls on the device are judged where the region names them.
    fn is_host_call(&self, call: &Call) -> bool {
        self.device_region(call.token).is_none()
    }

    /// Methods by name are told from functions of that name.
    fn methods(&self) -> Set<FnId> {
        (0..self.functions.len()).filter(|f| self.functions[*f].owner.is_some()).collect()
    }

    /// Functions of the file that a call may reach, as far as is known yet.
    fn targets(&self, call: &Call, methods: &Set<FnId>) -> Vec<FnId> {
        let mut out: Vec<FnId> = Vec::new();
        let bound = self.bindings.get(&call.callee).into_iter().flatten().flat_map(|n| self.functions_named(*n));
        match &call.by {
            Callee::Name => {
                out.extend(self.functions_named(call.callee));
                out.extend(bound);
            }
            Callee::Member(object) => {
                out.extend(self.functions_named(call.callee).iter().filter(|f| methods.contains(f)));
                out.extend(bound);
                // A pointer to a function that is stored in the object.
                if out.is_empty() || self.aggregates.values().any(|a| a.named.contains(&call.callee)) {
                    out.extend(object.and_then(|v| self.lambdas.get(&v)).into_iter().flatten());
                }
            }
            Callee::Value(variables, functions) => {
                out.extend(functions);
                for v in variables {
                    out.extend(self.lambdas.get(v).into_iter().flatten());
                    out.extend(self.call_operators(*v));
                }
            }
        }
        out.sort_unstable();
        out.dedup();
        if out.len() > MAX_TARGETS { Vec::new() } else { out }
    }

    /// `operator()` of an object's class.
    fn call_operators(&self, variable: VarId) -> impl Iterator<Item = &FnId> {
        let v = &self.variables[variable];
        let class = v.aggregate;
        let object = !v.plain && !matches!(v.role, Role::Closure) && v.pointers == 0;
        self.functions_named(words::CALL_OPERATOR)
            .iter()
            .filter(move |f| object && (class.is_none() || self.functions[**f].owner == class))
    }

    /// Which functions each variable may hold: a fixpoint over the flows.
    fn bind_functions(&mut self) {
        let mut outgoing: Map<VarId, Vec<VarId>> = Map::default();
        if !self.closures.is_empty() {
            for flow in &self.flows {
                outgoing.entry(flow.source.variable).or_default().push(flow.target.variable);
            }
        }
        let mut queue: Vec<(VarId, FnId)> = self.closures.clone();
        let mut held: Map<VarId, Set<FnId>> = Map::default();
        while let Some((variable, function)) = queue.pop() {
            let set = held.entry(variable).or_default();
            // One more than can be followed says that there are too many.
            if set.len() > MAX_TARGETS || !set.insert(function) {
                continue;
            }
            queue.extend(outgoing.get(&variable).into_iter().flatten().map(|target| (*target, function)));
        }
        let sorted = |set: Set<FnId>| {
            let mut list: Vec<FnId> = set.into_iter().collect();
            list.sort_unstable();
            list
        };
        self.lambdas = held.into_iter().map(|(v, set)| (v, sorted(set))).collect();
    }

    /// Flows between one call and one function it reaches.
    fn connect(
        &self,
        call: &Call,
        function: FnId,
        symbols: &Symbols,
        made: &mut Vec<Flow>,
        lost: &mut Vec<(Cell, usize)>,
    ) {
        let callee = &self.functions[function];
        if self.is_host_call(call) {
            for passed in &call.passed {
                let index = match (passed.index, call.skips_object) {
                    (OBJECT, true) => 0,
                    (index, true) => index + 1,
                    (index, false) => index,
                };
                let Some(parameter) = callee.parameters.get(index) else {
                    // One of `…`.
                    if passed.index != OBJECT {
                        lost.push((passed.cell, passed.token));
                    }
                    continue;
                };
                let target = Cell { variable: *parameter, member: WHOLE };
                let flow = flow_of(passed, target);
                made.push(flow);
                if passed.up > 0 || self.is_reference(*parameter, symbols) {
                    made.push(Flow { source: target, target: passed.cell, down: passed.up, up: 0, ..flow });
                }
            }
            if let Some(result) = call.result {
                let source = Cell { variable: callee.returns, member: WHOLE };
                let target = Cell { variable: result, member: WHOLE };
                made.push(Flow { source, target, down: 0, up: 0, token: call.token, unknown: false, linked: false });
            }
        }
    }

    /// Whether what a procedure stores in a parameter is its caller's: references, and Fortran's dummies that can hold an
    /// address and are no `intent(in)`.
    fn is_reference(&self, parameter: VarId, symbols: &Symbols) -> bool {
        let v = &self.variables[parameter];
        let holds = |kind| matches!(kind, FortranKind::Derived | FortranKind::Pointer | FortranKind::CPtr);
        let kept = |t: &Token| t.as_word().is_some_and(|w| w == words::VALUE || symbols.text(w) == "in");
        let dummy = v.fortran.is_some_and(|kind| holds(kind) || v.aggregate.is_some());
        v.reference || dummy && !self.tokens[v.type_tokens.clone()].iter().take(MAX_TARGETS).any(kept)
    }

    /// Flows of a call of something that the file does not define.
    fn unknown(&self, call: &Call, symbols: &Symbols, made: &mut Vec<Flow>) {
        let text = symbols.text(call.callee);
        for passed in &call.passed {
            let flow = flow_of(passed, passed.cell);
            if let Some(aggregate) = self.aggregates.get(&call.callee) {
                if let Some(field) = aggregate.fields.get(passed.index) {
                    made.push(Flow { target: Cell { variable: aggregate.object, member: *field }, ..flow });
                }
                continue;
            }
            let direct = PASS_THROUGH.contains(&text);
            if let Some(result) = call.result {
                let target = Cell { variable: result, member: WHOLE };
                made.push(Flow { target, unknown: !direct, ..flow });
            }
            // Through an address among the arguments, the others may be stored.
            let copies = COPIES.contains(&text) || text == "swap" || text == "exchange";
            for other in call.passed.iter().filter(|o| o.index != passed.index) {
                let stored = other.up > 0 || other.index == OBJECT || copies;
                if stored && call.passed.len() <= 16 {
                    let target = other.cell;
                    let up = if other.up > 0 && passed.up > 0 { 0 } else { passed.up };
                    made.push(Flow { target, up, unknown: !copies, ..flow });
                }
            }
        }
    }
}

fn flow_of(passed: &Passed, target: Cell) -> Flow {
    Flow {
        source: passed.cell,
        target,
        down: passed.down,
        up: passed.up,
        token: passed.token,
        unknown: false,
        linked: false,
    }
}
