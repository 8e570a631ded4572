//! J4: all target work is done when `kernel` returns.

use super::super::Code;
use super::super::directive::{ClauseName, Directive, Leaf};
use super::super::names::FnId;
use super::super::text::token::{Sym, words};
use super::{Context, Where};

pub(super) fn run(cx: &mut Context<'_>) {
    for r in 0..cx.program.regions.len() {
        let d = cx.program.regions[r].directive;
        let directive = &cx.program.directives[d];
        if let Some(clause) = directive.all(ClauseName::Detach).next() {
            let place = Where::Directive(d, clause.range.clone());
            cx.report(
                Code::J402,
                place,
                "a detached task ends when somebody fulfils its event, not when it has run",
                "may outlive `kernel`",
                "remove `detach`",
            );
        }
        let target = directive.leaves.first().is_some_and(|l| l.name().starts_with("target"))
            && !directive.has(Leaf::TargetData);
        let Some(nowait) = directive.all(ClauseName::Nowait).next().filter(|_| target && !directive.end) else {
            continue;
        };
        if is_false(cx, directive, &nowait.arguments) || !cx.is_live(r) {
            continue;
        }
        if !finishes(cx, r) {
            let place = Where::Directive(d, nowait.range.clone());
            cx.report(
                Code::J401,
                place,
                "nothing waits for this region before `kernel` returns",
                "`nowait`",
                "remove `nowait`, or put `taskwait` after it on every path",
            );
        }
    }
}

/// `nowait(0)` waits.
fn is_false(cx: &Context<'_>, directive: &Directive, arguments: &std::ops::Range<usize>) -> bool {
    let text = cx.symbols.show_all(&directive.tokens[arguments.clone()]);
    matches!(text.as_str(), "0" | "false" | ".false.")
}

fn finishes(cx: &Context<'_>, r: usize) -> bool {
    let region = &cx.program.regions[r];
    let Some(function) = region.function else { return true };
    if waited_within(cx, r, function) {
        return true;
    }
    // A helper's callers may wait for it.
    let name = cx.program.functions[function].name;
    let mut sites = cx.program.calls.iter().filter(|c| c.callee == name && c.through.is_none()).peekable();
    if Some(function) == cx.kernel || sites.peek().is_none() {
        return false;
    }
    sites.all(|c| waited_after(cx, c.token, c.function, &[]))
}

/// Whether a taskgroup or parallel region around it, or something after it, waits.
fn waited_within(cx: &Context<'_>, r: usize, function: FnId) -> bool {
    let region = &cx.program.regions[r];
    let around = cx.program.regions.iter().any(|outer| {
        let d = &cx.program.directives[outer.directive];
        outer.body.contains(&region.token)
            && outer.token != region.token
            && !d.end
            && (d.has(Leaf::Taskgroup) || d.has(Leaf::Parallel) && !d.is_target())
    });
    around || waited_after(cx, region.token, function, &dependences(cx, &cx.program.directives[region.directive]))
}

/// Base names in `depend` clauses.
fn dependences(cx: &Context<'_>, directive: &Directive) -> Vec<Sym> {
    let _ = cx;
    directive.all(ClauseName::Depend).flat_map(|c| c.items.iter().filter_map(|i| i.base)).collect()
}

fn waited_after(cx: &Context<'_>, token: usize, function: FnId, dependences: &[Sym]) -> bool {
    let Some(body) = cx.program.functions.get(function).map(|f| f.body.clone()) else { return false };
    let limit = body.end;
    let synced = |at: usize| encloses(cx, at, token) && !leaves_between(cx, token, at);
    let by_directive = cx
        .program
        .regions
        .iter()
        .filter(|s| s.function == Some(function) && s.token > token && body.contains(&s.token))
        .any(|s| {
            let d = &cx.program.directives[s.directive];
            let nowait = d.all(ClauseName::Nowait).next().is_some();
            let conditional = d.all(ClauseName::If).next().is_some();
            let shared = d
                .all(ClauseName::Depend)
                .flat_map(|c| c.items.iter())
                .any(|i| i.base.is_some_and(|b| dependences.contains(&b)));
            let depends = d.all(ClauseName::Depend).next().is_some();
            let waits = if d.has(Leaf::Taskwait) {
                !nowait && (!depends || shared)
            } else if d.has(Leaf::Barrier) {
                true
            } else {
                // A synchronous region that depends on it ends after it.
                !nowait && !conditional && shared && d.leaves.first().is_some_and(|l| l.name().starts_with("target"))
            };
            waits && synced(s.token)
        });
    // A call of a function of the file that waits at its own top level.
    by_directive
        || cx.program.calls_in(&(token + 1..limit)).any(|c| {
            synced(c.token)
                && cx.program.callees(c).iter().any(|f| {
                    cx.program.regions.iter().any(|s| {
                        s.function == Some(*f)
                            && s.token != token
                            && cx.program.directives[s.directive].has(Leaf::Taskwait)
                            && cx.program.directives[s.directive].clauses.is_empty()
                            && depth(cx, s.token) == 1
                    })
                })
        })
}

/// Whether the block of `at` also holds `token`: whoever does the work reaches the wait.
fn encloses(cx: &Context<'_>, at: usize, token: usize) -> bool {
    if !cx.language.is_c_family() {
        return cx.program.nesting(at).is_none_or(|block| block.contains(&token));
    }
    // A wait that is itself the branch of an `if` does not count.
    let before = at.checked_sub(1).map(|b| cx.program.tokens[b]);
    if before.is_some_and(|t| t.word(words::ELSE) || t.is(")")) {
        return false;
    }
    match cx.program.brackets.outer(at) {
        Some(open) => open < token && cx.program.brackets.past(open) > token,
        None => true,
    }
}

fn leaves_between(cx: &Context<'_>, from: usize, to: usize) -> bool {
    cx.program.tokens[from.min(to)..to].iter().any(|t| t.word(words::RETURN) || t.word(words::GOTO))
}

fn depth(cx: &Context<'_>, token: usize) -> usize {
    let mut at = token;
    let mut depth = 0;
    while let Some(open) = cx.program.brackets.outer(at) {
        depth += 1;
        at = open;
        if depth > 64 {
            break;
        }
    }
    if cx.language.is_c_family() { depth } else { 1 }
}
