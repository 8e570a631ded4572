//! The link step, and the check of what it made.

use super::compile::{Object, arm, check_limit, command, run_clang};
use super::{BuildError, BuildRequest, Policy, Resources, inspect, text};
use crate::toolchain::{Toolchain, flags};

/// A linked shared object.
pub(super) struct Linked {
    pub(super) contents: Vec<u8>,
    pub(super) text: String,
    pub(super) resources: Resources,
}

/// Links submission and shim; only the shim's entries are visible outside.
pub(super) fn link(toolchain: &Toolchain, request: &BuildRequest<'_>, object: &Object) -> Result<Linked, BuildError> {
    let workspace = &object.workspace;
    workspace.write(
        "exports.map",
        format!("{{ global: {}; local: *; }};\n", arm(request).exports().join("; ")).as_bytes(),
    )?;
    let mut args: Vec<String> = ["submission.o", "shim.o"].map(str::to_owned).to_vec();
    args.extend(flags(toolchain, request.language, request.target, request.kind).link);
    args.extend(["-Wl,--version-script=exports.map", "-o", "submission.so"].map(str::to_owned));
    let ran = run_clang(toolchain, workspace, request, &args)?;
    check_limit("linking", &ran)?;
    let words = text::clean(&ran.stderr);
    if !ran.ok() {
        return Err(BuildError::Refused { step: "linking", text: words, command: command(request, &args) });
    }
    let contents = workspace.read("submission.so", request.limits.file, "the linker")?;
    let mut resources = object.inspected.resources.clone();
    let findings = inspect::linked(toolchain, request, &contents, arm(request).exports(), &mut resources)?;
    if request.policy == Policy::Refuse && !findings.is_empty() {
        return Err(BuildError::Forbidden { findings });
    }
    let text = if words.is_empty() { object.text.clone() } else { format!("{}{words}", object.text) };
    Ok(Linked { contents, text, resources })
}
