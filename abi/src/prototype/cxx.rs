//! C++: as C, with C linkage. Complex arrays are `double _Complex *`, a type clang has in C++ too; `std::complex<double>` has the same layout.

use super::c;
use crate::Signature;

/// `extern "C" void kernel(…);`
#[must_use]
pub fn declaration(signature: &Signature) -> String {
    format!("extern \"C\" {};\n", c::declarator(signature, c::Spelling::People))
}

/// A source file that compiles and computes nothing yet.
#[must_use]
pub fn skeleton(signature: &Signature) -> String {
    format!("#include <cstdint>\n\n{}", c::body(signature, "extern \"C\" "))
}
