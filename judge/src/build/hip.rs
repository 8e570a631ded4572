//! HIP on the host's own processor: our headers in the jail, and launches rewritten into C++.

use judge_abi::hip;

use super::{BuildError, BuildRequest, text};
use crate::toolchain::flags::HIP_HEADERS;
use crate::toolchain::tool::Workspace;

/// Puts the headers into the workspace.
pub(super) fn headers(workspace: &Workspace) -> Result<(), BuildError> {
    for (path, contents) in hip::CPU_HEADERS {
        workspace.write(&format!("{HIP_HEADERS}/{path}"), contents.as_bytes())?;
    }
    Ok(())
}

/// The source as the host's compiler can read it; every line keeps its number.
pub(super) fn rewritten(request: &BuildRequest<'_>) -> Result<Vec<u8>, BuildError> {
    let refused = |problem: String| BuildError::Refused {
        step: "reading the kernel launches",
        text: format!("{}: {problem}", text::display_name(request.name)),
        command: "none: the judge rewrites launches before a compiler runs".to_owned(),
    };
    let source = std::str::from_utf8(request.source).map_err(|error| refused(format!("not UTF-8: {error}")))?;
    hip::rewrite(source).map(String::into_bytes).map_err(|error| refused(error.to_string()))
}
