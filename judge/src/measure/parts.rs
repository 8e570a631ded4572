//! Parts of large arrays, looked at by all cores at once.

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
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

/// The first byte, from `offset` on, at which an array is not as it was `then`.
pub(super) fn difference(
    session: &Session,
    array: usize,
    offset: usize,
    then: &[u8],
) -> Result<Option<usize>, MeasureError> {
    let mut now = vec![0; then.len()];
    session.read(array, offset, &mut now)?;
    if now == then {
        return Ok(None);
    }
    Ok(now.iter().zip(then).position(|(a, b)| a != b).map(|at| offset + at))
}

/// A digest of each part of an array of `elements` elements of `each` bytes.
pub(super) fn digests(
    session: &Session,
    array: usize,
    each: usize,
    elements: u64,
) -> Result<Vec<[u8; 32]>, MeasureError> {
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
