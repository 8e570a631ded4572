//! `judge abi`: what a submission must define, in each language.

use judge_abi::{Language, prototype};

use super::{Exit, Printer, submit};

/// Options of `judge abi`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A built-in task, or the folder of one.
    #[arg(value_name = "NAME|DIR")]
    task: String,
    /// One language only.
    #[arg(long, short, value_enum, value_name = "LANGUAGE")]
    language: Option<Spoken>,
    /// A complete source file to start from, instead of the declaration.
    #[arg(long, requires = "language")]
    skeleton: bool,
}

/// Languages by the names people type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Spoken {
    /// C with OpenMP.
    C,
    /// C++ with OpenMP.
    #[value(name = "c++", alias = "cxx", alias = "cpp")]
    Cxx,
    /// Fortran with OpenMP.
    Fortran,
    /// HIP.
    Hip,
}

impl From<Spoken> for Language {
    fn from(spoken: Spoken) -> Self {
        match spoken {
            Spoken::C => Self::C,
            Spoken::Cxx => Self::Cxx,
            Spoken::Fortran => Self::Fortran,
            Spoken::Hip => Self::Hip,
        }
    }
}

/// Prints declarations and skeletons.
pub(super) fn run(args: &Args, printer: Printer) -> Exit {
    let task = match submit::task(&args.task) {
        Ok(task) => task,
        Err(message) => {
            printer.error(&format!("judge: {message}"));
            return Exit::Usage;
        }
    };
    let signature = task.signature();
    let text = match args.language.map(Language::from) {
        // A file to start from, as it is: `judge abi bs2-axpy -l c --skeleton > mine.c`.
        Some(language) if args.skeleton => prototype::skeleton(signature, language),
        Some(language) => prototype::declaration(signature, language),
        None => {
            let parts = Language::ALL.map(|language| {
                let (declaration, skeleton) =
                    (prototype::declaration(signature, language), prototype::skeleton(signature, language));
                format!("{language}\n\n{}\n{}", indented(&declaration), indented(&skeleton))
            });
            parts.join("\n")
        }
    };
    printer.result(&text, Exit::Accepted)
}

fn indented(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") }).collect()
}
