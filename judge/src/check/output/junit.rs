//! `JUnit` XML: one test case a file, one failure for a refused one.

use super::super::Level;
use super::File;

/// The XML document.
#[must_use]
pub fn render(files: &[File]) -> String {
    let failures = files.iter().filter(|f| f.report.refused()).count();
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"judge check\" tests=\"{}\" \
         failures=\"{failures}\" errors=\"0\">\n",
        files.len()
    );
    for file in files {
        out.push_str(&format!("    <testcase classname=\"judge.check\" name=\"{}\">\n", escape(&file.name)));
        let lines = |errors: bool| -> String {
            let wanted = file.report.findings.iter().filter(|f| (f.level == Level::Error) == errors);
            wanted
                .map(|f| format!("{}:{}: {} {}: {}\n", file.name, f.line, f.level.name(), f.code, f.message))
                .collect()
        };
        if let Some(first) = file.report.findings.iter().find(|f| f.level == Level::Error) {
            out.push_str(&format!(
                "      <failure type=\"{}\" message=\"{}\">{}</failure>\n",
                first.code,
                escape(&first.message),
                escape(&lines(true))
            ));
        }
        let rest = lines(false);
        if !rest.is_empty() {
            out.push_str(&format!("      <system-out>{}</system-out>\n", escape(&rest)));
        }
        out.push_str("    </testcase>\n");
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

/// Text inside an element or an attribute; XML 1.0 has no other control characters than tab and line ends.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}
