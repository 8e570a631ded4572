//! Where each array lies in its buffer: a guard region, the array, a guard region.
//!
//! Buffers are allocated once, for the largest size; at every size the array starts at the same offset and its end
//! guard starts at its last byte, so a store one element past the end of any size is seen.

use std::ops::Range;

use super::session::SessionError;

/// Bytes watched on either side of an array.
pub const GUARD_BYTES: usize = 64 * 1024;

/// Byte offset of the array in its buffer.
pub const ARRAY_OFFSET: usize = GUARD_BYTES;

const PAGE: usize = 4096;

/// Length in bytes of the buffer for an array whose largest extent is `bytes`.
///
/// Returns `None` when that overflows.
#[must_use]
pub fn buffer_bytes(bytes: usize) -> Option<usize> {
    bytes.checked_next_multiple_of(PAGE)?.checked_add(2 * GUARD_BYTES)
}

/// The same with an error that names the array.
///
/// # Errors
/// When it does not fit this machine's address space.
pub(super) fn length(array: &str, bytes: u64) -> Result<usize, SessionError> {
    let length = usize::try_from(bytes).ok().and_then(buffer_bytes);
    length.ok_or_else(|| SessionError::TooLarge { array: array.to_owned(), bytes })
}

/// Bytes of the array of `bytes` bytes within its buffer.
#[must_use]
pub fn array(bytes: usize) -> Range<usize> {
    ARRAY_OFFSET..ARRAY_OFFSET + bytes
}

/// The guard regions around an array of `bytes` bytes, within its buffer.
#[must_use]
pub fn guards(bytes: usize) -> [Range<usize>; 2] {
    let end = ARRAY_OFFSET + bytes;
    [0..ARRAY_OFFSET, end..end + GUARD_BYTES]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_touch_the_array_and_lie_in_the_buffer() {
        for bytes in [0, 1, 8, 4095, 4096, 4097, 1 << 20] {
            let [before, after] = guards(bytes);
            assert_eq!(before.end, array(bytes).start);
            assert_eq!(after.start, array(bytes).end);
            assert!(after.end <= buffer_bytes(bytes).expect("fits"), "{bytes}");
        }
    }

    #[test]
    fn a_smaller_size_fits_the_buffer_of_a_larger_one() {
        let buffer = buffer_bytes(100_000).expect("fits");
        assert!(guards(99_999)[1].end <= buffer);
    }

    #[test]
    fn an_absurd_extent_is_none() {
        assert_eq!(buffer_bytes(usize::MAX), None);
    }
}
