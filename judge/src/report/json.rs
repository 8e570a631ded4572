//! The document as JSON, and the schema of it.

use crate::score::Document;

/// The document as JSON in ASCII: characters beyond it, which might steer a terminal, are written as escapes.
#[must_use]
pub fn json(document: &Document) -> String {
    // A document holds no map with keys that are not strings, and no type whose serialisation fails.
    let text = serde_json::to_string_pretty(document).unwrap_or_default();
    ascii(&text)
}

/// The JSON schema of [`json`]'s output.
#[must_use]
pub fn schema() -> String {
    let schema = schemars::schema_for!(Document);
    let mut text = serde_json::to_string_pretty(&schema).unwrap_or_default();
    text.push('\n');
    text
}

fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 1);
    for c in text.chars() {
        if c == '\n' || (' '..='~').contains(&c) {
            out.push(c);
        } else {
            // JSON has such characters inside strings only, and names them by their UTF-16 units.
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}")));
        }
    }
    out.push('\n');
    out
}
