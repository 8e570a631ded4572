//! One printer: standard output is data, standard error is talk.

use std::io::{ErrorKind, IsTerminal, Write};

use super::{Color, Exit};
use crate::report::plain;

/// Where a command's words go.
#[derive(Debug, Clone, Copy)]
pub(super) struct Printer {
    stdout_color: bool,
    quiet: bool,
}

impl Printer {
    pub(super) fn new(color: Color, quiet: bool) -> Self {
        let wanted = || std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
        let stdout_color = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => std::io::stdout().is_terminal() && wanted(),
        };
        Self { stdout_color, quiet }
    }

    /// Whether results may be coloured.
    #[must_use]
    pub(super) fn stdout_color(self) -> bool {
        self.stdout_color
    }

    /// Whether a progress bar is welcome: a person watches and asked for no silence.
    #[must_use]
    pub(super) fn progress(self) -> bool {
        !self.quiet && std::io::stderr().is_terminal()
    }

    /// A result, on standard output, and the exit code that goes with it. A closed pipe is the reader's choice and no error; a
    /// result that is lost otherwise, on a full disk say, is none.
    #[must_use]
    pub(super) fn result(self, text: &str, exit: Exit) -> Exit {
        let mut out = std::io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                self.error(&format!("judge: cannot write the result to standard output: {error}"));
                Exit::JudgeError
            }
            _ => exit,
        }
    }

    /// A note, on standard error, unless `--quiet`. What work says that was interrupted would mislead.
    pub(super) fn note(self, text: &str) {
        if !self.quiet && !judge_sandbox::is_shut_down() {
            self.error(text);
        }
    }

    /// An error, on standard error, always. It may quote what a stranger wrote, names of files too, so nothing in it steers the
    /// terminal.
    pub(super) fn error(self, text: &str) {
        let shown: String = text.lines().map(|line| format!("{}\n", plain(line))).collect();
        let _ = std::io::stderr().lock().write_all(shown.as_bytes());
    }
}
