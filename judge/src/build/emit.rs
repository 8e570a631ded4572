//! What the compiler made of a kernel, in a person's terms: LLVM's intermediate code and assembly.

use judge_abi::Language;

use super::compile::{arguments, check_limit, command, run, source_name, words, workspace};
use super::{BuildError, BuildRequest, fortran};
use crate::toolchain::Toolchain;

/// A form of the compiled device code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Emit {
    /// LLVM's intermediate representation.
    Llvm,
    /// The device's assembly.
    Asm,
}

/// The device code of `request` in the form asked for.
///
/// # Errors
/// [`BuildError`].
pub fn emit(toolchain: &Toolchain, request: &BuildRequest<'_>, form: Emit) -> Result<String, BuildError> {
    let workspace = workspace(toolchain, request)?;
    let mut args = arguments(toolchain, request);
    if request.language == Language::Fortran {
        args.extend(fortran::host_device(toolchain, &workspace, request)?);
    }
    args.push("--offload-device-only".to_owned());
    match form {
        Emit::Llvm => args.extend(["-S", "-emit-llvm"].map(str::to_owned)),
        Emit::Asm => args.push("-S".to_owned()),
    }
    args.extend([&source_name(request.language), "-o", "emitted"].map(str::to_owned));
    let ran = run(toolchain, &workspace, request, &args)?;
    check_limit("compiling", &ran)?;
    if !ran.ok() {
        let text = words(request, &ran);
        return Err(BuildError::Refused { step: "compiling", text, command: command(request, &args) });
    }
    let contents = workspace.read("emitted", request.limits.file, "the compiler")?;
    Ok(String::from_utf8_lossy(&contents).into_owned())
}
