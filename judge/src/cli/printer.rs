//! One printer: standard output is data, standard error is talk.

use std::io::{ErrorKind, IsTerminal, Write};

use super::{Color, Exit};

/// Where a command's words go.
#[derive(Debug, Clone, Copy)]
pub struct Printer {
    stdout_color: bool,
    stderr_color: bool,
    quiet: bool,
}

impl Printer {
    pub(super) fn new(color: Color, quiet: bool) -> Self {
        let on = |terminal: bool| match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
        };
        Self {
            stdout_color: on(std::io::stdout().is_terminal()),
            stderr_color: on(std::io::stderr().is_terminal()),
            quiet,
        }
    }

    /// Whether results may be coloured.
    #[must_use]
    pub fn stdout_color(self) -> bool {
        self.stdout_color
    }

    /// Whether notes may be coloured.
    #[must_use]
    pub fn stderr_color(self) -> bool {
        self.stderr_color
    }

    /// Whether a progress bar is welcome: a person watches and asked for no silence.
    #[must_use]
    pub fn progress(self) -> bool {
        !self.quiet && std::io::stderr().is_terminal()
    }

    /// A result, on standard output, and the exit code that goes with it. A closed pipe is the reader's choice and no error; a
    /// result that is lost otherwise, on a full disk say, is none.
    #[must_use]
    pub fn result(self, text: &str, exit: Exit) -> Exit {
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
    pub fn note(self, text: &str) {
        if !self.quiet && !judge_sandbox::is_shut_down() {
            self.error(text);
        }
    }

    /// An error, on standard error, always.
    pub fn error(self, text: &str) {
        let mut err = std::io::stderr().lock();
        let _ = err
            .write_all(text.as_bytes())
            .and_then(|()| if text.ends_with('\n') { Ok(()) } else { err.write_all(b"\n") });
    }
}
