//! Report: a document as text for people, or as JSON.
//!
//! Some of a document's text came from a submission. Whatever is written passes through one place that makes control and
//! direction-changing characters visible, so nothing that a submission says can steer a terminal.

mod device;
mod evidence;
mod hints;
mod json;
mod page;
mod plain;
mod speed;
mod table;
#[cfg(test)]
mod tests;

use crate::score::{Document, Standing, Verdict};
use page::{Page, Paint};

pub use json::{json, schema};
pub use plain::plain;

/// The report for people. `colour`: whether to use terminal colours.
#[must_use]
pub fn text(document: &Document, colour: bool) -> String {
    let mut page = Page::new(colour);
    head(&mut page, document);
    speed::table(&mut page, document);
    if document.verdict == Verdict::Accepted {
        speed::summary(&mut page, document);
    }
    evidence::differences(&mut page, &document.evidence);
    evidence::lines(&mut page, &document.evidence);
    hints::next(&mut page, document);
    page.finish()
}

fn head(page: &mut Page, document: &Document) {
    let paint = match document.standing {
        Standing::Accepted => Paint::Good,
        Standing::NotAccepted if document.verdict == Verdict::Accepted => Paint::Warn,
        Standing::NotAccepted => Paint::Bad,
        Standing::JudgeError => Paint::Warn,
    };
    let evidence = &document.evidence;
    page.put(paint, document.verdict.name());
    page.put(Paint::Plain, "  ");
    page.put(Paint::Strong, &evidence.submission.file);
    page.line(&format!(" for {}", evidence.task));
    page.field("", &document.reason);
}
