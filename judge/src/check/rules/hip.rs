//! HIP: a launch, and nothing across the host.

use super::super::names::OBJECT;
use super::super::text::token::Kind;
use super::super::{Code, Language};
use super::{Context, Where};

/// Launches by function; `judge_hip` is what `hipLaunchKernelGGL` is a macro for on the host.
const LAUNCHES: &[&str] = &[
    "judge_hip",
    "hipLaunchKernelGGL",
    "hipLaunchKernel",
    "hipLaunchCooperativeKernel",
    "hipExtLaunchKernelGGL",
    "hipGraphLaunch",
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
    streams(cx);
}

/// J101 for HIP.
fn launches(cx: &mut Context<'_>) {
    let Some(kernel) = cx.kernel else { return };
    let tokens = &cx.program.tokens;
    let launched = cx.program.functions.iter().enumerate().filter(|(f, _)| cx.reachable[*f]).any(|(_, function)| {
        function.body.clone().any(|i| {
            tokens.get(i).is_some_and(|t| t.is("<<")) && tokens.get(i + 1).is_some_and(|t| t.is("<") && !t.spaced)
                || tokens.get(i).and_then(|t| t.as_word()).is_some_and(|w| LAUNCHES.contains(&cx.symbols.text(w)))
        })
    });
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

/// J209: `hipMemcpy*`, `hipMemset*` on ABI arrays, except between two places on the device.
fn copies(cx: &mut Context<'_>) {
    for i in 0..cx.program.calls.len() {
        let call = &cx.program.calls[i];
        let name = cx.symbols.text(call.callee).to_owned();
        if !name.starts_with("hipMemcpy") && !name.starts_with("hipMemset") {
            continue;
        }
        let known = call.passed.iter().filter(|p| p.index != OBJECT).fold(0u64, |all, p| {
            let t = cx.aliases.of(p.cell);
            all | t.direct | t.unknown
        });
        let on_device = name.contains("DtoD")
            || cx.program.tokens[call.arguments.clone()]
                .iter()
                .filter_map(|t| t.as_word())
                .any(|w| cx.symbols.text(w) == "hipMemcpyDeviceToDevice");
        if known != 0 && !on_device {
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

/// J402: a stream of one's own that nothing waits for.
fn streams(cx: &mut Context<'_>) {
    const WAITS: &[&str] =
        &["hipStreamSynchronize", "hipDeviceSynchronize", "hipEventSynchronize", "hipStreamWaitEvent"];
    let mut created = None;
    let mut last_work = None;
    let mut last_wait = None;
    for (i, token) in cx.program.tokens.iter().enumerate() {
        if token.is("<<") && cx.program.tokens.get(i + 1).is_some_and(|t| t.is("<")) {
            last_work = Some(i);
        }
        let Some(name) = token.as_word().filter(|_| token.kind == Kind::Word).map(|w| cx.symbols.text(w)) else {
            continue;
        };
        if name.starts_with("hipStreamCreate") || name.starts_with("hipExtStreamCreate") {
            created.get_or_insert(i);
        } else if LAUNCHES.contains(&name) || name.ends_with("Async") && name.starts_with("hip") {
            last_work = Some(i);
        } else if WAITS.contains(&name) {
            last_wait = Some(i);
        }
    }
    if let Some(i) = created
        && last_work > last_wait
    {
        cx.report(
            Code::J402,
            Where::Tokens(i..i + 1),
            "a stream of its own is left running",
            "nothing waits for it",
            "end with `hipStreamSynchronize(stream)`, or use the default stream",
        );
    }
}
