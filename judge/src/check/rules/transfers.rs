//! J2: nothing moves an ABI array.

use super::super::Code;
use super::super::directive::{Clause, ClauseName, Directive, Leaf};
use super::super::names::{Cell, WHOLE};
use super::super::text::token::{Kind, words};
use super::{Context, Where};

const REMOVE: &str = "name the array in `is_device_ptr(…)` (Fortran arrays: `has_device_addr(…)`) and remove this: \
                      it is device memory already";

pub(super) fn run(cx: &mut Context<'_>) {
    for r in 0..cx.program.regions.len() {
        let d = cx.program.regions[r].directive;
        let directive = &cx.program.directives[d];
        for c in 0..directive.clauses.len() {
            let clause = &directive.clauses[c];
            match clause.name {
                ClauseName::Map => map(cx, r, d, c),
                ClauseName::To | ClauseName::From if directive.has(Leaf::TargetUpdate) => update(cx, r, d, c),
                ClauseName::Reduction | ClauseName::InReduction if directive.is_target() => reduction(cx, r, d, c),
                ClauseName::Defaultmap => defaultmap(cx, r, d, c),
                _ => {}
            }
        }
    }
    mappers(cx);
    routines(cx);
}

/// What a map clause's words ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MapKind {
    Moves,
    Untyped,
    Keeps,
}

fn kind_of(cx: &Context<'_>, clause: &Clause) -> MapKind {
    let has = |names: &[&str]| clause.modifiers.iter().any(|m| names.contains(&cx.symbols.text(m.word)));
    if has(&["to", "from", "tofrom"]) {
        MapKind::Moves
    } else if has(&["alloc", "release", "delete", "storage", "self", "present"]) {
        MapKind::Keeps
    } else {
        MapKind::Untyped
    }
}

fn map(cx: &mut Context<'_>, r: usize, d: usize, c: usize) {
    let directive: &Directive = &cx.program.directives[d];
    if directive.has(Leaf::DeclareMapper) {
        return;
    }
    let clause = &directive.clauses[c];
    let kind = kind_of(cx, clause);
    let mapper = clause.modifiers.iter().any(|m| cx.symbols.text(m.word) == "mapper");
    for (k, item) in clause.items.iter().enumerate() {
        let taint = cx.item_taint(d, c, k);
        let cell = cx.item_cell(d, c, k);
        let text = cx.item_text(d, &item.range);
        let place = Where::Directive(d, clause.range.clone());
        if taint.direct == 0 {
            let holds = cell.is_some_and(|x| x.member == WHOLE && cx.aliases.anywhere(x.variable).known() != 0);
            if holds {
                holder(cx, d, c, k, mapper);
            } else if taint.unknown != 0 {
                cx.report(
                    Code::J104,
                    place,
                    format!("`{text}` may be {} here: not provable from the source", cx.array_names(taint.unknown)),
                    "mapped here",
                    "keep ABI arrays and own memory in separate variables",
                );
            }
            continue;
        }
        if let Some(cell) = cell {
            cx.settled.insert((r, cell.variable));
        }
        let array = cx.array_names(taint.direct);
        let alias = if array == format!("`{}`", cx.symbols.text(item.base.unwrap_or(WHOLE))) {
            String::new()
        } else {
            format!(" (through `{text}`)")
        };
        let (code, message, label) = if mapper {
            (
                Code::J208,
                format!("a mapper is applied to {array}{alias}"),
                "reaches device memory as if it were the host's",
            )
        } else if Context::is_data(directive) && kind != MapKind::Keeps {
            (
                Code::J204,
                format!("`{}` moves {array}{alias}", directive.name()),
                "copies device memory as if it were the host's",
            )
        } else {
            match kind {
                MapKind::Moves => (
                    Code::J201,
                    format!("this map moves {array}{alias}"),
                    "copies device memory as if it were the host's",
                ),
                MapKind::Untyped => (
                    Code::J202,
                    format!("a map without a type moves {array}{alias} both ways"),
                    "without a map-type this is `tofrom`",
                ),
                MapKind::Keeps => (
                    Code::J210,
                    format!("{array}{alias} is not host memory: it cannot be mapped"),
                    "there is nothing on the host to map",
                ),
            }
        };
        cx.report(code, place, message, label, REMOVE);
    }
}

/// A struct or array that holds an ABI array's address is mapped: its bytes move, the array does not.
fn holder(cx: &mut Context<'_>, d: usize, c: usize, k: usize, mapper: bool) {
    let clause = &cx.program.directives[d].clauses[c];
    let text = cx.item_text(d, &clause.items[k].range);
    let Some(cell) = cx.item_cell(d, c, k) else { return };
    let class = cx.program.variables[cell.variable].aggregate;
    let declared = class.is_some_and(|name| {
        cx.program.directives.iter().any(|m| {
            m.has(Leaf::DeclareMapper) && m.argument.clone().is_some_and(|a| m.tokens[a].iter().any(|t| t.word(name)))
        })
    });
    let place = Where::Directive(d, clause.range.clone());
    if mapper || declared {
        cx.report(
            Code::J208,
            place,
            format!(
                "`{text}` holds the address of {}, and a mapper maps what it points to",
                cx.array_names(cx.aliases.anywhere(cell.variable).known())
            ),
            "the mapper hides a transfer",
            "copy the pointer to a local and name that in `is_device_ptr(…)`",
        );
    } else {
        cx.report(
            Code::J607,
            place,
            format!("`{text}` has pointer members: they are copied as they are, not what they point to"),
            "not deep-copied",
            "copy the pointers to locals and name them in `is_device_ptr(…)`",
        );
    }
}

fn update(cx: &mut Context<'_>, r: usize, d: usize, c: usize) {
    let clause = &cx.program.directives[d].clauses[c];
    for (k, item) in clause.items.iter().enumerate() {
        let taint = cx.item_taint(d, c, k);
        let holds = cx.item_cell(d, c, k).is_some_and(|x| {
            x.member == WHOLE && cx.aliases.anywhere(x.variable).holder != 0 && !cx.program.variables[x.variable].plain
        });
        let text = cx.item_text(d, &item.range);
        if taint.direct != 0 || holds {
            if let Some(cell) = cx.item_cell(d, c, k) {
                cx.settled.insert((r, cell.variable));
            }
            let array = cx.array_names(taint.direct);
            let message = format!("`target update` moves {array}");
            cx.report(
                Code::J203,
                Where::Directive(d, clause.range.clone()),
                message,
                format!("`{text}` has no copy on the host"),
                "remove the update: kernels work on device memory in place",
            );
        } else if taint.unknown != 0 {
            cx.report(
                Code::J104,
                Where::Directive(d, clause.range.clone()),
                format!("`{text}` may be an ABI array here: not provable from the source"),
                "updated here",
                "keep ABI arrays and own memory in separate variables",
            );
        }
    }
}

fn reduction(cx: &mut Context<'_>, r: usize, d: usize, c: usize) {
    let listed = cx.listed(d);
    let clause = &cx.program.directives[d].clauses[c];
    for (k, item) in clause.items.iter().enumerate() {
        let taint = cx.item_taint(d, c, k);
        let Some(cell) = cx.item_cell(d, c, k).filter(|_| taint.direct != 0) else { continue };
        if listed.contains(&cell) {
            continue;
        }
        cx.settled.insert((r, cell.variable));
        let text = cx.item_text(d, &item.range);
        cx.report(
            Code::J207,
            Where::Directive(d, clause.range.clone()),
            format!("a reduction over `{text}` on a target construct maps {} both ways", cx.array_names(taint.direct)),
            "an implied `map(tofrom: …)`",
            "reduce into a local, or put the reduction on a construct inside the target region",
        );
    }
}

fn defaultmap(cx: &mut Context<'_>, r: usize, d: usize, c: usize) {
    let directive = &cx.program.directives[d];
    let clause = &directive.clauses[c];
    let tokens = &directive.tokens[clause.arguments.clone()];
    let behaviour = tokens.first().filter(|t| t.kind == Kind::Word).map_or("", |t| cx.symbols.text(t.sym)).to_owned();
    if !matches!(behaviour.as_str(), "to" | "from" | "tofrom" | "alloc" | "present" | "default" | "storage" | "self") {
        return;
    }
    let colon = tokens.iter().position(|t| t.is(":"));
    let category = colon.and_then(|i| tokens.get(i + 1)).map_or("all", |t| cx.symbols.text(t.sym)).to_owned();
    if behaviour == "default" {
        return;
    }
    let fortran = !cx.language.is_c_family();
    let listed = cx.listed(d);
    let mut hit = Vec::new();
    let body = cx.program.regions[r].body.clone();
    for u in uses_in(cx, &body) {
        let taint = cx.aliases.of(u);
        let variable = &cx.program.variables[u.variable];
        let covered = match category.as_str() {
            "all" => true,
            "scalar" => false,
            "pointer" => !fortran || matches!(variable.fortran, Some(super::super::names::FortranKind::Pointer)),
            "aggregate" => fortran || variable.pointers == 0 || variable.own_array,
            "allocatable" => matches!(variable.fortran, Some(super::super::names::FortranKind::Allocatable)),
            _ => true,
        };
        let outside = !body.contains(&variable.declared) || fortran;
        if covered
            && outside
            && taint.known() != 0
            && !listed.contains(&u)
            && !cx.settled.contains(&(r, u.variable))
            && !hit.contains(&u)
        {
            hit.push(u);
        }
    }
    for cell in hit {
        cx.settled.insert((r, cell.variable));
        let array = cx.array_names(cx.aliases.of(cell).known());
        cx.report(
            Code::J206,
            Where::Directive(d, clause.range.clone()),
            format!("this `defaultmap` maps {array}, which the region touches as `{}`", cx.cell_text(cell)),
            format!("`{behaviour}` for every {category} variable without a clause"),
            REMOVE,
        );
    }
}

/// Places used in a range of tokens.
fn uses_in(cx: &Context<'_>, body: &std::ops::Range<usize>) -> Vec<Cell> {
    let uses = &cx.program.uses;
    let from = uses.partition_point(|u| u.token < body.start);
    uses[from..].iter().take_while(|u| u.token < body.end).map(|u| u.cell).collect()
}

/// `declare mapper(V v) map(v.p[0:v.n])` where objects of V hold ABI arrays.
fn mappers(cx: &mut Context<'_>) {
    for d in 0..cx.program.directives.len() {
        let directive = &cx.program.directives[d];
        let (true, Some(argument)) = (directive.has(Leaf::DeclareMapper), directive.argument.clone()) else { continue };
        let class = directive.tokens[argument]
            .iter()
            .filter_map(|t| t.as_word())
            .find_map(|w| cx.program.aggregates.get(&w).map(|a| (w, a.object)));
        let held = match class {
            Some((name, object)) => {
                let mut all = cx.aliases.anywhere(object).known();
                for (id, v) in cx.program.variables.iter().enumerate().filter(|(_, v)| v.aggregate == Some(name)) {
                    let _ = v;
                    all |= cx.aliases.anywhere(id).known();
                }
                all
            }
            None => u64::MAX,
        };
        for clause in directive.all(ClauseName::Map) {
            let reaches = clause.items.iter().any(|i| {
                !i.path.is_empty() || directive.tokens[i.range.clone()].iter().any(|t| t.is("[") || t.is("*"))
            });
            if reaches && held != 0 {
                let message = match class {
                    Some(_) => {
                        format!("this mapper maps what its members point to, and they hold {}", cx.array_names(held))
                    }
                    None => "this mapper maps members of a type whose contents are not known here".to_owned(),
                };
                let place = Where::Directive(d, clause.range.clone());
                cx.report(
                    Code::J208,
                    place,
                    message,
                    "hides a transfer from the use site",
                    "remove the mapper and name the pointers in `is_device_ptr(…)`",
                );
                break;
            }
        }
    }
}

/// Routines of the runtime that copy or set device memory; any mention counts, also by address.
const ROUTINES: &[&str] = &[
    "omp_target_memcpy",
    "omp_target_memcpy_async",
    "omp_target_memcpy_rect",
    "omp_target_memcpy_rect_async",
    "omp_target_memset",
    "omp_target_memset_async",
    "omp_target_associate_ptr",
    "omp_target_disassociate_ptr",
    "llvm_omp_target_alloc_host",
    "llvm_omp_target_alloc_shared",
    "llvm_omp_target_alloc_device",
    "__tgt_target_data_update",
    "acc_memcpy_to_device",
    "acc_memcpy_from_device",
    "acc_map_data",
];

fn routines(cx: &mut Context<'_>) {
    for i in 0..cx.program.tokens.len() {
        // `__tgt_…` are entries of the offload runtime itself.
        let routine = |n: &&str| n.starts_with("__tgt_") || n.len() > 8 && ROUTINES.contains(n);
        let Some(name) = cx.names(i).filter(routine) else { continue };
        // `use omp_lib, only: omp_target_memcpy` imports; it does nothing by itself.
        if in_use_statement(cx, i) {
            continue;
        }
        let text = format!("`{name}` moves or sets device memory outside a kernel");
        cx.report(
            Code::J205,
            Where::Tokens(i..i + 1),
            text,
            "a transfer, however it is reached",
            "write a target region that does the copy on the device",
        );
    }
}

/// Whether the statement of a token is a Fortran `use`.
fn in_use_statement(cx: &Context<'_>, i: usize) -> bool {
    if cx.language.is_c_family() {
        return false;
    }
    let tokens = &cx.program.tokens;
    let start = (0..i).rev().take(400).find(|k| tokens[*k].kind == Kind::Eol).map_or(0, |k| k + 1);
    // `use omp_lib, only: copy => omp_target_memcpy` gives it another name.
    tokens[start].word(words::USE) && !tokens[i - 1].is("=>")
}
