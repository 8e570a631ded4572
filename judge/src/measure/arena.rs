//! A kernel's arrays on the host, once for every process that takes part: oracle, baseline, and a submission on the host.
//!
//! Large sizes are judged this way: a second copy of a gibibyte costs more than making it again.

use judge_abi::device::{Buffer, BufferAccess, Device, HostDevice, Poison};
use judge_abi::{Intent, Signature};

use super::placement;
use super::session::SessionError;
use super::shared_array::device_error;
use crate::defence::{Defence, Defences};

/// Host buffers by the names of a kernel's arrays, in the order of its parameters.
pub struct Arena {
    shelves: Vec<Shelf>,
}

struct Shelf {
    name: String,
    intent: Intent,
    poison: Poison,
    buffer: Box<dyn Buffer>,
}

impl Arena {
    /// Buffers for arrays of `extents[i]` bytes.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn new(signature: &Signature, extents: &[u64], defences: Defences) -> Result<Self, SessionError> {
        let shelve = |(array, &bytes): (&judge_abi::Array, &u64)| {
            let length = placement::length(&array.name, bytes)?;
            let buffer = HostDevice.allocate(length, access(defences, array.intent));
            Ok(Shelf {
                name: array.name.clone(),
                intent: array.intent,
                poison: Poison::of(array.dtype),
                buffer: buffer.map_err(|source| device_error(&array.name, source))?,
            })
        };
        Ok(Self { shelves: signature.arrays().zip(extents).map(shelve).collect::<Result<_, SessionError>>()? })
    }

    /// Another handle to the buffer of the array of that name.
    #[must_use]
    pub fn alias(&self, name: &str) -> Option<Box<dyn Buffer>> {
        self.shelves.iter().find(|shelf| shelf.name == name)?.buffer.alias()
    }

    /// Writes `contents` to the bytes at `offset` of the `index`-th array.
    ///
    /// # Errors
    /// When the device refuses.
    pub fn write(&self, index: usize, offset: usize, contents: &[u8]) -> Result<(), SessionError> {
        let shelf = &self.shelves[index];
        let written = shelf.buffer.write(placement::ARRAY_OFFSET + offset, contents);
        written.map_err(|source| device_error(&shelf.name, source))
    }

    /// Copies the bytes at `offset` of the `index`-th array.
    ///
    /// # Errors
    /// When the device refuses.
    pub fn read(&self, index: usize, offset: usize, dest: &mut [u8]) -> Result<(), SessionError> {
        let shelf = &self.shelves[index];
        let read = shelf.buffer.read(placement::ARRAY_OFFSET + offset, dest);
        read.map_err(|source| device_error(&shelf.name, source))
    }

    /// Covers what was written by one process before another may look.
    ///
    /// # Errors
    /// When the device refuses.
    pub fn blank(&self) -> Result<(), SessionError> {
        let written = self.shelves.iter().filter(|shelf| shelf.intent != Intent::In);
        for Shelf { name, poison, buffer, .. } in written {
            buffer.fill(0..buffer.bytes(), *poison).map_err(|source| device_error(name, source))?;
        }
        Ok(())
    }
}

/// What a runner may do with an array.
pub(super) fn access(defences: Defences, intent: Intent) -> BufferAccess {
    match intent {
        Intent::In if defences.has(Defence::ReadOnly) => BufferAccess::Input,
        _ => BufferAccess::Output,
    }
}
