//! One number per element, as it lies in a buffer, read several at a time.

use std::marker::PhantomData;
use std::ops::Range;

use super::GateError;
use super::float::Float;

/// Numbers read at once: whole vector registers, and few enough that running results stay in registers.
pub(super) const LANES: usize = 4;

/// How many terms are added into each element.
#[derive(Debug, Clone, Copy)]
pub enum Terms<'a> {
    /// The same for all.
    Constant(u64),
    /// Native-endian `u32`, one per element: of a complex element one, or one per component.
    PerElement(&'a [u8]),
}

/// Sum of the magnitudes of the terms of each element.
#[derive(Debug, Clone, Copy)]
pub enum Magnitude<'a> {
    /// Nothing is rounded: copies, selections, minima. Only equality is accepted.
    Exact,
    /// Native-endian `f64`, one per element (per component of a complex element).
    PerElement(&'a [u8]),
}

/// A source of one `f64` per element.
pub(super) trait Column: Sync {
    /// The element at `index`.
    fn at(&self, index: usize) -> f64;
    /// Elements `LANES * group ..`, all of which exist.
    fn lanes(&self, group: usize) -> [f64; LANES];
    /// The largest element of some; NaN when one is NaN.
    #[inline(always)]
    fn largest(&self, range: Range<usize>) -> f64 {
        let mut largest = [f64::NEG_INFINITY; LANES];
        let mut sum = [0.0; LANES];
        for group in range.start / LANES..range.end / LANES {
            for (lane, x) in self.lanes(group).into_iter().enumerate() {
                largest[lane] = if x > largest[lane] { x } else { largest[lane] };
                // Maxima pass over NaN, sums do not.
                sum[lane] += x * 0.0;
            }
        }
        largest.into_iter().zip(sum).fold(f64::NEG_INFINITY, |max, (x, nan)| max.max(x) + nan)
    }
    /// The stored bytes of some elements; none where nothing is stored.
    fn raw(&self, range: Range<usize>) -> &[u8];
    /// The nearest value of the stored format.
    #[inline(always)]
    fn nearest(value: f64) -> f64 {
        value
    }
}

/// Stored floats.
pub(super) struct Floats<'a, F, const N: usize> {
    one: &'a [[u8; N]],
    many: &'a [[[u8; N]; LANES]],
    format: PhantomData<F>,
}

impl<'a, F: Float<N>, const N: usize> Floats<'a, F, N> {
    /// `count` floats in `bytes`; `what` names them in the error.
    pub(super) fn new(bytes: &'a [u8], count: usize, what: &'static str) -> Result<Self, GateError> {
        let one = exactly::<N>(bytes, count, what)?;
        Ok(Self { one, many: one.as_chunks().0, format: PhantomData })
    }
}

impl<F: Float<N>, const N: usize> Column for Floats<'_, F, N> {
    #[inline(always)]
    fn at(&self, index: usize) -> f64 {
        F::widen(self.one[index])
    }
    #[inline(always)]
    fn lanes(&self, group: usize) -> [f64; LANES] {
        self.many[group].map(F::widen)
    }
    fn raw(&self, range: Range<usize>) -> &[u8] {
        self.one[range].as_flattened()
    }
    #[inline(always)]
    fn nearest(value: f64) -> f64 {
        F::nearest(value)
    }
}

/// Stored `u32` counts, each of which speaks for `EACH` values.
pub(super) struct Counts<'a, const EACH: usize> {
    one: &'a [[u8; 4]],
}

impl<'a, const EACH: usize> Counts<'a, EACH> {
    /// Counts for `count` values.
    pub(super) fn new(bytes: &'a [u8], count: usize, what: &'static str) -> Result<Self, GateError> {
        Ok(Self { one: exactly::<4>(bytes, count / EACH, what)? })
    }
}

impl<const EACH: usize> Column for Counts<'_, EACH> {
    #[inline(always)]
    fn at(&self, index: usize) -> f64 {
        f64::from(u32::from_ne_bytes(self.one[index / EACH]))
    }
    #[inline(always)]
    fn lanes(&self, group: usize) -> [f64; LANES] {
        let counts = &self.one[group * LANES / EACH..][..LANES / EACH];
        std::array::from_fn(|lane| f64::from(u32::from_ne_bytes(counts[lane / EACH])))
    }
    fn raw(&self, range: Range<usize>) -> &[u8] {
        self.one[range.start / EACH..range.end / EACH].as_flattened()
    }
}

/// The same number everywhere.
pub(super) struct Constant(pub(super) f64);

impl Column for Constant {
    #[inline(always)]
    fn at(&self, _: usize) -> f64 {
        self.0
    }
    #[inline(always)]
    fn lanes(&self, _: usize) -> [f64; LANES] {
        [self.0; LANES]
    }
    fn largest(&self, _: Range<usize>) -> f64 {
        self.0
    }
    fn raw(&self, _: Range<usize>) -> &[u8] {
        &[]
    }
}

/// `bytes` as exactly `count` items of `N` bytes.
fn exactly<'a, const N: usize>(bytes: &'a [u8], count: usize, what: &'static str) -> Result<&'a [[u8; N]], GateError> {
    match bytes.as_chunks::<N>() {
        (items, []) if items.len() == count => Ok(items),
        _ => Err(GateError::Length { what, bytes: bytes.len(), elements: count, size: N }),
    }
}
