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
    let directive = |r: usize| &program.directives[program.regions[r].directive];
    let mut order: Vec<usize> = (0..program.regions.len()).collect();
    order.sort_by_key(|r| program.regions[*r].token);
    // `distribute` loops around the place that is looked at.
    let mut open: Vec<usize> = Vec::new();
    for r in order {
        let token = program.regions[r].token;
        while open.last().is_some_and(|o| program.regions[*o].body.end <= token) {
            open.pop();
        }
        let nested = directive(r);
        if nested.has(Leaf::Parallel) {
            let Some(outer) = open.iter().rev().find(|o| program.regions[**o].body.contains(&token)) else { continue };
            cx.report(
                Code::J608,
                Where::Directive(program.regions[r].directive, 0..nested.leaves.len()),
                format!("`{}` inside `{}`: wrong sums on NVIDIA GPUs", nested.name(), directive(*outer).name()),
                "right on the host device only",
                "make it one `target teams distribute parallel do` over both loops, with `collapse(2)` where they allow it",
            );
        } else if nested.has(Leaf::Distribute) && !program.regions[r].body.is_empty() {
            open.push(r);
        }
    }
}
