//! Why a build failed, and whose matter that is.

use crate::store::StoreError;
use crate::toolchain::tool::ToolError;

/// Who has to act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The source does not build: verdict `build-failed`.
    Submitter,
    /// The object holds something forbidden: verdict `rejected`, with the findings' codes.
    Security,
    /// The machine or the judge: verdict `judge-error`.
    Judge,
}

/// Something an object must not hold.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// Stable code, as the source check uses it.
    pub code: &'static str,
    /// What was found.
    pub message: String,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

/// A step of a build that failed.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The source is empty.
    #[error("{name} has 0 bytes; a source has between 1 and {} bytes", super::MAX_SOURCE)]
    Empty {
        /// The source's name.
        name: String,
    },
    /// The source is too large.
    #[error("{name} has more than {} bytes, the most that a source has", super::MAX_SOURCE)]
    TooLarge {
        /// The source's name.
        name: String,
    },
    /// The source is an object, an archive, UTF-16.
    #[error("{name} has a NUL byte at offset {at}: it is not text; give the source, in UTF-8")]
    NotText {
        /// The source's name.
        name: String,
        /// Where the first NUL is.
        at: usize,
    },
    /// The compiler or linker refused.
    #[error("{step} failed\n{text}")]
    Refused {
        /// `compiling`, `linking`.
        step: &'static str,
        /// The tool's words, capped and cleaned.
        text: String,
        /// The command, as a person could run it.
        command: String,
    },
    /// The compiler fails on an empty source, too: it and its toolkit's headers do not fit each other.
    #[error(
        "the compiler cannot read its toolkit's headers, whatever the source; name another toolkit with --cuda-path or \
         ROCM_PATH, or install a newer LLVM\n{text}"
    )]
    Headers {
        /// The compiler's words about the empty source, capped and cleaned.
        text: String,
    },
    /// The entry is missing or has other parameters.
    #[error("{}", problems.join("\n"))]
    Prototype {
        /// One sentence per parameter that differs.
        problems: Vec<String>,
        /// The compiler's words.
        text: String,
    },
    /// A tool reached a limit.
    #[error("{step} {limit}")]
    Limit {
        /// `compiling`, `linking`.
        step: &'static str,
        /// Which one: `stopped at the time limit`.
        limit: String,
    },
    /// The object holds what it must not.
    #[error("the object holds what a kernel must not: {}", join(findings))]
    Forbidden {
        /// All of it, sorted.
        findings: Vec<Finding>,
    },
    /// The toolchain has no compiler for the language.
    #[error("no {0} compiler on this machine; `judge doctor` says what to install")]
    NoCompiler(judge_abi::Language),
    /// Nothing links the language's device code.
    #[error(
        "{language} is not built for {kind} GPUs without OpenMP's device runtime: build LLVM's openmp/device for them and \
         name its folder in LIBRARY_PATH; HIP does without"
    )]
    NoRoute {
        /// The language.
        language: judge_abi::Language,
        /// Whose GPU.
        kind: crate::toolchain::TargetKind,
    },
    /// A tool or a device that the form asked for needs.
    #[error("{what} needs {tool}")]
    NoTool {
        /// What was asked for.
        what: &'static str,
        /// What it needs, and the fix.
        tool: &'static str,
    },
    /// The compiler wrote something that is no object file.
    #[error("cannot read the object that the compiler wrote: {0}")]
    Object(String),
    /// A tool could not be run.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// The cache failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl BuildError {
    /// Who has to act.
    #[must_use]
    pub fn fault(&self) -> Fault {
        match self {
            Self::Empty { .. }
            | Self::TooLarge { .. }
            | Self::NotText { .. }
            | Self::Refused { .. }
            | Self::Prototype { .. }
            | Self::Limit { .. } => Fault::Submitter,
            Self::Forbidden { .. } => Fault::Security,
            Self::Headers { .. }
            | Self::NoCompiler(_)
            | Self::NoRoute { .. }
            | Self::NoTool { .. }
            | Self::Object(_)
            | Self::Tool(_)
            | Self::Store(_) => Fault::Judge,
        }
    }
}

fn join(findings: &[Finding]) -> String {
    findings.iter().map(Finding::to_string).collect::<Vec<_>>().join("; ")
}
