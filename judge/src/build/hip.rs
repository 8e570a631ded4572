//! What a HIP build on the host needs beyond C++'s: our headers, and launches rewritten to calls.

use judge_abi::{Language, hip};

use super::compile::source_name;
use super::{BuildError, BuildRequest, text};
use crate::toolchain::tool::Workspace;
use crate::toolchain::{HIP_HEADERS, Target};

/// Whether kernels are compiled for the host's own processor.
pub(super) fn on_host(request: &BuildRequest<'_>) -> bool {
    request.language == Language::Hip && matches!(request.target, Target::Host { .. })
}

/// Puts the headers of ours that the target needs into the workspace.
pub(super) fn headers(workspace: &Workspace, request: &BuildRequest<'_>) -> Result<(), BuildError> {
    let headers = match request.target {
        _ if request.language != Language::Hip => &[],
        Target::Host { .. } => hip::CPU_HEADERS,
        Target::Nvidia { .. } => hip::CUDA_HEADERS,
        // ROCm has them.
        Target::Amd { .. } => &[],
    };
    for (path, text) in headers {
        workspace.write(&format!("{HIP_HEADERS}/{path}"), text.as_bytes())?;
    }
    Ok(())
}

/// Replaces the source in the workspace by what the compiler can read. Lines keep their numbers.
pub(super) fn rewrite(workspace: &Workspace, request: &BuildRequest<'_>) -> Result<(), BuildError> {
    let refused = |problem: String| BuildError::Refused {
        step: "reading the launches",
        text: format!("{}: {problem}", text::display_name(request.name)),
        command: String::new(),
    };
    let source = std::str::from_utf8(request.source).map_err(|_| refused("the source is not UTF-8 text".to_owned()))?;
    let rewritten = hip::rewrite(source).map_err(|error| refused(error.to_string()))?;
    workspace.write(&source_name(request.language), rewritten.as_bytes())?;
    Ok(())
}
