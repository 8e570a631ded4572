//! One JSON object for all files.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::Report;
use super::File;

/// Version of this shape; it changes when a field changes its meaning.
pub const VERSION: u32 = 1;

/// The whole output.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Output<'a> {
    /// Version of the shape.
    pub version: u32,
    /// Whether any file is refused.
    pub refused: bool,
    /// In the order given; folders by name.
    pub files: Vec<Entry<'a>>,
}

/// One file.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Entry<'a> {
    /// Name as given.
    pub file: &'a str,
    /// Whether it is refused.
    pub refused: bool,
    /// What was found.
    #[serde(flatten)]
    pub report: &'a Report,
}

/// Writes the object.
#[must_use]
pub fn render(files: &[File]) -> String {
    let entries: Vec<Entry<'_>> =
        files.iter().map(|f| Entry { file: &f.name, refused: f.report.refused(), report: &f.report }).collect();
    let output = Output { version: VERSION, refused: entries.iter().any(|e| e.refused), files: entries };
    // Plain data with string keys: it always serialises.
    serde_json::to_string_pretty(&output).unwrap_or_default() + "\n"
}
