//! J306: host code leaves ABI arrays alone.

use super::super::names::{Act, Call, FnId, FortranKind, OBJECT, Use};
use super::super::{Code, Language, Level};
use super::{Context, Where, host_methods};
use crate::check::text::token::Set;

/// Library functions that read or write what their arguments point to.
const TOUCH: &[&str] = &[
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "memchr",
    "__builtin_memcpy",
    "__builtin_memset",
    "__builtin_memmove",
    "qsort",
    "bsearch",
    "fwrite",
    "fread",
    "write",
    "read",
    "puts",
    "fputs",
    "strlen",
    "strcpy",
    "copy",
    "copy_n",
    "fill",
    "fill_n",
    "transform",
    "accumulate",
    "reduce",
    "inner_product",
    "for_each",
    "for_each_n",
    "sort",
    "stable_sort",
    "iota",
    "generate",
    "min_element",
    "max_element",
    "nth_element",
    "partial_sum",
    "inclusive_scan",
    "exclusive_scan",
    "transform_reduce",
    "equal",
    "find",
    "count",
    "vector",
    "valarray",
    "swap_ranges",
    "cblas_daxpy",
    "cblas_ddot",
    "cblas_dgemm",
    "realloc",
    "free",
    "munmap",
    "mlock",
];

/// Functions that take an address and look at nothing behind it.
const HARMLESS: &[&str] = &[
    "omp_target_is_present",
    "omp_target_is_accessible",
    "omp_get_mapped_ptr",
    "assume_aligned",
    "move",
    "forward",
    "__builtin_assume_aligned",
    "addressof",
    "__builtin_expect",
    "assert",
    "c_loc",
    "c_associated",
    "c_f_pointer",
    "size",
    "kind",
    "present",
    "associated",
    "shape",
    "ubound",
    "lbound",
    "loc",
    "is_contiguous",
    "sizeof",
    "__assert_fail",
    "launder",
    "static_assert",
    "bit_cast",
    "swap",
    "get",
    "tie",
    "make_pair",
    "make_tuple",
    "span",
    "as_const",
    "rank",
    "storage_size",
    "c_sizeof",
    "allocated",
    "is_same",
    "real",
    "int",
];

pub(super) fn run(cx: &mut Context<'_>) {
    // With no region at all every loop is on the host; one finding says it better.
    if cx.reported(Code::J101) {
        return;
    }
    let mut host_run = host_run_lambdas(cx);
    host_run.extend(host_run_on_both(cx));
    host_run.extend(host_methods::run(cx));
    let mut seen = Set::default();
    for i in 0..cx.program.uses.len() {
        let u = cx.program.uses[i];
        if u.act == Act::Unevaluated || on_device(cx, u.token, u.function, &host_run) {
            continue;
        }
        let variable = &cx.program.variables[u.cell.variable];
        let taint = cx.aliases.of(u.cell);
        let fortran_data = matches!(variable.fortran, Some(FortranKind::Data { .. } | FortranKind::Pointer));
        let touched = if fortran_data {
            u.derefs > 0 || u.written
        } else if variable.fortran == Some(FortranKind::CPtr) {
            // Its name is an address, which may be copied.
            false
        } else {
            u.derefs > 0 && !(u.derefs == 1 && variable.own_array)
        };
        // `&x[i]` of a member keeps its address only.
        if !touched || taint.direct | taint.unknown == 0 || !seen.insert((u.cell, cx.line_of(u.token))) {
            continue;
        }
        let name = cx.cell_text(u.cell);
        if taint.direct == 0 {
            cx.report(
                Code::J104,
                Where::Tokens(u.token..u.last + 1),
                format!("`{name}` may be {} here: not provable from the source", cx.array_names(taint.unknown)),
                "touched on the host",
                "keep ABI arrays and own memory in separate variables",
            );
            continue;
        }
        let verb = if u.written { "writes" } else { "reads" };
        cx.report(
            Code::J306,
            Where::Tokens(u.token..u.last + 1),
            format!("host code {verb} {} here", cx.array_names(taint.direct)),
            format!("`{name}` is device memory"),
            "do it in a target region; bring single values back through a mapped scalar",
        );
    }
    calls(cx, &host_run);
    distances(cx);
    lost(cx, &host_run);
}

/// Whether a token runs on the device only.
fn on_device(cx: &Context<'_>, token: usize, function: FnId, host_run: &Set<FnId>) -> bool {
    if cx.program.device_region(token).is_some() {
        return true;
    }
    let Some(f) = cx.program.functions.get(function) else { return false };
    f.device_only || (f.is_lambda || f.on_both || f.owner.is_some()) && !host_run.contains(&function)
}

/// Functions compiled for both sides that host code calls.
fn host_run_on_both(cx: &Context<'_>) -> Set<FnId> {
    let mut out = Set::default();
    loop {
        let before = out.len();
        for call in &cx.program.calls {
            let Some(caller) = cx.program.functions.get(call.function) else { continue };
            if !caller.device_only && (!caller.on_both || out.contains(&call.function)) {
                out.extend(call.targets.iter().filter(|f| cx.program.functions[**f].on_both));
            }
        }
        if out.len() == before {
            return out;
        }
    }
}

/// Lambdas that something outside target regions calls, or may call.
fn host_run_lambdas(cx: &Context<'_>) -> Set<FnId> {
    let mut out = Set::default();
    let outside = |c: &&Call| cx.program.device_region(c.token).is_none();
    for call in cx.program.calls.iter().filter(outside) {
        out.extend(call.targets.iter().filter(|f| cx.program.functions[**f].is_lambda));
        if call.targets.is_empty() {
            let passed = call.passed.iter().filter(|p| p.index != OBJECT);
            out.extend(passed.filter_map(|p| cx.program.lambdas.get(&p.cell.variable)).flatten());
        }
    }
    out
}

/// J104: addresses that go where nothing here can follow.
fn lost(cx: &mut Context<'_>, host_run: &Set<FnId>) {
    if cx.aliases.tangled || cx.program.tangled {
        cx.report(
            Code::J104,
            Where::File,
            "where addresses go in this file is too tangled to follow: nothing about ABI arrays is provable",
            "the run-time gate decides",
            "pass ABI arrays by name, from function to function",
        );
    }
    let mut seen = Set::default();
    for (cell, token) in &cx.program.lost {
        let function = cx.program.variables[cell.variable].function.unwrap_or(FnId::MAX);
        let taint = cx.aliases.of(*cell);
        if taint.known() == 0 || on_device(cx, *token, function, host_run) || !seen.insert(*token) {
            continue;
        }
        cx.report(
            Code::J104,
            Where::Tokens(*token..*token + 1),
            format!(
                "the address of {} goes where the check cannot follow it: not provable what is done with it",
                cx.array_names(taint.known())
            ),
            "the run-time gate decides",
            "assign it to a plain pointer, or pass it to a function of this file by name",
        );
    }
}

/// J104: `y - own` is the address of `y`, for who knows where `own` is.
fn distances(cx: &mut Context<'_>) {
    let uses = &cx.program.uses;
    let tokens = &cx.program.tokens;
    let address = |u: &Use| u.derefs <= 0 && cx.program.variables[u.cell.variable].pointers > 0;
    let held = |u: &Use| cx.aliases.of(u.cell).known() | cx.aliases.of(u.cell).unknown;
    let mut found = Vec::new();
    for left in uses.iter().filter(|u| address(u)) {
        let minus = (left.last + 1..tokens.len()).take(4).find(|k| !tokens[*k].is(")"));
        let Some(minus) = minus.filter(|m| tokens[*m].is("-")) else { continue };
        let next = uses.get(uses.partition_point(|u| u.token <= minus));
        let right = next.filter(|u| u.token <= minus + 8 && address(u));
        let plain = |k: usize| ["(", ")", "*", "&"].iter().any(|o| tokens[k].is(o)) || tokens[k].as_word().is_some();
        let Some(right) = right.filter(|u| (minus + 1..u.token).all(plain)) else { continue };
        if (held(left) == 0) != (held(right) == 0) {
            found.push((minus, held(left) | held(right)));
        }
    }
    for (minus, bits) in found {
        cx.report(
            Code::J104,
            Where::Tokens(minus..minus + 1),
            format!("the distance of {} from other memory stands for its address", cx.array_names(bits)),
            "not provable what is done with it",
            "subtract only pointers into the same array",
        );
    }
}

/// Arguments of functions that are not in the file.
fn calls(cx: &mut Context<'_>, host_run: &Set<FnId>) {
    for i in 0..cx.program.calls.len() {
        let call = &cx.program.calls[i];
        let name = cx.symbols.text(call.callee);
        if matches!(name, "hipFree" | "hipFreeAsync" | "omp_target_free") {
            frees(cx, i);
            continue;
        }
        let known = !call.targets.is_empty() || cx.program.aggregates.contains_key(&call.callee);
        if known || on_device(cx, call.token, call.function, host_run) {
            continue;
        }
        let name = cx.symbols.text(call.callee).to_owned();
        let own = call.passed.iter().filter(|p| p.index != OBJECT && p.down == 0 && p.up == 0);
        let (bits, maybe) = own.fold((0u64, 0u64), |(all, maybe), p| {
            let taint = cx.aliases.of(p.cell);
            (all | taint.direct, maybe | taint.holder | taint.unknown)
        });
        // `hip*` and `omp_*` have rules of their own.
        if bits | maybe == 0
            || HARMLESS.contains(&name.as_str())
            || name.starts_with("hip") && cx.language == Language::Hip
            || name.starts_with("omp_target_")
        {
            continue;
        }
        let place = Where::Tokens(call.token..call.token + 1);
        let array = cx.array_names(bits | maybe);
        if bits != 0 && TOUCH.contains(&name.as_str()) {
            cx.report(
                Code::J306,
                place,
                format!("`{name}` touches {array} on the host"),
                "device memory",
                "do it in a target region",
            );
        } else if call.by.is_value() || !is_output(&name) {
            cx.report_as(
                Code::J104,
                Level::Warning,
                place,
                format!("{array} is passed to `{name}`, which this file does not define: not provable what it does"),
                "the run-time gate decides",
                "pass ABI arrays only to functions of this file",
            );
        }
    }
}

/// J306: an ABI array handed back to the allocator.
fn frees(cx: &mut Context<'_>, call: usize) {
    let call = &cx.program.calls[call];
    let bits = call.passed.iter().fold(0u64, |all, p| all | cx.aliases.of(p.cell).direct);
    if bits != 0 {
        let name = cx.symbols.text(call.callee).to_owned();
        cx.report(
            Code::J306,
            Where::Tokens(call.token..call.token + 1),
            format!("`{name}` frees {}, which belongs to the judge", cx.array_names(bits)),
            "not its own memory",
            "free only what the submission has allocated",
        );
    }
}

/// `printf("%p", x)` shows the address only.
fn is_output(name: &str) -> bool {
    matches!(name, "printf" | "fprintf")
}
