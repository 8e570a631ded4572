//! The languages a submission may be written in.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Source language of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// C with OpenMP offload.
    C,
    /// C++ with OpenMP offload.
    Cxx,
    /// Fortran with OpenMP offload.
    Fortran,
    /// HIP.
    Hip,
}

/// Extensions and what they mean. Case matters: `.C` is C++, `.F90` is Fortran that wants the preprocessor. Which of
/// Fortran's are fixed form, [`crate::fortran::Form`] knows.
const EXTENSIONS: &[(&[&str], Language)] = &[
    (&["c"], Language::C),
    (&["cc", "cpp", "cxx", "c++", "C"], Language::Cxx),
    (&["hip"], Language::Hip),
    (&["f90", "f95", "f03", "f08", "f18", "F90", "F95", "F03", "F08", "F18"], Language::Fortran),
    (&["f", "for", "ftn", "f77", "F", "FOR", "FTN", "F77"], Language::Fortran),
];

impl Language {
    /// Every language, in the order people are shown them.
    pub const ALL: [Self; 4] = [Self::C, Self::Cxx, Self::Fortran, Self::Hip];

    /// The language that a file's extension stands for.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        EXTENSIONS.iter().find(|(known, _)| known.contains(&extension)).map(|(_, language)| *language)
    }

    /// Every extension that names a language, for messages.
    pub fn extensions() -> impl Iterator<Item = &'static str> {
        EXTENSIONS.iter().flat_map(|(extensions, _)| extensions.iter().copied())
    }

    /// The name people use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::C => "C",
            Self::Cxx => "C++",
            Self::Fortran => "Fortran",
            Self::Hip => "HIP",
        }
    }

    /// The usual file extension.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Cxx => "cpp",
            Self::Fortran => "f90",
            Self::Hip => "hip",
        }
    }
}

impl std::fmt::Display for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
