//! `judge explain`: why a rule exists, with a wrong and a right example.

use clap::Args as ClapArgs;

use super::{Exit, Printer};
use crate::check::Code;

/// Explain a rule, or list all of them.
#[derive(Debug, ClapArgs)]
pub(super) struct Args {
    /// A code such as J102; without one, all codes are listed.
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

/// Runs the command.
pub(super) fn run(args: &Args, printer: Printer) -> Exit {
    let Some(text) = &args.code else {
        let list: String = Code::ALL.iter().map(|c| format!("{c}  {:<8} {}\n", c.level().name(), c.title())).collect();
        return printer.result(&list, Exit::Accepted);
    };
    match text.parse::<Code>() {
        Ok(code) => printer.result(code.explanation(), Exit::Accepted),
        Err(error) => {
            printer.error(&format!("judge: {error}"));
            Exit::Usage
        }
    }
}
