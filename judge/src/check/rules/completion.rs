//! J4: all target work is done when `kernel` returns.

use super::super::Code;
use super::super::directive::{ClauseName, Directive, Leaf};
use super::waits::Waits;
use super::{Context, Where};

pub(super) fn run(cx: &mut Context<'_>) {
    for d in 0..cx.program.directives.len() {
        if let Some(clause) = cx.program.directives[d].all(ClauseName::Detach).next() {
            let place = Where::Directive(d, clause.range.clone());
            cx.report(
                Code::J402,
                place,
                "a detached task ends when somebody fulfils its event, not when it has run",
                "may outlive `kernel`",
                "remove `detach`",
            );
        }
    }
    let mut tasks: Vec<(usize, std::ops::Range<usize>)> = Vec::new();
    let mut left: Vec<(usize, std::ops::Range<usize>)> = Vec::new();
    let mut waits = None;
    for (r, region) in cx.program.regions.iter().enumerate() {
        let directive = &cx.program.directives[region.directive];
        let Some(nowait) = directive.all(ClauseName::Nowait).next().filter(|_| is_target_work(directive)) else {
            continue;
        };
        if is_false(cx, directive, &nowait.arguments) || !cx.is_live(r) {
            continue;
        }
        if !waits.get_or_insert_with(|| Waits::new(cx)).finishes(r) {
            left.push((region.directive, nowait.range.clone()));
        }
    }
    for (r, region) in cx.program.regions.iter().enumerate() {
        let directive = &cx.program.directives[region.directive];
        let task = directive.has(Leaf::Task)
            || directive.has(Leaf::Taskloop) && directive.all(ClauseName::Nogroup).next().is_some();
        let target = || region.body.clone().any(|i| cx.program.device_region(i).is_some());
        if task && cx.is_live(r) && target() && !waits.get_or_insert_with(|| Waits::new(cx)).finishes(r) {
            tasks.push((region.directive, 0..directive.leaves.len().max(1)));
        }
    }
    for (d, range) in tasks {
        cx.report(
            Code::J401,
            Where::Directive(d, range),
            "this task runs a target region, and nothing waits for it before `kernel` returns",
            "a task of its own",
            "put `taskwait` after it on every path, or leave the task out",
        );
    }
    for (d, range) in left {
        cx.report(
            Code::J401,
            Where::Directive(d, range),
            "nothing waits for this region before `kernel` returns",
            "`nowait`",
            "remove `nowait`, or put `taskwait` after it on every path",
        );
    }
}

fn is_target_work(directive: &Directive) -> bool {
    directive.leaves.first().is_some_and(|l| l.name().starts_with("target"))
        && !directive.has(Leaf::TargetData)
        && !directive.end
}

/// `nowait(0)` waits.
fn is_false(cx: &Context<'_>, directive: &Directive, arguments: &std::ops::Range<usize>) -> bool {
    let text = cx.symbols.show_all(&directive.tokens[arguments.clone()]);
    matches!(text.as_str(), "0" | "false" | ".false.")
}
