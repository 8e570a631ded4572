//! What every rule sees, and how it reports.

use crate::check::text::token::{Map, Set};
use std::ops::Range;

use judge_abi::{Param, Signature};

use super::super::directive::{Clause, ClauseName, Directive, Leaf};
use super::super::finding::{Finding, Level, Span};
use super::super::names::solve::{Aliases, Taint, solve};
use super::super::names::{Cell, FnId, Program, Role, VarId, WHOLE};
use super::super::text::preprocess::Text;
use super::super::text::token::{Bytes, Kind, Symbols, words};
use super::super::view::Positions;
use super::super::{Code, Language, bytes_of};

/// Where a finding is.
#[derive(Debug, Clone)]
pub(crate) enum Where {
    /// Words of a directive.
    Directive(usize, Range<usize>),
    /// Tokens of the program.
    Tokens(Range<usize>),
    /// Bytes of the user's own text.
    User(Bytes),
    /// The file as a whole.
    File,
}

/// An array of the task.
#[derive(Debug, Clone)]
pub(crate) struct AbiArray {
    pub(crate) name: String,
    pub(crate) variable: VarId,
    /// The kernel must write it; unknown without a signature.
    pub(crate) output: bool,
}

/// A file and all that is known of it.
pub(crate) struct Context<'a> {
    pub(crate) language: Language,
    pub(crate) symbols: &'a Symbols,
    pub(crate) program: &'a Program,
    pub(crate) raw: &'a Text,
    pub(crate) preprocessed: bool,
    pub(crate) signature: Option<&'a Signature>,
    pub(crate) kernel: Option<FnId>,
    pub(crate) arrays: Vec<AbiArray>,
    pub(crate) aliases: Aliases,
    /// Functions the host can reach from `kernel`.
    pub(crate) reachable: Vec<bool>,
    pub(crate) findings: Vec<Finding>,
    /// Places that another rule has already refused: (region, variable).
    pub(crate) settled: Set<(usize, VarId)>,
    tainted_global: bool,
    positions: &'a Positions<'a>,
    raw_positions: &'a Positions<'a>,
    counts: Map<Code, usize>,
}

/// Findings of one code in one file; a file with more is hopeless, and the reader has seen enough.
const MAX_PER_CODE: usize = 100;

impl<'a> Context<'a> {
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn new(
        language: Language,
        symbols: &'a Symbols,
        program: &'a Program,
        positions: &'a Positions<'a>,
        raw: &'a Text,
        raw_positions: &'a Positions<'a>,
        preprocessed: bool,
        signature: Option<&'a Signature>,
    ) -> Self {
        let entry = signature.map_or(Some(words::KERNEL), |s| symbols.find(&s.entry));
        let kernel = entry
            .and_then(|e| program.functions_named(e).iter().copied().find(|f| program.functions[*f].owner.is_none()));
        let arrays = arrays(program, symbols, kernel, signature);
        let seeds: Vec<(VarId, u32)> = arrays.iter().enumerate().map(|(bit, a)| (a.variable, bit as u32)).collect();
        let aliases = solve(program, &seeds);
        let reachable = reachable(program, kernel);
        let tainted_global = (0..program.variables.len())
            .any(|v| program.variables[v].role == Role::Global && !aliases.anywhere(v).is_empty());
        Self {
            language,
            symbols,
            program,
            raw,
            preprocessed,
            signature,
            kernel,
            arrays,
            aliases,
            reachable,
            findings: Vec::new(),
            settled: Set::default(),
            tainted_global,
            positions,
            raw_positions,
            counts: Map::default(),
        }
    }

    /// Adds a finding at the code's own level.
    pub(crate) fn report(
        &mut self,
        code: Code,
        place: Where,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.report_as(code, code.level(), place, message, label, help);
    }

    /// Adds a finding at a milder level.
    pub(crate) fn report_as(
        &mut self,
        code: Code,
        level: Level,
        place: Where,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) {
        let count = self.counts.entry(code).or_default();
        *count += 1;
        if *count > MAX_PER_CODE {
            return;
        }
        let (line, span) = self.locate(&place);
        self.findings.push(Finding {
            code,
            level,
            message: message.into(),
            line,
            span,
            label: label.into(),
            help: help.into(),
        });
    }

    fn locate(&self, place: &Where) -> (u32, Span) {
        match place {
            Where::Directive(d, range) => {
                let directive = &self.program.directives[*d];
                let line = self.positions.directive_line(directive.at);
                (line, self.positions.of(directive.bytes(range), Some(directive.at)))
            }
            Where::Tokens(range) => {
                let at = bytes_of(&self.program.tokens, range.clone());
                (self.positions.line(at), self.positions.of(at, None))
            }
            Where::User(at) => {
                let span = self.raw_positions.of(*at, None);
                (span.line, span)
            }
            Where::File => (1, self.raw_positions.span(0, 0)),
        }
    }

    /// Whether this code has been reported.
    pub(crate) fn reported(&self, code: Code) -> bool {
        self.counts.contains_key(&code)
    }

    /// Names of the arrays in a set, for a message.
    pub(crate) fn array_names(&self, bits: u64) -> String {
        let names: Vec<String> = self
            .arrays
            .iter()
            .enumerate()
            .filter(|(i, _)| bits & 1u64 << (*i).min(63) != 0)
            .map(|(_, a)| format!("`{}`", a.name))
            .collect();
        match names.as_slice() {
            [] => "an ABI array".into(),
            [one] => one.clone(),
            [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
        }
    }

    /// The place a clause's list item names, if it is a variable of the file.
    pub(crate) fn item_cell(&self, directive: usize, clause: usize, item: usize) -> Option<Cell> {
        let variable = *self.program.items.get(&(directive, clause, item))?;
        let entry = &self.program.directives[directive].clauses[clause].items[item];
        let implied = self.program.variables[variable].name != entry.base.unwrap_or(WHOLE);
        let member =
            entry.path.last().copied().or(if implied { entry.base.filter(|b| *b != words::THIS) } else { None });
        let member = member.unwrap_or(WHOLE);
        Some(Cell { variable, member: self.program.unions.get(&member).copied().unwrap_or(member) })
    }

    /// What an item may hold; a section of an array of pointers holds what its elements do.
    pub(crate) fn item_taint(&self, directive: usize, clause: usize, item: usize) -> Taint {
        let Some(cell) = self.item_cell(directive, clause, item) else { return Taint::default() };
        let taint = self.aliases.of(cell);
        let d = &self.program.directives[directive];
        let range = d.clauses[clause].items[item].range.clone();
        let brackets = d.tokens[range.clone()].iter().filter(|t| t.is("[")).count();
        let stars = d.tokens[range].iter().take_while(|t| t.is("(") || t.is("*")).filter(|t| t.is("*")).count();
        if brackets + stars > 1 || self.program.variables[cell.variable].reference {
            Taint { direct: taint.direct | taint.holder, ..taint }
        } else {
            taint
        }
    }

    /// Text of a list item.
    pub(crate) fn item_text(&self, directive: usize, range: &Range<usize>) -> String {
        self.symbols.show_all(&self.program.directives[directive].tokens[range.clone()])
    }

    /// Name of a variable or member, for a message.
    pub(crate) fn cell_text(&self, cell: Cell) -> String {
        let variable = self.symbols.text(self.program.variables[cell.variable].name);
        if cell.member == WHOLE {
            variable.to_owned()
        } else {
            format!("{variable}.{}", self.symbols.text(cell.member))
        }
    }

    /// Places a target construct names in `is_device_ptr` or `has_device_addr`.
    pub(crate) fn listed(&self, directive: usize) -> Set<Cell> {
        self.cells_of(directive, |c| matches!(c.name, ClauseName::IsDevicePtr | ClauseName::HasDeviceAddr))
    }

    /// Places named in the clauses that `wanted` picks.
    pub(crate) fn cells_of(&self, directive: usize, wanted: impl Fn(&Clause) -> bool) -> Set<Cell> {
        let d = &self.program.directives[directive];
        let mut out = Set::default();
        for (c, clause) in d.clauses.iter().enumerate().filter(|(_, c)| wanted(c)) {
            for k in 0..clause.items.len() {
                out.extend(self.item_cell(directive, c, k));
            }
        }
        out
    }

    /// A name a token stands for: a word, or the `name="…"` of `bind(c)`.
    pub(crate) fn names(&self, token: usize) -> Option<&'a str> {
        let tokens = &self.program.tokens;
        let t = tokens.get(token)?;
        if let Some(word) = t.as_word() {
            return Some(self.symbols.text(word));
        }
        let bound = t.kind == Kind::Text
            && !self.language.is_c_family()
            && token >= 2
            && tokens[token - 1].is("=")
            && tokens[token - 2].as_word().is_some_and(|w| self.symbols.text(w) == "name");
        bound.then(|| self.symbols.text(t.sym).trim_matches(['"', '\'', ' ']))
    }

    /// The user's line of a token.
    pub(crate) fn line_of(&self, token: usize) -> u32 {
        self.program.tokens.get(token).map_or(1, |t| self.positions.line(t.at))
    }

    /// Line of bytes of the user's own text.
    pub(crate) fn user_line(&self, at: Bytes) -> u32 {
        self.raw_positions.line(at)
    }

    /// Whether any variable of file scope may hold an ABI array.
    pub(crate) fn any_tainted_global(&self) -> bool {
        self.tainted_global
    }

    pub(crate) fn directive(&self, region: usize) -> &'a Directive {
        &self.program.directives[self.program.regions[region].directive]
    }

    /// Regions of target constructs that `kernel` can reach.
    pub(crate) fn live_targets(&self) -> Vec<usize> {
        (0..self.program.regions.len()).filter(|r| self.directive(*r).is_target() && self.is_live(*r)).collect()
    }

    pub(crate) fn is_live(&self, region: usize) -> bool {
        self.program.regions[region].function.is_none_or(|f| self.reachable.get(f).copied().unwrap_or(false))
    }

    /// Whether a directive moves or keeps data for a range of regions rather than running one.
    pub(crate) fn is_data(directive: &Directive) -> bool {
        directive.has(Leaf::TargetData) || directive.has(Leaf::TargetEnterData) || directive.has(Leaf::TargetExitData)
    }
}

fn arrays(program: &Program, symbols: &Symbols, kernel: Option<FnId>, signature: Option<&Signature>) -> Vec<AbiArray> {
    let Some(kernel) = kernel else { return Vec::new() };
    let parameters = &program.functions[kernel].parameters;
    let mut out = Vec::new();
    for (i, id) in parameters.iter().enumerate() {
        let variable = &program.variables[*id];
        let declared = variable.pointers > 0
            || variable.reference
            || !variable.plain && variable.fortran.is_none() && variable.aggregate.is_some()
            || variable.fortran.is_some_and(|f| f.is_array_like());
        let given = signature.map(|s| s.params.get(i));
        let (is_array, output) = match given {
            Some(Some(Param::Array(a))) => (true, a.intent.is_output()),
            Some(Some(Param::Scalar(_))) => (false, false),
            Some(None) | None => (declared, false),
        };
        if is_array {
            out.push(AbiArray { name: symbols.text(variable.name).to_owned(), variable: *id, output });
        }
    }
    out
}

/// Functions reachable from `kernel`: called, named as a value, or written inside one that is.
fn reachable(program: &Program, kernel: Option<FnId>) -> Vec<bool> {
    let mut seen = vec![false; program.functions.len()];
    let Some(kernel) = kernel else { return vec![true; program.functions.len()] };
    let mut calls: Vec<Vec<usize>> = vec![Vec::new(); program.functions.len()];
    for (i, call) in program.calls.iter().enumerate() {
        if let Some(list) = calls.get_mut(call.function) {
            list.push(i);
        }
    }
    let mut children: Vec<Vec<FnId>> = vec![Vec::new(); program.functions.len()];
    for (id, function) in program.functions.iter().enumerate() {
        if let Some(parent) = function.parent.filter(|_| function.is_lambda) {
            children[parent].push(id);
        }
    }
    let mut nested: Vec<Vec<(usize, usize)>> = vec![Vec::new(); program.functions.len()];
    for function in program.functions.iter().filter(|f| !f.is_lambda) {
        if let Some(parent) = function.parent {
            nested[parent].push((function.head.start, function.body.end));
        }
    }
    let mut queue = vec![kernel];
    let mut asked = Set::default();
    while let Some(id) = queue.pop() {
        if std::mem::replace(&mut seen[id], true) {
            continue;
        }
        for call in &calls[id] {
            queue.extend(&program.calls[*call].targets);
        }
        queue.extend(&children[id]);
        // A function named without a call: its address is taken. Procedures written inside are not called by that.
        let mut inner: Vec<(usize, usize)> = nested[id].clone();
        inner.sort_unstable();
        let mut next = inner.into_iter().peekable();
        let mut i = program.functions[id].body.start;
        while i < program.functions[id].body.end {
            if let Some((_, end)) = next.next_if(|(start, _)| *start <= i) {
                i = end.max(i + 1);
                continue;
            }
            if let Some(word) = program.tokens.get(i).and_then(|t| t.as_word()).filter(|w| asked.insert(*w)) {
                queue.extend(program.functions_named(word));
            }
            i += 1;
        }
    }
    seen
}
