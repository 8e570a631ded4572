//! J609: the one schedule that clang gets wrong on the host device.

use super::super::directive::{Clause, ClauseName, Directive, Leaf};
use super::super::text::condition::evaluate;
use super::super::text::token::{Kind, Map, Set, Sym, Token, words};
use super::super::{Code, Language};
use super::{Context, Where};

/// Tokens of an expression that is evaluated, and of a declaration that is looked at.
const FEW: usize = 32;

/// `distribute` and `parallel for` in one directive, in several teams, with `schedule(static, 1)` and no
/// `dist_schedule(static, 1)`: LLVM 22 leaves its loop over a team's share out. Returns the directives.
pub(super) fn run(cx: &mut Context<'_>) -> Set<usize> {
    let mut found = Set::default();
    if !matches!(cx.language, Language::C | Language::Cxx) {
        return found;
    }
    let program = cx.program;
    let known = constants(cx);
    let directive = |r: usize| &program.directives[program.regions[r].directive];
    // Without `num_teams` the host's runtime forms one team, unless it is told otherwise.
    let told = cx.symbols.find("omp_set_num_teams").is_some();
    let anywhere =
        (0..program.regions.len()).any(|r| directive(r).has(Leaf::Teams) && several(cx, &known, directive(r), told));
    let mut order: Vec<usize> = (0..program.regions.len()).collect();
    order.sort_by_key(|r| program.regions[*r].token);
    // `teams` regions around the place that is looked at.
    let mut open: Vec<usize> = Vec::new();
    for r in order {
        let (d, token) = (program.regions[r].directive, program.regions[r].token);
        while open.last().is_some_and(|o| program.regions[*o].body.end <= token) {
            open.pop();
        }
        let this = directive(r);
        let split = this.has(Leaf::Distribute) && this.has(Leaf::For);
        let scheduled =
            this.clauses.iter().position(|c| c.name == ClauseName::Schedule && chunk_is_one(cx, &known, this, c));
        let spread = this.all(ClauseName::DistSchedule).any(|c| chunk_is_one(cx, &known, this, c));
        if let Some(c) = scheduled.filter(|_| split && !spread) {
            let teams = if this.has(Leaf::Teams) { Some(this) } else { open.last().map(|o| directive(*o)) };
            if teams.map_or(anywhere, |t| several(cx, &known, t, told)) {
                found.insert(d);
                cx.report(
                    Code::J609,
                    Where::Directive(d, this.clauses[c].range.clone()),
                    "with several teams, clang 22 computes only a part of this loop on the host device",
                    "each team stops after its first iterations; right on a GPU",
                    "remove the `schedule`, or add `dist_schedule(static, 1)`",
                );
            }
        }
        if this.has(Leaf::Teams) && !program.regions[r].body.is_empty() {
            open.push(r);
        }
    }
    found
}

/// Whether a `teams` construct may form more than one team on the host.
fn several(cx: &Context<'_>, constants: &Map<Sym, i64>, directive: &Directive, told: bool) -> bool {
    let asked = directive.all(ClauseName::NumTeams).next();
    asked.map_or(told, |clause| {
        // Of `lower: upper` the second counts.
        let tokens = &directive.tokens[clause.arguments.clone()];
        let upper = tokens.iter().rposition(|t| t.is(":")).map_or(tokens, |colon| &tokens[colon + 1..]);
        value(cx, constants, upper).is_none_or(|teams| teams > 1)
    })
}

/// `(static, 1)`, modifiers before it allowed.
fn chunk_is_one(cx: &Context<'_>, constants: &Map<Sym, i64>, directive: &Directive, clause: &Clause) -> bool {
    let tokens = &directive.tokens[clause.arguments.clone()];
    let kind = tokens.iter().position(|t| t.word(words::STATIC));
    let chunk = kind.and_then(|k| tokens.get(k + 1).filter(|t| t.is(",")).map(|_| &tokens[k + 2..]));
    chunk.is_some_and(|chunk| value(cx, constants, chunk) == Some(1))
}

/// Value of an expression of literals, or of a constant that the file gives such a value.
fn value(cx: &Context<'_>, constants: &Map<Sym, i64>, tokens: &[Token]) -> Option<i64> {
    let name = tokens.first().filter(|_| tokens.len() == 1).and_then(Token::as_word);
    name.and_then(|word| constants.get(&word).copied()).or_else(|| constant(cx, tokens))
}

/// Value of an expression of literals alone.
fn constant(cx: &Context<'_>, tokens: &[Token]) -> Option<i64> {
    let literal = |t: &Token| matches!(t.kind, Kind::Number | Kind::Punct) || cx.symbols.show(t) == "true";
    (!tokens.is_empty() && tokens.len() < FEW && tokens.iter().all(literal)).then(|| evaluate(tokens, cx.symbols))
}

/// Names that the file gives a constant value: `const int CHUNK = 1`, `enum { CHUNK = 1 }`.
fn constants(cx: &Context<'_>) -> Map<Sym, i64> {
    let tokens = &cx.program.tokens;
    let mut out = Map::default();
    for i in (1..tokens.len()).filter(|i| tokens[*i].is("=")) {
        let Some(name) = tokens[i - 1].as_word() else { continue };
        let before = tokens[i.saturating_sub(FEW)..i].iter().rev().take_while(|t| !t.is(";"));
        let fixed =
            before.into_iter().any(|t| [words::CONST, words::CONSTEXPR, words::ENUM].iter().any(|w| t.word(*w)));
        let after = &tokens[i + 1..tokens.len().min(i + FEW)];
        let end = after.iter().position(|t| [";", ",", "}"].iter().any(|e| t.is(e)));
        if let Some(value) = end.filter(|_| fixed).and_then(|end| constant(cx, &after[..end])) {
            out.insert(name, value);
        }
    }
    out
}
