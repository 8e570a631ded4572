//! What a submitter must write, rendered from a [`Signature`] in each language.
//!
//! Two spellings exist of a 64-bit integer: people write `int64_t`; the header that is compiled in front of a submission says `long`,
//! so that it includes nothing. On every supported system (LP64) they are the same type.

pub mod c;
pub mod cxx;
pub mod fortran;
pub mod hip;

use crate::{Language, Param, Signature};

/// A complete source file that compiles and does nothing yet.
#[must_use]
pub fn skeleton(signature: &Signature, language: Language) -> String {
    match language {
        Language::C => c::skeleton(signature),
        Language::Cxx => cxx::skeleton(signature),
        Language::Fortran => fortran::skeleton(signature),
        Language::Hip => hip::skeleton(signature),
    }
}

/// The declaration alone: one line in C, C++ and HIP, an interface module in Fortran.
#[must_use]
pub fn declaration(signature: &Signature, language: Language) -> String {
    match language {
        Language::C => format!("{};\n", c::declarator(signature, c::Spelling::People)),
        Language::Cxx => cxx::declaration(signature),
        Language::Fortran => fortran::interface(signature),
        Language::Hip => hip::declaration(signature),
    }
}

/// What a skeleton's loop runs to: the first integer scalar, as a 64-bit value in C.
fn count(signature: &Signature) -> (&str, String) {
    use crate::DType::{I32, I64, U32, U64};
    match signature.scalars().find(|s| matches!(s.dtype, I32 | I64 | U32 | U64)) {
        Some(s) if s.dtype == I64 => (&s.name, s.name.clone()),
        Some(s) => (&s.name, format!("(int64_t){}", s.name)),
        None => ("1", "1".to_owned()),
    }
}

/// A loop variable that is no parameter. Fortran does not tell upper from lower case.
fn index(signature: &Signature) -> &'static str {
    let taken = |name: &&str| signature.params.iter().any(|p| p.name().eq_ignore_ascii_case(name));
    ["i", "k", "index"].into_iter().find(|name| !taken(name)).unwrap_or("loop_index")
}

/// Array names, comma-separated; empty when there is none.
fn array_names(signature: &Signature) -> String {
    signature.arrays().map(|a| a.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// What each parameter is, for a comment above the code.
fn describe(param: &Param) -> String {
    match param {
        Param::Scalar(s) => format!("{}: {} by value", s.name, s.dtype),
        Param::Array(a) => {
            let role = match a.intent {
                crate::Intent::In => "input, read only",
                crate::Intent::Out => "output, write all of it",
                crate::Intent::InOut => "input and output",
                crate::Intent::Scratch => "workspace, contents undefined, not checked",
            };
            format!("{}: device array of {}, {role}", a.name, a.dtype)
        }
    }
}
