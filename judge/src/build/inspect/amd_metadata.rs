//! What an AMD code object says of its kernels: a note with a MessagePack map, `amdhsa.kernels`.
//!
//! Source of the format: LLVM's "User Guide for AMDGPU Backend", code object metadata.

use object::Endianness;
use object::elf::{FileHeader64, SHT_NOTE};
use object::read::elf::{ElfFile, FileHeader, SectionHeader};

use crate::build::KernelResources;

const OWNER: &[u8] = b"AMDGPU";
const METADATA: u32 = 32;
/// Deeper than any honest map.
const DEPTH: usize = 16;

/// A MessagePack value, as far as it matters here.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Value {
    Map(Vec<(Value, Value)>),
    List(Vec<Value>),
    Number(u64),
    Text(String),
    Other,
}

/// The kernels of a code object; none where there is no metadata that can be read.
pub(super) fn kernels(object: &ElfFile<'_, FileHeader64<Endianness>>) -> Vec<KernelResources> {
    let mut kernels: Vec<KernelResources> =
        metadata(object).and_then(|bytes| read(&mut &bytes[..], DEPTH)).map(|value| of(&value)).unwrap_or_default();
    kernels.sort();
    kernels
}

fn metadata(object: &ElfFile<'_, FileHeader64<Endianness>>) -> Option<Vec<u8>> {
    let (endian, data) = (object.endian(), object.data());
    let sections = object.elf_header().sections(endian, data).ok()?;
    for section in sections.iter().filter(|section| section.sh_type(endian) == SHT_NOTE) {
        let Ok(Some(mut notes)) = section.notes(endian, data) else { continue };
        while let Ok(Some(note)) = notes.next() {
            if note.name() == OWNER && note.n_type(endian).0 == METADATA {
                return Some(note.desc().to_vec());
            }
        }
    }
    None
}

fn of(value: &Value) -> Vec<KernelResources> {
    let Some(Value::List(kernels)) = value.get("amdhsa.kernels") else { return Vec::new() };
    let kernel = |kernel: &Value| {
        let number = |name| match kernel.get(name) {
            Some(Value::Number(number)) => u32::try_from(*number).unwrap_or(u32::MAX),
            _ => 0,
        };
        let Some(Value::Text(name)) = kernel.get(".name") else { return None };
        Some(KernelResources {
            name: name.clone(),
            registers: number(".vgpr_count"),
            scalar_registers: Some(number(".sgpr_count")),
            spills: number(".vgpr_spill_count"),
            stack: number(".private_segment_fixed_size"),
            shared: number(".group_segment_fixed_size"),
        })
    };
    kernels.iter().filter_map(kernel).collect()
}

impl Value {
    fn get(&self, name: &str) -> Option<&Self> {
        let Self::Map(entries) = self else { return None };
        entries.iter().find(|(key, _)| matches!(key, Self::Text(text) if text == name)).map(|(_, value)| value)
    }
}

/// Reads one value off the front of `data`.
fn read(data: &mut &[u8], depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let kind = *take(data, 1)?.first()?;
    Some(match kind {
        0x00..=0x7f => Value::Number(kind.into()),
        0x80..=0x8f => map(data, usize::from(kind & 0x0f), depth)?,
        0x90..=0x9f => list(data, usize::from(kind & 0x0f), depth)?,
        0xa0..=0xbf => text(data, usize::from(kind & 0x1f))?,
        0xcc => Value::Number(number(data, 1)?),
        0xcd => Value::Number(number(data, 2)?),
        0xce => Value::Number(number(data, 4)?),
        0xcf => Value::Number(number(data, 8)?),
        0xd9 => length(data, 1).and_then(|n| text(data, n))?,
        0xda => length(data, 2).and_then(|n| text(data, n))?,
        0xdb => length(data, 4).and_then(|n| text(data, n))?,
        0xdc => length(data, 2).and_then(|n| list(data, n, depth))?,
        0xdd => length(data, 4).and_then(|n| list(data, n, depth))?,
        0xde => length(data, 2).and_then(|n| map(data, n, depth))?,
        0xdf => length(data, 4).and_then(|n| map(data, n, depth))?,
        // nil, booleans, negative numbers and reals say nothing that is asked here.
        0xc0..=0xc3 | 0xe0..=0xff => Value::Other,
        0xd0 => take(data, 1).map(|_| Value::Other)?,
        0xd1 => take(data, 2).map(|_| Value::Other)?,
        0xca | 0xd2 => take(data, 4).map(|_| Value::Other)?,
        0xcb | 0xd3 => take(data, 8).map(|_| Value::Other)?,
        _ => return None,
    })
}

fn map(data: &mut &[u8], count: usize, depth: usize) -> Option<Value> {
    let mut entries = Vec::new();
    for _ in 0..count {
        entries.push((read(data, depth)?, read(data, depth)?));
    }
    Some(Value::Map(entries))
}

fn list(data: &mut &[u8], count: usize, depth: usize) -> Option<Value> {
    let mut items = Vec::new();
    for _ in 0..count {
        items.push(read(data, depth)?);
    }
    Some(Value::List(items))
}

fn text(data: &mut &[u8], length: usize) -> Option<Value> {
    Some(Value::Text(String::from_utf8_lossy(take(data, length)?).into_owned()))
}

fn length(data: &mut &[u8], bytes: usize) -> Option<usize> {
    usize::try_from(number(data, bytes)?).ok()
}

fn number(data: &mut &[u8], bytes: usize) -> Option<u64> {
    Some(take(data, bytes)?.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

fn take<'a>(data: &mut &'a [u8], bytes: usize) -> Option<&'a [u8]> {
    let (taken, rest) = data.split_at_checked(bytes)?;
    *data = rest;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernels_numbers_are_read_and_bad_bytes_are_nothing() {
        // {"amdhsa.kernels": [{".name": "k", ".vgpr_count": 300, ".sgpr_count": 20, ".args": [nil, -1]}]}
        let mut bytes =
            b"\x81\xaeamdhsa.kernels\x91\x84\xa5.name\xa1k\xab.vgpr_count\xcd\x01\x2c\xab.sgpr_count\x14".to_vec();
        bytes.extend(b"\xa5.args\x92\xc0\xff");
        let value = read(&mut &bytes[..], DEPTH).expect("a value");
        let [kernel] = &of(&value)[..] else { panic!("{value:?}") };
        assert_eq!((kernel.name.as_str(), kernel.registers, kernel.scalar_registers), ("k", 300, Some(20)));
        for length in 0..bytes.len() {
            assert_eq!(read(&mut &bytes[..length], DEPTH), None, "{length}");
        }
        assert_eq!(read(&mut &[0x91; 100][..], DEPTH), None);
        assert_eq!(read(&mut &b"\xdd\xff\xff\xff\xff"[..], DEPTH), None);
    }
}
