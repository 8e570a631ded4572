//! J3: the work runs on the device the judge chose, whatever it is.

use crate::check::text::token::Map;
use std::ops::Range;

use super::super::directive::{Clause, ClauseName, Directive, Leaf, Trait, traits};
use super::super::text::condition::evaluate;
use super::super::text::token::{Kind, Sym, Token};
use super::super::{Code, Level};
use super::{Context, Where};

pub(super) fn run(cx: &mut Context<'_>) {
    for d in 0..cx.program.directives.len() {
        let directive = &cx.program.directives[d];
        for c in 0..directive.clauses.len() {
            match directive.clauses[c].name {
                ClauseName::If if applies_to_target(directive, &directive.clauses[c]) => condition(cx, d, c),
                ClauseName::Device if takes_device(directive) => device(cx, d, c),
                ClauseName::Match | ClauseName::When => selector(cx, d, c),
                ClauseName::UnifiedSharedMemory | ClauseName::SelfMaps | ClauseName::ReverseOffload => {
                    requires(cx, d, c, Level::Error);
                }
                ClauseName::UnifiedAddress => requires(cx, d, c, Level::Warning),
                _ => {}
            }
        }
        host_arm(cx, d);
    }
    architectures(cx);
}

/// An `if` clause with a target construct among those it applies to.
fn applies_to_target(directive: &Directive, clause: &Clause) -> bool {
    let target = directive.leaves.first().is_some_and(|l| l.name().starts_with("target"));
    target && clause.construct.is_none_or(|l| l.name().starts_with("target"))
}

fn takes_device(directive: &Directive) -> bool {
    directive.leaves.first().is_some_and(|l| l.name().starts_with("target"))
        || directive.has(Leaf::Interop)
        || directive.has(Leaf::Dispatch)
}

/// J303.
fn condition(cx: &mut Context<'_>, d: usize, c: usize) {
    let clause = &cx.program.directives[d].clauses[c];
    if is_true(cx, d, &clause.body()) {
        return;
    }
    let place = Where::Directive(d, clause.range.clone());
    cx.report(
        Code::J303,
        place,
        "this `if` can run the region on the host",
        "not constant true",
        "remove it, or let it apply to an inner construct: `if(parallel: …)`",
    );
}

/// True whatever happens: `1`, `true`, `.true.`, `2 > 1`, also in parentheses.
fn is_true(cx: &Context<'_>, d: usize, body: &Range<usize>) -> bool {
    let inner: Vec<&Token> =
        cx.program.directives[d].tokens[body.clone()].iter().filter(|t| !t.is("(") && !t.is(")")).collect();
    let text: String = inner.iter().map(|t| cx.symbols.show(t)).collect();
    // Numbers and operators alone are as constant as a literal.
    let literal = |t: &Token| matches!(t.kind, Kind::Number | Kind::Punct) || cx.symbols.show(t) == "true";
    let tokens = &cx.program.directives[d].tokens[body.clone()];
    let constant = cx.language.is_c_family() && tokens.iter().all(literal);
    constant && evaluate(tokens, cx.symbols) != 0 || text.eq_ignore_ascii_case(".true.")
}

/// J304 in a clause: only the default device, asked for by name.
fn device(cx: &mut Context<'_>, d: usize, c: usize) {
    let directive = &cx.program.directives[d];
    let clause = &directive.clauses[c];
    let body: Vec<String> = directive.tokens[clause.body()].iter().map(|t| cx.symbols.show(t)).collect();
    let ancestor = clause.modifiers.iter().any(|m| cx.symbols.text(m.word) == "ancestor");
    if !ancestor && body == ["omp_get_default_device", "(", ")"] {
        return;
    }
    let place = Where::Directive(d, clause.range.clone());
    let message =
        if ancestor { "`ancestor` runs this on the host" } else { "this chooses a device: the judge does that" };
    cx.report(
        Code::J304,
        place,
        message,
        format!("device {}", body.concat()),
        "remove the clause, or write `device(omp_get_default_device())`",
    );
}

/// J302.
fn requires(cx: &mut Context<'_>, d: usize, c: usize, level: Level) {
    let directive = &cx.program.directives[d];
    if !directive.has(Leaf::Requires) {
        return;
    }
    let clause = &directive.clauses[c];
    let name = clause.name.name();
    let place = Where::Directive(d, clause.range.clone());
    cx.report_as(
        Code::J302,
        level,
        place,
        format!("`requires {name}` asks for hardware the judge may not have"),
        "changes what a map or a pointer means",
        "remove it: ABI arrays are device pointers, no shared memory is needed",
    );
}

/// J301 and J307 in a context selector.
fn selector(cx: &mut Context<'_>, d: usize, c: usize) {
    let directive = &cx.program.directives[d];
    let clause = &directive.clauses[c];
    let end = match clause.name {
        ClauseName::When => {
            // The selector ends where the arm begins.
            let colon = clause
                .arguments
                .clone()
                .find(|i| directive.tokens[*i].is(":") && depth_at(&directive.tokens, clause.arguments.start, *i) == 0);
            colon.unwrap_or(clause.arguments.end)
        }
        _ => clause.arguments.end,
    };
    for one in traits(&directive.tokens, clause.arguments.start..end) {
        let name = cx.symbols.text(one.name);
        let set = cx.symbols.text(one.set);
        let place = Where::Directive(d, one.range.clone());
        if matches!(name, "arch" | "isa" | "uid" | "device_num") && matches!(set, "device" | "target_device") {
            let text = cx.item_text(d, &one.range);
            cx.report(
                Code::J301,
                place,
                format!("`{text}` selects one architecture"),
                "written down in a selector",
                "select by `kind` or `vendor`, or not at all",
            );
        } else if name == "kind"
            && set_of(cx, d, &one).iter().any(|k| matches!(k.as_str(), "host" | "cpu"))
            && directive.has(Leaf::DeclareVariant) | directive.has(Leaf::BeginDeclareVariant)
            && !cx.arrays.is_empty()
        {
            cx.report(
                Code::J307,
                place,
                "this variant is for the host",
                "a host branch",
                "remove it: the kernel runs on the device",
            );
        }
    }
}

fn depth_at(tokens: &[Token], from: usize, to: usize) -> i32 {
    tokens[from..to]
        .iter()
        .map(|t| i32::from(super::super::directive::opens(t)) - i32::from(super::super::directive::closes(t)))
        .sum()
}

fn set_of(cx: &Context<'_>, d: usize, one: &Trait) -> Vec<String> {
    let tokens = &cx.program.directives[d].tokens[one.arguments.clone()];
    tokens
        .iter()
        .filter(|t| t.kind != Kind::Punct)
        .map(|t| cx.symbols.show(t).trim_matches(['"', '\'']).to_owned())
        .collect()
}

/// J307: a metadirective with a target arm and an arm that stays on the host.
fn host_arm(cx: &mut Context<'_>, d: usize) {
    let directive = &cx.program.directives[d];
    if !directive.has(Leaf::Metadirective) && !directive.has(Leaf::BeginMetadirective) || cx.program.arm_of[d].is_some()
    {
        return;
    }
    let Some(region) = cx.program.regions.iter().find(|r| r.directive == d) else { return };
    if cx.program.device_region(region.token).is_some() {
        return;
    }
    let arms: Vec<&Clause> =
        directive.clauses.iter().filter(|c| matches!(c.name, ClauseName::When | ClauseName::Otherwise)).collect();
    let on_device = |c: &Clause| c.variant.as_ref().is_some_and(|v| v.is_target() || v.has(Leaf::Metadirective));
    if !arms.iter().any(|c| on_device(c)) {
        return;
    }
    let missing_default = !arms.iter().any(|c| c.name == ClauseName::Otherwise);
    let host = arms.iter().find(|c| !on_device(c)).map(|c| c.range.clone());
    if let Some(range) = host.or_else(|| missing_default.then_some(0..1)) {
        cx.report(
            Code::J307,
            Where::Directive(d, range),
            "one arm of this metadirective leaves the loop on the host",
            "a host branch",
            "let every arm be a target construct, and end with `otherwise(target …)`",
        );
    }
}

/// What a word says about an architecture.
fn names_architecture(word: &str) -> bool {
    let digits = |rest: &str, min: usize| {
        rest.len() >= min
            && rest.bytes().all(|b| b.is_ascii_alphanumeric())
            && rest.bytes().next().is_some_and(|b| b.is_ascii_digit())
    };
    let bare = word.trim_matches('_');
    let lower = bare.to_ascii_lowercase();
    let predefined = word.starts_with("__")
        && (matches!(
            lower.as_str(),
            "nvptx"
                | "nvptx64"
                | "amdgcn"
                | "amdgpu"
                | "cuda_arch"
                | "cuda_arch_list"
                | "spirv"
                | "spirv64"
                | "r600"
                | "amdgcn_wavefront_size"
                | "amdgcn_processor"
                | "amdgcn_target_id"
                | "nvcc"
                | "hip_device_compile"
                | "cuda_arch_feat_sm90_all"
        ) || lower.starts_with("gfx") && lower.len() > 3
            || lower.starts_with("hip_arch_")
            || lower.starts_with("hip_platform")
            || lower.starts_with("ptx"));
    predefined && lower != "hip_device_compile" && !lower.starts_with("hip_platform")
        || lower.strip_prefix("gfx").is_some_and(|r| digits(r, 3) && r.len() <= 4)
        || lower.strip_prefix("sm_").is_some_and(|r| digits(r, 2) && r.len() <= 4)
        || lower.strip_prefix("compute_").is_some_and(|r| digits(r, 2) && r.len() <= 4)
        || matches!(lower.as_str(), "nvptx64-nvidia-cuda" | "amdgcn-amd-amdhsa")
}

/// J301 anywhere in live text: words, conditions, macro bodies, and strings that are nothing but a name.
fn architectures(cx: &mut Context<'_>) {
    let raw = cx.raw;
    let mut verdicts: Map<(Kind2, Sym), bool> = Map::default();
    let lines = raw.controls.iter().flat_map(|c| c.tokens.iter());
    let pragmas = raw.pragmas.iter().flat_map(|p| p.tokens.iter());
    let mut found: Vec<(Token, String)> = Vec::new();
    for token in raw.tokens.iter().chain(raw.conditions.iter()).chain(lines).chain(pragmas) {
        let kind = match token.kind {
            Kind::Word => Kind2::Word,
            Kind::Text => Kind2::Text,
            _ => continue,
        };
        let names = *verdicts.entry((kind, token.sym)).or_insert_with(|| {
            let text = cx.symbols.text(token.sym);
            match kind {
                Kind2::Word => names_architecture(text),
                Kind2::Text => {
                    let inner = text.trim_matches(['"', '\'']);
                    inner.len() <= 64
                        && inner
                            .split([',', ':', '+'])
                            .any(|p| names_architecture(p.trim().trim_start_matches("arch=")))
                }
            }
        });
        if names && found.len() < 100 {
            found.push((*token, cx.symbols.show(token)));
        }
    }
    for (token, text) in found {
        // A selector was reported with its trait already.
        let line = cx.user_line(token.at);
        if cx.findings.iter().any(|f| f.code == Code::J301 && f.line == line) {
            continue;
        }
        cx.report(
            Code::J301,
            Where::User(token.at),
            format!("`{text}` names an architecture"),
            "written down in the source",
            "write one code for every device; ask for nothing the task does not give",
        );
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind2 {
    Word,
    Text,
}

#[cfg(test)]
mod tests {
    use super::names_architecture;

    #[test]
    fn architectures_are_told_from_other_words() {
        for name in ["gfx942", "gfx90a", "sm_90", "sm_90a", "__gfx942__", "__NVPTX__", "__AMDGCN__", "__CUDA_ARCH__"] {
            assert!(names_architecture(name), "{name}");
        }
        for name in
            ["gfx", "sm_", "sm_count", "gfxmode", "small_90", "_OPENMP", "__GNUC__", "compute_dot", "__x86_64__"]
        {
            assert!(!names_architecture(name), "{name}");
        }
    }
}
