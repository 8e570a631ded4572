//! Pragmas that would hush the warnings by which a dropped directive or clause is noticed, and those that break the
//! compiler.
//!
//! Of the former the preprocessed text is asked, so that neither a macro nor `_Pragma` hides one. The latter must not get as
//! far as the preprocessor; one that is hidden from us costs no more than its time limit.

use judge_abi::Language;

use super::{BuildRequest, Finding, Preprocessed};
use crate::toolchain::flags::DROPPED;

/// Groups of warnings that hold some of [`DROPPED`].
const GROUPS: [&str; 7] = ["everything", "all", "most", "pragmas", "openmp", "extra", "gnu"];

/// Everything of the kind outside system headers.
pub(super) fn findings(request: &BuildRequest<'_>, preprocessed: &Preprocessed) -> Vec<Finding> {
    if request.language == Language::Fortran {
        return Vec::new();
    }
    let text = String::from_utf8_lossy(&preprocessed.text);
    let mut in_system_header = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if let Some(system) = marker(line) {
            in_system_header = system;
        } else if let Some(warning) = hushed(line).filter(|_| !in_system_header) {
            let message = format!("a pragma changes the warning `-W{warning}`, which shows dropped clauses");
            found.push(Finding { code: "J505", message });
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Whether the source as written orders the compiler to crash or to hang.
pub(super) fn breaks_the_compiler(request: &BuildRequest<'_>) -> bool {
    let text = String::from_utf8_lossy(request.source);
    request.language != Language::Fortran && text.lines().any(is_debug)
}

fn is_debug(line: &str) -> bool {
    let words = line.trim_start().strip_prefix('#').map(str::split_whitespace);
    words.is_some_and(|words| words.take(3).eq(["pragma", "clang", "__debug"]))
}

/// `# 12 "name" 1 3`: whether what follows is a system header.
fn marker(line: &str) -> Option<bool> {
    let rest = line.strip_prefix("# ")?;
    let (_, flags) = rest.split_once('"')?.1.rsplit_once('"')?;
    Some(flags.split_whitespace().any(|flag| flag == "3"))
}

/// The warning that `#pragma clang diagnostic ignored "-W…"` makes less than an error, if it is one that counts.
fn hushed(line: &str) -> Option<&str> {
    let mut words = line.trim_start().strip_prefix('#')?.split_whitespace();
    let family = [words.next()?, words.next()?, words.next()?];
    if !matches!(family, ["pragma", "clang" | "GCC", "diagnostic"]) || !matches!(words.next()?, "ignored" | "warning") {
        return None;
    }
    let name = line.split('"').nth(1)?.strip_prefix("-W")?;
    (DROPPED.contains(&name) || GROUPS.contains(&name)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_warnings_that_show_dropped_clauses_count() {
        assert_eq!(hushed("#pragma clang diagnostic ignored \"-Wextra-tokens\""), Some("extra-tokens"));
        assert_eq!(hushed("  # pragma GCC diagnostic warning \"-Wunknown-pragmas\""), Some("unknown-pragmas"));
        assert_eq!(hushed("#pragma GCC diagnostic ignored \"-Weverything\""), Some("everything"));
        assert_eq!(hushed("#pragma GCC diagnostic ignored \"-Wunused-variable\""), None);
        assert_eq!(hushed("#pragma clang diagnostic push"), None);
        assert_eq!(hushed("#pragma omp parallel"), None);
    }

    #[test]
    fn pragmas_that_break_the_compiler_are_known() {
        assert!(is_debug("#pragma clang __debug overflow_stack"));
        assert!(is_debug("  #\tpragma  clang\t__debug crash"));
        assert!(!is_debug("#pragma clang loop unroll(full)"));
        assert!(!is_debug("int __debug = 1;"));
    }

    #[test]
    fn line_markers_tell_system_headers() {
        assert_eq!(marker("# 1 \"/usr/include/math.h\" 1 3 4"), Some(true));
        assert_eq!(marker("# 7 \"a b.c\" 2"), Some(false));
        assert_eq!(marker("#pragma omp parallel"), None);
    }
}
