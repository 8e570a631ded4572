//! Parts of large arrays, looked at by all cores at once.

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::slice::ParallelSlice;
use sha2::{Digest, Sha256};

use super::MeasureError;
use super::cases::same;
use super::session::Session;
use crate::gate::Comparison;

/// Bytes of one part: what one job makes, looks at, or takes a digest of. A multiple of every element size.
pub(super) const PART: usize = 1 << 20;

/// First element and number of elements of each part.
pub(super) fn parts(elements: u64, each: usize) -> impl IndexedParallelIterator<Item = (u64, usize)> {
    let most = (PART / each) as u64;
    let part = move |part: usize| (part as u64 * most, most.min(elements - part as u64 * most) as usize);
    (0..elements.div_ceil(most) as usize).into_par_iter().map(part)
}

/// The comparison of all parts, in their order.
pub(super) fn in_a_row(parts: Vec<Comparison>) -> Comparison {
    parts.into_iter().fold(same(0), Comparison::followed_by)
}

/// The first byte of an array that is not as it was `then`.
pub(super) fn difference(session: &Session, array: usize, then: &[u8]) -> Result<Option<usize>, MeasureError> {
    let part = |now: &mut Vec<u8>, (part, then): (usize, &[u8])| {
        now.resize(then.len(), 0);
        session.read(array, part * PART, now)?;
        let at = now.iter().zip(then).position(|(a, b)| a != b);
        Ok(at.map(|at| part * PART + at))
    };
    let parts = then.par_chunks(PART).enumerate().map_init(Vec::new, part);
    Ok(parts.collect::<Result<Vec<_>, MeasureError>>()?.into_iter().flatten().next())
}

/// A digest of each part of an array of `elements` elements of `each` bytes.
pub(super) fn digests(session: &Session, array: usize, each: usize, elements: u64) -> Result<Vec<[u8; 32]>, MeasureError> {
    let part = |bytes: &mut Vec<u8>, (first, elements): (u64, usize)| {
        bytes.resize(elements * each, 0);
        session.read(array, first as usize * each, bytes)?;
        Ok(digest(bytes))
    };
    parts(elements, each).map_init(Vec::new, part).collect()
}

/// SHA-256.
pub(super) fn digest(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}
