//! Files of the repository that the judge itself writes.

/// Asserts that the file at `path`, from the repository's root, holds `text`; with `JUDGE_REGENERATE=1` writes it first.
pub(crate) fn assert_current(path: &str, text: &str) {
    let file = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(path);
    if std::env::var_os("JUDGE_REGENERATE").is_some() {
        std::fs::write(&file, text).expect("the file is written");
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(written == text, "{path} is out of date: JUDGE_REGENERATE=1 cargo test -p judge --lib writes it");
}
