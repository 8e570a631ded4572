//! Function bodies of C, C++ and HIP: declarations, mentions, calls, lambdas, and where addresses flow.

use crate::check::text::token::{Map, Set};
use std::ops::Range;

use super::super::directive::Directive;
use super::super::text::token::{Kind, Sym, Symbols, Token, words};
use super::brackets::{Brackets, statement_end};
use super::c_climb::Climber;
use super::c_declare::{Declared, Types, declaration};
use super::c_file::{self, File};
use super::c_shape::is_control;
use super::{
    Act, Aggregate, Call, Callee, Cell, Flow, FnId, Function, Program, Region, Role, Use, VarId, Variable, WHOLE,
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
    let mut integers = Set::default();
    let mut walks = 0;
    let (walker, settled) = loop {
        let file = c_file::scan(&tokens, &brackets, symbols, c);
        let mut walker = Walker::new(&tokens, &brackets, symbols, &directives, &arm_of, file);
        let known = integers.len();
        walker.address_integers = integers;
        walker.run();
        walks += 1;
        // What was named before an address got into it is looked at again.
        let settled = walker.address_integers.len() == known;
        if settled || walks == MAX_WALKS {
            break (walker, settled);
        }
        integers = walker.address_integers;
    };
    let Walker {
        functions,
        variables,
        aggregates,
        uses,
        flows,
        calls,
        items,
        regions,
        closures,
        lost,
        variants,
        unions,
        ..
    } = walker;
    let mut named: Map<Sym, Vec<FnId>> = Map::default();
    for (id, function) in functions.iter().enumerate().filter(|(_, f)| !f.is_lambda) {
        named.entry(function.name).or_default().push(id);
    }
    let mut bindings: Map<Sym, Vec<Sym>> = Map::default();
    for (base, variant) in variants {
        bindings.entry(base).or_default().push(variant);
    }
    let known = Program {
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
        bindings,
        tangled: !settled,
        unions,
        lost,
        ..Program::default()
    };
    known.completed(symbols)
}

/// Times a file is walked for integers that hold addresses; one more would not end.
const MAX_WALKS: usize = 8;

/// Classes above a class that are asked for a member.
const MAX_BASES: usize = 64;

pub(super) struct Walker<'a> {
    pub(super) tokens: &'a [Token],
    pub(super) brackets: &'a Brackets,
    pub(super) symbols: &'a Symbols,
    pub(super) directives: &'a [Directive],
    pub(super) arm_of: &'a [Option<usize>],
    pub(super) functions: Vec<Function>,
    pub(super) variables: Vec<Variable>,
    pub(super) aggregates: Map<Sym, Aggregate>,
    pub(super) types: Types,
    pub(super) initialisers: Map<usize, Range<usize>>,
    pub(super) uses: Vec<Use>,
    pub(super) flows: Vec<Flow>,
    pub(super) calls: Vec<Call>,
    pub(super) items: Map<(usize, usize, usize), VarId>,
    pub(super) regions: Vec<Region>,
    /// Visible variables by name, innermost last.
    pub(super) visible: Map<Sym, Vec<VarId>>,
    /// Variable of a declarator's token.
    pub(super) declarators: Map<usize, VarId>,
    pub(super) pointer_names: Set<Sym>,
    pub(super) other_names: Set<Sym>,
    pub(super) integer_names: Set<Sym>,
    /// Functions of the file by name, and the variable that stands for one as a value.
    pub(super) function_names: Map<Sym, Vec<FnId>>,
    pub(super) function_values: Map<Sym, VarId>,
    /// Functions and those that `declare variant` puts in their place.
    pub(super) variants: Vec<(Sym, Sym)>,
    /// Declarators of integers, and of arrays of them, that an address was stored in.
    pub(super) address_integers: Set<usize>,
    /// Fields of a union that may hold an address, and the one that stands for all of them.
    pub(super) unions: Map<Sym, Sym>,
    /// Fields that are references.
    pub(super) reference_fields: Set<Sym>,
    /// Addresses whose destination is not known.
    pub(super) lost: Vec<(Cell, usize)>,
    /// Function whose body is walked, innermost last, with the end of its body.
    pub(super) inside: Vec<(FnId, usize)>,
    /// Closures and the lambdas they run.
    pub(super) closures: Vec<(VarId, FnId)>,
    /// The same by the `[` of the lambda.
    pub(super) closure_at: Map<usize, (VarId, FnId)>,
    /// Arms of each metadirective.
    pub(super) arms: Map<usize, Vec<usize>>,
    /// Call at each `(`.
    pub(super) call_at: Map<usize, usize>,
    /// Statement ends of directives already computed, by token.
    pub(super) ends: Map<usize, usize>,
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
        let mut function_names: Map<Sym, Vec<FnId>> = Map::default();
        for (id, function) in file.functions.iter().enumerate() {
            function_names.entry(function.name).or_default().push(id);
        }
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
            items: Map::default(),
            regions: Vec::new(),
            visible: Map::default(),
            declarators: Map::default(),
            pointer_names: Set::default(),
            other_names: Set::default(),
            integer_names: Set::default(),
            function_names,
            function_values: Map::default(),
            variants: Vec::new(),
            address_integers: Set::default(),
            unions: super::c_scope::unions(tokens, brackets),
            reference_fields: file.reference_fields,
            lost: Vec::new(),
            inside: Vec::new(),
            closures: Vec::new(),
            closure_at: Map::default(),
            arms: Map::default(),
            call_at: Map::default(),
            ends: Map::default(),
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
            let (name, pointer, arithmetic, class) = (v.name, v.pointers > 0, v.arithmetic, v.aggregate);
            self.note_name(name, pointer, arithmetic);
            // All objects of a class share what its methods store.
            let object = class.and_then(|a| self.aggregates.get(&a)).map(|a| a.object);
            if let Some(object) = object.filter(|o| *o != id) {
                self.link(id, object, self.variables[id].declared);
            }
            if self.variables[id].role == Role::Global {
                self.declarators.insert(self.variables[id].declared, id);
                self.visible.entry(name).or_default().push(id);
            }
        }
        self.inherit();
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
            for p in &parameters {
                self.default_argument(*p);
            }
            if let Some(range) = self.initialisers.get(&id).cloned() {
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

    fn note_name(&mut self, name: Sym, pointer: bool, arithmetic: bool) {
        if arithmetic && !self.pointer_names.contains(&name) && !self.other_names.contains(&name) {
            self.integer_names.insert(name);
        } else if !arithmetic {
            self.integer_names.remove(&name);
        }
        if pointer && !self.other_names.contains(&name) {
            self.pointer_names.insert(name);
        } else if !pointer {
            self.other_names.insert(name);
            self.pointer_names.remove(&name);
        }
    }

    pub(super) fn resolve(&self, name: Sym, at: usize) -> Option<VarId> {
        let found = self.visible.get(&name).and_then(|list| {
            list.iter()
                .rev()
                .take(256)
                .find(|v| self.variables[**v].scope.contains(&at) && self.variables[**v].declared <= at)
        });
        found.copied()
    }

    /// The variable a word stands for: local, parameter, global, or a member of the method's own class.
    pub(super) fn place(&self, name: Sym, at: usize) -> Option<Cell> {
        if let Some(variable) = self.resolve(name, at) {
            return Some(Cell { variable, member: WHOLE });
        }
        let owner = self.inside.iter().rev().find_map(|(f, _)| self.functions[*f].owner)?;
        let aggregate = self.aggregates.get(&owner)?;
        let mut classes = vec![owner];
        let mut at = 0;
        while let Some(class) = classes.get(at).and_then(|c| self.aggregates.get(c)).filter(|_| at < MAX_BASES) {
            if class.named.contains(&name) {
                return Some(Cell { variable: aggregate.object, member: name });
            }
            classes.extend(&class.bases);
            at += 1;
        }
        None
    }

    pub(super) fn function(&self) -> FnId {
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
        let found = found.unwrap_or_default();
        let mut ids = Vec::with_capacity(found.len());
        for d in &found {
            let scope_end = self.scope_end(i, end);
            ids.push(self.add_local(d, scope_end));
        }
        if let Some(first) = found.first()
            && self.tokens[first.token - 1].is("[")
        {
            self.bindings(&ids, first.token);
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

    pub(super) fn add_local(&mut self, d: &Declared, scope_end: usize) -> VarId {
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
        self.note_name(d.name, d.facts.pointers > 0, d.facts.arithmetic);
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
            // The object is what its constructor makes.
            let call = self.begin_call(class, Callee::Name, open);
            self.calls[call].result = Some(id);
        }
        id
    }

    pub(super) fn link(&mut self, a: VarId, b: VarId, token: usize) {
        for (source, target) in [(a, b), (b, a)] {
            self.flows.push(Flow { linked: true, ..Flow::whole(source, target, token, 0) });
        }
    }

    pub(super) fn climber(&self) -> Climber<'_> {
        Climber {
            tokens: self.tokens,
            brackets: self.brackets,
            types: &self.types,
            symbols: self.symbols,
            pointer_names: &self.pointer_names,
            integer_names: &self.integer_names,
        }
    }

    pub(super) fn word(&mut self, i: usize) {
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
                self.call(i, name, Callee::Member(None));
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
                let unbounded =
                    variable.role == Role::Object || cell.member != WHOLE || variable.pointers == 0 || !variable.plain;
                let hold = if unbounded || self.address_integers.contains(&variable.declared) {
                    3
                } else {
                    variable.pointers as i8 - 1
                };
                let climb = self.climber().climb(i, i, hold);
                self.mention(i, cell, climb);
                if climb.act == Act::Called {
                    self.call(i, name, Callee::Value(vec![cell.variable], Vec::new()));
                }
            }
            None if opens_call && !is_control(name) => self.call(i, name, Callee::Name),
            None if self.function_names.contains_key(&name) => self.function_value(i, name),
            None => {}
        }
    }
}
