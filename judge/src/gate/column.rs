//! One number per element, as it lies in a buffer, widened window by window.

use std::marker::PhantomData;
use std::ops::Range;

use super::GateError;
use super::float::Float;

/// Numbers of one loop: of all columns together they fit the first-level cache with room to spare.
pub(super) const WINDOW: usize = 128;

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
    /// [`WINDOW`] elements, without a bound to check at each.
    type Window: Copy;
    /// Elements `start .. start + WINDOW`, all of which exist.
    fn window(&self, start: usize) -> Self::Window;
    /// Element `i` of a window.
    fn get(window: Self::Window, i: usize) -> f64;
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
    stored: &'a [[u8; N]],
    format: PhantomData<F>,
}

impl<'a, F: Float<N>, const N: usize> Floats<'a, F, N> {
    /// `count` floats in `bytes`; `what` names them in the error.
    pub(super) fn new(bytes: &'a [u8], count: usize, what: &'static str) -> Result<Self, GateError> {
        Ok(Self { stored: exactly::<N>(bytes, count, what)?, format: PhantomData })
    }
}

impl<'a, F: Float<N>, const N: usize> Column for Floats<'a, F, N> {
    #[inline(always)]
    fn at(&self, index: usize) -> f64 {
        F::widen(self.stored[index])
    }
    type Window = &'a [[u8; N]; WINDOW];
    #[inline(always)]
    fn window(&self, start: usize) -> Self::Window {
        window(self.stored, start)
    }
    #[inline(always)]
    fn get(window: Self::Window, i: usize) -> f64 {
        F::widen(window[i])
    }
    #[inline(always)]
    fn raw(&self, range: Range<usize>) -> &[u8] {
        self.stored[range].as_flattened()
    }
    #[inline(always)]
    fn nearest(value: f64) -> f64 {
        F::nearest(value)
    }
}

/// Stored `u32` counts, each of which speaks for `EACH` values.
pub(super) struct Counts<'a, const EACH: usize> {
    stored: &'a [[u8; 4]],
}

impl<'a, const EACH: usize> Counts<'a, EACH> {
    /// Counts for `count` values.
    pub(super) fn new(bytes: &'a [u8], count: usize, what: &'static str) -> Result<Self, GateError> {
        Ok(Self { stored: exactly::<4>(bytes, count / EACH, what)? })
    }
}

impl<'a, const EACH: usize> Column for Counts<'a, EACH> {
    #[inline(always)]
    fn at(&self, index: usize) -> f64 {
        f64::from(u32::from_ne_bytes(self.stored[index / EACH]))
    }
    type Window = &'a [[u8; 4]];
    #[inline(always)]
    fn window(&self, start: usize) -> Self::Window {
        &self.stored[start / EACH..][..WINDOW / EACH]
    }
    #[inline(always)]
    fn get(window: Self::Window, i: usize) -> f64 {
        f64::from(u32::from_ne_bytes(window[i / EACH]))
    }
    #[inline(always)]
    fn raw(&self, range: Range<usize>) -> &[u8] {
        self.stored[range.start / EACH..range.end / EACH].as_flattened()
    }
}

/// The same number everywhere.
pub(super) struct Constant(pub(super) f64);

impl Column for Constant {
    #[inline(always)]
    fn at(&self, _: usize) -> f64 {
        self.0
    }
    type Window = f64;
    #[inline(always)]
    fn window(&self, _: usize) -> f64 {
        self.0
    }
    #[inline(always)]
    fn get(window: f64, _: usize) -> f64 {
        window
    }
    #[inline(always)]
    fn raw(&self, _: Range<usize>) -> &[u8] {
        &[]
    }
}

/// Items `start .. start + WINDOW`.
#[inline(always)]
fn window<T>(items: &[T], start: usize) -> &[T; WINDOW] {
    match items[start..].first_chunk() {
        Some(window) => window,
        None => unreachable!("windows lie inside full blocks"),
    }
}

/// `bytes` as exactly `count` items of `N` bytes.
fn exactly<'a, const N: usize>(bytes: &'a [u8], count: usize, what: &'static str) -> Result<&'a [[u8; N]], GateError> {
    match bytes.as_chunks::<N>() {
        (items, []) if items.len() == count => Ok(items),
        _ => Err(GateError::Length { what, bytes: bytes.len(), elements: count, size: N }),
    }
}
