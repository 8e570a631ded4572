//! Reports as text for people and as data for machines.

pub mod github;
pub mod json;
pub mod junit;
pub mod sarif;
pub mod text;

use super::Report;

/// A judged file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Name as the user gave it.
    pub name: String,
    /// Its bytes, for snippets.
    pub text: Vec<u8>,
    /// What was found.
    pub report: Report,
}
