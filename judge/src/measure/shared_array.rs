//! One array as the judge holds it beside a runner: its buffer, what poisons it, and the guard regions at its ends.

use std::ops::Range;

use judge_abi::Intent;
use judge_abi::device::{Buffer, DeviceError, Poison};

use super::arena::access;
use super::placement;
use super::session::{SessionError, Setup};
use crate::defence::{Defence, Defences};
use crate::score::{Bytes, Overrun, Side};

/// A buffer that the runner maps.
pub(super) struct SharedArray {
    pub(super) name: String,
    pub(super) intent: Intent,
    poison: Poison,
    guard: Poison,
    pub(super) buffer: Box<dyn Buffer>,
}

impl SharedArray {
    /// Makes its first `bytes` bytes what a call on set `set` must find, between intact guard regions.
    pub(super) fn prepare(&self, set: usize, bytes: usize, defences: Defences) -> Result<(), DeviceError> {
        let range = placement::array(bytes);
        match self.intent {
            Intent::In => return self.buffer.restore(set, range.start),
            Intent::InOut => self.buffer.restore(set, range.start)?,
            Intent::Out | Intent::Scratch if !defences.has(Defence::Poison) => {}
            Intent::Out | Intent::Scratch => self.buffer.fill(range, self.poison)?,
        }
        placement::guards(bytes).into_iter().try_for_each(|guard| self.buffer.fill(guard, self.guard))
    }

    /// The first store into a guard region around its first `bytes` bytes since it was prepared.
    pub(super) fn overrun(&self, bytes: usize) -> Result<Option<Overrun>, DeviceError> {
        let found =
            |side, distance: usize| Overrun { array: self.name.clone(), side, distance: Bytes(distance as u64) };
        let [before, after] = placement::guards(bytes);
        let damage = self.damage(before.clone())?;
        if let Some((_, last)) = damage {
            return Ok(Some(found(Side::Before, before.len() - last)));
        }
        Ok(self.damage(after)?.map(|(first, _)| found(Side::After, first)))
    }

    /// First and last byte of a guard region that are not as they were.
    fn damage(&self, range: Range<usize>) -> Result<Option<(usize, usize)>, DeviceError> {
        let mut seen = vec![0; range.len()];
        self.buffer.read(range.start, &mut seen)?;
        if self.guard.is_intact(&seen) {
            return Ok(None);
        }
        let mut changed = seen.iter().zip(self.guard.0.iter().cycle()).enumerate().filter(|(_, (a, b))| a != b);
        let first = changed.next().map(|(i, _)| i);
        let last = changed.last().map(|(i, _)| i).or(first);
        Ok(first.zip(last))
    }
}

/// Buffers for every array of a runner: those of an arena, or new ones.
pub(super) fn allocate(setup: &Setup<'_>) -> Result<Vec<SharedArray>, SessionError> {
    let allocate = |(array, &bytes): (&judge_abi::Array, &u64)| {
        let own = || {
            let length = placement::length(&array.name, bytes)?;
            let buffer = setup.site.device.allocate(length, access(setup.defences, array.intent));
            buffer.map_err(|source| device_error(&array.name, source))
        };
        let shared = setup.arena.and_then(|arena| arena.alias(&array.name));
        let buffer = shared.map_or_else(own, Ok)?;
        let poison = Poison::of(array.dtype);
        let guard = Poison::guard(array.dtype, &array.name);
        Ok(SharedArray { name: array.name.clone(), intent: array.intent, poison, guard, buffer })
    };
    setup.signature.arrays().zip(setup.extents).map(allocate).collect()
}

pub(super) fn device_error(array: &str, source: DeviceError) -> SessionError {
    SessionError::Device { array: array.to_owned(), source }
}
