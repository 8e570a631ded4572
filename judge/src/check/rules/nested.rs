//! J608: the one nesting that flang gets wrong on NVIDIA GPUs.

use super::super::directive::Leaf;
use super::super::{Code, Language};
use super::{Context, Where};

/// A parallel loop written inside a `distribute` loop of its own. The combined constructs are right, and so is C.
pub(super) fn run(cx: &mut Context<'_>) {
    if !matches!(cx.language, Language::Fortran(_)) {
        return;
    }
    let program = cx.program;
    for outer in &program.regions {
        let directive = &program.directives[outer.directive];
        if !directive.has(Leaf::Distribute) || directive.has(Leaf::Parallel) {
            continue;
        }
        for inner in program.regions.iter().filter(|r| outer.body.contains(&r.token)) {
            let nested = &program.directives[inner.directive];
            if nested.has(Leaf::Parallel) {
                cx.report(
                    Code::J608,
                    Where::Directive(inner.directive, 0..nested.leaves.len()),
                    format!("`{}` inside `{}`: wrong sums on NVIDIA GPUs", nested.name(), directive.name()),
                    "right on the host device only",
                    "make it one `target teams distribute parallel do` over both loops, with `collapse(2)` where they allow it",
                );
            }
        }
    }
}
