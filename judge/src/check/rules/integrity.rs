//! J5: the submission computes, and does nothing else.

use super::super::names::Role;
use super::super::text::preprocess::ControlLine;
use super::super::text::token::{Kind, Sym, Token, words};
use super::super::{Code, Language};
use super::banned::{BANNED, FAMILIES, Family, LANGUAGE_HEADERS, RUNTIME_NAMES, RUNTIME_PREFIXES, SYSTEM_HEADERS};
use super::{Context, Where};

pub(super) fn run(cx: &mut Context<'_>) {
    control_lines(cx);
    pragmas(cx);
    words_of_code(cx);
    definitions(cx);
    if cx.language.is_c_family() {
        attributes_and_assembly(cx);
        globals(cx);
    } else {
        fortran_includes(cx);
    }
}

/// J503: `include 'file'`.
fn fortran_includes(cx: &mut Context<'_>) {
    let tokens = &cx.raw.tokens;
    for i in 0..tokens.len() {
        let starts = i == 0 || matches!(tokens[i - 1].kind, Kind::Eol | Kind::Directive | Kind::Number);
        let file = tokens.get(i + 1).filter(|t| starts && t.kind == Kind::Text && tokens[i].word(words::INCLUDE));
        if let Some(file) = file {
            let name = cx.symbols.text(file.sym).trim_matches(['\'', '"']).to_owned();
            if name != "omp_lib.h" {
                cx.report(
                    Code::J503,
                    Where::User(tokens[i].at.to(file.at)),
                    format!("`include` of `{name}`, which is outside the submission: a submission is one file"),
                    "not in this file",
                    "write it into the source",
                );
            }
        }
    }
}

/// J503, J505, J506 on `#` lines.
fn control_lines(cx: &mut Context<'_>) {
    let raw = cx.raw;
    for line in &raw.controls {
        match line.name {
            words::INCLUDE | words::INCLUDE_NEXT | words::IMPORT => include(cx, line),
            words::EMBED => cx.report(
                Code::J503,
                Where::User(line.at),
                "`#embed` reads a file into the program",
                "reads a file",
                "write the data out, or compute it",
            ),
            words::LINE => cx.report(
                Code::J505,
                Where::User(line.at),
                "a line marker moves blame to other lines or files",
                "hides where code comes from",
                "remove it",
            ),
            words::DEFINE | words::UNDEF => {
                let Some(name) = line.tokens.first().and_then(Token::as_word) else { continue };
                let text = cx.symbols.text(name).to_owned();
                if is_runtime_symbol(&text) || text == "kernel" || text == "_OPENMP" || text.starts_with("__has_") {
                    cx.report(
                        Code::J506,
                        Where::User(line.at),
                        format!("`{text}` belongs to the runtime or the judge: it may not be redefined"),
                        "a macro in its place",
                        "choose another name",
                    );
                }
            }
            _ => {}
        }
    }
}

fn include(cx: &mut Context<'_>, line: &ControlLine) {
    let place = Where::User(line.at);
    let quoted = line.tokens.first().filter(|t| t.kind == Kind::Text);
    let name = match quoted {
        Some(text) => cx.symbols.text(text.sym).trim_matches('"').to_owned(),
        None => {
            cx.symbols.show_all(&line.tokens).trim_start_matches('<').split('>').next().unwrap_or("").replace(' ', "")
        }
    };
    let computed = line.tokens.first().is_none_or(|t| t.kind == Kind::Word);
    let (why, label) = if computed {
        ("is computed by a macro", "cannot be read off the source")
    } else if line.name != words::INCLUDE {
        ("is not standard", "not standard")
    } else if name.starts_with('/') || name.contains("..") || name.contains('\\') {
        ("leaves the language's own headers", "a path")
    } else if name.starts_with("sys/")
        || name.starts_with("linux/")
        || name.starts_with("asm/")
        || name.starts_with("net")
        || name.starts_with("arpa/")
        || SYSTEM_HEADERS.contains(&name.as_str())
    {
        ("is the operating system's", "not the language's")
    } else if quoted.is_some()
        && !(cx.language == Language::Hip && name.starts_with("hip/"))
        && !LANGUAGE_HEADERS.contains(&name.as_str())
    {
        ("is outside the submission: a submission is one file", "not in this file")
    } else {
        return;
    };
    cx.report(
        Code::J503,
        place,
        format!("`#include` of `{name}`, which {why}"),
        label,
        "include only headers of the language and OpenMP, in `<…>`",
    );
}

/// J505 on pragmas that are not OpenMP's.
fn pragmas(cx: &mut Context<'_>) {
    let raw = cx.raw;
    for pragma in &raw.pragmas {
        let text = |i: usize| pragma.tokens.get(i).map_or(String::new(), |t| cx.symbols.show(t));
        let (first, second) = (text(0), text(1));
        let steers = match first.as_str() {
            "GCC" => matches!(
                second.as_str(),
                "optimize"
                    | "target"
                    | "push_options"
                    | "pop_options"
                    | "reset_options"
                    | "poison"
                    | "system_header"
                    | "visibility"
            ),
            "clang" => {
                matches!(
                    second.as_str(),
                    "attribute"
                        | "module"
                        | "optimize"
                        | "section"
                        | "system_header"
                        | "__debug"
                        | "load"
                        | "final"
                        | "restrict_expansion"
                        | "deprecated"
                ) || pragma.tokens.iter().any(|t| cx.symbols.show(t) == "load")
            }
            "comment" | "weak" | "redefine_extname" | "extern_prefix" | "init_seg" | "section" | "alloc_text"
            | "code_seg" | "data_seg" | "push_macro" | "pop_macro" | "detect_mismatch" | "import" | "startup"
            | "init" | "fini" | "system_header" => true,
            _ => false,
        };
        if steers {
            cx.report(
                Code::J505,
                Where::User(pragma.at),
                format!("`#pragma {first} {second}` steers the compiler or the linker"),
                "the judge sets the flags",
                "remove it",
            );
        }
    }
}

/// J304, J305, J402, J504: names by table.
fn words_of_code(cx: &mut Context<'_>) {
    let tokens = &cx.program.tokens;
    for i in 0..tokens.len() {
        let Some(text) = cx.names(i) else { continue };
        let Some(family) = BANNED.get(text).map(|f| &FAMILIES[*f]) else { continue };
        if tokens[i].kind == Kind::Text {
            banned(cx, i, text, family);
            continue;
        }
        let name = tokens[i].sym;
        let before = i.checked_sub(1).map(|b| &tokens[b]);
        if before.is_some_and(|t| t.is(".") || t.is("->") || t.is("%")) || !cx.program.functions_named(name).is_empty()
        {
            continue;
        }
        if cx.program.is_declared(name) && !before.is_some_and(|t| t.is("::")) {
            continue;
        }
        let called = tokens.get(i + 1).is_some_and(|t| t.is("("))
            || !cx.language.is_c_family() && before.is_some_and(|t| t.word(words::CALL));
        let fortran_statement = !cx.language.is_c_family() && !before.is_some_and(|t| t.word(words::CALL));
        let qualified = before.is_some_and(|t| t.is("::")) && i >= 2 && tokens[i - 2].word(words::STD);
        let typed = before.is_some_and(|t| is_type(cx, t));
        let prototype = before.is_some_and(|t| {
            t.kind == Kind::Word && !matches!(t.sym, words::RETURN | words::ELSE | words::DO | words::CALL) || t.is("*")
        }) && (typed || cx.program.at_file_scope(i));
        // `extern int fork(void);` is refused where it is called.
        if prototype && cx.language.is_c_family() && tokens.get(i + 1).is_some_and(|t| t.is("(")) {
            continue;
        }
        if !family.any_mention && (!(called || qualified) || prototype || fortran_statement) {
            continue;
        }
        banned(cx, i, text, family);
    }
    if !cx.language.is_c_family() {
        fortran_files(cx);
    }
}

/// A word that no expression has before a name: `int`, `size_t`.
fn is_type(cx: &Context<'_>, token: &Token) -> bool {
    const TYPES: &[Sym] = &[words::INT, words::LONG, words::VOID, words::CHAR, words::UNSIGNED, words::SHORT];
    token.as_word().is_some_and(|w| TYPES.contains(&w) || cx.symbols.text(w).ends_with("_t"))
}

fn banned(cx: &mut Context<'_>, i: usize, name: &str, family: &Family) {
    cx.report(
        family.code,
        Where::Tokens(i..i + 1),
        format!("`{name}` {}", family.does),
        "not for a kernel",
        family.help,
    );
}

/// J504: `open(…)`, `inquire(…)`, and `read`, `write` on a numbered unit that is not the terminal.
fn fortran_files(cx: &mut Context<'_>) {
    let tokens = &cx.program.tokens;
    for i in 0..tokens.len().saturating_sub(2) {
        let begins =
            i == 0 || matches!(tokens[i - 1].kind, Kind::Eol | Kind::Directive | Kind::Number) || tokens[i - 1].is(")");
        if !begins || !tokens[i + 1].is("(") || cx.program.brackets.mate(i + 1).is_none() {
            continue;
        }
        let name = tokens[i].as_word().map_or("", |w| cx.symbols.text(w));
        let unit = if tokens.get(i + 3).is_some_and(|t| t.is("=")) { tokens.get(i + 4) } else { tokens.get(i + 2) };
        let numbered = unit.is_some_and(|u| u.kind == Kind::Number && !matches!(cx.symbols.text(u.sym), "0" | "6"));
        let close = cx.program.brackets.past(i + 1);
        let assigned = tokens.get(close).is_some_and(|t| t.is("="));
        if matches!(name, "open" | "inquire") && !assigned || matches!(name, "read" | "write") && numbered && !assigned
        {
            cx.report(
                Code::J504,
                Where::Tokens(i..i + 1),
                format!("`{name}` reaches for files"),
                "not for a kernel",
                "a kernel only computes: remove it",
            );
        }
    }
}

fn is_runtime_symbol(name: &str) -> bool {
    RUNTIME_PREFIXES.iter().any(|p| name.starts_with(p)) || RUNTIME_NAMES.contains(&name)
}

/// J501 and J506: what the file defines.
fn definitions(cx: &mut Context<'_>) {
    for f in 0..cx.program.functions.len() {
        let function = &cx.program.functions[f];
        if function.is_lambda || function.owner.is_some() {
            continue;
        }
        let fortran = !cx.language.is_c_family();
        let bound =
            function.head.clone().filter(|i| cx.program.tokens[*i].kind == Kind::Text).find_map(|i| cx.names(i));
        let name = bound.unwrap_or(cx.symbols.text(function.name)).to_owned();
        let place = Where::Tokens(function.name_token..function.name_token + 1);
        let external = !(function.is_static || fortran && function.parent.is_some());
        if matches!(name.as_str(), "_init" | "_fini") {
            cx.report(
                Code::J501,
                place,
                format!("`{name}` runs when the file is loaded"),
                "load-time code",
                "do the work in `kernel`",
            );
        } else if is_runtime_symbol(&name)
            && external
            && !(cx.language != Language::C
                && !function.c_linkage
                && !fortran
                && !name.starts_with("__")
                && !name.starts_with("omp"))
        {
            cx.report(
                Code::J506,
                place,
                format!("`{name}` belongs to the runtime or the system: it may not be defined here"),
                "interposes a symbol",
                "choose another name",
            );
        }
    }
}

/// Attributes by what they do, without the underscores around them.
const LOAD_TIME: &[&str] = &["constructor", "destructor", "init_priority", "ifunc"];
const STEERING: &[&str] =
    &["section", "optimize", "alias", "weakref", "naked", "annotate", "symver", "cleanup", "loader_uninitialized"];

/// J501, J502, J505, J301 in attributes and assembly.
fn attributes_and_assembly(cx: &mut Context<'_>) {
    let tokens = &cx.program.tokens;
    for i in 0..tokens.len() {
        // `[[gnu::constructor]]`, `[[using gnu: constructor]]`
        if tokens[i].is("[") && tokens.get(i + 1).is_some_and(|t| t.is("[")) {
            let inside = i + 2..cx.program.brackets.past(i).min(i + 400);
            let vendor = |t: &Token| {
                t.as_word().is_some_and(|w| matches!(cx.symbols.text(w), "gnu" | "__gnu__" | "clang" | "_Clang"))
            };
            if tokens[inside.start.min(inside.end)..inside.end].iter().any(vendor) {
                attribute(cx, inside);
            }
        }
        let Some(word) = tokens[i].as_word() else { continue };
        match word {
            words::ASM | words::ASM_GNU | words::ASM_MS => {
                cx.report(
                    Code::J502,
                    Where::Tokens(i..i + 1),
                    "inline assembly",
                    "binds the code to one machine and hides what it does",
                    "write it in the language",
                );
            }
            words::ATTRIBUTE | words::DECLSPEC if tokens.get(i + 1).is_some_and(|t| t.is("(")) => {
                let end = cx.program.brackets.past(i + 1).min(i + 400);
                attribute(cx, i + 2..end);
            }
            _ => {
                if word == words::OPERATOR
                    && tokens.get(i + 1).is_some_and(|t| t.word(words::NEW) || t.word(words::DELETE))
                {
                    cx.report(
                        Code::J506,
                        Where::Tokens(i..i + 2),
                        "replaces the program's allocator",
                        "interposes a symbol",
                        "allocate with the functions there are",
                    );
                }
            }
        }
    }
}

fn attribute(cx: &mut Context<'_>, range: std::ops::Range<usize>) {
    for i in range {
        let Some(word) = cx.program.tokens.get(i).and_then(|t| t.as_word()) else { continue };
        let text = cx.symbols.text(word).to_owned();
        let bare = text.strip_prefix("__").and_then(|t| t.strip_suffix("__")).unwrap_or(&text);
        let place = Where::Tokens(i..i + 1);
        if bare == "managed" && cx.language == Language::Hip {
            cx.report(
                Code::J209,
                place,
                "managed memory is shared by the host and the device",
                "host memory behind a device pointer",
                "allocate with `hipMalloc`",
            );
        } else if LOAD_TIME.contains(&bare) {
            cx.report(
                Code::J501,
                place,
                format!("the attribute `{text}` runs code when the file is loaded"),
                "load-time code",
                "do the work in `kernel`",
            );
        } else if matches!(bare, "target" | "target_clones" | "target_version") {
            cx.report(
                Code::J301,
                place,
                format!("the attribute `{text}` picks an architecture"),
                "written down in the source",
                "remove it",
            );
        } else if STEERING.contains(&bare) {
            cx.report(
                Code::J505,
                place,
                format!("the attribute `{text}` steers the compiler or the linker"),
                "the judge sets the flags",
                "remove it",
            );
        }
    }
}

/// J501: objects of file scope whose constructors run at load time.
fn globals(cx: &mut Context<'_>) {
    if cx.language == Language::C {
        return;
    }
    const CONTAINERS: &[&str] = &[
        "vector",
        "string",
        "map",
        "unordered_map",
        "set",
        "list",
        "deque",
        "function",
        "unique_ptr",
        "shared_ptr",
        "mutex",
        "thread",
        "ostringstream",
        "queue",
        "stack",
    ];
    for v in 0..cx.program.variables.len() {
        let variable = &cx.program.variables[v];
        if variable.role != Role::Global || variable.function.is_some() || variable.pointers > 0 || variable.reference {
            continue;
        }
        let tokens = &cx.program.tokens;
        let constexpr = tokens[variable.type_tokens.clone()].iter().any(|t| t.word(words::CONSTEXPR));
        let external = tokens[variable.type_tokens.clone()].iter().any(|t| t.word(words::EXTERN));
        let own = variable.aggregate.and_then(|a| cx.program.aggregates.get(&a)).is_some_and(|a| a.has_constructor);
        let library = tokens[variable.type_tokens.clone()].windows(3).any(|w| {
            w[0].word(words::STD)
                && w[1].is("::")
                && w[2].as_word().is_some_and(|n| CONTAINERS.contains(&cx.symbols.text(n)))
        });
        let called = initialised_by_call(cx, variable.declared);
        if (own || library || called) && !constexpr && !external {
            let at = variable.declared;
            let name = cx.symbols.text(variable.name).to_owned();
            cx.report(
                Code::J501,
                Where::Tokens(at..at + 1),
                format!("`{name}` is initialised by code that runs when the file is loaded"),
                "load-time code",
                "make it a local of `kernel`, or `constexpr`",
            );
        }
    }
}

/// `= f(…)` or `= [] { … }()` at file scope.
fn initialised_by_call(cx: &Context<'_>, declared: usize) -> bool {
    let tokens = &cx.program.tokens;
    let Some(equals) = tokens.get(declared + 1).filter(|t| t.is("=")).map(|_| declared + 1) else { return false };
    let mut i = equals + 1;
    while let Some(token) = tokens.get(i).filter(|t| !t.is(";") && !t.is(",")) {
        if token.is("(")
            && tokens[i - 1]
                .as_word()
                .is_some_and(|w| !matches!(w, words::SIZEOF | words::ALIGNOF) && cx.program.calls_function(w))
        {
            return true;
        }
        i += 1;
        if i > equals + 200 {
            break;
        }
    }
    false
}
