//! What a Fortran build needs beyond C's: run-time calls for the host device, and a check of the entry by name.

use judge_abi::fortran::{self, Form, interface};

use super::compile::{check_limit, run, run_clang, source_name};
use super::{BuildError, BuildRequest, text};
use crate::toolchain::tool::Workspace;
use crate::toolchain::{Kind, Target, Toolchain};

/// Flang says so of every file; the judge tests the forms it lets through.
const NOISE: &str = "warning: OpenMP support for version 52 in flang is still incomplete\n";

/// Options for the source's form, which the file's real extension tells.
pub(super) fn form(request: &BuildRequest<'_>) -> [String; 2] {
    Form::of(request.name).flags().map(str::to_owned)
}

/// Flang's words without the ones that every file gets.
pub(super) fn quieter(words: &str) -> String {
    words.replace(NOISE, "")
}

/// Puts the run-time calls of host device code into the workspace and returns the options that link them in.
pub(super) fn host_device(
    toolchain: &Toolchain,
    workspace: &Workspace,
    request: &BuildRequest<'_>,
) -> Result<Vec<String>, BuildError> {
    const BITCODE: &str = "host_device.bc";
    if request.kind != Kind::Submission || !matches!(request.target, Target::Host { .. }) {
        return Ok(Vec::new());
    }
    workspace.write("host_device.c", fortran::HOST_DEVICE.as_bytes())?;
    let args = ["-O3", "-fPIC", "-fopenmp", "-emit-llvm", "-c", "host_device.c", "-o", BITCODE].map(str::to_owned);
    let ran = run_clang(toolchain, workspace, request, &args)?;
    check_limit("compiling the Fortran run-time calls", &ran)?;
    if !ran.ok() {
        let words = text::clean(&ran.stderr);
        return Err(BuildError::Object(format!("the Fortran run-time calls do not compile: {words}")));
    }
    Ok(["-Xflang", "-mlink-builtin-bitcode", "-Xflang", BITCODE].map(str::to_owned).to_vec())
}

/// One sentence per way in which the entry differs from the task's. An object file keeps only the entry's name, so flang's own
/// symbols are asked.
pub(super) fn problems(
    toolchain: &Toolchain,
    workspace: &Workspace,
    request: &BuildRequest<'_>,
) -> Result<Vec<String>, BuildError> {
    let mut args = vec!["-fc1".to_owned()];
    // The front end itself knows no -nocpp.
    args.extend(form(request).into_iter().filter(|flag| flag != "-nocpp"));
    args.extend(fortran::DUMP_SYMBOLS.map(str::to_owned));
    args.push(source_name(request.language));
    let ran = run(toolchain, workspace, request, &args)?;
    check_limit("reading the interface", &ran)?;
    let found = interface::problems(&String::from_utf8_lossy(&ran.stdout), request.signature);
    let name = text::display_name(request.name);
    Ok(found.into_iter().map(|problem| format!("{name}: {problem}")).collect())
}
