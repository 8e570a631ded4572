//! SARIF 2.1.0 (OASIS, <https://docs.oasis-open.org/sarif/sarif/v2.1.0/>): the parts code-scanning services read.

use serde_json::{Value, json};

use super::super::{Code, Finding, Level};
use super::File;

/// The log: one run, the rules that fired, one result a finding.
#[must_use]
pub fn render(files: &[File]) -> String {
    let mut used: Vec<Code> = files.iter().flat_map(|f| f.report.findings.iter().map(|x| x.code)).collect();
    used.sort_unstable();
    used.dedup();
    let rules: Vec<Value> = used.iter().map(|c| rule(*c)).collect();
    let results: Vec<Value> =
        files.iter().flat_map(|f| f.report.findings.iter().map(|finding| result(&f.name, finding, &used))).collect();
    let artifacts: Vec<Value> = files.iter().map(|f| json!({"location": {"uri": uri(&f.name)}})).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "judge",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "utf16CodeUnits",
            "artifacts": artifacts,
            "results": results,
        }],
    });
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

fn level(level: Level) -> &'static str {
    level.name()
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.name(),
        "shortDescription": {"text": code.title()},
        "help": {"text": code.explanation(), "markdown": code.explanation()},
        "defaultConfiguration": {"level": level(code.level())},
    })
}

fn result(file: &str, finding: &Finding, used: &[Code]) -> Value {
    let index = used.iter().position(|c| *c == finding.code).unwrap_or(0);
    // The region begins with the directive and ends with the words at fault.
    let starts_here = finding.line >= finding.span.line;
    let column = if starts_here { finding.span.column } else { 1 };
    let mut region = json!({
        "startLine": finding.line.min(finding.span.line).max(1),
        "startColumn": column.max(1),
        "endLine": finding.span.end_line.max(1),
    });
    if finding.span.end_line > finding.line || finding.span.end_column > column {
        region["endColumn"] = json!(finding.span.end_column.max(1));
    }
    json!({
        "ruleId": finding.code.name(),
        "ruleIndex": index,
        "level": level(finding.level),
        "message": {"text": format!("{}\n{}\nhelp: {}", finding.message, finding.label, finding.help)},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": uri(file)},
            "region": region,
        }}],
    })
}

/// A relative or absolute path as a URI reference.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    if path.starts_with('/') {
        out.push_str("file://");
    }
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
