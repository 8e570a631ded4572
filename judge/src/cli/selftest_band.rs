//! `judge selftest band FILE.tsv`.

use std::fmt::Write;
use std::path::PathBuf;

use super::{Exit, Printer, input};
use crate::gate::vectors::{self, Row};
use crate::report::plain;

/// Arguments of `judge selftest band`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rows of expected judgements.
    #[arg(value_name = "FILE.tsv")]
    file: PathBuf,
}

pub(super) fn run(args: &Args, printer: Printer) -> Exit {
    let text = match input::text(&args.file) {
        Ok(text) => text,
        Err(message) => return usage(printer, &message),
    };
    match vectors::parse(&text) {
        Ok(rows) => report(&rows, printer),
        Err(malformed) => usage(printer, &format!("{}: {malformed}", args.file.display())),
    }
}

fn usage(printer: Printer, message: &str) -> Exit {
    printer.error(&format!("judge: {}", plain(message)));
    Exit::Usage
}

fn report(rows: &[Row], printer: Printer) -> Exit {
    let (mut mismatches, mut text) = (0, String::new());
    for row in rows {
        let said = row.evaluate();
        if said != row.expected {
            mismatches += 1;
            let (expected, said, why) = (row.expected.word(), said.word(), plain(&row.why));
            let _ = writeln!(text, "line {}: expected {expected}, judged {said}: {why}", row.line);
        }
    }
    let _ = writeln!(text, "{} rows, {mismatches} mismatches", rows.len());
    printer.result(&text, if mismatches == 0 { Exit::Accepted } else { Exit::NotAccepted })
}
