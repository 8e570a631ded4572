//! Findings: what a rule says about a place in the user's text.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Code;

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Refuses the submission.
    Error,
    /// Worth a look; refuses only under `--deny warnings`.
    Warning,
    /// For information.
    Note,
}

impl Level {
    /// The word in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// A place in the user's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// Byte after the last.
    pub end: u32,
    /// Line of the first byte, from 1.
    pub line: u32,
    /// Byte column of the first byte, from 1.
    pub column: u32,
    /// Line of the last byte.
    pub end_line: u32,
    /// Byte column after the last byte.
    pub end_column: u32,
}

/// One thing a rule has to say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// Stable code of the rule.
    pub code: Code,
    /// Weight.
    pub level: Level,
    /// What is wrong, one line.
    pub message: String,
    /// Line where the directive or statement at fault begins, from 1.
    pub line: u32,
    /// The words at fault.
    pub span: Span,
    /// What the words at fault do, beside the snippet.
    pub label: String,
    /// What to write instead.
    pub help: String,
}

/// All findings on one source, by place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Sorted by line, then span, then code.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Whether the submission may not be built.
    #[must_use]
    pub fn refused(&self) -> bool {
        self.findings.iter().any(|f| f.level == Level::Error)
    }

    /// How many findings have this level.
    #[must_use]
    pub fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|f| f.level == level).count()
    }

    pub(crate) fn sort(&mut self) {
        self.findings.sort_by(|a, b| (a.line, a.span, a.code, &a.message).cmp(&(b.line, b.span, b.code, &b.message)));
        self.findings.dedup();
    }
}
