//! `judge selftest band FILE.tsv`.

use std::path::PathBuf;

use super::{Exit, Failure, Printer, selftest};
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
    let text = match selftest::read(&args.file) {
        Ok(text) => text,
        Err(error) => return Failure::usage(error).tell(printer),
    };
    match vectors::parse(&text) {
        Ok(rows) => report(&rows, printer),
        Err(malformed) => Failure::usage(format!("{}: {malformed}", args.file.display())).tell(printer),
    }
}

fn report(rows: &[Row], printer: Printer) -> Exit {
    let mut mismatches = 0;
    for row in rows {
        let said = row.evaluate();
        if said != row.expected {
            mismatches += 1;
            let (expected, said, why) = (row.expected.word(), said.word(), plain(&row.why));
            printer.result(&format!("line {}: expected {expected}, judged {said}: {why}\n", row.line));
        }
    }
    printer.result(&format!("{} rows, {mismatches} mismatches\n", rows.len()));
    if mismatches == 0 { Exit::Accepted } else { Exit::NotAccepted }
}
