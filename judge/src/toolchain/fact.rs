//! What the probe learnt, one fact at a time, each with its evidence and, when it is bad news, its fix.

use serde::{Deserialize, Serialize};

/// One thing the probe looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// What was looked at: `C and C++ compiler`.
    pub name: String,
    /// How it is.
    pub outcome: Outcome,
    /// What was seen: a path, a version, the words of a tool.
    pub evidence: String,
    /// What to do about it.
    pub fix: Option<String>,
}

/// How a fact is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// As it must be.
    Good,
    /// The judge works without it, with less.
    Missing,
    /// The judge cannot work.
    Bad,
}

impl From<judge_sandbox::Layer> for Fact {
    fn from(layer: judge_sandbox::Layer) -> Self {
        let outcome = match (layer.available, layer.required) {
            (true, _) => Outcome::Good,
            (false, false) => Outcome::Missing,
            (false, true) => Outcome::Bad,
        };
        Self { name: format!("jail: {}", layer.name), outcome, evidence: layer.evidence, fix: layer.fix }
    }
}

impl Fact {
    /// Good news.
    #[must_use]
    pub fn good(name: &str, evidence: impl Into<String>) -> Self {
        Self { name: name.to_owned(), outcome: Outcome::Good, evidence: evidence.into(), fix: None }
    }

    /// Something that is not there and need not be.
    #[must_use]
    pub fn missing(name: &str, evidence: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { name: name.to_owned(), outcome: Outcome::Missing, evidence: evidence.into(), fix: Some(fix.into()) }
    }

    /// What an error says: what to do stands behind the last semicolon, or is `otherwise`.
    #[must_use]
    pub fn of_error(name: &str, outcome: Outcome, error: &dyn std::error::Error, otherwise: &str) -> Self {
        let text = error.to_string();
        let (evidence, fix) = text.rsplit_once("; ").unwrap_or((&text, otherwise));
        Self { name: name.to_owned(), outcome, evidence: evidence.to_owned(), fix: Some(fix.to_owned()) }
    }

    /// Something that stops the judge.
    #[must_use]
    pub fn bad(name: &str, evidence: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { name: name.to_owned(), outcome: Outcome::Bad, evidence: evidence.into(), fix: Some(fix.into()) }
    }
}
