//! What the runner and a HIP object tell each other; `judge_hip/table.h` of the headers is the other half.

use std::ffi::{c_char, c_int, c_void};

/// Changes with the layout below.
pub(super) const VERSION: u32 = 1;

/// Most lanes of a warp.
pub(super) const MAX_LANES: usize = 64;

/// Counts in x, y and z.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dim {
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) z: u32,
}

impl Dim {
    pub(super) const ZERO: Self = Self { x: 0, y: 0, z: 0 };

    /// The product, which fits: each factor has 32 bits, and grids are checked against it.
    pub(super) fn count(self) -> u128 {
        u128::from(self.x) * u128::from(self.y) * u128::from(self.z)
    }

    /// The position of element `linear`, x fastest.
    pub(super) fn position(self, linear: u64) -> Self {
        let (x, y) = (u64::from(self.x.max(1)), u64::from(self.y.max(1)));
        let part = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
        Self { x: part(linear % x), y: part(linear / x % y), z: part(linear / x / y) }
    }
}

impl std::fmt::Display for Dim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {}, {})", self.x, self.y, self.z)
    }
}

/// One block on one of the runner's threads.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Block {
    pub(super) index: Dim,
    /// The first thread that nobody has started; the object's loop counts it up.
    pub(super) next: u32,
    pub(super) threads: u32,
}

/// One launch, alive while it runs.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Launch {
    pub(super) grid: Dim,
    pub(super) block: Dim,
    pub(super) shared: usize,
    pub(super) run: unsafe extern "C" fn(*const Launch, *mut Block),
    pub(super) closure: *mut c_void,
    pub(super) kernel: *const c_char,
    pub(super) file: *const c_char,
    pub(super) line: u32,
}

/// What the lanes of one warp brought to a common operation.
#[repr(C)]
#[derive(Debug, Clone)]
pub(super) struct Lanes {
    pub(super) mask: u64,
    pub(super) value: [u64; MAX_LANES],
}

impl Lanes {
    pub(super) const NONE: Self = Self { mask: 0, value: [0; MAX_LANES] };
}

/// What the runner does for the object.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Table {
    pub(super) version: u32,
    pub(super) launch: unsafe extern "C" fn(*const Launch) -> c_int,
    pub(super) barrier: unsafe extern "C" fn(*mut Block, u32, *const c_char, u32),
    pub(super) exchange: unsafe extern "C" fn(*mut Block, u32, u64, *const c_char, u32) -> *const Lanes,
    pub(super) allocate: unsafe extern "C" fn(*mut *mut c_void, usize) -> c_int,
    pub(super) release: unsafe extern "C" fn(*mut c_void) -> c_int,
    pub(super) copy: unsafe extern "C" fn(*mut c_void, *const c_void, usize, c_int) -> c_int,
    pub(super) fill: unsafe extern "C" fn(*mut c_void, c_int, usize) -> c_int,
    pub(super) now: unsafe extern "C" fn() -> u64,
    pub(super) fail: unsafe extern "C" fn(*const c_char, u32, *const c_char),
}

/// HIP's error numbers, as far as the runner gives them.
pub(super) mod error {
    use std::ffi::c_int;

    pub(in super::super) const SUCCESS: c_int = 0;
    pub(in super::super) const INVALID_VALUE: c_int = 1;
    pub(in super::super) const OUT_OF_MEMORY: c_int = 2;
    pub(in super::super) const INVALID_CONFIGURATION: c_int = 9;
    pub(in super::super) const INVALID_DIRECTION: c_int = 21;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_x_first() {
        let dim = Dim { x: 4, y: 3, z: 2 };
        assert_eq!(dim.count(), 24);
        assert_eq!(dim.position(0), Dim::ZERO);
        assert_eq!(dim.position(5), Dim { x: 1, y: 1, z: 0 });
        assert_eq!(dim.position(23), Dim { x: 3, y: 2, z: 1 });
    }
}
