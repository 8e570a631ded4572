//! Reads files that were named on the command line.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// A regular file's contents, or its first `limit` bytes and one: so that a larger file is known as such, and neither a pipe
/// nor an endless device is waited for.
///
/// # Errors
/// The sentence for a person.
pub(super) fn bytes(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let failed = |e: std::io::Error| format!("cannot read {}: {e}", path.display());
    if !std::fs::metadata(path).map_err(failed)?.is_file() {
        return Err(format!("cannot read {}: it is not a regular file", path.display()));
    }
    let mut contents = Vec::new();
    File::open(path).map_err(failed)?.take(limit + 1).read_to_end(&mut contents).map_err(failed)?;
    Ok(contents)
}

/// A file of UTF-8 text of at most 64 MiB.
///
/// # Errors
/// The sentence for a person.
pub(super) fn text(path: &Path) -> Result<String, String> {
    const LIMIT: u64 = 64 << 20;
    let contents = bytes(path, LIMIT)?;
    if contents.len() as u64 > LIMIT {
        return Err(format!("cannot read {}: it is larger than {LIMIT} bytes", path.display()));
    }
    String::from_utf8(contents).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        format!("cannot read {}: line {line} is not UTF-8 text", path.display())
    })
}
