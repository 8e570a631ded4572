//! The source languages a submission may be written in, decided by the file name.

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

/// Extensions and what they mean. Case matters: `.C` is C++, `.F90` is Fortran that wants the preprocessor.
const EXTENSIONS: &[(&str, Language)] = &[
    ("c", Language::C),
    ("cc", Language::Cxx),
    ("cpp", Language::Cxx),
    ("cxx", Language::Cxx),
    ("c++", Language::Cxx),
    ("C", Language::Cxx),
    ("hip", Language::Hip),
    ("f90", Language::Fortran(Form::Free)),
    ("f95", Language::Fortran(Form::Free)),
    ("f03", Language::Fortran(Form::Free)),
    ("f08", Language::Fortran(Form::Free)),
    ("f18", Language::Fortran(Form::Free)),
    ("F90", Language::Fortran(Form::Free)),
    ("F95", Language::Fortran(Form::Free)),
    ("F03", Language::Fortran(Form::Free)),
    ("F08", Language::Fortran(Form::Free)),
    ("F18", Language::Fortran(Form::Free)),
    ("f", Language::Fortran(Form::Fixed)),
    ("for", Language::Fortran(Form::Fixed)),
    ("ftn", Language::Fortran(Form::Fixed)),
    ("f77", Language::Fortran(Form::Fixed)),
    ("F", Language::Fortran(Form::Fixed)),
    ("FOR", Language::Fortran(Form::Fixed)),
    ("FTN", Language::Fortran(Form::Fixed)),
    ("F77", Language::Fortran(Form::Fixed)),
];

impl Language {
    /// The language of a file by its extension, if it has a known one.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        EXTENSIONS.iter().find(|(known, _)| *known == extension).map(|(_, language)| *language)
    }

    /// Every extension that names a language, for messages.
    pub fn extensions() -> impl Iterator<Item = &'static str> {
        EXTENSIONS.iter().map(|(extension, _)| *extension)
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
        assert_eq!(of("k.hip"), Some(Language::Hip));
        assert_eq!(of("k.txt"), None);
        assert_eq!(of("c"), None);
    }
}
