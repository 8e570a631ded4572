//! The rules for one relocatable object.

use object::elf::{
    FileHeader64, SHF_ALLOC, SHF_EXECINSTR, SHF_WRITE, SHT_FINI_ARRAY, SHT_INIT_ARRAY, SHT_PREINIT_ARRAY,
    STT_GNU_IFUNC, SectionType,
};
use object::read::elf::{ElfFile, SectionHeader};
use object::{Endianness, Object, ObjectKind, ObjectSection, ObjectSymbol};

use crate::build::Finding;
use crate::build::allow::{self, Allowed};

pub(super) type Elf<'a> = ElfFile<'a, FileHeader64<Endianness>>;

/// Linker directives inside an object: libraries and options it asks for.
const SHT_LLVM_LINKER_OPTIONS: SectionType = SectionType(0x6fff_4c01);
const SHT_LLVM_DEPENDENT_LIBRARIES: SectionType = SectionType(0x6fff_4c04);

/// Which program the object becomes part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// The shared object that the runner loads.
    Host,
    /// An image for the host device.
    Device,
}

/// Parses a relocatable 64-bit ELF file.
pub(super) fn read(contents: &[u8]) -> Result<Elf<'_>, String> {
    let file = Elf::parse(contents).map_err(|error| error.to_string())?;
    if file.kind() == ObjectKind::Relocatable { Ok(file) } else { Err("not a relocatable object".to_owned()) }
}

/// Everything forbidden in it.
///
/// HIP for a GPU `registers` its kernels from a constructor; nothing else may run at load.
pub(super) fn check(file: &Elf<'_>, registers: bool, side: Side) -> Vec<Finding> {
    let allowed = allow::allowed();
    let mut findings = Vec::new();
    sections(file, registers, &mut findings);
    symbols(file, &allowed, side, &mut findings);
    findings
}

fn sections(file: &Elf<'_>, registers: bool, findings: &mut Vec<Finding>) {
    for section in file.sections() {
        let header = section.elf_section_header();
        let (kind, flags) = (header.sh_type(file.endian()), header.sh_flags(file.endian()));
        let name = String::from_utf8_lossy(section.name_bytes().unwrap_or_default()).into_owned();
        let runs_at_load = matches!(kind, SHT_INIT_ARRAY | SHT_FINI_ARRAY | SHT_PREINIT_ARRAY)
            || [".init", ".fini", ".ctors", ".dtors", ".preinit_array"].iter().any(|special| {
                name.strip_prefix(special).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '_']))
            });
        if runs_at_load && !registers {
            let message = format!("section `{name}`: code that runs when the object is loaded or unloaded");
            findings.push(Finding { code: "J501", message });
        }
        // LLVM 19 writes an empty one into every C++ object with target regions.
        let instructs = matches!(kind, SHT_LLVM_LINKER_OPTIONS | SHT_LLVM_DEPENDENT_LIBRARIES);
        if instructs && header.sh_size(file.endian()) > 0 {
            findings.push(Finding { code: "J505", message: format!("section `{name}`: instructions to the linker") });
        }
        let both = SHF_ALLOC | SHF_WRITE | SHF_EXECINSTR;
        if flags & both == both {
            findings.push(Finding { code: "J505", message: format!("section `{name}` is writable code") });
        }
    }
}

fn symbols(file: &Elf<'_>, allowed: &Allowed, side: Side, findings: &mut Vec<Finding>) {
    for symbol in file.symbols() {
        let name = String::from_utf8_lossy(symbol.name_bytes().unwrap_or_default()).into_owned();
        if symbol.elf_symbol().st_type() == STT_GNU_IFUNC {
            let message = format!("`{name}` is an indirect function: its resolver runs when the object is loaded");
            findings.push(Finding { code: "J501", message });
        }
        if symbol.is_local() || name.is_empty() {
            continue;
        }
        if symbol.is_undefined() {
            // The linker's own names for the bounds of a section.
            let bounds = name.starts_with("__start_") || name.starts_with("__stop_");
            if !bounds && !allowed.may_call(&name) {
                findings.push(Finding { code: "J504", message: refusal(&name, side) });
            }
        } else if matches!(name.as_str(), "_init" | "_fini") {
            findings.push(Finding {
                code: "J501",
                message: format!("`{name}` runs when the object is loaded or unloaded"),
            });
        } else if allowed.is_reserved(&name) {
            let message = format!("defines `{name}`, a name of the runtime or of the system");
            findings.push(Finding { code: "J506", message });
        }
    }
}

fn refusal(name: &str, side: Side) -> String {
    let wher = if side == Side::Device { " in device code" } else { "" };
    let cxx =
        name.starts_with("_ZS") || name.starts_with("_Zn") || name.starts_with("_Zd") || name.starts_with("__cxa");
    let hint = if cxx { "; a kernel is not linked with the C++ runtime" } else { "" };
    format!("uses `{name}`{wher}, which is not among the functions a kernel may use{hint}")
}

/// Whether the object defines `entry` as a function that a linker can find.
pub(super) fn defines(file: &Elf<'_>, entry: &str) -> bool {
    file.symbols()
        .any(|symbol| symbol.name_bytes() == Ok(entry.as_bytes()) && symbol.is_global() && symbol.is_definition())
}

/// Names of the target regions, from the ids by which the runtime launches them.
pub(super) fn regions(file: &Elf<'_>) -> Vec<String> {
    let mut names: Vec<String> = file
        .symbols()
        .filter_map(|symbol| {
            let name = symbol.name().ok()?;
            Some(name.strip_suffix(".region_id")?.trim_start_matches('.').to_owned())
        })
        .collect();
    names.sort();
    names.dedup();
    names
}
