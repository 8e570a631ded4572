//! J7: `kernel` is there, and takes what the task gives.

use judge_abi::{DType, Param};

use super::super::Code;
use super::super::names::{Function, Variable};
use super::super::text::token::words;
use super::{Context, Where};

pub(super) fn run(cx: &mut Context<'_>) {
    let entry = cx.signature.map_or("kernel", |s| s.entry.as_str()).to_owned();
    let Some(kernel) = cx.kernel else {
        cx.report(
            Code::J701,
            Where::File,
            format!("no function `{entry}` in this file"),
            "",
            format!("define `{entry}` with the task's parameters; `judge abi TASK` prints them"),
        );
        return;
    };
    let function = &cx.program.functions[kernel];
    let place = Where::Tokens(function.name_token..function.name_token + 1);
    let others =
        cx.program.functions_named(function.name).iter().filter(|f| cx.program.functions[**f].owner.is_none()).count();
    let fault = if function.is_static {
        Some(("is `static`: the judge cannot find it", "remove `static`"))
    } else if function.is_template {
        Some(("is a template: there is no symbol to call", "write it for the task's types"))
    } else if !function.c_linkage && cx.language.is_c_family() {
        Some(("is not `extern \"C\"`: its symbol is mangled", "write `extern \"C\" void kernel(…)`"))
    } else if others > 1 {
        Some(("is defined more than once", "keep one"))
    } else {
        None
    };
    if let Some((message, help)) = fault {
        cx.report(Code::J701, place, format!("`{entry}` {message}"), "", help);
    }
    fortran_binding(cx, kernel);
    if cx.signature.is_some() {
        parameters(cx, kernel);
    }
}

fn fortran_binding(cx: &mut Context<'_>, kernel: usize) {
    let function = &cx.program.functions[kernel];
    // The task's signature decides; without one (a plain check) old Fortran is let through to the other rules.
    if cx.language.is_c_family() || function.c_linkage || cx.signature.is_none() {
        return;
    }
    let place = Where::Tokens(function.name_token..function.name_token + 1);
    cx.report(
        Code::J701,
        place,
        "`kernel` is not `bind(c)`: its symbol and its arguments are the compiler's own",
        "",
        "write `subroutine kernel(…) bind(c)`",
    );
}

/// J702.
fn parameters(cx: &mut Context<'_>, kernel: usize) {
    let Some(signature) = cx.signature else { return };
    let function: &Function = &cx.program.functions[kernel];
    let place = Where::Tokens(function.name_token..function.name_token + 1);
    if function.parameters.len() != signature.params.len() {
        let names: Vec<&str> = signature.params.iter().map(Param::name).collect();
        cx.report(
            Code::J702,
            place,
            format!("`kernel` takes {} parameters; the task gives {}", function.parameters.len(), names.len()),
            "",
            format!("write them in this order: {}", names.join(", ")),
        );
        return;
    }
    for (given, id) in signature.params.iter().zip(function.parameters.clone()) {
        let variable = &cx.program.variables[id];
        if let Some((message, help)) = mismatch(cx, given, variable) {
            let at = variable.declared;
            cx.report(
                Code::J702,
                Where::Tokens(at..at + 1),
                format!("parameter `{}` {message}", given.name()),
                "",
                help,
            );
        }
    }
}

fn mismatch(cx: &Context<'_>, given: &Param, variable: &Variable) -> Option<(String, String)> {
    if variable.fortran.is_some() {
        return fortran_mismatch(cx, given, variable);
    }
    let help = "`judge abi TASK` prints the parameter list".to_owned();
    match given {
        Param::Array(array) => {
            if variable.pointers == 0 && variable.plain {
                return Some(("must be a pointer: the task gives an array".into(), help));
            }
            if array.intent.is_const() != variable.constant && variable.plain {
                let want = if array.intent.is_const() {
                    "must point to const: the array is read only"
                } else {
                    "must not point to const: the kernel writes it"
                };
                return Some((want.into(), help));
            }
            element_mismatch(cx, array.dtype, variable).map(|m| (m, help))
        }
        Param::Scalar(scalar) => {
            if variable.pointers > 0 || variable.reference {
                return Some(("must be a value: the task gives a scalar".into(), help));
            }
            element_mismatch(cx, scalar.dtype, variable).map(|m| (m, help))
        }
    }
}

/// Compares the words of a type with the element type, when every word of it is known.
fn element_mismatch(cx: &Context<'_>, dtype: DType, variable: &Variable) -> Option<String> {
    let mut base: Vec<&str> = cx.program.tokens[variable.type_tokens.clone()]
        .iter()
        .filter_map(|t| t.as_word())
        .filter(|w| !matches!(*w, words::CONST | words::VOLATILE | words::RESTRICT | words::RESTRICT_GNU | words::STD))
        .map(|w| cx.symbols.text(w))
        .collect();
    base.sort_unstable();
    let found = match base.as_slice() {
        ["_Complex", "float"] => DType::Complex64,
        ["_Complex", "double"] => DType::Complex128,
        ["double"] => DType::F64,
        ["float"] => DType::F32,
        ["int"] | ["int", "signed"] | ["signed"] | ["int32_t"] => DType::I32,
        ["int", "unsigned"] | ["unsigned"] | ["uint32_t"] => DType::U32,
        ["long"]
        | ["int", "long"]
        | ["long", "long"]
        | ["int", "long", "long"]
        | ["int64_t"]
        | ["ptrdiff_t"]
        | ["ssize_t"] => DType::I64,
        ["long", "unsigned"]
        | ["int", "long", "unsigned"]
        | ["long", "long", "unsigned"]
        | ["uint64_t"]
        | ["size_t"] => DType::U64,
        ["_Float16"] | ["__half"] => DType::F16,
        ["__bf16"] => DType::Bf16,
        ["char"] | ["char", "unsigned"] | ["uint8_t"] | ["char", "signed"] | ["int8_t"] => DType::Bytes,
        _ => return None,
    };
    (found != dtype).then(|| format!("has element type {found}; the task gives {dtype}"))
}

fn fortran_mismatch(cx: &Context<'_>, given: &Param, variable: &Variable) -> Option<(String, String)> {
    let kind = variable.fortran?;
    let help = "`judge abi TASK` prints the interface".to_owned();
    let array = kind.is_array_like();
    let by_value = cx.program.tokens[variable.type_tokens.clone()].iter().any(|t| t.word(words::VALUE));
    match given {
        Param::Array(_) if !array => Some(("must be an array: the task gives one".into(), help)),
        Param::Scalar(_) if array => Some(("must be a scalar".into(), help)),
        Param::Scalar(_) if !by_value => {
            Some(("must have the `value` attribute: the judge passes it by value".into(), help))
        }
        Param::Array(a) if a.intent.is_const() && writes_intent(cx, variable) => {
            Some(("must be `intent(in)`: the array is read only".into(), help))
        }
        Param::Array(_) | Param::Scalar(_) => None,
    }
}

fn writes_intent(cx: &Context<'_>, variable: &Variable) -> bool {
    cx.program.tokens[variable.type_tokens.clone()]
        .iter()
        .filter_map(|t| t.as_word())
        .any(|w| matches!(cx.symbols.text(w), "out" | "inout"))
}
