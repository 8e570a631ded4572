//! J402 for HIP: work on a stream that nothing waits for.

use std::ops::Range;

use super::super::Code;
use super::super::directive::split;
use super::super::text::condition::number;
use super::super::text::token::{Kind, Token};
use super::waits::Waits;
use super::{Context, Where};

/// Streams on which the judge waits itself.
const DEFAULT: &[&str] = &["nullptr", "NULL", "hipStreamDefault", "hipStreamLegacy"];

/// Launches by a call, and which argument is the stream; `None` for the last.
const LAUNCHES: &[(&str, Option<usize>)] = &[
    ("hipLaunchKernelGGL", Some(4)),
    ("hipExtLaunchKernelGGL", Some(4)),
    ("hipLaunchKernel", None),
    ("hipLaunchCooperativeKernel", None),
    ("hipGraphLaunch", None),
    ("hipLaunchKernelExC", None),
    ("hipLaunchKernelEx", None),
    ("hipExtLaunchKernel", Some(5)),
    ("hipModuleLaunchKernel", Some(8)),
    ("hipExtModuleLaunchKernel", Some(8)),
];

pub(super) fn run(cx: &mut Context<'_>) {
    let work = own_streams(cx);
    if work.is_empty() {
        return;
    }
    let mut waits = Waits::new(cx);
    let left: Vec<usize> = work
        .into_iter()
        .filter(|(at, f, stream)| !waits.done(*at, *f, &cx.program.tokens[stream.clone()]))
        .map(|(at, ..)| at)
        .collect();
    for at in left {
        cx.report(
            Code::J402,
            Where::Tokens(at..at + 1),
            "work on a stream of its own is left running",
            "nothing waits for it on every path",
            "end with `hipStreamSynchronize(stream)`, or use the default stream",
        );
    }
}

/// Launches and copies on other streams than the default one: token, function and the stream's tokens.
fn own_streams(cx: &Context<'_>) -> Vec<(usize, usize, Range<usize>)> {
    let mut out = Vec::new();
    let tokens = &cx.program.tokens;
    for (f, function) in cx.program.functions.iter().enumerate().filter(|(f, _)| cx.reachable[*f]) {
        for i in function.body.clone() {
            let opens = tokens[i].is("<<") && tokens.get(i + 1).is_some_and(|t| t.is("<"));
            if !opens {
                continue;
            }
            let closes =
                |k: &usize| (0..3).all(|d| tokens.get(k + d).is_some_and(|t| t.is(">") && (d == 0 || !t.spaced)));
            let end = (i..function.body.end).take(2000).find(closes);
            let Some(end) = end else { continue };
            let parts = split(tokens, i + 2..end, ",");
            if let Some(stream) = parts.get(3).filter(|stream| !is_default(cx, &tokens[(*stream).clone()])) {
                out.push((i, f, stream.clone()));
            }
        }
    }
    for call in cx.program.calls.iter().filter(|c| cx.reachable.get(c.function).copied().unwrap_or(false)) {
        let name = cx.symbols.text(call.callee);
        let place = LAUNCHES.iter().find(|(n, _)| *n == name).map(|(_, place)| *place);
        let copies =
            name.starts_with("hip") && name.ends_with("Async") && !name.contains("Malloc") && !name.contains("Free");
        let Some(place) = place.or(copies.then_some(None)) else { continue };
        let parts = split(tokens, call.arguments.clone(), ",");
        let stream = place.map_or_else(|| parts.last(), |p| parts.get(p));
        if let Some(stream) = stream.filter(|s| !is_default(cx, &tokens[(*s).clone()])) {
            out.push((call.token, call.function, stream.clone()));
        }
    }
    out
}

fn is_default(cx: &Context<'_>, tokens: &[Token]) -> bool {
    let inner: Vec<&Token> = tokens.iter().filter(|t| !t.is("(") && !t.is(")")).collect();
    match inner.as_slice() {
        [] => true,
        // `(hipStream_t)0`; CUDA's header spells the names of the default streams as 0x00 and `(cudaStream_t)0x1`.
        [one] if one.kind == Kind::Number => number(&cx.symbols.show(one)) == 0,
        [_, one] if one.kind == Kind::Number => matches!(number(&cx.symbols.show(one)), 0 | 1),
        [one] | [_, one] => {
            DEFAULT.contains(&cx.symbols.show(one).as_str()) || cx.symbols.show(one) == "hipMemcpyDeviceToDevice"
        }
        _ => false,
    }
}
