//! Whether a Fortran file defines the entry with the task's dummy arguments; if not, which one is wrong and how to write it.
//!
//! An object file keeps only the entry's name, so nothing after the compiler can see a wrong kind or a forgotten `value`:
//! the kernel would read garbage. Flang's own symbols say what it understood.

use super::symbols::{Dummy, Procedure, procedures};
use crate::prototype::fortran::declare;
use crate::{Array, DType, Intent, Param, Scalar, Signature};

/// One sentence per difference between the entry in `dump` (flang's `-fdebug-dump-symbols`) and `signature`; empty when the
/// judge can call it.
#[must_use]
pub fn problems(dump: &str, signature: &Signature) -> Vec<String> {
    let found = procedures(dump);
    let entry = signature.entry.as_str();
    let by_c_name = found.iter().find(|p| p.c_name.as_deref() == Some(entry));
    let Some(procedure) = by_c_name.or_else(|| found.iter().find(|p| p.name == entry)) else {
        return vec![format!("no subroutine `{entry}` is defined; write `{}`", heading(signature))];
    };
    let mut problems = Vec::new();
    if procedure.function {
        problems.push(format!(
            "`{}` is a function, but the entry is a subroutine; write `{}`",
            procedure.name,
            heading(signature)
        ));
    }
    match &procedure.c_name {
        None => problems.push(format!("`{entry}` has no `bind(c)`; write `{}`", heading(signature))),
        Some(name) if name != entry => problems
            .push(format!("`{entry}` is bound to the C name `{name}`; write `bind(c)` or `bind(c, name=\"{entry}\")`")),
        Some(_) => {}
    }
    problems.extend(arguments(procedure, signature));
    problems
}

fn heading(signature: &Signature) -> String {
    let names: Vec<&str> = signature.params.iter().map(Param::name).collect();
    format!("subroutine {}({}) bind(c)", signature.entry, names.join(", "))
}

fn arguments(procedure: &Procedure, signature: &Signature) -> Vec<String> {
    let mut problems = Vec::new();
    for (index, param) in signature.params.iter().enumerate() {
        let problem = match procedure.dummies.get(index) {
            None => Some(format!("`{}` is missing", param.name())),
            Some(dummy) => {
                let problem = match param {
                    Param::Array(wanted) => array(dummy, wanted),
                    Param::Scalar(wanted) => scalar(dummy, wanted),
                };
                problem.map(|problem| format!("`{}` {problem}", dummy.name))
            }
        };
        problems.extend(problem.map(|problem| format!("argument {} {problem}; write `{}`", index + 1, declare(param))));
    }
    let count = signature.params.len();
    problems.extend(procedure.dummies.iter().enumerate().skip(count).map(|(index, dummy)| {
        format!(
            "argument {} `{}` is not in the task's interface; write `{}`",
            index + 1,
            dummy.name,
            heading(signature)
        )
    }));
    problems
}

fn scalar(dummy: &Dummy, wanted: &Scalar) -> Option<String> {
    if dummy.shape.is_some() {
        return Some(format!("is an array; `{}` is a scalar", wanted.name));
    }
    if !is(dummy, wanted.dtype) {
        return Some(format!("is {}", shown(dummy)));
    }
    (!dummy.has("VALUE")).then(|| "has no `value`: it would be read through its address".to_owned())
}

fn array(dummy: &Dummy, wanted: &Array) -> Option<String> {
    if dummy.kind == "TYPE(c_ptr)" {
        let whole = dummy.has("VALUE") && dummy.shape.is_none();
        return (!whole)
            .then(|| "is a `type(c_ptr)` without `value`: it would hold the address of an element".to_owned());
    }
    if dummy.has("VALUE") {
        return Some("has `value`, which an array cannot have".to_owned());
    }
    if !is(dummy, wanted.dtype) {
        return Some(format!("is {}", shown(dummy)));
    }
    for attribute in ["POINTER", "ALLOCATABLE", "OPTIONAL"] {
        if dummy.has(attribute) {
            return Some(format!("is `{}`; a bare device pointer arrives", attribute.to_lowercase()));
        }
    }
    if dummy.shape.as_deref().is_some_and(is_descriptor) {
        return Some("has assumed shape, which comes with a descriptor; a bare device pointer arrives".to_owned());
    }
    intent(dummy, wanted)
}

fn intent(dummy: &Dummy, wanted: &Array) -> Option<String> {
    match wanted.intent {
        Intent::In if dummy.has("INTENT(OUT)") || dummy.has("INTENT(INOUT)") => {
            Some("is declared to be written, but it is an input and mapped read-only".to_owned())
        }
        Intent::Out | Intent::InOut | Intent::Scratch if dummy.has("INTENT(IN)") => {
            Some("has `intent(in)`, but the kernel must write it".to_owned())
        }
        Intent::InOut if dummy.has("INTENT(OUT)") => {
            Some("has `intent(out)`, which gives up the values that come in".to_owned())
        }
        Intent::In | Intent::Out | Intent::InOut | Intent::Scratch => None,
    }
}

/// `:` in any dimension: assumed or deferred shape; `1_8:n` and `1_8:*` are explicit and assumed size.
fn is_descriptor(shape: &str) -> bool {
    shape.split(',').any(|dimension| dimension.ends_with(':')) || shape == ".."
}

/// Flang's spelling of an element type. `unsigned` exists with an option of its own.
fn is(dummy: &Dummy, dtype: DType) -> bool {
    let spellings: &[&str] = match dtype {
        DType::F64 => &["REAL(8)"],
        DType::F32 => &["REAL(4)"],
        DType::F16 => &["REAL(2)"],
        DType::Bf16 => &["REAL(3)"],
        DType::Complex64 => &["COMPLEX(4)"],
        DType::Complex128 => &["COMPLEX(8)"],
        DType::I32 => &["INTEGER(4)"],
        DType::I64 => &["INTEGER(8)"],
        DType::U32 => &["INTEGER(4)", "UNSIGNED(4)"],
        DType::U64 => &["INTEGER(8)", "UNSIGNED(8)"],
        DType::Bytes => &["INTEGER(1)", "UNSIGNED(1)", "CHARACTER(1_8,1)"],
    };
    spellings.contains(&dummy.kind.as_str())
}

fn shown(dummy: &Dummy) -> String {
    if dummy.kind.is_empty() { "not a variable".to_owned() } else { format!("`{}`", dummy.kind.to_lowercase()) }
}
