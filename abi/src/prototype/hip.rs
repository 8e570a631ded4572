//! HIP: a host function with C linkage that launches the submission's own `__global__` functions.

use std::fmt::Write;

use super::c;
use crate::Signature;

/// `extern "C" void kernel(…);`
#[must_use]
pub fn declaration(signature: &Signature) -> String {
    super::cxx::declaration(signature)
}

/// A source file that compiles and computes nothing yet.
#[must_use]
pub fn skeleton(signature: &Signature) -> String {
    let device = Signature { entry: format!("{}_on_device", signature.entry), params: signature.params.clone() };
    let names: Vec<&str> = signature.params.iter().map(crate::Param::name).collect();
    let ((_, end), i) = (super::count(signature), super::index(signature));
    let mut text = String::from("#include <hip/hip_runtime.h>\n#include <cstdint>\n\n");
    let _ = writeln!(
        text,
        "static __global__ {}\n{{\n    int64_t {i} = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;\n    if ({i} < {end}) {{\n        // compute here\n    }}\n}}\n",
        c::declarator(&device, c::Spelling::People)
    );
    for param in &signature.params {
        let _ = writeln!(text, "// {}", super::describe(param));
    }
    let _ = writeln!(
        text,
        "extern \"C\" {}\n{{\n    {}<<<(unsigned)(({end} + 255) / 256), 256>>>({});\n}}",
        c::declarator(signature, c::Spelling::People),
        device.entry,
        names.join(", ")
    );
    text
}
