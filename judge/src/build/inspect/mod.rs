//! What an object may hold: read from its tables before it is linked, and again from what was linked.

mod amd_metadata;
mod fatbin;
mod gpu;
mod image;
mod linked;
mod object;

use judge_abi::Language;

use super::{BuildError, BuildRequest, Finding, Resources, hip};
use crate::toolchain::Target;

pub(super) use linked::linked;

/// What an object was found to hold.
pub(super) struct Inspected {
    /// Forbidden contents, sorted, without repetition.
    pub(super) findings: Vec<Finding>,
    /// Whether the entry is defined as a global function.
    pub(super) defines_entry: bool,
    /// Numbers for people.
    pub(super) resources: Resources,
}

/// Inspects a relocatable object and the device images inside it.
pub(super) fn inspect(request: &BuildRequest<'_>, contents: &[u8]) -> Result<Inspected, BuildError> {
    let host = object::read(contents).map_err(BuildError::Object)?;
    let registers = request.language == Language::Hip && !hip::on_host(request);
    let mut findings = object::check(&host, registers, object::Side::Host);
    let images = gpu::images(&host).unwrap_or_else(|problem| {
        findings.push(Finding { code: "J501", message: format!("its device image section is malformed: {problem}") });
        Vec::new()
    });
    for image in &images {
        findings.extend(gpu::foreign(request.target, image));
        // GPU code cannot call the system; on the host device an image is host code like any other.
        if matches!(request.target, Target::Host { .. }) {
            match object::read(image.contents) {
                Ok(device) => findings.extend(object::check(&device, false, object::Side::Device)),
                Err(problem) => findings
                    .push(Finding { code: "J501", message: format!("its device image is no object: {problem}") }),
            }
        }
    }
    findings.sort();
    findings.dedup();
    Ok(Inspected {
        findings,
        defines_entry: object::defines(&host, &request.signature.entry),
        resources: Resources {
            regions: object::regions(&host),
            images: images.len(),
            image_bytes: images.iter().map(|image| image.contents.len() as u64).sum(),
            kernels: Vec::new(),
        },
    })
}
