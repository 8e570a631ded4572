//! A Fortran file: program units, declarations, constructs, and which directive governs what.

use crate::check::text::token::{Map, Set};
use std::ops::Range;

use super::super::directive::Directive;
use super::super::text::token::{Kind, Sym, Symbols, Token, words};
use super::brackets::Brackets;
use super::fortran_declare::{self, Declaration};
use super::fortran_scopes::{ScopeKind, Scopes};
use super::{
    Aggregate, Call, Cell, Flow, FnId, FortranKind, Function, Program, Region, Role, Use, VarId, Variable, WHOLE,
};

/// An open construct.
pub(super) struct Construct {
    pub(super) kind: ConstructKind,
    pub(super) start: usize,
    /// `do 10 i = …` ends at label 10.
    pub(super) label: Option<i64>,
    /// Regions that end with it.
    pub(super) regions: Vec<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ConstructKind {
    Do,
    If,
    Select,
    Block,
    Associate,
    Other,
}

pub(super) struct Walker<'a> {
    pub(super) tokens: &'a [Token],
    pub(super) brackets: &'a Brackets,
    pub(super) symbols: &'a Symbols,
    pub(super) directives: &'a [Directive],
    pub(super) arms: Map<usize, Vec<usize>>,
    pub(super) functions: Vec<Function>,
    pub(super) variables: Vec<Variable>,
    pub(super) uses: Vec<Use>,
    pub(super) flows: Vec<Flow>,
    pub(super) calls: Vec<Call>,
    /// Keyword arguments: (call, place among its passed, keyword).
    pub(super) keywords: Vec<(usize, usize, Sym)>,
    /// Results of the function references met, by token.
    pub(super) references: Map<usize, VarId>,
    pub(super) items: Map<(usize, usize, usize), VarId>,
    pub(super) regions: Vec<Region>,
    pub(super) scopes: Scopes,
    pub(super) constructs: Vec<Construct>,
    pub(super) blocks: Vec<Range<usize>>,
    /// Block regions that wait for their `end`: (region, first leaf).
    pub(super) open: Vec<usize>,
    /// Regions that govern the next loop or statement.
    pub(super) waiting: Vec<usize>,
    pub(super) common: Map<(Sym, usize), VarId>,
    pub(super) in_interface: bool,
    pub(super) in_type: bool,
    pub(super) procedures: Set<Sym>,
    /// What stands for a procedure as a value.
    pub(super) procedure_values: Map<Sym, VarId>,
    /// Names that stand for other procedures: of types, and generic ones.
    pub(super) bindings: Map<Sym, Vec<Sym>>,
    pub(super) aggregates: Map<Sym, Aggregate>,
    /// The derived type whose components are read.
    pub(super) type_name: Option<Sym>,
    /// Components that are C pointers, wherever they are.
    pub(super) c_pointers: Set<Sym>,
    /// Bindings that do not pass the object.
    pub(super) nopass: Set<Sym>,
    /// The parenthesis of the `call` whose arguments are read.
    pub(super) call_open: Option<usize>,
    /// Name of the interface block.
    pub(super) generic: Option<Sym>,
}

/// Understands a Fortran file.
pub(crate) fn understand(
    tokens: Vec<Token>,
    directives: Vec<Directive>,
    arm_of: Vec<Option<usize>>,
    symbols: &Symbols,
) -> Program {
    let brackets = Brackets::new(&tokens);
    let mut arms: Map<usize, Vec<usize>> = Map::default();
    for (arm, of) in arm_of.iter().enumerate() {
        if let Some(of) = of {
            arms.entry(*of).or_default().push(arm);
        }
    }
    let mut walker = Walker {
        tokens: &tokens,
        brackets: &brackets,
        symbols,
        directives: &directives,
        arms,
        functions: Vec::new(),
        variables: Vec::new(),
        uses: Vec::new(),
        flows: Vec::new(),
        calls: Vec::new(),
        keywords: Vec::new(),
        references: Map::default(),
        items: Map::default(),
        regions: Vec::new(),
        scopes: Scopes::default(),
        constructs: Vec::new(),
        blocks: Vec::new(),
        open: Vec::new(),
        waiting: Vec::new(),
        common: Map::default(),
        in_interface: false,
        in_type: false,
        procedures: procedures(&tokens),
        procedure_values: Map::default(),
        bindings: Map::default(),
        aggregates: Map::default(),
        type_name: None,
        c_pointers: Set::default(),
        nopass: Set::default(),
        call_open: None,
        generic: None,
    };
    walker.run();
    let Walker { functions, variables, uses, flows, mut calls, keywords, items, regions, blocks, .. } = walker;
    let Walker { procedure_values, bindings, nopass, aggregates, .. } = walker;
    let mut named: Map<Sym, Vec<FnId>> = Map::default();
    for (id, function) in functions.iter().enumerate() {
        named.entry(function.name).or_default().push(id);
    }
    let bindings = flattened(bindings, &named);
    let values = procedure_values.iter().flat_map(|(name, v)| named.get(name).into_iter().flatten().map(|f| (*v, *f)));
    let closures: Vec<(VarId, FnId)> = values.collect();
    for call in calls.iter_mut().filter(|c| c.skips_object) {
        call.skips_object = bindings.contains_key(&call.callee) && !nopass.contains(&call.callee);
    }
    for (call, place, keyword) in keywords {
        let parameters = named.get(&calls[call].callee).and_then(|f| f.first()).map(|f| &functions[*f].parameters);
        let index = parameters.and_then(|p| p.iter().position(|v| variables[*v].name == keyword));
        if let (Some(index), Some(passed)) = (index, calls[call].passed.get_mut(place)) {
            passed.index = index;
        }
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
        blocks,
        ..Program::default()
    };
    known.completed(symbols)
}

/// Each name with the procedures behind it, and behind the names that it stands for: `generic :: put => set`, where `set`
/// is a binding too.
fn flattened(bindings: Map<Sym, Vec<Sym>>, named: &Map<Sym, Vec<FnId>>) -> Map<Sym, Vec<Sym>> {
    // More than a call is followed to; one that may reach so many reaches what nobody follows.
    const MANY: usize = 80;
    let few = |names: &mut dyn Iterator<Item = Sym>| -> Vec<Sym> {
        let mut found: Set<Sym> = Set::default();
        while let Some(name) = names.next().filter(|_| found.len() < MANY) {
            found.insert(name);
        }
        let mut sorted: Vec<Sym> = found.into_iter().collect();
        sorted.sort_unstable();
        sorted
    };
    let procedures = |list: &Vec<Sym>| few(&mut list.iter().copied().filter(|n| named.contains_key(n)));
    let own: Map<Sym, Vec<Sym>> = bindings.iter().map(|(name, list)| (*name, procedures(list))).collect();
    let flat = bindings.iter().map(|(name, list)| {
        let behind = list.iter().filter_map(|n| own.get(n)).flatten();
        (*name, few(&mut own.get(name).into_iter().flatten().chain(behind).copied()))
    });
    flat.collect()
}

/// Names after `subroutine` and `function`, so that calls are told from arrays before their definition is met.
fn procedures(tokens: &[Token]) -> Set<Sym> {
    tokens
        .windows(2)
        .filter(|w| w[0].word(words::SUBROUTINE) || w[0].word(words::FUNCTION))
        .filter_map(|w| w[1].as_word())
        .collect()
}

impl Walker<'_> {
    fn run(&mut self) {
        self.push_scope(None, 0, ScopeKind::Unit);
        let mut i = 0;
        while i < self.tokens.len() {
            if self.tokens[i].kind == Kind::Directive {
                self.directive(i);
                i += 1;
                continue;
            }
            let end = (i..self.tokens.len())
                .find(|k| matches!(self.tokens[*k].kind, Kind::Eol | Kind::Directive))
                .unwrap_or(self.tokens.len());
            if end > i {
                self.statement(i, end);
            }
            i = if self.tokens.get(end).is_some_and(|t| t.kind == Kind::Eol) { end + 1 } else { end.max(i + 1) };
        }
        while !self.scopes.is_empty() {
            self.close_unit(self.tokens.len());
        }
    }

    pub(super) fn push_scope(&mut self, function: Option<FnId>, start: usize, kind: ScopeKind) {
        let constructs = self.constructs.len();
        self.scopes.push(function, start, kind, constructs);
    }

    pub(super) fn function(&self) -> FnId {
        self.scopes.function().unwrap_or(usize::MAX)
    }

    pub(super) fn resolve(&self, name: Sym) -> Option<VarId> {
        self.scopes.resolve(name)
    }

    pub(super) fn text(&self, i: usize) -> &str {
        self.tokens.get(i).filter(|t| t.kind == Kind::Word).map_or("", |t| self.symbols.text(t.sym))
    }

    pub(super) fn statement(&mut self, start: usize, end: usize) {
        let mut i = start;
        let label = (self.tokens[i].kind == Kind::Number)
            .then(|| super::super::text::condition::number(self.symbols.text(self.tokens[i].sym)));
        if label.is_some() {
            i += 1;
        }
        // `name: do`
        if i + 2 < end && self.tokens[i].kind == Kind::Word && self.tokens[i + 1].is(":") {
            i += 2;
        }
        // `if (…) statement` goes on behind its parenthesis.
        let mut next = (i < end).then_some(i);
        while let Some(at) = next.filter(|a| *a < end) {
            next = self.classify(at, end);
        }
        if let Some(label) = label {
            while self.constructs.last().is_some_and(|c| c.label == Some(label)) {
                self.close_construct(end);
            }
        }
    }

    /// One statement; returns where a statement within it begins.
    fn classify(&mut self, i: usize, end: usize) -> Option<usize> {
        let first = self.text(i).to_owned();
        let second = self.text(i + 1).to_owned();
        let ends = first.starts_with("end") && !self.tokens.get(i + 1).is_some_and(|t| t.is("=") || t.is("("));
        if ends {
            let what = if first == "end" { second.as_str() } else { &first[3..] };
            if self.end_of(what, end) {
                return None;
            }
        }
        let binds = first == "procedure" || first == "module" && second == "procedure" || first == "generic";
        if self.in_interface || self.in_type {
            if binds {
                self.binding(i, end);
            } else if self.in_type {
                self.components(i, end);
            }
            return None;
        }
        if first == "interface" || first == "abstract" && second == "interface" {
            self.in_interface = true;
            self.generic =
                self.tokens.get(i + 1).filter(|_| i + 1 < end && first == "interface").and_then(Token::as_word);
            return None;
        }
        if let Some(header) = fortran_declare::header(self.tokens, self.symbols, i..end) {
            self.unit(&header, i, end);
            return None;
        }
        let opens_module = matches!(first.as_str(), "module" | "submodule" | "program")
            && end > i + 1
            && second != "procedure"
            && !self.tokens[i + 1].is("=");
        if opens_module {
            self.push_scope(None, end, ScopeKind::Unit);
            if let Some(scope) = self.scopes.last_mut() {
                scope.module = self.tokens[i + 1].as_word();
            }
            return None;
        }
        if first == "use" {
            self.import(i, end);
            return None;
        }
        if first == "type" && !self.tokens.get(i + 1).is_some_and(|t| t.is("(") || t.is("=") || t.is("%")) {
            self.in_type = true;
            self.derived_type(i, end);
            return None;
        }
        if matches!(
            first.as_str(),
            "use"
                | "implicit"
                | "contains"
                | "import"
                | "save"
                | "format"
                | "public"
                | "private"
                | "external"
                | "intrinsic"
                | "include"
        ) {
            return None;
        }
        if first == "pointer" && self.tokens.get(i + 1).is_some_and(|t| t.is("(")) {
            self.cray_pointers(i, end);
            return None;
        }
        if let Some(declarations) = fortran_declare::declaration(self.tokens, self.symbols, self.brackets, i..end) {
            for d in &declarations {
                self.declare(d);
            }
            return None;
        }
        match first.as_str() {
            "equivalence" => self.equivalence(i, end),
            "common" => self.common(i, end),
            _ => return self.construct(i, end, &first, &second),
        }
        None
    }

    /// Handles `end …`; false if it is no end of a construct or unit.
    fn end_of(&mut self, what: &str, end: usize) -> bool {
        match what {
            "interface" => self.in_interface = false,
            "type" => self.in_type = false,
            _ if self.in_interface => {}
            "do" | "if" | "select" | "where" | "forall" | "critical" | "team" => self.close_construct(end),
            "block" | "associate" => {
                self.close_construct(end);
                self.scopes.pop_block();
            }
            "" | "subroutine" | "function" | "program" | "module" | "submodule" | "procedure" => self.close_unit(end),
            "enum" => {}
            _ => return false,
        }
        true
    }

    fn close_unit(&mut self, end: usize) {
        while self.scopes.pop_block() {}
        let Some(scope) = self.scopes.pop() else { return };
        while self.constructs.len() > scope.constructs {
            self.close_construct(end);
        }
        // A region without its `end` reaches to the end of the unit.
        let start = scope.start;
        for r in std::mem::take(&mut self.open) {
            if self.regions[r].token >= start {
                self.regions[r].body.end = end;
            } else {
                self.open.push(r);
            }
        }
        self.waiting.clear();
        if let Some(f) = scope.function {
            self.functions[f].body.end = end.max(self.functions[f].body.start);
        }
        if self.scopes.is_empty() && end < self.tokens.len() {
            self.push_scope(None, end, ScopeKind::Unit);
        }
    }

    fn unit(&mut self, header: &fortran_declare::Header, start: usize, end: usize) {
        let id = self.functions.len();
        let parent = self.scopes.function();
        self.push_scope(Some(id), end, ScopeKind::Unit);
        let mut parameters = Vec::new();
        for (name, token) in &header.parameters {
            let v = self.add(*name, Role::Parameter, *token, FortranKind::Data { array: false });
            parameters.push(v);
        }
        let result = header.result.unwrap_or(header.name);
        let returns = self.add(result, Role::Return, header.name_token, FortranKind::Data { array: false });
        if !header.is_function {
            self.scopes.remove(result);
        }
        self.functions.push(Function {
            name: header.name,
            name_token: header.name_token,
            owner: None,
            parameters,
            head: start..end,
            body: end..end,
            is_static: false,
            is_template: false,
            is_lambda: false,
            c_linkage: header.bind_c,
            returns,
            device_only: false,
            on_both: false,
            parent,
        });
    }

    pub(super) fn add(&mut self, name: Sym, role: Role, token: usize, kind: FortranKind) -> VarId {
        let id = self.variables.len();
        let function = self.scopes.function();
        let arithmetic = kind == FortranKind::Data { array: false };
        self.variables.push(Variable {
            name,
            role,
            declared: token,
            scope: token..self.tokens.len(),
            pointers: 0,
            own_array: false,
            reference: false,
            arithmetic,
            plain: kind != FortranKind::Derived,
            constant: false,
            aggregate: None,
            type_tokens: token..token + 1,
            function,
            fortran: Some(kind),
        });
        self.scopes.add(name, id);
        id
    }

    fn declare(&mut self, d: &Declaration) {
        let existing = self.scopes.own(d.name);
        let id = match existing {
            Some(id) => id,
            None => {
                let in_unit = self.scopes.function().is_some();
                let role = if in_unit { Role::Local } else { Role::Global };
                self.add(d.name, role, d.token, FortranKind::Data { array: false })
            }
        };
        let before = self.variables[id].fortran.unwrap_or(FortranKind::Data { array: false });
        let kind = d.kind_after(before);
        let variable = &mut self.variables[id];
        variable.fortran = Some(kind);
        variable.arithmetic = kind == FortranKind::Data { array: false };
        variable.aggregate = d.type_name.or(variable.aggregate);
        variable.plain = kind != FortranKind::Derived && variable.aggregate.is_none();
        if !d.type_tokens.is_empty() {
            variable.type_tokens = d.type_tokens.clone();
        }
        if let Some(range) = &d.bound_to {
            let target = Cell { variable: id, member: WHOLE };
            self.bind(target, range.clone(), d.token);
        }
    }
}
