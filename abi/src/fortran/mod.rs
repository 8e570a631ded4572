//! What Fortran needs besides a compiler: run-time calls for the host device, and an interface check by name.

pub mod interface;
pub mod nvptx;
mod symbols;

/// C source of the run-time calls that flang emits for target regions on x86-64 and LLVM's runtime lacks.
///
/// Compiled to bitcode by the clang of the same LLVM and given to flang (`-Xflang -mlink-builtin-bitcode -Xflang FILE`),
/// so that loops are inlined into their regions: linked as an object instead, every iteration costs a call.
pub const HOST_DEVICE: &str = include_str!("../../fortran/host_device.c");

/// Form and preprocessing of a source, from its file name's extension as Fortran compilers read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    /// Fixed form: columns 1 to 72, continuation in column 6.
    pub fixed: bool,
    /// Whether the C preprocessor runs first.
    pub preprocessed: bool,
}

impl Form {
    /// The form of a file of this name: `.f` and `.for` are fixed, an upper-case first letter asks for the preprocessor.
    #[must_use]
    pub fn of(name: &str) -> Self {
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        let fixed = ["f", "for", "ftn", "f77"].iter().any(|fixed| extension.eq_ignore_ascii_case(fixed));
        Self { fixed, preprocessed: extension.starts_with('F') }
    }

    /// Flang's options for it, which hold whatever the file is called.
    #[must_use]
    pub const fn flags(self) -> [&'static str; 2] {
        [if self.fixed { "-ffixed-form" } else { "-ffree-form" }, if self.preprocessed { "-cpp" } else { "-nocpp" }]
    }
}

/// Flang's options that print the symbols [`interface::problems`] reads, for `flang -fc1`.
pub const DUMP_SYMBOLS: [&str; 3] = ["-fopenmp", "-fopenmp-version=52", "-fdebug-dump-symbols"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_decides_the_form() {
        for (name, fixed, preprocessed) in [
            ("k.f90", false, false),
            ("k.F90", false, true),
            ("k.f", true, false),
            ("k.f77", true, false),
            ("K.FOR", true, true),
            ("k.f08", false, false),
            ("my.f.f95", false, false),
        ] {
            assert_eq!(Form::of(name), Form { fixed, preprocessed }, "{name}");
        }
    }
}
