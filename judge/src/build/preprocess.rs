//! What the compiler sees after the preprocessor: the text that the check judges and the cache goes by.

use std::time::Duration;

use judge_abi::Language;
use judge_abi::fortran::Form;

use super::compile::{arguments, check_limit, command, run, source_name, words, workspace};
use super::{BuildError, BuildRequest, hip, steering};
use crate::toolchain::Toolchain;
use crate::toolchain::tool::Limits;

/// Largest preprocessed text in bytes: far above any honest file with its headers.
const MAX_TEXT: u64 = 32 << 20;

/// Processor time that preprocessing may take: an honest source of the largest size, GPU headers included, takes a second.
const CPU: Duration = Duration::from_secs(10);

/// A preprocessed source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preprocessed {
    /// The text, with line markers (`# 12 "name"`). The submission's own file is called [`Preprocessed::file`] in them.
    pub text: Vec<u8>,
    /// The name that line markers give the submission.
    pub file: String,
}

/// Preprocesses with the flags and the header that the build will use.
///
/// # Errors
/// [`BuildError`].
pub fn preprocess(toolchain: &Toolchain, request: &BuildRequest<'_>) -> Result<Preprocessed, BuildError> {
    let form = Form::of(request.name);
    // Fixed form goes through flang even so: it joins the lines, and its output is what the check reads as preprocessed.
    if request.language == Language::Fortran && !form.preprocessed && !form.fixed {
        return Ok(Preprocessed { text: request.source.to_owned(), file: source_name(request.language) });
    }
    if steering::breaks_the_compiler(request) {
        let text = "`#pragma clang __debug` makes the compiler crash or hang; remove it\n".to_owned();
        return Err(BuildError::Refused { step: "preprocessing", text, command: String::new() });
    }
    let request = &BuildRequest { limits: Limits { cpu: Some(CPU), ..request.limits }, ..request.clone() };
    let workspace = workspace(toolchain, request)?;
    let file = source_name(request.language);
    let mut args = arguments(toolchain, request);
    // The host's view: one text, not one per device.
    if request.language != Language::Fortran {
        args.push("--offload-host-only".to_owned());
    }
    if hip::on_host(request) {
        args.push(judge_abi::hip::MARKS.to_owned());
    }
    args.extend(["-E", &file, "-o", "preprocessed"].map(str::to_owned));
    let ran = run(toolchain, &workspace, request, &args)?;
    check_limit("preprocessing", &ran)?;
    if !ran.ok() {
        // The control: whoever may be at fault for this source is not for an empty one.
        workspace.write(&file, b"")?;
        let empty = run(toolchain, &workspace, request, &args)?;
        if !empty.ok() {
            return Err(BuildError::Headers { text: words(request, &empty) });
        }
        return Err(BuildError::Refused {
            step: "preprocessing",
            text: words(request, &ran),
            command: command(request, &args),
        });
    }
    let text = workspace.read("preprocessed", MAX_TEXT.min(request.limits.file), "the preprocessor")?;
    Ok(Preprocessed { text, file })
}
