//! GitHub workflow commands: findings as annotations on a pull request.

use super::super::Level;
use super::File;

/// One command a finding.
#[must_use]
pub fn render(files: &[File]) -> String {
    let mut out = String::new();
    for file in files {
        for finding in &file.report.findings {
            let command = match finding.level {
                Level::Error => "error",
                Level::Warning => "warning",
                Level::Note => "notice",
            };
            let text = format!("{}\n{}\nhelp: {}", finding.message, finding.label, finding.help);
            out.push_str(&format!(
                "::{command} file={},line={},endLine={},title={}::{}\n",
                property(&file.name),
                finding.line,
                finding.span.end_line.max(finding.line),
                finding.code,
                data(&text)
            ));
        }
    }
    out
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
