//! J1: target regions exist, and name the ABI arrays they touch.

use super::super::Code;
use super::super::directive::{ClauseName, Leaf, ProblemKind};
use super::super::names::{Act, Cell, FortranKind, Role, Use, WHOLE};
use super::{Context, Where};
use crate::check::text::token::Set;

pub(super) fn run(cx: &mut Context<'_>) {
    existence(cx);
    for r in cx.live_targets() {
        region(cx, r);
    }
    clauses(cx);
    summary(cx);
}

/// J101.
fn existence(cx: &mut Context<'_>) {
    let Some(kernel) = cx.kernel else { return };
    let hip = cx.language == super::super::Language::Hip;
    if hip || !cx.live_targets().is_empty() {
        return;
    }
    let function = &cx.program.functions[kernel];
    let place = Where::Tokens(function.name_token..function.name_token + 1);
    let elsewhere = (0..cx.program.regions.len()).any(|r| cx.directive(r).is_target());
    let message = if elsewhere {
        "no target region is reachable from `kernel`: those in this file are never called"
    } else {
        "no target region is reachable from `kernel`: everything would run on the host"
    };
    cx.report(Code::J101, place, message, "runs on the host only", "put `#pragma omp target teams loop is_device_ptr(…)` before the loops (Fortran: `!$omp target teams loop has_device_addr(…)`)");
}

/// J102, J104, J207 on one target region.
fn region(cx: &mut Context<'_>, r: usize) {
    let region = &cx.program.regions[r];
    let d = region.directive;
    // Of a directive that does not parse nobody knows what it names.
    if cx.program.directives[d].problems.iter().any(|p| p.kind == ProblemKind::Syntax) {
        return;
    }
    let body = region.body.clone();
    let listed = cx.listed(d);
    let private = cx.cells_of(d, |c| c.name == ClauseName::Private);
    let from = cx.program.uses.partition_point(|u| u.token < body.start);
    let mut seen: Set<Cell> = Set::default();
    for i in from..cx.program.uses.len() {
        let u = cx.program.uses[i];
        if u.token >= body.end {
            break;
        }
        if u.act == Act::Unevaluated || cx.program.device_region(u.token) != Some(r) && !same_place(cx, r, u.token) {
            continue;
        }
        // `p->a` names `p` on the way: what it holds is judged by its member.
        let entered = cx.program.uses.get(i + 1).is_some_and(|next| next.token == u.token);
        if entered && cx.aliases.of(u.cell).direct == 0 || !seen.insert(u.cell) {
            continue;
        }
        touch(cx, r, d, &body, &u, &listed, &private);
    }
    globals(cx, r, d, &body, &listed);
}

/// Arms of one metadirective govern the same tokens.
fn same_place(cx: &Context<'_>, r: usize, token: usize) -> bool {
    cx.program.device_region(token).is_some_and(|other| cx.program.regions[other].token == cx.program.regions[r].token)
}

fn touch(
    cx: &mut Context<'_>,
    r: usize,
    d: usize,
    body: &std::ops::Range<usize>,
    u: &Use,
    listed: &Set<Cell>,
    private: &Set<Cell>,
) {
    let variable = &cx.program.variables[u.cell.variable];
    let local = variable.fortran.is_none()
        && body.contains(&variable.declared)
        && !matches!(variable.role, Role::Closure | Role::Result | Role::Global);
    if local || matches!(variable.role, Role::Result | Role::Return | Role::Closure) {
        return;
    }
    let whole = Cell { member: WHOLE, ..u.cell };
    if listed.contains(&u.cell) || listed.contains(&whole) && u.cell.member == WHOLE {
        return;
    }
    let aggregate =
        u.cell.member == WHOLE && !variable.plain && variable.fortran.is_none_or(|f| f == FortranKind::Derived);
    let taint = if aggregate { cx.aliases.anywhere(u.cell.variable) } else { cx.aliases.of(u.cell) };
    if taint.is_empty()
        || cx.settled.contains(&(r, u.cell.variable))
        || derived_inside(cx, body, u.cell, listed, private)
    {
        return;
    }
    let name = cx.cell_text(u.cell);
    let place = Where::Directive(d, 0..cx.program.directives[d].leaves.len().max(1));
    if taint.known() == 0 || variable.arithmetic {
        cx.report(
            Code::J104,
            place,
            format!(
                "`{name}` may hold the address of {}: not provable from the source",
                cx.array_names(taint.known() | taint.unknown)
            ),
            "the run-time gate decides",
            format!("name `{name}` in `is_device_ptr(…)` if it is device memory"),
        );
        return;
    }
    if lambda_over_listed(cx, u, listed) {
        cx.report(
            Code::J104,
            place,
            format!(
                "`{name}` is a lambda that captures {}: whether its copy is translated is the runtime's choice",
                cx.array_names(taint.known())
            ),
            "the run-time gate decides",
            "write the body in the region itself",
        );
        return;
    }
    let array = cx.array_names(taint.known());
    let same = array == format!("`{name}`");
    let fortran_array = matches!(variable.fortran, Some(FortranKind::Data { .. }));
    let named_any = listed.iter().any(|c| cx.aliases.of(*c).known() != 0);
    let clause = match variable.fortran {
        Some(FortranKind::Data { .. } | FortranKind::Pointer | FortranKind::Allocatable) => "has_device_addr",
        _ => "is_device_ptr",
    };
    let message = if same {
        format!("this target region touches {array} without naming it")
    } else {
        format!("this target region touches {array} through `{name}`, which it does not name")
    };
    if fortran_array && !named_any {
        cx.report(
            Code::J207,
            place.clone(),
            format!("{array} is mapped `tofrom` here: a Fortran array without a clause is"),
            "an implicit map",
            format!("add `{clause}({name})`"),
        );
    }
    let help = if u.cell.member != WHOLE || taint.direct == 0 {
        format!("copy the pointer to a local before the region, use that inside, and add `{clause}(…)` for it")
    } else {
        format!("add `{clause}({name})`")
    };
    let line = cx.line_of(u.token);
    cx.report(Code::J102, place, message, format!("`{name}` is used on line {line}"), help);
}

/// Bound inside the region from something it names: `p = y + 1` with `y` listed, `c_f_pointer(cy, y, …)`.
fn derived_inside(
    cx: &Context<'_>,
    body: &std::ops::Range<usize>,
    cell: Cell,
    listed: &Set<Cell>,
    private: &Set<Cell>,
) -> bool {
    let mut found = private.contains(&cell);
    for flow in cx.program.flows_into(cell.variable) {
        if flow.linked || cx.aliases.of(flow.source).is_empty() {
            continue;
        }
        if !body.contains(&flow.token) {
            if private.contains(&cell) {
                continue;
            }
            return false;
        }
        let source = &cx.program.variables[flow.source.variable];
        let inside = body.contains(&source.declared) && source.fortran.is_none();
        if !(listed.contains(&flow.source) || inside) {
            return false;
        }
        found = true;
    }
    found
}

/// A closure all of whose captured ABI arrays the region names.
fn lambda_over_listed(cx: &Context<'_>, u: &Use, listed: &Set<Cell>) -> bool {
    let Some(lambdas) = cx.program.lambdas.get(&u.cell.variable) else { return false };
    lambdas.iter().all(|f| {
        let body = cx.program.functions[*f].body.clone();
        let from = cx.program.uses.partition_point(|x| x.token < body.start);
        cx.program.uses[from..].iter().take_while(|x| x.token < body.end).all(|x| {
            let inside = body.contains(&cx.program.variables[x.cell.variable].declared);
            inside || listed.contains(&x.cell) || cx.aliases.of(x.cell).is_empty()
        })
    })
}

/// File-scope pointers that functions called from the region use.
fn globals(cx: &mut Context<'_>, r: usize, d: usize, body: &std::ops::Range<usize>, listed: &Set<Cell>) {
    if !cx.any_tainted_global() {
        return;
    }
    let mut queue: Vec<usize> = cx.program.calls_in(body).flat_map(|c| c.targets.clone()).collect();
    let mut seen = Set::default();
    while let Some(f) = queue.pop() {
        if !seen.insert(f) {
            continue;
        }
        let inner = cx.program.functions[f].body.clone();
        queue.extend(cx.program.calls_in(&inner).flat_map(|c| c.targets.clone()));
        let from = cx.program.uses.partition_point(|u| u.token < inner.start);
        let found = cx.program.uses[from..].iter().take_while(|u| u.token < inner.end).find(|u| {
            cx.program.variables[u.cell.variable].role == Role::Global
                && u.act != Act::Unevaluated
                && cx.aliases.of(u.cell).known() != 0
                && !listed.contains(&u.cell)
                && !cx.settled.contains(&(r, u.cell.variable))
        });
        if let Some(u) = found.copied() {
            let name = cx.cell_text(u.cell);
            let place = Where::Directive(d, 0..cx.program.directives[d].leaves.len().max(1));
            let array = cx.array_names(cx.aliases.of(u.cell).known());
            let function = cx.symbols.text(cx.program.functions[f].name).to_owned();
            cx.report(
                Code::J102,
                place,
                format!("this region calls `{function}`, which touches {array} through the global `{name}`"),
                "not named in `is_device_ptr`",
                "pass the pointer as an argument and name it in `is_device_ptr(…)`",
            );
        }
    }
}

/// J105, J107.
fn clauses(cx: &mut Context<'_>) {
    for d in 0..cx.program.directives.len() {
        let directive = &cx.program.directives[d];
        for c in 0..directive.clauses.len() {
            let clause = &directive.clauses[c];
            for k in 0..clause.items.len() {
                let Some(cell) = cx.item_cell(d, c, k) else { continue };
                let text = cx.item_text(d, &clause.items[k].range);
                let place = Where::Directive(d, clause.range.clone());
                match clause.name {
                    ClauseName::IsDevicePtr if directive.has(Leaf::Target) => {
                        let kind = cx.program.variables[cell.variable].fortran;
                        if matches!(
                            kind,
                            Some(FortranKind::Data { .. } | FortranKind::Pointer | FortranKind::Allocatable)
                        ) {
                            cx.report(
                                Code::J105,
                                place,
                                format!("`{text}` is a Fortran array: `is_device_ptr` takes a `type(c_ptr)`"),
                                "not a C pointer",
                                format!("write `has_device_addr({text})`"),
                            );
                        }
                    }
                    ClauseName::UseDevicePtr | ClauseName::UseDeviceAddr => {
                        let taint = cx.item_taint(d, c, k);
                        if taint.direct != 0 {
                            cx.report(
                                Code::J107,
                                place,
                                format!(
                                    "{} is a device pointer already: `{}` looks it up and does not name it",
                                    cx.array_names(taint.direct),
                                    clause.name.name()
                                ),
                                "does not count as naming it",
                                format!("remove it; name `{text}` in `is_device_ptr` on the target construct"),
                            );
                        }
                    }
                    _ => {}
                }
            }
        }
    }
}

/// J103 once, when nothing more exact was said; J106.
fn summary(cx: &mut Context<'_>) {
    if cx.language == super::super::Language::Hip && cx.live_targets().is_empty() {
        return launches(cx);
    }
    let targets = cx.live_targets();
    let said = [Code::J002, Code::J102, Code::J207, Code::J201, Code::J202, Code::J204, Code::J206, Code::J210]
        .iter()
        .any(|c| cx.reported(*c));
    // Where an address went that cannot be followed, a region may name it by another name: J104 says so.
    let said = said || cx.program.lost.iter().any(|(cell, _)| cx.aliases.of(*cell).known() != 0);
    let mut touched = 0u64;
    for r in &targets {
        let d = cx.program.regions[*r].directive;
        for cell in cx.listed(d) {
            let taint = cx.aliases.of(cell);
            touched |= taint.known() | taint.unknown;
        }
    }
    if let (Some(first), 0, false, false) = (targets.first(), touched, said, cx.arrays.is_empty()) {
        let d = cx.program.regions[*first].directive;
        cx.report(
            Code::J103,
            Where::Directive(d, 0..1),
            "no target region names any ABI array",
            "works on none of the task's data",
            "name the arrays the region reads and writes in `is_device_ptr(…)` or `has_device_addr(…)`",
        );
        return;
    }
    if said || targets.is_empty() {
        return;
    }
    unwritten(cx, touched, "no target region names the output");
}

/// J103 and J106 for HIP: what the launches are given.
fn launches(cx: &mut Context<'_>) {
    let mut given = 0u64;
    let mut launch = None;
    for (f, function) in cx.program.functions.iter().enumerate().filter(|(f, _)| cx.reachable[*f]) {
        for open in super::hip::launched(cx, function.body.clone()) {
            launch.get_or_insert(open);
            let close = cx.program.brackets.past(open);
            let from = cx.program.uses.partition_point(|u| u.token < open);
            for u in cx.program.uses[from..].iter().take_while(|u| u.token < close && u.function == f) {
                let held = cx.aliases.anywhere(u.cell.variable);
                given |= held.known() | held.unknown;
            }
        }
    }
    let Some(launch) = launch else { return };
    // Addresses may reach the device in its own variables.
    for call in cx.program.calls.iter().filter(|c| cx.symbols.text(c.callee).starts_with("hipMemcpyToSymbol")) {
        given |= call.passed.iter().fold(0, |all, p| all | cx.aliases.anywhere(p.cell.variable).known());
    }
    if given == 0 && !cx.arrays.is_empty() {
        cx.report(
            Code::J103,
            Where::Tokens(launch..launch + 1),
            "no launch is given any ABI array",
            "works on none of the task's data",
            "pass the arrays to the kernel that works on them",
        );
        return;
    }
    unwritten(cx, given, "no launch is given the output");
}

/// J106.
fn unwritten(cx: &mut Context<'_>, touched: u64, what: &str) {
    for (bit, array) in cx.arrays.clone().iter().enumerate() {
        if array.output && touched & 1u64 << bit.min(63) == 0 {
            let at = cx.program.variables[array.variable].declared;
            cx.report(
                Code::J106,
                Where::Tokens(at..at + 1),
                format!("{what} `{}`", array.name),
                "must be written by the kernel",
                "let device code write it",
            );
        }
    }
}
