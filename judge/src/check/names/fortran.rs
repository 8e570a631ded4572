//! A Fortran file: program units, declarations, constructs, and which directive governs what.

use std::collections::HashMap;
use std::ops::Range;

use super::super::directive::{Association, Directive, Leaf};
use super::super::text::token::{Kind, Sym, Symbols, Token, words};
use super::brackets::Brackets;
use super::fortran_declare::{self, Declaration};
use super::{Call, Cell, Flow, FnId, FortranKind, Function, Program, Region, Role, Use, VarId, Variable, WHOLE};

/// A scope: program unit, BLOCK, or ASSOCIATE.
struct Scope {
    names: HashMap<Sym, VarId>,
    function: Option<FnId>,
    start: usize,
    kind: ScopeKind,
    /// Number of constructs open when it began.
    constructs: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ScopeKind {
    Unit,
    Block,
}

/// An open construct.
struct Construct {
    kind: ConstructKind,
    start: usize,
    /// `do 10 i = …` ends at label 10.
    label: Option<i64>,
    /// Regions that end with it.
    regions: Vec<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ConstructKind {
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
    directives: &'a [Directive],
    arms: HashMap<usize, Vec<usize>>,
    pub(super) functions: Vec<Function>,
    pub(super) variables: Vec<Variable>,
    pub(super) uses: Vec<Use>,
    pub(super) flows: Vec<Flow>,
    pub(super) calls: Vec<Call>,
    /// Keyword arguments: (call, place among its passed, keyword).
    pub(super) keywords: Vec<(usize, usize, Sym)>,
    items: HashMap<(usize, usize, usize), VarId>,
    regions: Vec<Region>,
    scopes: Vec<Scope>,
    constructs: Vec<Construct>,
    blocks: Vec<Range<usize>>,
    /// Block regions that wait for their `end`: (region, first leaf).
    open: Vec<usize>,
    /// Regions that govern the next loop or statement.
    waiting: Vec<usize>,
    common: HashMap<(Sym, usize), VarId>,
    in_interface: bool,
    in_type: bool,
    pub(super) procedures: std::collections::HashSet<Sym>,
}

/// Understands a Fortran file.
pub(crate) fn understand(
    tokens: Vec<Token>,
    directives: Vec<Directive>,
    arm_of: Vec<Option<usize>>,
    symbols: &Symbols,
) -> Program {
    let brackets = Brackets::new(&tokens);
    let mut arms: HashMap<usize, Vec<usize>> = HashMap::new();
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
        items: HashMap::new(),
        regions: Vec::new(),
        scopes: Vec::new(),
        constructs: Vec::new(),
        blocks: Vec::new(),
        open: Vec::new(),
        waiting: Vec::new(),
        common: HashMap::new(),
        in_interface: false,
        in_type: false,
        procedures: procedures(&tokens),
    };
    walker.run();
    let Walker { functions, variables, uses, flows, mut calls, keywords, items, regions, blocks, .. } = walker;
    let mut named: HashMap<Sym, Vec<FnId>> = HashMap::new();
    for (id, function) in functions.iter().enumerate() {
        named.entry(function.name).or_default().push(id);
    }
    for (call, place, keyword) in keywords {
        let parameters = named.get(&calls[call].callee).and_then(|f| f.first()).map(|f| &functions[*f].parameters);
        let index = parameters.and_then(|p| p.iter().position(|v| variables[*v].name == keyword));
        if let (Some(index), Some(passed)) = (index, calls[call].passed.get_mut(place)) {
            passed.index = index;
        }
    }
    let mut program = Program {
        tokens,
        brackets,
        directives,
        arm_of,
        regions,
        functions,
        variables,
        aggregates: HashMap::new(),
        uses,
        flows,
        calls,
        items,
        named,
        closures: Vec::new(),
        declared: std::collections::HashSet::new(),
        incoming: HashMap::new(),
        blocks,
        lambdas: HashMap::new(),
        device: Vec::new(),
    };
    program.mark_device();
    program.connect_calls(symbols);
    program.finish();
    program
}

/// Names after `subroutine` and `function`, so that calls are told from arrays before their definition is met.
fn procedures(tokens: &[Token]) -> std::collections::HashSet<Sym> {
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

    fn push_scope(&mut self, function: Option<FnId>, start: usize, kind: ScopeKind) {
        let constructs = self.constructs.len();
        self.scopes.push(Scope { names: HashMap::new(), function, start, kind, constructs });
    }

    pub(super) fn function(&self) -> FnId {
        self.scopes.iter().rev().find_map(|s| s.function).unwrap_or(usize::MAX)
    }

    pub(super) fn resolve(&self, name: Sym) -> Option<VarId> {
        self.scopes.iter().rev().find_map(|s| s.names.get(&name)).copied()
    }

    fn text(&self, i: usize) -> &str {
        self.tokens.get(i).filter(|t| t.kind == Kind::Word).map_or("", |t| self.symbols.text(t.sym))
    }

    fn statement(&mut self, start: usize, end: usize) {
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
        if i < end {
            self.classify(i, end);
        }
        if let Some(label) = label {
            while self.constructs.last().is_some_and(|c| c.label == Some(label)) {
                self.close_construct(end);
            }
        }
    }

    fn classify(&mut self, i: usize, end: usize) {
        let first = self.text(i).to_owned();
        let second = self.text(i + 1).to_owned();
        let ends = first.starts_with("end") && !self.tokens.get(i + 1).is_some_and(|t| t.is("=") || t.is("("));
        if ends {
            let what = if first == "end" { second.as_str() } else { &first[3..] };
            if self.end_of(what, end) {
                return;
            }
        }
        if self.in_interface {
            return;
        }
        if first == "interface" || first == "abstract" && second == "interface" {
            self.in_interface = true;
            return;
        }
        if let Some(header) = fortran_declare::header(self.tokens, self.symbols, i..end) {
            self.unit(&header, i, end);
            return;
        }
        let opens_module = matches!(first.as_str(), "module" | "submodule" | "program")
            && end > i + 1
            && second != "procedure"
            && !self.tokens[i + 1].is("=");
        if opens_module {
            self.push_scope(None, end, ScopeKind::Unit);
            return;
        }
        if first == "type" && !self.tokens.get(i + 1).is_some_and(|t| t.is("(") || t.is("=") || t.is("%")) {
            self.in_type = true;
            return;
        }
        if self.in_type
            || matches!(
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
            )
        {
            return;
        }
        if let Some(declarations) = fortran_declare::declaration(self.tokens, self.symbols, self.brackets, i..end) {
            for d in &declarations {
                self.declare(d);
            }
            return;
        }
        match first.as_str() {
            "equivalence" => return self.equivalence(i, end),
            "common" => return self.common(i, end),
            _ => {}
        }
        self.construct(i, end, &first, &second);
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
                if self.scopes.len() > 1 && self.scopes.last().is_some_and(|s| s.kind == ScopeKind::Block) {
                    self.scopes.pop();
                }
            }
            "" | "subroutine" | "function" | "program" | "module" | "submodule" | "procedure" => self.close_unit(end),
            "enum" => {}
            _ => return false,
        }
        true
    }

    fn close_unit(&mut self, end: usize) {
        while self.scopes.len() > 1 && self.scopes.last().is_some_and(|s| s.kind == ScopeKind::Block) {
            self.scopes.pop();
        }
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
        for id in scope.names.values() {
            self.variables[*id].scope.end = end;
        }
        if let Some(f) = scope.function {
            self.functions[f].body.end = end.max(self.functions[f].body.start);
        }
        if self.scopes.is_empty() && end < self.tokens.len() {
            self.push_scope(None, end, ScopeKind::Unit);
        }
    }

    fn unit(&mut self, header: &fortran_declare::Header, start: usize, end: usize) {
        let id = self.functions.len();
        let parent = self.scopes.iter().rev().find_map(|s| s.function);
        self.push_scope(Some(id), end, ScopeKind::Unit);
        let mut parameters = Vec::new();
        for (name, token) in &header.parameters {
            let v = self.add(*name, Role::Parameter, *token, FortranKind::Data { array: false });
            parameters.push(v);
        }
        let result = header.result.unwrap_or(header.name);
        let returns = self.add(result, Role::Return, header.name_token, FortranKind::Data { array: false });
        if !header.is_function {
            if let Some(scope) = self.scopes.last_mut() {
                scope.names.remove(&result);
            }
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
            is_global: false,
            parent,
        });
    }

    fn add(&mut self, name: Sym, role: Role, token: usize, kind: FortranKind) -> VarId {
        let id = self.variables.len();
        let function = self.scopes.iter().rev().find_map(|s| s.function);
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
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(name, id);
        }
        id
    }

    fn declare(&mut self, d: &Declaration) {
        let existing = self.scopes.last().and_then(|s| s.names.get(&d.name)).copied();
        let id = match existing {
            Some(id) => id,
            None => {
                let in_unit = self.scopes.iter().rev().any(|s| s.function.is_some());
                let role = if in_unit { Role::Local } else { Role::Global };
                self.add(d.name, role, d.token, FortranKind::Data { array: false })
            }
        };
        let before = self.variables[id].fortran.unwrap_or(FortranKind::Data { array: false });
        let kind = d.kind_after(before);
        let variable = &mut self.variables[id];
        variable.fortran = Some(kind);
        variable.arithmetic = kind == FortranKind::Data { array: false };
        variable.plain = kind != FortranKind::Derived;
        if !d.type_tokens.is_empty() {
            variable.type_tokens = d.type_tokens.clone();
        }
        if let Some(range) = &d.bound_to {
            let target = Cell { variable: id, member: WHOLE };
            self.bind(target, range.clone(), d.token);
        }
    }

    fn construct(&mut self, i: usize, end: usize, first: &str, second: &str) {
        let assigns = self.tokens.get(i + 1).is_some_and(|t| t.is("=") || t.is("%") || t.is("=>"));
        let last_is_then = self.tokens[end - 1].word(words::THEN);
        match first {
            "do" if !assigns => {
                let label = self
                    .tokens
                    .get(i + 1)
                    .filter(|t| t.kind == Kind::Number)
                    .map(|t| super::super::text::condition::number(self.symbols.text(t.sym)));
                self.open_construct(ConstructKind::Do, i, label);
                self.expressions(i + 1, end);
            }
            "doconcurrent" | "dowhile" => self.open_construct(ConstructKind::Do, i, None),
            "if" if last_is_then => {
                self.open_construct(ConstructKind::If, i, None);
                self.expressions(i + 1, end);
            }
            "if" if self.tokens.get(i + 1).is_some_and(|t| t.is("(")) && !assigns => {
                let close = self.brackets.mate(i + 1).unwrap_or(end).min(end);
                self.expressions(i + 1, close);
                self.end_waiting(end);
                if close + 1 < end {
                    self.blocks.push(i..end);
                    self.statement(close + 1, end);
                }
            }
            "else" | "elseif" | "case" | "elsewhere" | "rank" | "default" if !assigns => self.expressions(i + 1, end),
            "select" | "selectcase" | "selecttype" if !assigns => {
                self.open_construct(ConstructKind::Select, i, None);
                self.expressions(i + 1, end);
            }
            "block" if end == i + 1 => {
                self.open_construct(ConstructKind::Block, i, None);
                self.push_scope(None, i, ScopeKind::Block);
            }
            "block" if second == "data" => self.push_scope(None, end, ScopeKind::Unit),
            "associate" if self.tokens.get(i + 1).is_some_and(|t| t.is("(")) => {
                self.open_construct(ConstructKind::Associate, i, None);
                self.push_scope(None, i, ScopeKind::Block);
                self.associate(i + 1, end);
            }
            "where" | "forall" | "critical" if !assigns => {
                let close = self.tokens.get(i + 1).filter(|t| t.is("(")).and_then(|_| self.brackets.mate(i + 1));
                if close.is_none_or(|c| c + 1 >= end) {
                    self.open_construct(ConstructKind::Other, i, None);
                }
                self.expressions(i + 1, end);
            }
            _ => {
                self.end_waiting(end);
                self.executable(i, end);
            }
        }
    }

    fn open_construct(&mut self, kind: ConstructKind, start: usize, label: Option<i64>) {
        let mut regions = Vec::new();
        if matches!(kind, ConstructKind::Do | ConstructKind::Block) {
            regions = std::mem::take(&mut self.waiting);
            // A strictly structured block needs no `end` directive.
            if kind == ConstructKind::Block
                && let Some(r) = self.open.last().copied().filter(|r| self.follows(*r, start))
            {
                regions.push(r);
            }
        } else {
            self.end_waiting(start);
        }
        self.constructs.push(Construct { kind, start, label, regions });
    }

    /// Whether nothing but directives stands between a region's directive and the token.
    fn follows(&self, region: usize, token: usize) -> bool {
        let from = self.regions[region].token + 1;
        token.saturating_sub(from) < 64
            && self.tokens[from..token].iter().all(|t| matches!(t.kind, Kind::Directive | Kind::Eol | Kind::Number))
    }

    fn close_construct(&mut self, end: usize) {
        let Some(construct) = self.constructs.pop() else { return };
        for r in construct.regions {
            self.regions[r].body.end = end;
            self.open.retain(|o| *o != r);
        }
        if matches!(construct.kind, ConstructKind::If | ConstructKind::Do | ConstructKind::Select) {
            self.blocks.push(construct.start..end);
        }
    }

    /// A loop directive before something that is no loop: it governs that statement.
    fn end_waiting(&mut self, end: usize) {
        for r in std::mem::take(&mut self.waiting) {
            self.regions[r].body.end = end;
        }
    }

    fn directive(&mut self, i: usize) {
        let index = self.tokens[i].sym.0 as usize;
        let Some(main) = self.directives.get(index) else { return };
        if main.end {
            self.end_directive(main.leaves.first().copied(), i);
            return;
        }
        if matches!(main.leaves.first(), Some(Leaf::EndMetadirective)) {
            self.end_directive(Some(Leaf::BeginMetadirective), i);
            return;
        }
        let mut queue = vec![index];
        queue.extend(self.arms.get(&index).into_iter().flatten());
        let function = self.scopes.iter().rev().find_map(|s| s.function);
        let wanted = extent(main, &queue, self.directives);
        for index in queue {
            self.items_of(index);
            let r = self.regions.len();
            self.regions.push(Region { directive: index, token: i, body: i + 1..i + 1, function });
            match wanted {
                Extent::None => {}
                Extent::Next => self.waiting.push(r),
                Extent::Block => {
                    self.regions[r].body.end = self.tokens.len();
                    self.open.push(r);
                }
            }
        }
    }

    fn items_of(&mut self, index: usize) {
        for (c, clause) in self.directives[index].clauses.iter().enumerate() {
            for (k, item) in clause.items.iter().enumerate() {
                if let Some(variable) = item.base.and_then(|b| self.resolve(b)) {
                    self.items.insert((index, c, k), variable);
                }
            }
        }
    }

    fn end_directive(&mut self, leaf: Option<Leaf>, i: usize) {
        let found =
            self.open.iter().rposition(|r| self.directives[self.regions[*r].directive].leaves.first().copied() == leaf);
        let Some(found) = found else { return };
        let token = self.regions[self.open[found]].token;
        for r in self.open.split_off(found) {
            self.regions[r].body.end = i;
        }
        // Arms of a metadirective share their place.
        while self.open.last().is_some_and(|r| self.regions[*r].token == token) {
            if let Some(r) = self.open.pop() {
                self.regions[r].body.end = i;
            }
        }
    }

    fn equivalence(&mut self, i: usize, end: usize) {
        for group in super::super::directive_items(self.tokens, i + 1..end) {
            let inside = group.start + 1..group.end.saturating_sub(1).max(group.start + 1);
            let names: Vec<VarId> = super::super::directive_items(self.tokens, inside)
                .into_iter()
                .filter_map(|p| self.tokens[p.start].as_word().and_then(|w| self.resolve(w)))
                .collect();
            for pair in names.windows(2) {
                self.link(pair[0], pair[1], i);
            }
        }
    }

    fn common(&mut self, i: usize, end: usize) {
        let mut block = words::COMMON;
        let mut position = 0;
        let mut depth = 0usize;
        for k in i + 1..end {
            let token = &self.tokens[k];
            depth += usize::from(token.is("("));
            depth -= usize::from(token.is(")")).min(depth);
            let Some(word) = token.as_word().filter(|_| depth == 0) else { continue };
            if self.tokens[k - 1].is("/") && self.tokens.get(k + 1).is_some_and(|t| t.is("/")) {
                block = word;
                position = 0;
                continue;
            }
            if let Some(id) = self.resolve(word) {
                self.variables[id].role = Role::Global;
                if let Some(other) = self.common.insert((block, position), id) {
                    self.link(other, id, k);
                }
            }
            position += 1;
        }
    }

    pub(super) fn link(&mut self, a: VarId, b: VarId, token: usize) {
        for (source, target) in [(a, b), (b, a)] {
            self.flows.push(Flow {
                source: Cell { variable: source, member: WHOLE },
                target: Cell { variable: target, member: WHOLE },
                down: 0,
                up: 0,
                token,
                unknown: false,
                linked: false,
            });
        }
    }

    /// `associate (a => y(1:n), b => v%p)`.
    fn associate(&mut self, open: usize, end: usize) {
        let close = self.brackets.mate(open).unwrap_or(end).min(end);
        for part in super::super::directive_items(self.tokens, open + 1..close) {
            let (Some(name), true) =
                (self.tokens[part.start].as_word(), self.tokens.get(part.start + 1).is_some_and(|t| t.is("=>")))
            else {
                continue;
            };
            let selector = part.start + 2..part.end;
            let source = self.first_cell(&selector);
            let kind = source
                .and_then(|c| self.variables[c.variable].fortran.filter(|_| c.member == WHOLE))
                .unwrap_or(FortranKind::Data { array: true });
            let id = self.add(name, Role::Local, part.start, kind);
            self.bind(Cell { variable: id, member: WHOLE }, selector.clone(), part.start);
        }
    }
}

/// What a directive waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    None,
    Next,
    Block,
}

fn extent(main: &Directive, all: &[usize], directives: &[Directive]) -> Extent {
    if matches!(main.leaves.first(), Some(Leaf::BeginMetadirective)) {
        return Extent::Block;
    }
    let of = |d: &Directive| {
        let association = d.leaves.iter().map(|l| l.association());
        if d.leaves.iter().any(|l| matches!(l, Leaf::Atomic | Leaf::Section | Leaf::Allocators | Leaf::Dispatch)) {
            return Extent::None;
        }
        let standalone =
            d.leaves == [Leaf::Ordered] && d.clauses.iter().any(|c| matches!(c.name.name(), "depend" | "doacross"));
        if standalone {
            Extent::None
        } else if association.clone().any(|a| a == Association::Loop) {
            Extent::Next
        } else if association.clone().any(|a| a == Association::Block) {
            Extent::Block
        } else {
            Extent::None
        }
    };
    if main.has(Leaf::Metadirective) {
        // Without `begin … end` it governs the next loop or block.
        let any_block = all.iter().skip(1).any(|d| of(&directives[*d]) == Extent::Block);
        return if any_block { Extent::Block } else { Extent::Next };
    }
    of(main)
}
