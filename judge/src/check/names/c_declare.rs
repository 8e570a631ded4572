//! C and C++ declarations: types, declarators, and whether a statement is one.

use crate::check::text::token::Map;
use std::ops::Range;

use super::super::text::token::{Kind, Sym, Symbols, Token, words};
use super::brackets::Brackets;

/// Longest template argument list that is looked through.
const MAX_ANGLE: usize = 200;
/// Tokens and groups of an initialiser that are looked through for the next declarator.
const MAX_INITIALISER: usize = 2000;

/// What a type tells about its values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct TypeFacts {
    pub(crate) arithmetic: bool,
    /// Its values, and what they point to, are arithmetic: no members.
    pub(crate) plain: bool,
    pub(crate) pointers: u8,
    pub(crate) reference: bool,
    pub(crate) constant: bool,
    pub(crate) name: Option<Sym>,
}

/// One declarator.
#[derive(Debug, Clone)]
pub(crate) struct Declared {
    pub(crate) name: Sym,
    pub(crate) token: usize,
    pub(crate) facts: TypeFacts,
    pub(crate) own_array: bool,
    pub(crate) type_tokens: Range<usize>,
    /// `name(…)` or `name{…}`: the bracket of its initialiser.
    pub(crate) direct: Option<usize>,
}

/// Names of types the file defines, and what they stand for.
#[derive(Default)]
pub(crate) struct Types {
    pub(crate) aliases: Map<Sym, TypeFacts>,
}

const ARITHMETIC: &[Sym] = &[
    words::CHAR,
    words::SHORT,
    words::INT,
    words::LONG,
    words::FLOAT,
    words::DOUBLE,
    words::SIGNED,
    words::UNSIGNED,
    words::BOOL,
    words::BOOL_C,
    words::COMPLEX_C,
    words::COMPLEX_GNU,
];

const QUALIFIERS: &[Sym] = &[
    words::CONST,
    words::CONSTEXPR,
    words::VOLATILE,
    words::STATIC,
    words::INLINE,
    words::EXTERN,
    words::REGISTER,
    words::THREAD_LOCAL,
    words::THREAD,
    words::MUTABLE,
    words::TYPENAME,
    words::RESTRICT,
    words::RESTRICT_GNU,
    words::RESTRICT_MS,
    words::EXTENSION,
    words::SHARED,
    words::CONSTANT,
    words::DEVICE,
    words::HOST,
    words::FORCEINLINE,
    words::NOINLINE,
    words::ATOMIC,
    words::VIRTUAL,
    words::EXPLICIT,
    words::FRIEND,
    words::NORETURN,
];

/// Words that begin a statement that is no declaration.
const STATEMENTS: &[Sym] = &[
    words::RETURN,
    words::GOTO,
    words::BREAK,
    words::CONTINUE,
    words::IF,
    words::ELSE,
    words::FOR,
    words::WHILE,
    words::DO,
    words::SWITCH,
    words::CASE,
    words::DEFAULT,
    words::DELETE,
    words::NEW,
    words::THROW,
    words::TRY,
    words::CATCH,
    words::USING,
    words::TYPEDEF,
    words::TEMPLATE,
    words::NAMESPACE,
    words::SIZEOF,
    words::THIS,
    words::PUBLIC,
    words::PRIVATE,
    words::PROTECTED,
    words::OPERATOR,
    words::ASM,
    words::ASM_GNU,
    words::CO_RETURN,
    words::REAL_PART,
    words::IMAG_PART,
    words::REAL_PART_SHORT,
    words::IMAG_PART_SHORT,
];

impl Types {
    /// Facts of a named type; what is not known may hold anything.
    fn named(&self, name: Sym, symbols: &Symbols) -> TypeFacts {
        if let Some(facts) = self.aliases.get(&name) {
            return TypeFacts { name: facts.name.or(Some(name)), ..*facts };
        }
        let text = symbols.text(name);
        let sized = text.ends_with("_t")
            && ["int", "uint", "size", "ssize", "ptrdiff", "float", "double"].iter().any(|p| text.starts_with(p))
            && !text.contains("ptr_t");
        let arithmetic = sized
            || text == "ptrdiff_t"
            || matches!(
                text,
                "size_t"
                    | "ssize_t"
                    | "__half"
                    | "half"
                    | "_Float16"
                    | "__fp16"
                    | "__bf16"
                    | "uint"
                    | "dim3"
                    | "omp_lock_t"
                    | "clock_t"
                    | "time_t"
            );
        TypeFacts { arithmetic, name: Some(name), ..TypeFacts::default() }
    }
}

/// Index behind `< … >` that opens at `i`, if that is what it is.
pub(crate) fn past_angle(tokens: &[Token], brackets: &Brackets, i: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut k = i;
    while k < tokens.len() && k - i < MAX_ANGLE {
        let token = &tokens[k];
        if token.is("<") {
            depth += 1;
        } else if token.is(">") || token.is(">>") {
            let closed = if token.is(">>") { 2 } else { 1 };
            depth = depth.saturating_sub(closed);
            if depth == 0 {
                return Some(k + 1);
            }
        } else if token.is(";") || token.is("{") || token.is("}") || token.is("&&") || token.is("||") {
            return None;
        } else if token.is("(") || token.is("[") {
            k = brackets.past(k);
            continue;
        }
        k += 1;
    }
    None
}

/// Reads the specifiers that start at `i`: their facts and where the first declarator begins.
pub(crate) fn specifiers(
    tokens: &[Token],
    brackets: &Brackets,
    types: &Types,
    symbols: &Symbols,
    mut i: usize,
    end: usize,
) -> Option<(TypeFacts, usize)> {
    let mut facts = TypeFacts::default();
    let mut typed = false;
    while i < end {
        let token = &tokens[i];
        let Some(word) = token.as_word() else {
            if token.is("::") && tokens.get(i + 1).is_some_and(|t| t.kind == Kind::Word) && !typed {
                i += 1;
                continue;
            }
            break;
        };
        if word == words::CONST || word == words::CONSTEXPR {
            facts.constant = true;
            i += 1;
        } else if QUALIFIERS.contains(&word) {
            i += 1;
        } else if ARITHMETIC.contains(&word) {
            facts.arithmetic = true;
            typed = true;
            i += 1;
        } else if word == words::VOID || word == words::AUTO {
            typed = true;
            i += 1;
        } else if matches!(word, words::ATTRIBUTE | words::DECLSPEC)
            || symbols.text(word) == "alignas"
            || symbols.text(word) == "_Alignas"
        {
            i = if tokens.get(i + 1).is_some_and(|t| t.is("(")) { brackets.past(i + 1) } else { i + 1 };
        } else if matches!(word, words::DECLTYPE | words::TYPEOF | words::TYPEOF_GNU) {
            typed = true;
            i = if tokens.get(i + 1).is_some_and(|t| t.is("(")) { brackets.past(i + 1) } else { i + 1 };
        } else if matches!(word, words::STRUCT | words::CLASS | words::UNION | words::ENUM) {
            typed = true;
            i += 1;
            if let Some(name) = tokens.get(i).and_then(Token::as_word) {
                facts.name = Some(name);
                facts.arithmetic = word == words::ENUM;
                i += 1;
            }
            if tokens.get(i).is_some_and(|t| t.is("{")) {
                i = brackets.past(i);
            }
        } else if STATEMENTS.contains(&word) || typed {
            break;
        } else {
            // A named type, perhaps qualified, perhaps with template arguments.
            let mut name = word;
            i += 1;
            loop {
                if tokens.get(i).is_some_and(|t| t.is("<")) {
                    match past_angle(tokens, brackets, i) {
                        Some(past) => i = past,
                        None => break,
                    }
                } else if tokens.get(i).is_some_and(|t| t.is("::"))
                    && let Some(next) = tokens.get(i + 1).and_then(Token::as_word)
                {
                    name = next;
                    i += 2;
                } else {
                    break;
                }
            }
            let named = types.named(name, symbols);
            facts = TypeFacts { constant: facts.constant || named.constant, ..named };
            typed = true;
        }
    }
    typed.then_some((facts, i))
}

/// The declarators of `start..end`, if it is a declaration. `is_variable` says whether a word names a variable here.
pub(crate) fn declaration(
    tokens: &[Token],
    brackets: &Brackets,
    types: &Types,
    symbols: &Symbols,
    range: Range<usize>,
    is_variable: &dyn Fn(Sym) -> bool,
) -> Option<Vec<Declared>> {
    let first = tokens.get(range.start)?.as_word();
    if let Some(word) = first {
        let qualified = tokens.get(range.start + 1).is_some_and(|t| t.is("::"));
        if STATEMENTS.contains(&word) || !qualified && is_variable(word) {
            return None;
        }
    }
    let (facts, mut i) = specifiers(tokens, brackets, types, symbols, range.start, range.end)?;
    let type_tokens = range.start..i;
    let mut out = Vec::new();
    loop {
        let mut own = facts;
        let mut wrapped = 0usize;
        while i < range.end {
            let token = &tokens[i];
            if token.is("*") {
                own.pointers = own.pointers.saturating_add(1);
            } else if token.is("&") || token.is("&&") {
                own.reference = true;
            } else if token.is("(") && tokens.get(i + 1).is_some_and(|t| t.is("*") || t.is("&")) {
                wrapped += 1;
            } else if token.is("(") && is_member_pointer(tokens, i + 1) {
                // `(W::*f)`
                wrapped += 1;
                i += 2;
            } else if token.is("...") || token.as_word().is_some_and(|w| QUALIFIERS.contains(&w)) {
                // `* const`, `* restrict`
            } else if token.word(words::ATTRIBUTE) && tokens.get(i + 1).is_some_and(|t| t.is("(")) {
                i = brackets.past(i + 1);
                continue;
            } else if own.pointers > 0
                && token.as_word().is_some()
                && tokens.get(i + 1).filter(|_| i + 1 < range.end).is_some_and(|t| {
                    t.as_word().is_some_and(|w| !matches!(w, words::ATTRIBUTE | words::ASM | words::ASM_GNU))
                })
            {
                // `* _Nonnull q`: two words in a row, the last of them is the name.
            } else {
                break;
            }
            i += 1;
        }
        if out.is_empty()
            && tokens.get(i).is_some_and(|t| t.is("["))
            && tokens[type_tokens.clone()].iter().any(|t| t.word(words::AUTO))
        {
            return bindings(tokens, brackets, i, own, type_tokens);
        }
        let name = tokens.get(i).filter(|_| i < range.end)?.as_word()?;
        let token = i;
        i += 1;
        let mut dimensions = 0u8;
        while tokens.get(i).is_some_and(|t| t.is("[")) && i < range.end {
            dimensions = dimensions.saturating_add(1);
            i = brackets.past(i);
        }
        // `f(&q, y)` is a call; `T (*p)[4]` and `T (*f)(int)` are declarators.
        let closes = (i..i + wrapped).all(|k| k < range.end && tokens[k].is(")"));
        let shaped = tokens.get(i + wrapped).is_some_and(|t| t.is("[") || t.is("("));
        if wrapped > 0 && !(closes && shaped) {
            return None;
        }
        if wrapped > 0 {
            while wrapped > 0 && tokens.get(i).is_some_and(|t| t.is(")")) {
                wrapped -= 1;
                i += 1;
            }
            while tokens.get(i).is_some_and(|t| t.is("[") || t.is("(")) && i < range.end {
                i = brackets.past(i);
            }
        }
        own.pointers = own.pointers.saturating_add(dimensions);
        own.plain = facts.arithmetic || facts.plain;
        own.arithmetic &= own.pointers == 0;
        let mut direct = None;
        let next = tokens.get(i).filter(|_| i < range.end);
        match next {
            None => {}
            Some(t) if t.is("=") || t.is(";") || t.is(",") || t.is(":") || t.is(")") => {}
            Some(t) if t.is("(") || t.is("{") => {
                direct = Some(i);
                i = brackets.past(i);
            }
            Some(t) if t.as_word().is_some_and(|w| w == words::ATTRIBUTE || w == words::ASM_GNU || w == words::ASM) => {
                i = brackets.past(i + 1);
            }
            Some(_) => return None,
        }
        out.push(Declared {
            name,
            token,
            facts: own,
            own_array: dimensions > 0,
            type_tokens: type_tokens.clone(),
            direct,
        });
        // `void f() { … }` within a body is a function of GNU C, and no declaration goes on behind it.
        if direct.is_some_and(|d| tokens[d].is("(")) && tokens.get(i).is_some_and(|t| t.is("{")) {
            return None;
        }
        // To the comma before the next declarator, over the initialiser.
        let mut steps = 0usize;
        while i < range.end && !tokens[i].is(",") && !ends_initialiser(&tokens[i]) && steps < MAX_INITIALISER {
            let open = tokens[i].is("(") || tokens[i].is("[") || tokens[i].is("{");
            i = if open { brackets.past(i) } else { i + 1 };
            steps += 1;
        }
        if i >= range.end || !tokens[i].is(",") {
            return Some(out);
        }
        i += 1;
    }
}

/// `W::*` of a pointer to a member.
fn is_member_pointer(tokens: &[Token], i: usize) -> bool {
    tokens.get(i).is_some_and(|t| t.kind == Kind::Word)
        && tokens.get(i + 1).is_some_and(|t| t.is("::"))
        && tokens.get(i + 2).is_some_and(|t| t.is("*"))
}

fn ends_initialiser(token: &Token) -> bool {
    token.is(";") || token.is(")") || token.is("}")
}

/// `auto [a, b] = …`.
fn bindings(
    tokens: &[Token],
    brackets: &Brackets,
    open: usize,
    facts: TypeFacts,
    type_tokens: Range<usize>,
) -> Option<Vec<Declared>> {
    let close = brackets.mate(open)?;
    let names = (open + 1..close).filter_map(|i| tokens[i].as_word().map(|name| (i, name)));
    Some(
        names
            .map(|(token, name)| Declared {
                name,
                token,
                facts,
                own_array: false,
                type_tokens: type_tokens.clone(),
                direct: None,
            })
            .collect(),
    )
}

/// Whether the tokens inside parentheses are a type: a cast.
pub(crate) fn is_cast(tokens: &[Token], range: Range<usize>, types: &Types, symbols: &Symbols) -> Option<TypeFacts> {
    let first = tokens.get(range.start)?.as_word()?;
    let inside = &tokens[range.start..range.end.min(range.start + 24)];
    if range.len() > 24 {
        return None;
    }
    let mut facts = TypeFacts::default();
    let mut named = None;
    for token in inside {
        if token.is("*") {
            facts.pointers = facts.pointers.saturating_add(1);
        } else if token.is("&") {
            facts.reference = true;
        } else if token.is("::")
            || token.is("<")
            || token.is(">")
            || token.is("(")
            || token.is(")")
            || token.is(",")
            || token.is("[")
            || token.is("]")
            || token.kind == Kind::Number
        {
        } else if let Some(word) = token.as_word() {
            if ARITHMETIC.contains(&word) {
                facts.arithmetic = true;
            } else if !QUALIFIERS.contains(&word)
                && word != words::STRUCT
                && word != words::VOID
                && word != words::UNION
            {
                named = Some(word);
            }
        } else {
            return None;
        }
    }
    let keyword = ARITHMETIC.contains(&first)
        || QUALIFIERS.contains(&first)
        || matches!(
            first,
            words::STRUCT | words::VOID | words::UNION | words::DECLTYPE | words::TYPEOF | words::TYPEOF_GNU
        );
    if let Some(word) = named {
        let known = types.named(word, symbols);
        // An integer, though one that may hold an address.
        let wide = matches!(symbols.text(word), "uintptr_t" | "intptr_t");
        let looks = keyword || wide || facts.pointers > 0 || known.arithmetic || types.aliases.contains_key(&word);
        if !looks {
            return None;
        }
        facts.arithmetic |= known.arithmetic || wide;
        facts.pointers = facts.pointers.saturating_add(known.pointers);
        facts.name = Some(word);
    }
    facts.arithmetic &= facts.pointers == 0;
    Some(facts)
}
