//! The rules, a file per group. Each looks at plain data and reports.

mod context;
mod residency;
pub(crate) mod source;
mod transfers;

pub(crate) use context::{Context, Where};

/// Runs every rule. Groups that refine others come after them.
pub(crate) fn run(cx: &mut Context<'_>) {
    source::run(cx);
    transfers::run(cx);
    residency::run(cx);
}
