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

impl Language {
    /// Every language, in the order people are shown them.
    pub const ALL: [Self; 4] = [Self::C, Self::Cxx, Self::Fortran, Self::Hip];

    /// The language that a file's extension stands for.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "c" => Some(Self::C),
            "cc" | "cpp" | "cxx" | "C" => Some(Self::Cxx),
            "f90" | "F90" | "f95" | "F95" | "f03" | "F03" | "f08" | "F08" | "f" | "F" | "for" | "FOR" => {
                Some(Self::Fortran)
            }
            "hip" => Some(Self::Hip),
            _ => None,
        }
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
