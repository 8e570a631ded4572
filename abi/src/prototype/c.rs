//! C: the declaration, the header compiled in front of a submission, and a skeleton.

use std::fmt::Write;

use crate::{DType, Param, Signature};

/// Whose eyes a type is spelt for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// `int64_t` and friends; needs `<stdint.h>`.
    People,
    /// Built-in types only; needs no header.
    Compiler,
}

/// C spelling of an element type. `f16` is `_Float16`, `bf16` is `__bf16`: both are arithmetic types of clang ≥ 19 on
/// x86-64, AMD and NVIDIA.
#[must_use]
pub const fn type_name(dtype: DType, spelling: Spelling) -> &'static str {
    match (dtype, spelling) {
        (DType::F64, _) => "double",
        (DType::F32, _) => "float",
        (DType::F16, _) => "_Float16",
        (DType::Bf16, _) => "__bf16",
        (DType::Complex64, _) => "float _Complex",
        (DType::Complex128, _) => "double _Complex",
        (DType::Bytes, _) => "unsigned char",
        (DType::I32, Spelling::People) => "int32_t",
        (DType::I64, Spelling::People) => "int64_t",
        (DType::U32, Spelling::People) => "uint32_t",
        (DType::U64, Spelling::People) => "uint64_t",
        (DType::I32, Spelling::Compiler) => "int",
        (DType::I64, Spelling::Compiler) => "long",
        (DType::U32, Spelling::Compiler) => "unsigned int",
        (DType::U64, Spelling::Compiler) => "unsigned long",
    }
}

/// Type of one parameter: `const double *`, `long`.
#[must_use]
pub fn param_type(param: &Param, spelling: Spelling) -> String {
    match param {
        Param::Scalar(s) => type_name(s.dtype, spelling).to_owned(),
        Param::Array(a) => {
            format!("{}{} *", if a.intent.is_const() { "const " } else { "" }, type_name(a.dtype, spelling))
        }
    }
}

/// `void kernel(double a, const double *x, long n)`, without a semicolon.
#[must_use]
pub fn declarator(signature: &Signature, spelling: Spelling) -> String {
    let params: Vec<String> = signature
        .params
        .iter()
        .map(|p| {
            let kind = param_type(p, spelling);
            let gap = if kind.ends_with('*') { "" } else { " " };
            format!("{kind}{gap}{}", p.name())
        })
        .collect();
    let list = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    format!("void {}({list})", signature.entry)
}

/// The header compiled in front of a C, C++ or HIP source: it makes another parameter list a conflicting declaration.
#[must_use]
pub fn header(signature: &Signature) -> String {
    // Without parameter names: nothing then depends on what a macro makes of them.
    let kinds: Vec<String> = signature.params.iter().map(|p| param_type(p, Spelling::Compiler)).collect();
    let list = if kinds.is_empty() { "void".to_owned() } else { kinds.join(", ") };
    format!("#ifdef __cplusplus\nextern \"C\"\n#endif\nvoid {}({list});\n", signature.entry)
}

/// A source file that compiles and computes nothing yet.
#[must_use]
pub fn skeleton(signature: &Signature) -> String {
    let mut text = String::from("#include <stdint.h>\n\n");
    text.push_str(&body(signature, ""));
    text
}

/// The function with a target region; `linkage` goes before it.
pub(super) fn body(signature: &Signature, linkage: &str) -> String {
    let mut text = String::new();
    for param in &signature.params {
        let _ = writeln!(text, "// {}", super::describe(param));
    }
    let _ = writeln!(text, "{linkage}{}\n{{", declarator(signature, Spelling::People));
    let names = super::array_names(signature);
    let clause = if names.is_empty() { String::new() } else { format!(" is_device_ptr({names})") };
    text.push_str("    // Arrays are device memory already: name them so, and map none of them.\n");
    let _ = writeln!(text, "    #pragma omp target teams distribute parallel for{clause}");
    let ((_, end), i) = (super::count(signature), super::index(signature));
    let _ = writeln!(text, "    for (int64_t {i} = 0; {i} < {end}; ++{i}) {{\n        // compute here\n    }}\n}}");
    text
}
