//! J6: what is legal and costs time or surprises.

use super::super::Code;
use super::super::directive::{ClauseName, Leaf};
use super::super::names::{Act, Cell, Role, WHOLE};
use super::super::text::condition::number;
use super::super::text::token::{Kind, Sym, Token, words};
use super::{Context, Where};
use crate::check::text::token::Set;

/// `said`: directives whose schedule another rule speaks of.
pub(super) fn run(cx: &mut Context<'_>, said: &Set<usize>) {
    let data: Vec<usize> = (0..cx.program.regions.len()).filter(|r| Context::is_data(cx.directive(*r))).collect();
    let queries = queries(cx);
    for r in 0..cx.program.regions.len() {
        let d = cx.program.regions[r].directive;
        let directive = &cx.program.directives[d];
        if !directive.is_target() {
            continue;
        }
        shape(cx, d, said.contains(&d), &queries);
        if directive.has(Leaf::Parallel) && !directive.has(Leaf::Teams) {
            let end = directive.leaves.len();
            cx.report(
                Code::J603,
                Where::Directive(d, 0..end),
                "`target parallel` without `teams` uses one team",
                "one team does all the work",
                "write `target teams distribute parallel for` (Fortran: `do`) or `target teams loop`",
            );
        }
        short_loop(cx, r);
        lost_scalars(cx, r, &data);
    }
    host_teams(cx);
}

/// Routines whose answer depends on the machine.
const QUERIES: &[&str] = &[
    "omp_get_max_teams",
    "omp_get_num_procs",
    "omp_get_teams_thread_limit",
    "omp_get_num_teams",
    "omp_get_max_threads",
    "omp_get_device_num",
    "omp_get_num_devices",
];

/// Names of queries, and of variables that a statement with one of them assigns.
fn queries(cx: &Context<'_>) -> Set<Sym> {
    const FEW: usize = 32;
    let tokens = &cx.program.tokens;
    let mut out: Set<Sym> = QUERIES.iter().filter_map(|q| cx.symbols.find(q)).collect();
    let asked: Vec<usize> =
        (0..tokens.len()).filter(|i| tokens[*i].as_word().is_some_and(|w| out.contains(&w))).collect();
    for i in asked {
        let ends = |t: &Token| t.kind == Kind::Eol || [";", "{", "}"].iter().any(|e| t.is(e));
        let statement = (1..i).rev().take(FEW).take_while(|k| !ends(&tokens[*k]));
        let equals = statement.into_iter().find(|k| tokens[*k].is("="));
        out.extend(equals.and_then(|e| tokens[e - 1].as_word()));
    }
    out
}

/// J601, J602.
fn shape(cx: &mut Context<'_>, d: usize, said: bool, queries: &Set<Sym>) {
    let directive = &cx.program.directives[d];
    for clause in &directive.clauses {
        let place = Where::Directive(d, clause.range.clone());
        match clause.name {
            ClauseName::NumTeams | ClauseName::ThreadLimit => {
                let queried = directive.tokens[clause.arguments.clone()]
                    .iter()
                    .filter_map(|t| t.as_word())
                    .any(|w| queries.contains(&w));
                if queried {
                    cx.report(
                        Code::J601,
                        place,
                        format!("`{}` comes from a device query", clause.name.name()),
                        "the order of summation then differs between machines",
                        "derive it from the task's sizes",
                    );
                }
            }
            ClauseName::Schedule if !said && (!directive.has(Leaf::Simd) || directive.has(Leaf::Parallel)) => {
                cx.report(
                    Code::J602,
                    place,
                    "`schedule` buys nothing on a device",
                    "the runtime's default interleaves already",
                    "remove it",
                );
            }
            _ => {}
        }
    }
}

/// J605: a literal trip count that cannot fill a device.
fn short_loop(cx: &mut Context<'_>, r: usize) {
    const FEW: i64 = 64;
    let region = &cx.program.regions[r];
    let d = region.directive;
    let directive = &cx.program.directives[d];
    let collapsed = directive.all(ClauseName::Collapse).next().is_some();
    let spread = directive.has(Leaf::Distribute) || directive.has(Leaf::Loop);
    let start = region.body.start;
    let trips = if cx.language.is_c_family() { c_trips(cx, start) } else { fortran_trips(cx, start) };
    if !collapsed && spread && trips.is_some_and(|(_, n)| n < FEW) {
        let at = trips.map_or(start, |(at, _)| at);
        cx.report(
            Code::J605,
            Where::Tokens(at..at + 1),
            "the outer loop is too short to fill a device",
            "few iterations to spread",
            "add `collapse(2)`",
        );
    }
}

/// `for (…; i < 8; …) for …`: the loop's token, and 8.
fn c_trips(cx: &Context<'_>, start: usize) -> Option<(usize, i64)> {
    let tokens = &cx.program.tokens;
    tokens.get(start).filter(|t| t.word(words::FOR))?;
    let close = cx.program.brackets.mate(start + 1).filter(|c| *c > start + 1)?;
    let head = &tokens[start + 1..close];
    let nested = (1..3).any(|k| tokens.get(close + k).is_some_and(|t| t.word(words::FOR)));
    let compare = head.iter().position(|t| t.is("<") || t.is("<="))?;
    let (value, semicolon) = head.get(compare + 1).zip(head.get(compare + 2))?;
    let literal = value.kind == Kind::Number && semicolon.is(";");
    (nested && literal).then(|| (start, number(cx.symbols.text(value.sym))))
}

/// `do i = 1, 8` and a `do` on the next line.
fn fortran_trips(cx: &Context<'_>, start: usize) -> Option<(usize, i64)> {
    let tokens = &cx.program.tokens;
    let at = (start..tokens.len()).take(8).find(|i| tokens[*i].kind != Kind::Eol)?;
    tokens[at].as_word().filter(|w| *w == words::DO)?;
    let shape = tokens.get(at + 2)?.is("=") && tokens.get(at + 4)?.is(",") && tokens.get(at + 6)?.kind == Kind::Eol;
    let last = tokens.get(at + 5).filter(|t| t.kind == Kind::Number)?;
    let nested = tokens.get(at + 7).is_some_and(|t| t.word(words::DO));
    (shape && nested).then(|| (at, number(cx.symbols.text(last.sym))))
}

/// J606: a scalar from outside is written on the device and read afterwards.
fn lost_scalars(cx: &mut Context<'_>, r: usize, data: &[usize]) {
    let region = &cx.program.regions[r];
    let d = region.directive;
    let body = region.body.clone();
    let kept: Set<Cell> = cx.cells_of(d, |c| {
        matches!(
            c.name,
            ClauseName::Map
                | ClauseName::Reduction
                | ClauseName::InReduction
                | ClauseName::Lastprivate
                | ClauseName::Private
                | ClauseName::Firstprivate
                | ClauseName::Shared
                | ClauseName::Linear
        )
    });
    let everything = cx.program.directives[d].all(ClauseName::Defaultmap).next().is_some();
    // Data environments around it may map the scalar.
    let around: Set<Cell> = data
        .iter()
        .filter(|o| cx.program.regions[**o].body.contains(&region.token))
        .flat_map(|o| cx.cells_of(cx.program.regions[*o].directive, |c| c.name == ClauseName::Map))
        .collect();
    let uses = &cx.program.uses;
    let from = uses.partition_point(|u| u.token < body.start);
    let mut seen = Set::default();
    let mut found = Vec::new();
    for u in uses[from..].iter().take_while(|u| u.token < body.end) {
        let variable = &cx.program.variables[u.cell.variable];
        let scalar = variable.arithmetic && u.cell.member == WHOLE;
        // A Fortran procedure has no declarations within a region.
        let inside = body.contains(&variable.declared) && variable.fortran.is_none();
        if !u.written
            || !scalar
            || everything
            || inside
            || variable.role == Role::Global
            || kept.contains(&u.cell)
            || around.contains(&u.cell)
            || !seen.insert(u.cell)
        {
            continue;
        }
        let after = uses.partition_point(|x| x.token < body.end);
        let next = uses[after..]
            .iter()
            .take(2000)
            .find(|x| x.cell == u.cell && x.token < variable.scope.end && x.act != Act::Unevaluated);
        if next.is_some_and(|x| !x.written || cx.program.tokens.get(x.last + 1).is_some_and(|t| !t.is("="))) {
            found.push((u.token, cx.cell_text(u.cell)));
        }
    }
    for (token, name) in found {
        cx.report(
            Code::J606,
            Where::Tokens(token..token + 1),
            format!("`{name}` is written in the region and read after it, but its new value stays on the device"),
            "a scalar is `firstprivate` here",
            format!("add `map(tofrom: {name})` or a `reduction`"),
        );
    }
}

/// J604.
fn host_teams(cx: &mut Context<'_>) {
    let names: Vec<_> = ["omp_get_max_threads", "omp_set_num_threads", "omp_set_dynamic"]
        .iter()
        .filter_map(|n| cx.symbols.find(n))
        .collect();
    for i in 0..cx.program.tokens.len() {
        let Some(word) = cx.program.tokens[i].as_word().filter(|w| names.contains(w)) else { continue };
        if cx.program.device_region(i).is_none() {
            let text = cx.symbols.text(word).to_owned();
            cx.report(
                Code::J604,
                Where::Tokens(i..i + 1),
                format!("`{text}` is about host threads"),
                "says nothing about the device",
                "size teams by the task's sizes, or leave it to the runtime",
            );
        }
    }
}
