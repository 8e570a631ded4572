//! Device images of HIP objects: NVIDIA's fat binary and clang's offload bundle.

use object::read::elf::ElfFile;
use object::{Endianness, Object, ObjectSection, elf::FileHeader64};

use super::image::{Image, number};

/// NVIDIA's: `50 ed 55 ba`, version, header size, size of what follows; then entries, each with a header of its own.
const NVIDIA: (&str, [u8; 4]) = (".nv_fatbin", [0x50, 0xed, 0x55, 0xba]);
/// Kind of an entry that holds an ELF object; the other is PTX, which the driver compiles at load.
const OBJECT: u16 = 2;

/// clang's: this text, a count, then for each bundle offset, size, and its name `hipv4-amdgcn-amd-amdhsa--gfx90a`.
const AMD: (&str, &[u8]) = (".hip_fatbin", b"__CLANG_OFFLOAD_BUNDLE__");

/// All images of a HIP object; none is no mistake of the format.
pub(super) fn images<'a>(file: &ElfFile<'a, FileHeader64<Endianness>>) -> Result<Vec<Image<'a>>, String> {
    let mut images = Vec::new();
    for section in file.sections() {
        let name = section.name().unwrap_or_default();
        let data = section.data().map_err(|error| error.to_string())?;
        if name == NVIDIA.0 {
            images.extend(nvidia(data).ok_or("not NVIDIA's format")?);
        } else if name == AMD.0 {
            images.extend(amd(data).ok_or("not clang's format")?);
        }
    }
    Ok(images)
}

fn nvidia(mut data: &[u8]) -> Option<Vec<Image<'_>>> {
    let mut images = Vec::new();
    // One fat binary for each object that was linked in, aligned with zeros.
    while let Some(at) = data.iter().position(|byte| *byte != 0) {
        data = &data[at..];
        if data.get(..4)? != NVIDIA.1 {
            return None;
        }
        let (header, size) = (usize::from(short(data, 6)?), number(data, 8)?);
        let mut entries = data.get(header..header.checked_add(size)?)?;
        data = data.get(header + size..)?;
        while !entries.is_empty() {
            let (kind, header, size) = (short(entries, 0)?, word(entries, 4)?, number(entries, 8)?);
            let end = header.checked_add(size)?;
            // A header shorter than its own fields would never end.
            let contents = entries.get(header.max(16)..end)?;
            let arch = format!("sm_{}", word(entries, 28)?);
            let triple = if kind == OBJECT { "nvptx64-nvidia-cuda" } else { "PTX, which the driver compiles" };
            images.push(Image { triple: triple.to_owned(), arch, contents });
            entries = entries.get(end..)?;
        }
    }
    Some(images)
}

fn amd(data: &[u8]) -> Option<Vec<Image<'_>>> {
    let mut at = AMD.1.len();
    if data.get(..at)? != AMD.1 {
        return None;
    }
    let count = number(data, at)?;
    at += 8;
    let mut images = Vec::new();
    // No honest object is for many devices.
    for _ in 0..count.min(64) {
        let (start, size, length) = (number(data, at)?, number(data, at + 8)?, number(data, at + 16)?);
        let name = data.get(at + 24..at.checked_add(24)?.checked_add(length)?)?;
        at += 24 + length;
        let name = std::str::from_utf8(name).ok()?;
        // The host's place in the bundle is empty.
        if size == 0 && name.starts_with("host-") {
            continue;
        }
        let contents = data.get(start..start.checked_add(size)?)?;
        let (triple, arch) = name.split_once("--").unwrap_or((name, ""));
        let triple = triple.strip_prefix("hipv4-").or_else(|| triple.strip_prefix("hip-")).unwrap_or(triple);
        images.push(Image { triple: triple.to_owned(), arch: arch.to_owned(), contents });
    }
    Some(images)
}

fn short(data: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(data.get(at..at.checked_add(2)?)?.try_into().ok()?))
}

fn word(data: &[u8], at: usize) -> Option<usize> {
    let bytes = data.get(at..at.checked_add(4)?)?;
    usize::try_from(u32::from_le_bytes(bytes.try_into().ok()?)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fat(kind: u16, arch: u32, contents: &[u8]) -> Vec<u8> {
        let mut entry = Vec::new();
        entry.extend(kind.to_le_bytes());
        entry.extend([1, 1]);
        entry.extend(32_u32.to_le_bytes());
        entry.extend((contents.len() as u64).to_le_bytes());
        entry.extend([0; 12]);
        entry.extend(arch.to_le_bytes());
        entry.extend(contents);
        let mut data = NVIDIA.1.to_vec();
        data.extend([1, 0, 16, 0]);
        data.extend((entry.len() as u64).to_le_bytes());
        data.extend(entry);
        data
    }

    #[test]
    fn every_entry_of_every_fat_binary_is_found() {
        let mut data = fat(OBJECT, 90, b"elf!");
        data.extend([0; 12]);
        data.extend(fat(1, 80, b"ptx"));
        let images = nvidia(&data).expect("the format");
        let seen: Vec<(&str, &[u8])> = images.iter().map(|i| (i.arch.as_str(), i.contents)).collect();
        assert_eq!(seen, [("sm_90", &b"elf!"[..]), ("sm_80", &b"ptx"[..])]);
        assert!(images[1].triple.contains("PTX"));
    }

    #[test]
    fn cut_and_odd_bytes_are_no_images() {
        let whole = fat(OBJECT, 90, b"elf!");
        for length in 1..whole.len() {
            assert_eq!(nvidia(&whole[..length]), None, "{length}");
        }
        // A header of no size must not go round in circles.
        let mut odd = whole.clone();
        odd[20..24].fill(0);
        odd[24..32].fill(0);
        assert_eq!(nvidia(&odd), None);
        assert_eq!(amd(b"__CLANG_OFFLOAD_BUNDLE__\xff\xff\xff\xff"), None);
        let mut far = AMD.1.to_vec();
        far.extend(1_u64.to_le_bytes());
        far.extend([0xff; 24]);
        assert_eq!(amd(&far), None);
    }

    #[test]
    fn a_bundle_names_what_each_image_is_for() {
        let mut data = AMD.1.to_vec();
        data.extend(2_u64.to_le_bytes());
        let names = ["host-x86_64-unknown-linux-gnu--", "hipv4-amdgcn-amd-amdhsa--gfx942:xnack-"];
        let start = data.len() + names.iter().map(|name| 24 + name.len()).sum::<usize>();
        for (name, size) in names.iter().zip([0_u64, 4]) {
            data.extend((start as u64).to_le_bytes());
            data.extend(size.to_le_bytes());
            data.extend((name.len() as u64).to_le_bytes());
            data.extend(name.as_bytes());
        }
        data.extend(b"elf!");
        let image =
            Image { triple: "amdgcn-amd-amdhsa".to_owned(), arch: "gfx942:xnack-".to_owned(), contents: b"elf!" };
        assert_eq!(amd(&data), Some(vec![image]));
    }
}
