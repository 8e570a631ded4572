//! Fortran: the interface module and a skeleton.
//!
//! Fortran has no unsigned integers: `u32`, `u64` and `bytes` are the signed kinds of the same width. `f16` and `bf16` are flang's
//! `real(2)` and `real(3)`, which no `bind(c)` argument may have: such arrays arrive as `type(c_ptr)`.

use std::fmt::Write;

use crate::{Array, DType, Intent, Param, Signature};

/// Fortran spelling of an element type.
#[must_use]
pub const fn type_name(dtype: DType) -> &'static str {
    match dtype {
        DType::F64 => "real(c_double)",
        DType::F32 => "real(c_float)",
        DType::F16 => "real(2)",
        DType::Bf16 => "real(3)",
        DType::Complex64 => "complex(c_float_complex)",
        DType::Complex128 => "complex(c_double_complex)",
        DType::I32 | DType::U32 => "integer(c_int32_t)",
        DType::I64 | DType::U64 => "integer(c_int64_t)",
        DType::Bytes => "integer(c_int8_t)",
    }
}

/// `real(c_double), intent(in) :: x(*)`
#[must_use]
pub fn declare(param: &Param) -> String {
    match param {
        Param::Scalar(s) => format!("{}, value :: {}", type_name(s.dtype), s.name),
        Param::Array(a) if !is_interoperable(a.dtype) => format!("type(c_ptr), value :: {}", a.name),
        Param::Array(a) => {
            let intent = match a.intent {
                Intent::In => "in",
                Intent::Out => "out",
                Intent::InOut | Intent::Scratch => "inout",
            };
            format!("{}, intent({intent}) :: {}(*)", type_name(a.dtype), a.name)
        }
    }
}

/// Whether an argument of a `bind(c)` procedure may have the type.
const fn is_interoperable(dtype: DType) -> bool {
    !matches!(dtype, DType::F16 | DType::Bf16)
}

/// A module with the explicit interface of the entry.
#[must_use]
pub fn interface(signature: &Signature) -> String {
    let mut text = String::from("module judge_abi\n  interface\n");
    text.push_str(&header(signature, "    "));
    text.push_str("      use, intrinsic :: iso_c_binding\n      implicit none\n");
    for param in &signature.params {
        let _ = writeln!(text, "      {}", declare(param));
    }
    let _ = writeln!(text, "    end subroutine {}\n  end interface\nend module judge_abi", signature.entry);
    text
}

/// A source file that compiles and computes nothing yet.
#[must_use]
pub fn skeleton(signature: &Signature) -> String {
    let mut text = String::new();
    for param in &signature.params {
        let _ = writeln!(text, "! {}", super::describe(param));
    }
    text.push_str(&header(signature, ""));
    text.push_str("  use, intrinsic :: iso_c_binding\n  implicit none\n");
    for param in &signature.params {
        let _ = writeln!(text, "  {}", declare(param));
    }
    let ((end, _), i) = (super::count(signature), super::index(signature));
    let pointers = signature.arrays().filter(|a| !is_interoperable(a.dtype));
    let pointers: Vec<_> = pointers.map(|a| (a, values(signature, &a.name))).collect();
    for (array, values) in &pointers {
        let _ = writeln!(text, "  {}, pointer :: {values}(:)", type_name(array.dtype));
    }
    let _ = writeln!(text, "  integer(c_int64_t) :: {i}\n");
    for (array, values) in &pointers {
        let _ = writeln!(
            text,
            "  ! As many elements as the task gives it.\n  call c_f_pointer({}, {values}, [{end}])",
            array.name
        );
    }
    text.push_str("  ! Arrays are device memory already: name them so, and map none of them.\n");
    let name = |a: &Array| if is_interoperable(a.dtype) { a.name.clone() } else { values(signature, &a.name) };
    let arrays: Vec<String> = signature.arrays().map(name).collect();
    let arrays: Vec<&str> = arrays.iter().map(String::as_str).collect();
    let clause = if arrays.is_empty() {
        String::new()
    } else {
        format!(" &\n  !$omp&  has_device_addr({})", lines(&arrays, "  !$omp&    "))
    };
    let _ = writeln!(
        text,
        "  !$omp target teams distribute parallel do{clause}\n  do {i} = 1, {end}\n    ! compute here\n  end do\nend subroutine {}",
        signature.entry
    );
    text
}

/// A name for the elements behind a pointer that is no parameter.
fn values(signature: &Signature, array: &str) -> String {
    let taken = |name: &str| signature.params.iter().any(|p| p.name().eq_ignore_ascii_case(name));
    let mut name = format!("{array}_values");
    while taken(&name) {
        name.push('_');
    }
    name
}

/// `subroutine kernel(a, x, n) bind(c)`, continued over lines: a free-form line ends at column 132.
fn header(signature: &Signature, indent: &str) -> String {
    let names: Vec<&str> = signature.params.iter().map(Param::name).collect();
    format!("{indent}subroutine {}({}) bind(c)\n", signature.entry, lines(&names, &format!("{indent}    ")))
}

/// Names over as many lines as they need; each line after the first begins with `start`.
fn lines(names: &[&str], start: &str) -> String {
    names.chunks(6).map(|chunk| chunk.join(", ")).collect::<Vec<_>>().join(&format!(", &\n{start}"))
}
