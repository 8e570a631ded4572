//! Device images inside an object: LLVM's offload binary format.
//!
//! A section of type `SHT_LLVM_OFFLOADING` holds a sequence of binaries, each `10 ff 10 ad`, version, size, then one entry with a string
//! table and the image (LLVM, `llvm/Object/OffloadBinary.h`).

use object::elf::{FileHeader64, SectionType};
use object::read::elf::{ElfFile, SectionHeader};
use object::{Endianness, Object, ObjectSection};

const SECTION_TYPE: SectionType = SectionType(0x6fff_4c0b);
const SECTION_NAME: &[u8] = b".llvm.offloading";
const MAGIC: [u8; 4] = [0x10, 0xff, 0x10, 0xad];
/// Binaries start at multiples of this.
const ALIGN: usize = 8;

/// One embedded image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Image<'a> {
    pub(super) triple: String,
    /// The device's architecture; empty on the host device.
    pub(super) arch: String,
    pub(super) contents: &'a [u8],
}

/// All images of an object.
pub(super) fn images<'a>(file: &ElfFile<'a, FileHeader64<Endianness>>) -> Result<Vec<Image<'a>>, String> {
    let mut images = Vec::new();
    for section in file.sections() {
        // The linker goes by type; the name only makes a malformed one visible.
        let kind = section.elf_section_header().sh_type(file.endian());
        if kind != SECTION_TYPE && section.name_bytes() != Ok(SECTION_NAME) {
            continue;
        }
        let mut data = section.data().map_err(|error| error.to_string())?;
        while data.len() >= MAGIC.len() {
            let (image, bytes) = binary(data).ok_or("not LLVM's format")?;
            images.push(image);
            data = data.get(bytes.next_multiple_of(ALIGN)..).unwrap_or_default();
        }
    }
    Ok(images)
}

/// Reads one binary and its size.
fn binary(data: &[u8]) -> Option<(Image<'_>, usize)> {
    if data.get(..4)? != MAGIC {
        return None;
    }
    let size = number(data, 8)?;
    let data = data.get(..size)?;
    let entry = number(data, 16)?;
    let strings = number(data, entry.checked_add(8)?)?;
    let count = number(data, entry.checked_add(16)?)?;
    let start = number(data, entry.checked_add(24)?)?;
    let length = number(data, entry.checked_add(32)?)?;
    let contents = data.get(start..start.checked_add(length)?)?;
    let mut image = Image { triple: String::new(), arch: String::new(), contents };
    // Each string of the table is a pair of offsets; no honest image has many.
    for index in 0..count.min(64) {
        let pair = strings.checked_add(index * 16)?;
        let value = text(data, number(data, pair.checked_add(8)?)?)?;
        match text(data, number(data, pair)?)? {
            "triple" => value.clone_into(&mut image.triple),
            "arch" => value.clone_into(&mut image.arch),
            _ => {}
        }
    }
    Some((image, size))
}

pub(super) fn number(data: &[u8], at: usize) -> Option<usize> {
    let bytes = data.get(at..at.checked_add(8)?)?;
    usize::try_from(u64::from_le_bytes(bytes.try_into().ok()?)).ok()
}

fn text(data: &[u8], at: usize) -> Option<&str> {
    let rest = data.get(at..)?;
    let end = rest.iter().position(|byte| *byte == 0)?;
    std::str::from_utf8(&rest[..end]).ok()
}
