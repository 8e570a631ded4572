//! A bar for a person who waits; nothing in a pipe.

use indicatif::{ProgressBar, ProgressStyle};

use super::Printer;
use crate::submit::Progress;

/// One line that says what is being done.
pub(super) struct Bar {
    bar: ProgressBar,
    printer: Printer,
}

impl Bar {
    pub(super) fn new(printer: Printer) -> Self {
        let bar = if printer.progress() { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(std::time::Duration::from_millis(200));
        Self { bar, printer }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Bar {
    fn step(&self, text: &str) {
        self.bar.set_message(text.to_owned());
    }

    fn note(&self, text: &str) {
        self.bar.suspend(|| self.printer.note(&format!("judge: {text}")));
    }
}
