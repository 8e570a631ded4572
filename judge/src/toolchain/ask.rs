//! Asks a compiler what it knows: only questions that read no source.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::mounts::flatten;

/// Runs `clang` with one question. The program is one this machine's owner installed, and it reads nothing of a
/// submission's, so it needs no jail; it must not outlive the judge all the same.
fn run(clang: &Path, args: &[&str]) -> io::Result<Output> {
    let mut command = Command::new(clang);
    command.args(args).env_clear().env("LC_ALL", "C").stdin(Stdio::null());
    judge_sandbox::output_while_alive(&mut command)
}

/// What `clang` answers to one question, trimmed.
///
/// # Errors
/// Why it does not answer: the system's words, or its exit status and its own first line.
pub(super) fn ask(clang: &Path, args: &[&str]) -> Result<String, String> {
    let output = run(clang, args).map_err(|error| error.to_string())?;
    if !output.status.success() {
        let words = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{}: {}", output.status, words.lines().next().unwrap_or("it says nothing")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Where the compiler finds a file of a given name for linking.
pub(super) fn file(clang: &Path, name: &str) -> Option<PathBuf> {
    let answer = PathBuf::from(ask(clang, &[&format!("-print-file-name={name}")]).ok()?);
    // The bare name comes back when there is none.
    (answer.is_absolute() && answer.is_file()).then(|| flatten(&answer))
}

/// A program beside the compiler, or wherever it would find it.
pub(super) fn program(clang: &Path, name: &str) -> Option<PathBuf> {
    let answer = PathBuf::from(ask(clang, &[&format!("-print-prog-name={name}")]).ok()?);
    (answer.is_absolute() && answer.is_file()).then_some(answer)
}

/// What a tool beside the compiler says of this machine's GPUs: it looks for drivers where this process's environment leads.
pub(super) fn devices(clang: &Path, tool: &str) -> Option<String> {
    let program = program(clang, tool)?;
    let output = judge_sandbox::output_while_alive(Command::new(program).stdin(Stdio::null())).ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The folders that `#include <…>` searches, for C and C++ together, and GCC's own folder.
pub(super) fn header_folders(clang: &Path) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for language in ["c", "c++"] {
        let Ok(output) = run(clang, &["-E", "-v", "-x", language, "/dev/null"]) else { continue };
        folders.extend(parse_verbose(&String::from_utf8_lossy(&output.stderr)));
    }
    folders.sort();
    folders.dedup();
    folders
}

fn parse_verbose(text: &str) -> Vec<PathBuf> {
    let gcc = text.lines().filter_map(|line| line.strip_prefix("Selected GCC installation: "));
    let includes = text
        .lines()
        .skip_while(|line| !line.starts_with("#include <...>"))
        .skip(1)
        .take_while(|line| line.starts_with(' '))
        .map(str::trim);
    gcc.chain(includes).map(|folder| flatten(Path::new(folder))).filter(|folder| folder.is_dir()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn include_folders_and_gcc_are_read_from_the_verbose_text() {
        let text = "Selected GCC installation: /usr\n#include \"...\" search starts here:\n#include <...> search starts here:\n \
                    /usr/lib/../include\n /nowhere/at/all\nEnd of search list.\n /etc\n";
        assert_eq!(parse_verbose(text), [PathBuf::from("/usr"), PathBuf::from("/usr/include")]);
    }
}
