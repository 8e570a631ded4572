//! Methods that host code may run: those it names, and those that operators, constructors and conversions run for it.

use crate::check::text::token::{Map, Set};
use std::ops::Range;

use super::super::names::{Callee, FnId, Program};
use super::super::text::token::{Kind, Sym, Symbols, punct, words};
use super::Context;

/// No function, no class.
const NONE: u32 = u32::MAX;
/// Operators that stand for one another: one comparison is rewritten into another.
const COMPARISONS: &[&str] = &["==", "!=", "<", ">", "<=", ">=", "<=>"];

/// Methods of classes; a file without classes has none.
pub(super) fn run(cx: &Context<'_>) -> Set<FnId> {
    let program = cx.program;
    let methods: Vec<FnId> = (0..program.functions.len()).filter(|f| program.functions[*f].owner.is_some()).collect();
    let Some(kernel) = cx.kernel.filter(|_| !methods.is_empty()) else { return methods.into_iter().collect() };
    let mut search = Search::new(program, cx.symbols, &methods);
    search.run(kernel);
    // An object that a region takes from outside brings its addresses along.
    let carried = carried(cx);
    let kept = |f: &FnId| {
        let class = program.functions[*f].owner;
        class.is_some_and(|c| search.lives.contains(&c)) && (carried.contains(&class) || carried.contains(&None))
    };
    // Those marked for both sides are judged by their calls alone: the rest of a class may be for the device.
    let one_side = |f: &FnId| !program.functions[*f].on_both;
    methods.into_iter().filter(|f| one_side(f) && (search.runs.contains(f) || kept(f))).collect()
}

/// Classes of objects that may hold an ABI array's address, are declared outside a region and named inside; `None` where
/// the class is not known.
fn carried(cx: &Context<'_>) -> Set<Option<Sym>> {
    let program = cx.program;
    let mut out = Set::default();
    for u in &program.uses {
        let Some(region) = program.device_region(u.token) else { continue };
        let v = &program.variables[u.cell.variable];
        let holds = !v.plain && !v.arithmetic && !cx.aliases.anywhere(u.cell.variable).is_empty();
        if holds && !program.regions[region].body.contains(&v.declared) {
            out.insert(v.aggregate);
        }
    }
    out
}

/// A class as it stands in the file, or an alias of a type.
struct Extent {
    name: Sym,
    range: Range<usize>,
}

/// What makes a method of a living class run without being named.
enum Implied {
    /// Constructors, destructors, conversions, what a loop over a range asks for.
    Always,
    Operator(Sym),
    Call,
}

struct Search<'a> {
    program: &'a Program,
    /// Function and class each token belongs to, the innermost.
    function: Vec<u32>,
    class: Vec<u32>,
    classes: Vec<Extent>,
    by_name: Map<Sym, Vec<usize>>,
    calls: Map<FnId, Vec<usize>>,
    /// What runs by itself once its class lives, by class.
    implied: Map<Sym, Vec<(FnId, Implied)>>,
    /// Methods of living classes that wait for their operator.
    waiting: Map<Sym, Vec<FnId>>,
    names: Set<Sym>,
    operators: Set<Sym>,
    lives: Set<Sym>,
    runs: Set<FnId>,
    queue: Vec<FnId>,
    /// Names that have come up and may be those of classes.
    born: Vec<Sym>,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, symbols: &Symbols, methods: &[FnId]) -> Self {
        let functions = program.functions.iter().enumerate().filter(|(_, f)| !f.is_lambda);
        let heads = functions.map(|(id, f)| (f.head.start..f.body.end, id as u32)).collect();
        let classes = classes(program);
        let extents = classes.iter().enumerate().map(|(id, c)| (c.range.clone(), id as u32)).collect();
        let mut by_name: Map<Sym, Vec<usize>> = Map::default();
        for (id, class) in classes.iter().enumerate() {
            by_name.entry(class.name).or_default().push(id);
        }
        let mut calls: Map<FnId, Vec<usize>> = Map::default();
        for (id, call) in program.calls.iter().enumerate() {
            calls.entry(call.function).or_default().push(id);
        }
        let mut implied: Map<Sym, Vec<(FnId, Implied)>> = Map::default();
        for f in methods {
            if let Some((class, how)) = program.functions[*f].owner.zip(how(program, symbols, *f)) {
                implied.entry(class).or_default().push((*f, how));
            }
        }
        Self {
            program,
            function: innermost(heads, program.tokens.len()),
            class: innermost(extents, program.tokens.len()),
            classes,
            by_name,
            calls,
            implied,
            waiting: Map::default(),
            names: Set::default(),
            operators: Set::default(),
            lives: Set::default(),
            runs: Set::default(),
            queue: Vec::new(),
            born: Vec::new(),
        }
    }

    /// From `kernel` and what stands outside functions and classes, until nothing new is found.
    fn run(&mut self, kernel: FnId) {
        self.enter(kernel);
        for i in 0..self.program.tokens.len() {
            if self.function[i] == NONE && self.class[i] == NONE {
                self.token(i);
            }
        }
        loop {
            if let Some(id) = self.queue.pop() {
                self.body(id);
            } else if let Some(name) = self.born.pop() {
                self.live(name);
            } else {
                return;
            }
        }
    }

    fn enter(&mut self, function: FnId) {
        if !self.program.functions[function].device_only && self.runs.insert(function) {
            self.queue.push(function);
        }
    }

    fn body(&mut self, id: FnId) {
        let f = &self.program.functions[id];
        let mut i = f.head.start;
        while i < f.body.end {
            if self.function[i] == id as u32 {
                self.token(i);
                i += 1;
            } else {
                i = self.past_function(i);
            }
        }
        for call in self.calls.remove(&id).unwrap_or_default() {
            let call = &self.program.calls[call];
            if self.program.device_region(call.token).is_some() {
                continue;
            }
            for target in &call.targets {
                self.enter(*target);
            }
            if call.targets.is_empty() && matches!(call.by, Callee::Value(..)) {
                self.operator(words::CALL_OPERATOR);
            }
        }
    }

    /// One token of code that the host runs.
    fn token(&mut self, i: usize) {
        let token = &self.program.tokens[i];
        if self.program.device_region(i).is_some() {
            return;
        }
        if token.kind == Kind::Punct {
            if COMPARISONS.iter().any(|c| token.is(c)) {
                self.operator(punct(COMPARISONS[0]));
            } else if !token.is("[") || self.subscripts_object(i) {
                self.operator(token.sym);
            }
        } else if let Some(word) = token.as_word().filter(|w| self.names.insert(*w)) {
            for f in self.program.functions_named(word) {
                self.enter(*f);
            }
            self.born.push(word);
        }
    }

    fn operator(&mut self, operator: Sym) {
        if self.operators.insert(operator) {
            for f in self.waiting.remove(&operator).unwrap_or_default() {
                self.enter(f);
            }
        }
    }

    /// What a class that comes alive brings: its fields' classes, its bases, what runs by itself; an alias brings what it
    /// stands for.
    fn live(&mut self, name: Sym) {
        let Some(extents) = self.by_name.remove(&name) else { return };
        self.lives.insert(name);
        for (f, how) in self.implied.remove(&name).unwrap_or_default() {
            let operator = match how {
                Implied::Always => None,
                Implied::Operator(operator) => Some(operator),
                Implied::Call => Some(words::CALL_OPERATOR),
            };
            match operator.filter(|o| !self.operators.contains(o)) {
                Some(operator) => self.waiting.entry(operator).or_default().push(f),
                None => self.enter(f),
            }
        }
        for id in extents {
            let range = self.classes[id].range.clone();
            let mut i = range.start;
            while i < range.end {
                if self.function[i] != NONE {
                    i = self.past_function(i);
                } else if self.class[i] == id as u32 {
                    self.token(i);
                    i += 1;
                } else {
                    // A class inside it, or the one that a `typedef` names.
                    let inner = &self.classes[self.class[i] as usize];
                    self.born.push(inner.name);
                    i = inner.range.end.max(i + 1);
                }
            }
        }
    }

    /// Behind the function that holds the token.
    fn past_function(&self, i: usize) -> usize {
        self.program.functions[self.function[i] as usize].body.end.max(i + 1)
    }

    /// Whether what stands before a `[` may be an object of a class.
    fn subscripts_object(&self, i: usize) -> bool {
        let Some(before) = i.checked_sub(1) else { return false };
        let token = &self.program.tokens[before];
        if token.kind != Kind::Word {
            return token.is(")") || token.is("]") || token.is("}");
        }
        let uses = &self.program.uses[self.program.uses.partition_point(|u| u.token < before)..];
        let object = |v: usize| !self.program.variables[v].plain && !self.program.variables[v].arithmetic;
        let mut used = uses.iter().take_while(|u| u.token == before).peekable();
        used.peek().is_none() || used.any(|u| object(u.cell.variable))
    }
}

/// How a method runs without being named, if it can.
fn how(program: &Program, symbols: &Symbols, function: FnId) -> Option<Implied> {
    let f = &program.functions[function];
    let head = &program.tokens[f.head.clone()];
    let Some(at) = head.iter().position(|t| t.word(words::OPERATOR)) else {
        let by_itself = Some(f.name) == f.owner || matches!(symbols.text(f.name), "begin" | "end");
        return by_itself.then_some(Implied::Always);
    };
    let Some(operator) = head.get(at + 1).filter(|t| t.kind == Kind::Punct) else { return Some(Implied::Always) };
    if f.name == words::CALL_OPERATOR {
        return Some(Implied::Call);
    }
    let compares = COMPARISONS.iter().any(|c| operator.is(c));
    Some(Implied::Operator(if compares { punct(COMPARISONS[0]) } else { operator.sym }))
}

/// For each token, which of the nested ranges holds it, innermost.
fn innermost(mut ranges: Vec<(Range<usize>, u32)>, tokens: usize) -> Vec<u32> {
    ranges.sort_by_key(|(r, _)| (r.start, std::cmp::Reverse(r.end)));
    let mut out = vec![NONE; tokens];
    let mut open: Vec<(usize, u32)> = Vec::new();
    let mut next = 0;
    for (i, slot) in out.iter_mut().enumerate() {
        while open.last().is_some_and(|(end, _)| *end <= i) {
            open.pop();
        }
        while next < ranges.len() && ranges[next].0.start <= i {
            open.push((ranges[next].0.end, ranges[next].1));
            next += 1;
        }
        *slot = open.last().map_or(NONE, |(_, id)| *id);
    }
    out
}

/// Classes with their bodies, and aliases of types with what they stand for.
fn classes(program: &Program) -> Vec<Extent> {
    let tokens = &program.tokens;
    let mut out = Vec::new();
    for i in 0..tokens.len() {
        let Some(word) = tokens[i].as_word() else { continue };
        match word {
            words::STRUCT | words::CLASS | words::UNION => {
                let named = (i + 1..tokens.len()).take(16).find(|k| tokens[*k].kind == Kind::Word);
                let Some(brace) =
                    (i + 1..tokens.len()).take(64).find(|k| [";", "(", ")", "=", "{"].iter().any(|s| tokens[*k].is(s)))
                else {
                    continue;
                };
                let Some(close) = program.brackets.mate(brace).filter(|_| tokens[brace].is("{")) else { continue };
                // `struct V v {…}` declares a variable.
                let name = named.filter(|n| *n < brace);
                let declares = name
                    .and_then(|n| tokens.get(n + 1))
                    .is_some_and(|t| t.as_word().is_some_and(|w| w != words::FINAL));
                let behind = tokens.get(close + 1).and_then(|t| t.as_word());
                if let Some(name) = name.and_then(|n| tokens[n].as_word()).or(behind).filter(|_| !declares) {
                    out.push(Extent { name, range: i..close + 1 });
                }
            }
            words::USING | words::TYPEDEF => {
                let Some(end) = (i..tokens.len()).take(400).find(|k| tokens[*k].is(";")) else { continue };
                let name = if word == words::USING { i + 1 } else { end - 1 };
                let aliases = word == words::TYPEDEF || tokens.get(i + 2).is_some_and(|t| t.is("="));
                if let Some(name) = tokens[name].as_word().filter(|_| aliases) {
                    out.push(Extent { name, range: i..end });
                }
            }
            _ => {}
        }
    }
    out
}
