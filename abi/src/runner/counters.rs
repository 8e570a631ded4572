//! Running totals since the process began: launches, bytes moved, time in regions. The OpenMP tool and the HIP launch table
//! write them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

static LAUNCHES: AtomicU64 = AtomicU64::new(0);
static HOST_LAUNCHES: AtomicU64 = AtomicU64::new(0);
static TO_DEVICE: AtomicU64 = AtomicU64::new(0);
static FROM_DEVICE: AtomicU64 = AtomicU64::new(0);
static REGION_NS: AtomicU64 = AtomicU64::new(0);

/// The totals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Counters {
    pub(crate) launches: u64,
    pub(crate) host_launches: u64,
    pub(crate) to_device: u64,
    pub(crate) from_device: u64,
    pub(crate) region_ns: u64,
    pub(crate) beside_ns: u64,
    pub(crate) aside_ns: u64,
    pub(crate) launcher_ns: u64,
}

pub(crate) fn totals() -> Counters {
    Counters {
        launches: LAUNCHES.load(Ordering::Acquire),
        host_launches: HOST_LAUNCHES.load(Ordering::Acquire),
        to_device: TO_DEVICE.load(Ordering::Acquire),
        from_device: FROM_DEVICE.load(Ordering::Acquire),
        region_ns: REGION_NS.load(Ordering::Acquire),
        beside_ns: super::beside::beside_ns(),
        aside_ns: super::beside::aside_ns(),
        launcher_ns: super::beside::launcher_ns(),
    }
}

/// A kernel or target region begins on the device.
pub(super) fn launched() {
    LAUNCHES.fetch_add(1, Ordering::AcqRel);
}

/// A target region begins on the host.
pub(super) fn launched_on_host() {
    HOST_LAUNCHES.fetch_add(1, Ordering::AcqRel);
}

/// A kernel or target region took this long.
pub(super) fn spent(time: Duration) {
    REGION_NS.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Ordering::AcqRel);
}

pub(super) fn moved_to_device(bytes: u64) {
    TO_DEVICE.fetch_add(bytes, Ordering::AcqRel);
}

pub(super) fn moved_from_device(bytes: u64) {
    FROM_DEVICE.fetch_add(bytes, Ordering::AcqRel);
}
