//! The source languages as the check tells them apart: [`judge_abi::Language`], and for Fortran the source form.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Fortran source form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// Free form: `&` continues, blanks separate words.
    Free,
    /// Fixed form: columns 1–5 label, 6 continuation, 7–72 text; blanks mean nothing.
    Fixed,
}

/// Language of one source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cxx,
    /// Fortran, in the given source form.
    Fortran(Form),
    /// HIP C++.
    Hip,
}

impl Language {
    /// The language of a file by its extension, if it has a known one.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        Some(match judge_abi::Language::of(path)? {
            judge_abi::Language::C => Self::C,
            judge_abi::Language::Cxx => Self::Cxx,
            judge_abi::Language::Hip => Self::Hip,
            judge_abi::Language::Fortran => {
                let fixed = judge_abi::fortran::Form::of(path.file_name()?.to_str()?).fixed;
                Self::Fortran(if fixed { Form::Fixed } else { Form::Free })
            }
        })
    }

    /// Whether C's lexical rules hold: pragmas, braces, comments.
    #[must_use]
    pub const fn is_c_family(self) -> bool {
        !matches!(self, Self::Fortran(_))
    }

    /// The name a person uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::C => "C",
            Self::Cxx => "C++",
            Self::Fortran(_) => "Fortran",
            Self::Hip => "HIP",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extension_decides_and_case_matters() {
        let of = |name: &str| Language::of(Path::new(name));
        assert_eq!(of("k.c"), Some(Language::C));
        assert_eq!(of("k.C"), Some(Language::Cxx));
        assert_eq!(of("dir.f90/k.F"), Some(Language::Fortran(Form::Fixed)));
        assert_eq!(of("k.F90"), Some(Language::Fortran(Form::Free)));
        assert_eq!(of("k.for"), Some(Language::Fortran(Form::Fixed)));
        assert_eq!(of("k.hip"), Some(Language::Hip));
        assert_eq!(of("k.txt"), None);
        assert_eq!(of("c"), None);
    }
}
