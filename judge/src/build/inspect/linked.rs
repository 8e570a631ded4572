//! The rules for the linked shared object.

use std::path::Path;

use object::elf::FileHeader64;
use object::read::elf::ElfFile;
use object::{Endianness, Object, ObjectSymbol};

use super::gpu;
use crate::build::{BuildError, BuildRequest, Finding, Resources};
use crate::toolchain::{Kind, TargetKind, Toolchain, elf};

/// Libraries an object may ask for besides the toolchain's own runtimes.
const SYSTEM: [&str; 3] = ["libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"];

/// Checks what the linker made: its libraries, its exports, and what it holds for a GPU.
pub(in crate::build) fn linked(
    toolchain: &Toolchain,
    request: &BuildRequest<'_>,
    contents: &[u8],
    exports: &[&str],
    resources: &mut Resources,
) -> Result<Vec<Finding>, BuildError> {
    let needs = elf::parse(contents, Path::new("/"))
        .ok_or_else(|| BuildError::Object("the linker wrote no ELF file".to_owned()))?;
    let runtimes: Vec<String> =
        [&toolchain.libomp, &toolchain.libomptarget].into_iter().filter_map(|library| elf::soname(library)).collect();
    let mut findings = Vec::new();
    for library in &needs.libraries {
        if !SYSTEM.contains(&library.as_str()) && !runtimes.contains(library) {
            findings.push(Finding { code: "J505", message: format!("it needs the library `{library}`") });
        }
    }
    if !needs.folders.is_empty() {
        findings.push(Finding { code: "J505", message: "it carries a library search path".to_owned() });
    }
    let file =
        ElfFile::<FileHeader64<Endianness>>::parse(contents).map_err(|error| BuildError::Object(error.to_string()))?;
    for symbol in file.dynamic_symbols().filter(object::ObjectSymbol::is_definition) {
        let name = symbol.name().unwrap_or_default();
        if !exports.contains(&name) {
            findings.push(Finding { code: "J506", message: format!("it exports `{name}`") });
        }
    }
    if request.kind == Kind::Submission && request.target.kind() != TargetKind::Host {
        let found = gpu::linked(request.target, &file, &resources.regions);
        findings.extend(found.findings);
        resources.kernels.extend(found.kernels);
    }
    Ok(findings)
}
