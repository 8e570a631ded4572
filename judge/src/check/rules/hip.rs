//! HIP: a launch, and nothing across the host.

use super::super::directive::split;
use super::super::names::{Call, OBJECT};
use super::super::{Code, Language};
use super::{Context, Where};
use crate::check::text::token::Set;

/// Launches by function; `judge_hip` is what `hipLaunchKernelGGL` is a macro for on the host.
const LAUNCHES: &[&str] = &[
    "judge_hip",
    "hipLaunchKernelGGL",
    "hipLaunchKernel",
    "hipLaunchCooperativeKernel",
    "hipExtLaunchKernelGGL",
    "hipGraphLaunch",
    "hipLaunchKernelExC",
    "hipLaunchKernelEx",
    "hipExtLaunchKernel",
    "hipModuleLaunchKernel",
    "hipExtModuleLaunchKernel",
];

/// Memory that the host and the device share, or that is pinned for transfers.
const SHARED: &[&str] = &[
    "hipMallocManaged",
    "hipHostMalloc",
    "hipMallocHost",
    "hipHostAlloc",
    "hipHostRegister",
    "hipHostGetDevicePointer",
    "hipMemAdvise",
    "hipMemPrefetchAsync",
    "__managed__",
    "hipMemAllocHost",
    "hipExtMallocWithFlags",
];

/// Work or state that outlives a call.
const DANGEROUS: &[(&str, &str)] = &[
    ("hipDeviceReset", "destroys the judge's buffers"),
    ("hipDevicePrimaryCtxReset", "destroys the judge's buffers"),
    ("hipCtxDestroy", "destroys the judge's buffers"),
    ("hipLaunchHostFunc", "runs host code behind the judge's clock"),
    ("hipStreamAddCallback", "runs host code behind the judge's clock"),
    ("hipIpcOpenMemHandle", "reaches memory of other processes"),
    ("hipIpcGetMemHandle", "hands memory to other processes"),
    ("hipHostFree", "frees memory that is not its own"),
    ("hipModuleLoad", "loads code from a file"),
    ("hipModuleLoadData", "loads code at run time"),
];

pub(super) fn run(cx: &mut Context<'_>) {
    if cx.language != Language::Hip {
        return;
    }
    launches(cx);
    copies(cx);
    mentions(cx);
    super::hip_streams::run(cx);
}

/// J101 for HIP.
fn launches(cx: &mut Context<'_>) {
    let Some(kernel) = cx.kernel else { return };
    let bodies = cx.program.functions.iter().enumerate().filter(|(f, _)| cx.reachable[*f]);
    let launched = bodies.into_iter().any(|(_, function)| !launched(cx, function.body.clone()).is_empty());
    if !launched {
        let at = cx.program.functions[kernel].name_token;
        cx.report(
            Code::J101,
            Where::Tokens(at..at + 1),
            "no kernel launch is reachable from `kernel`",
            "runs on the host only",
            "launch a `__global__` function: `work<<<blocks, threads>>>(…)`",
        );
    }
}

/// The `(` of the arguments of every launch in a range of tokens.
pub(super) fn launched(cx: &Context<'_>, range: std::ops::Range<usize>) -> Vec<usize> {
    let tokens = &cx.program.tokens;
    let opens = |i: usize| tokens.get(i).is_some_and(|t| t.is("("));
    let mut out = Vec::new();
    for i in range.clone() {
        let Some(token) = tokens.get(i) else { break };
        if token.is("<<") && tokens.get(i + 1).is_some_and(|t| t.is("<")) {
            let closes = |k: &usize| (0..3).all(|d| tokens.get(k + d).is_some_and(|t| t.is(">")));
            let end = (i..range.end).take(2000).find(closes).map_or(i, |k| k + 3);
            out.push(if opens(end) { end } else { i });
        } else if token.as_word().is_some_and(|w| LAUNCHES.contains(&cx.symbols.text(w))) {
            out.push(if opens(i + 1) { i + 1 } else { i });
        }
    }
    out
}

/// J209: `hipMemcpy*`, `hipMemset*` and their kin on ABI arrays, except between two places on the device.
fn copies(cx: &mut Context<'_>) {
    let mut called = Set::default();
    for i in 0..cx.program.calls.len() {
        let call = &cx.program.calls[i];
        let name = cx.symbols.text(call.callee).to_owned();
        if !is_copy(&name) {
            continue;
        }
        called.insert(call.token);
        // A description of a copy is passed by address; of anything else passed so, its own bytes are copied.
        let described = ["3D", "Param", "Graph", "Drv"].iter().any(|part| name.contains(part));
        let known = call.passed.iter().filter(|p| p.index != OBJECT).fold(0u64, |all, p| {
            let t = if p.up > 0 { cx.aliases.anywhere(p.cell.variable) } else { cx.aliases.of(p.cell) };
            match p.up > 0 {
                false => all | t.direct | t.unknown,
                true if described => all | t.known() | t.unknown,
                true => all,
            }
        });
        if known != 0 && !stays_on_device(cx, call, &name) {
            let place = Where::Tokens(call.token..call.token + 1);
            cx.report(
                Code::J209,
                place,
                format!("`{name}` on {} crosses the host", cx.array_names(known)),
                "a transfer of an ABI array",
                "work on it in a kernel; it is device memory already",
            );
        }
    }
    // Reached by its address: nobody sees what it is called with.
    for i in 0..cx.program.tokens.len() {
        let name = cx.program.tokens[i].as_word().map(|w| cx.symbols.text(w).to_owned());
        let Some(name) = name.filter(|n| is_copy(n) && n.starts_with("hipMem")) else { continue };
        let value =
            cx.program.tokens.get(i + 1).is_some_and(|t| t.is(";") || t.is(",") || t.is(")") || t.is("}") || t.is(":"));
        let known = cx.program.is_declared(cx.program.tokens[i].sym) || called.contains(&i);
        if value && !known && name != name.to_ascii_lowercase() && !is_kind(&name) {
            cx.report(
                Code::J209,
                Where::Tokens(i..i + 1),
                format!("`{name}` is reached by its address: what it copies cannot be read off the source"),
                "a transfer, however it is reached",
                "call it by its name, on memory of your own",
            );
        }
    }
}

fn is_copy(name: &str) -> bool {
    name.starts_with("hipMemcpy")
        || name.starts_with("hipMemset")
        || name.starts_with("hipGraph") && (name.contains("Memcpy") || name.contains("Memset"))
        || name.starts_with("hipDrvMemcpy")
}

/// Constants and types whose names begin as the functions' do.
fn is_kind(name: &str) -> bool {
    name.contains("To") && !name.contains("Array") && !name.contains("Symbol")
        || name == "hipMemcpyDefault"
        || name.ends_with("Parms")
        || name.ends_with("Kind")
}

/// Whether the call says so itself, and nothing else.
fn stays_on_device(cx: &Context<'_>, call: &Call, name: &str) -> bool {
    const DEVICE: &str = "hipMemcpyDeviceToDevice";
    let arguments = split(&cx.program.tokens, call.arguments.clone(), ",");
    let kind = arguments.iter().any(|a| match &cx.program.tokens[a.clone()] {
        [one] => one.as_word().is_some_and(|w| cx.symbols.text(w) == DEVICE),
        _ => false,
    });
    name.contains("DtoD") || kind
}

fn mentions(cx: &mut Context<'_>) {
    for i in 0..cx.program.tokens.len() {
        let token = cx.program.tokens[i];
        let Some(name) = token.as_word().map(|w| cx.symbols.text(w).to_owned()) else { continue };
        if !name.starts_with("hip") && name != "__managed__" {
            continue;
        }
        if SHARED.contains(&name.as_str()) {
            cx.report(
                Code::J209,
                Where::Tokens(i..i + 1),
                format!("`{name}` makes memory that the host and the device share"),
                "host memory behind a device pointer",
                "allocate with `hipMalloc`",
            );
        } else if let Some((_, why)) = DANGEROUS.iter().find(|(n, _)| name == *n) {
            cx.report(Code::J402, Where::Tokens(i..i + 1), format!("`{name}` {why}"), "not for a kernel", "remove it");
        }
    }
}
