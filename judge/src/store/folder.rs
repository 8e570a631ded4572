//! Where the cache lies when nobody says.

use std::ffi::OsString;
use std::path::PathBuf;

use super::StoreError;

/// `$JUDGE_CACHE`, else `$XDG_CACHE_HOME/judge`, else `$HOME/.cache/judge`. Empty values count as unset, and so do relative
/// ones of the latter two.
///
/// # Errors
/// [`StoreError::NoFolder`] when none is set.
pub fn default_folder(env: impl Fn(&str) -> Option<OsString>) -> Result<PathBuf, StoreError> {
    if let Some(own) = env("JUDGE_CACHE").filter(|value| !value.is_empty()) {
        let path = PathBuf::from(own);
        return std::path::absolute(&path).map_err(|source| StoreError::Create { path, source });
    }
    let absolute = |name: &str| env(name).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute("XDG_CACHE_HOME")
        .map(|folder| folder.join("judge"))
        .or_else(|| Some(absolute("HOME")?.join(".cache/judge")))
        .ok_or(StoreError::NoFolder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with<'a>(pairs: &'a [(&'a str, &'a str)]) -> impl Fn(&str) -> Option<OsString> + 'a {
        |name| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value))
    }

    #[test]
    fn the_most_specific_variable_wins() {
        let all = [("JUDGE_CACHE", "/a"), ("XDG_CACHE_HOME", "/b"), ("HOME", "/c")];
        for (unset, expected) in [(0, "/a"), (1, "/b/judge"), (2, "/c/.cache/judge")] {
            assert_eq!(default_folder(with(&all[unset..])).expect("a folder"), PathBuf::from(expected));
        }
        assert!(matches!(default_folder(with(&[])), Err(StoreError::NoFolder)));
    }

    #[test]
    fn empty_values_are_not_used_and_a_relative_one_is_taken_from_here() {
        let env = [("JUDGE_CACHE", ""), ("XDG_CACHE_HOME", "here"), ("HOME", "/c")];
        assert_eq!(default_folder(with(&env)).expect("a folder"), PathBuf::from("/c/.cache/judge"));
        let here = std::env::current_dir().expect("a folder");
        assert_eq!(default_folder(with(&[("JUDGE_CACHE", "mine")])).expect("a folder"), here.join("mine"));
    }
}
