//! The rules, a file per group. Each looks at plain data and reports.

mod advice;
mod banned;
mod chunk_one;
mod completion;
mod context;
mod device;
mod hip;
mod hip_streams;
mod host;
mod host_methods;
mod integrity;
mod interface;
mod nested;
mod nests;
mod residency;
pub(crate) mod source;
mod transfers;
mod waits;

pub(crate) use context::{Context, Where};

/// Runs every rule. A group that says the same thing less exactly comes after the one that says it better.
pub(crate) fn run(cx: &mut Context<'_>) {
    source::run(cx);
    interface::run(cx);
    transfers::run(cx);
    residency::run(cx);
    device::run(cx);
    hip::run(cx);
    host::run(cx);
    completion::run(cx);
    integrity::run(cx);
    let miscompiled = chunk_one::run(cx);
    advice::run(cx, &miscompiled);
    nested::run(cx);
}
