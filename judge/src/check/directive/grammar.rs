//! The grammar, as parsers over tokens.
//!
//! ```text
//! directive  = leaf+ [ '(' balanced ')' ] ( [','] clause )*
//! clause     = name [ '(' contents ')' ]          contents by the clause's shape
//! map        = [ modifier (',' | blank) … ':' ] locator (',' locator)*
//! list       = [ modifier (',' modifier)* ':' ] item (',' item)*
//! arm        = selector ':' [ directive ]
//! ```

use std::ops::Range;

use winnow::Parser;
use winnow::error::{ErrMode, ParserError};
use winnow::stream::{Stateful, Stream, TokenSlice};
use winnow::token::any;

use super::super::text::preprocess::Form;
use super::super::text::token::{Bytes, Kind, Sym, Symbols, Token};
use super::items::{closes, find, item, opens, split};
use super::{Clause, ClauseName, Directive, Leaf, Modifier, Problem, ProblemKind, Shape};

/// Metadirectives within arms of metadirectives.
const MAX_NESTING: usize = 8;

type Input<'a> = Stateful<TokenSlice<'a, Token>, Context<'a>>;
type Parsed<T> = Result<T, ErrMode<Problem>>;

impl<'a> ParserError<Input<'a>> for Problem {
    type Inner = Self;

    fn from_input(input: &Input<'a>) -> Self {
        Self { at: position(input), expected: String::new(), kind: ProblemKind::Syntax }
    }

    fn into_inner(self) -> Result<Self, Self> {
        Ok(self)
    }

    fn or(self, other: Self) -> Self {
        if self.at >= other.at { self } else { other }
    }
}

/// What the parsers need besides the tokens.
#[derive(Debug, Clone, Copy)]
struct Context<'a> {
    symbols: &'a Symbols,
    /// Number of tokens of the whole directive.
    total: usize,
}

impl Context<'_> {
    fn text(&self, word: Sym) -> &str {
        self.symbols.text(word)
    }
}

fn input_of<'a>(tokens: &'a [Token], symbols: &'a Symbols) -> Input<'a> {
    Input { input: TokenSlice::new(tokens), state: Context { symbols, total: tokens.len() } }
}

/// Index of the next token.
fn position(input: &Input<'_>) -> usize {
    input.state.total - input.eof_offset()
}

fn problem(at: usize, kind: ProblemKind, expected: impl Into<String>) -> ErrMode<Problem> {
    ErrMode::Cut(Problem { at, expected: expected.into(), kind })
}

/// Parses the text behind the namespace. What could be read is kept, with the problems found.
pub(crate) fn parse(tokens: Vec<Token>, at: Bytes, form: Form, symbols: &Symbols) -> Directive {
    parse_nested(tokens, at, form, symbols, 0)
}

fn parse_nested(tokens: Vec<Token>, at: Bytes, form: Form, symbols: &Symbols, depth: usize) -> Directive {
    let mut directive = Directive {
        tokens: Vec::new(),
        leaves: Vec::new(),
        end: false,
        argument: None,
        clauses: Vec::new(),
        problems: Vec::new(),
        at,
        form,
    };
    let mut input = input_of(&tokens, symbols);
    if let Err(error) = fill(&mut input, &mut directive, &tokens, depth) {
        let found = match error {
            ErrMode::Backtrack(p) | ErrMode::Cut(p) => p,
            ErrMode::Incomplete(_) => Problem { at: tokens.len(), expected: String::new(), kind: ProblemKind::Syntax },
        };
        directive.problems.push(found);
    }
    directive.tokens = tokens;
    directive
}

fn fill(input: &mut Input<'_>, directive: &mut Directive, tokens: &[Token], depth: usize) -> Parsed<()> {
    names.parse_next(input).map(|(end, leaves)| {
        directive.end = end;
        directive.leaves = leaves;
    })?;
    if directive.leaves.first() != Some(&Leaf::Nothing) && next_is(input, "(") {
        directive.argument = Some(parenthesised.parse_next(input)?);
    }
    loop {
        let comma_at = position(input);
        let comma = next_is(input, ",");
        if comma {
            any.parse_next(input)?;
            let dropped = matches!(directive.form, Form::Pragma | Form::Attribute);
            if directive.clauses.is_empty() && dropped {
                // Clang drops every clause behind `target,` with a warning; flang reads on.
                directive.problems.push(Problem {
                    at: comma_at,
                    expected: "a blank, not a comma, after the directive's name".into(),
                    kind: ProblemKind::Unknown,
                });
            }
        }
        if input.eof_offset() == 0 {
            return if comma {
                Err(problem(comma_at, ProblemKind::Syntax, "a clause after the comma"))
            } else {
                Ok(())
            };
        }
        let parsed = clause(input, directive, tokens, depth)?;
        directive.clauses.push(parsed);
    }
}

fn next_is(input: &Input<'_>, spelling: &str) -> bool {
    input.peek_token().is_some_and(|t| t.is(spelling))
}

/// The leaves of a directive's name, longest match first; `_` joins words as a blank does.
fn names(input: &mut Input<'_>) -> Parsed<(bool, Vec<Leaf>)> {
    let start = position(input);
    let mut end = false;
    let mut leaves = Vec::new();
    while let Some(found) = longest_leaf(input) {
        let (leaf, count) = found;
        if !leaves.is_empty() && !leaf.combines() {
            break;
        }
        // `update`, `parallel`, `for` also name clauses: after a directive that does not combine they are those.
        if leaves.last().is_some_and(|l: &Leaf| !combinable_head(*l)) {
            break;
        }
        for _ in 0..count {
            any.parse_next(input)?;
        }
        leaves.push(leaf);
    }
    if leaves.is_empty() {
        let is_end = input.peek_token().and_then(Token::as_word).is_some_and(|w| input.state.text(w) == "end");
        if is_end {
            any.parse_next(input)?;
            end = true;
            let (_, rest) = names(input)?;
            leaves = rest;
        }
    }
    if leaves.is_empty() {
        let kind = if input.peek_token().is_some() { ProblemKind::Unknown } else { ProblemKind::Syntax };
        return Err(problem(start, kind, "the name of an OpenMP directive"));
    }
    Ok((end, leaves))
}

const fn combinable_head(leaf: Leaf) -> bool {
    matches!(
        leaf,
        Leaf::Target
            | Leaf::Teams
            | Leaf::Distribute
            | Leaf::Parallel
            | Leaf::For
            | Leaf::Do
            | Leaf::Masked
            | Leaf::Master
            | Leaf::Taskloop
            | Leaf::Simd
            | Leaf::Loop
    )
}

/// The leaf that matches the most words here, and how many tokens it takes.
fn longest_leaf(input: &Input<'_>) -> Option<(Leaf, usize)> {
    let first = input.peek_token().and_then(Token::as_word)?;
    let symbols = input.state.symbols;
    let upcoming: Vec<&str> = input.input.iter().take(3).map_while(Token::as_word).map(|w| symbols.text(w)).collect();
    let head = symbols.text(first).split('_').next().unwrap_or("");
    let mut best: Option<(Leaf, usize, usize)> = None;
    for leaf in Leaf::ALL.iter().filter(|l| l.name().starts_with(head)) {
        if let Some(count) = matches_words(leaf.name(), &upcoming) {
            let length = leaf.name().len();
            if best.is_none_or(|(_, _, b)| length > b) {
                best = Some((*leaf, count, length));
            }
        }
    }
    best.map(|(leaf, count, _)| (leaf, count))
}

/// Tokens of `upcoming` that spell `name`, joined by blanks or underscores.
fn matches_words(name: &str, upcoming: &[&str]) -> Option<usize> {
    let mut rest = name;
    for (count, word) in upcoming.iter().enumerate() {
        for part in word.split('_') {
            rest = rest.strip_prefix(part)?;
            rest = if rest.is_empty() { rest } else { rest.strip_prefix(' ')? };
        }
        if rest.is_empty() {
            // `target_` or `_data` leave empty parts: not a match.
            return word.split('_').all(|p| !p.is_empty()).then_some(count + 1);
        }
    }
    None
}

/// `( … )` with balanced brackets; the range inside.
fn parenthesised(input: &mut Input<'_>) -> Parsed<Range<usize>> {
    let open = position(input);
    let mut depth = 0usize;
    while let Some(token) = input.next_token() {
        if opens(token) {
            depth += 1;
        } else if closes(token) {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return Ok(open + 1..position(input) - 1);
            }
        }
    }
    Err(problem(position(input), ProblemKind::Syntax, "`)`"))
}

fn clause(input: &mut Input<'_>, directive: &Directive, tokens: &[Token], depth: usize) -> Parsed<Clause> {
    let start = position(input);
    let token = *any.parse_next(input)?;
    let Some(word) = token.as_word() else {
        return Err(problem(start, ProblemKind::Unknown, "a clause: the compiler drops what follows"));
    };
    let symbols = input.state.symbols;
    let text = symbols.text(word);
    let Some(mut name) = ClauseName::find(text).or_else(|| extension_clause(text, directive)) else {
        return Err(problem(start, ProblemKind::Unknown, format!("a clause that OpenMP knows, not `{text}`")));
    };
    // The last arm of a metadirective was spelled `default` before 5.2.
    if name == ClauseName::Default && directive.has(Leaf::Metadirective) | directive.has(Leaf::BeginMetadirective) {
        name = ClauseName::Otherwise;
    }
    let arguments = if next_is(input, "(") { Some(parenthesised.parse_next(input)?) } else { None };
    let end = position(input);
    let mut parsed = Clause {
        name,
        range: start..end,
        arguments: arguments.clone().unwrap_or(end..end),
        construct: None,
        modifiers: Vec::new(),
        items: Vec::new(),
        variant: None,
    };
    let Some(inside) = arguments else {
        let bare = matches!(name.shape(), Shape::Flag)
            || matches!(
                name,
                ClauseName::Ordered
                    | ClauseName::Indirect
                    | ClauseName::Otherwise
                    | ClauseName::Destroy
                    | ClauseName::Replayable
                    | ClauseName::Transparent
            );
        return if bare { Ok(parsed) } else { Err(problem(end, ProblemKind::Syntax, format!("`(` after `{text}`"))) };
    };
    contents(&mut parsed, inside, tokens, directive, symbols, depth)?;
    Ok(parsed)
}

/// `requires ext_…`, a vendor's own.
fn extension_clause(text: &str, directive: &Directive) -> Option<ClauseName> {
    (directive.has(Leaf::Requires) && text.starts_with("ext_")).then_some(ClauseName::DynamicAllocators)
}

fn contents(
    parsed: &mut Clause,
    inside: Range<usize>,
    tokens: &[Token],
    directive: &Directive,
    symbols: &Symbols,
    depth: usize,
) -> Parsed<()> {
    let shape = parsed.name.shape();
    let colon = find(tokens, inside.clone(), ":");
    match shape {
        Shape::Flag | Shape::Balanced => Ok(()),
        Shape::DefaultArm => variant(parsed, inside, tokens, directive, symbols, depth),
        Shape::Arm => {
            let Some(colon) = colon else {
                return Err(problem(inside.end, ProblemKind::Syntax, "`:` between the selector and the directive"));
            };
            variant(parsed, colon + 1..inside.end, tokens, directive, symbols, depth)
        }
        Shape::Expression => {
            let modifier = colon.filter(|c| find(tokens, inside.start..*c, "?").is_none());
            if let Some(colon) = modifier {
                directive_name(parsed, inside.start..colon, tokens, symbols);
                words_before(parsed, inside.start..colon, tokens);
            }
            let body = modifier.map_or(inside.clone(), |c| c + 1..inside.end);
            if body.is_empty() {
                return Err(problem(inside.end, ProblemKind::Syntax, "an expression"));
            }
            list(parsed, body, tokens)
        }
        Shape::ListThenExpression => list(parsed, inside.start..colon.unwrap_or(inside.end), tokens),
        Shape::List | Shape::Map => {
            if let Some(colon) = colon {
                directive_name(parsed, inside.start..colon, tokens, symbols);
                words_before(parsed, inside.start..colon, tokens);
                // `x : y : z` is no list; a ternary has its own colon.
                if shape == Shape::Map && find(tokens, colon + 1..inside.end, ":").is_some() {
                    return Err(problem(colon, ProblemKind::Syntax, "one `:` in this clause"));
                }
                known_modifiers(parsed, symbols)?;
            }
            let body = colon.map_or(inside.clone(), |c| c + 1..inside.end);
            let sourceless = matches!(parsed.name, ClauseName::Depend | ClauseName::Doacross);
            if body.is_empty() && !sourceless {
                return Err(problem(inside.end, ProblemKind::Syntax, "a variable"));
            }
            list(parsed, body, tokens)
        }
    }
}

/// Map types and modifiers that exist; another word would be read differently by each compiler.
fn known_modifiers(parsed: &Clause, symbols: &Symbols) -> Parsed<()> {
    const MAP: &[&str] = &[
        "to",
        "from",
        "tofrom",
        "alloc",
        "release",
        "delete",
        "storage",
        "self",
        "always",
        "close",
        "present",
        "mapper",
        "iterator",
        "ompx_hold",
        "ref_ptee",
        "ref_ptr",
        "ref_ptr_ptee",
        "attach",
        "delete_",
        "target",
    ];
    if parsed.name.shape() != Shape::Map || parsed.construct.is_some() {
        return Ok(());
    }
    for modifier in &parsed.modifiers {
        let text = symbols.text(modifier.word);
        if !MAP.contains(&text) {
            let expected = format!("a map type or modifier, not `{text}`");
            return Err(problem(modifier.range.start, ProblemKind::Unknown, expected));
        }
    }
    Ok(())
}

fn variant(
    parsed: &mut Clause,
    range: Range<usize>,
    tokens: &[Token],
    directive: &Directive,
    symbols: &Symbols,
    depth: usize,
) -> Parsed<()> {
    if depth >= MAX_NESTING {
        return Err(problem(range.start, ProblemKind::Syntax, "fewer metadirectives within each other"));
    }
    if range.is_empty() {
        return Ok(());
    }
    let offset = range.start;
    let inner = parse_nested(tokens[range].to_vec(), directive.at, directive.form, symbols, depth + 1);
    let failed = inner.problems.first().cloned();
    parsed.variant = Some(Box::new(inner));
    match failed {
        Some(p) => Err(ErrMode::Cut(Problem { at: p.at + offset, ..p })),
        None => Ok(()),
    }
}

/// `target teams` of `if(target teams: …)`: the first leaf that matches.
fn directive_name(parsed: &mut Clause, range: Range<usize>, tokens: &[Token], symbols: &Symbols) {
    let part = split(tokens, range.clone(), ",").into_iter().next().unwrap_or(range);
    let takes_name = !matches!(parsed.name, ClauseName::Map | ClauseName::To | ClauseName::From | ClauseName::Depend);
    let input = input_of(&tokens[part], symbols);
    if takes_name {
        parsed.construct = longest_leaf(&input).map(|(leaf, _)| leaf);
    }
}

/// Words and operators before a colon, by commas or blanks; arguments of a word belong to it.
fn words_before(parsed: &mut Clause, range: Range<usize>, tokens: &[Token]) {
    let mut i = range.start;
    while i < range.end {
        let token = &tokens[i];
        let from = i;
        i += 1;
        if token.is(",") {
            continue;
        }
        if i < range.end && tokens[i].is("(") {
            let mut depth = 0usize;
            while i < range.end {
                depth += usize::from(opens(&tokens[i]));
                depth -= usize::from(closes(&tokens[i])).min(depth);
                i += 1;
                if depth == 0 {
                    break;
                }
            }
        }
        let word = if matches!(token.kind, Kind::Word) { token.sym } else { Sym(u32::MAX) };
        parsed.modifiers.push(Modifier { word, range: from..i });
    }
}

fn list(parsed: &mut Clause, range: Range<usize>, tokens: &[Token]) -> Parsed<()> {
    for part in split(tokens, range, ",") {
        if part.is_empty() {
            return Err(problem(part.start, ProblemKind::Syntax, "an entry between the commas"));
        }
        parsed.items.push(item(tokens, part));
    }
    Ok(())
}
