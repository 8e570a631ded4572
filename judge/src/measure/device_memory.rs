//! Watches a device's memory while a call runs: a submission that takes all of it is told so, whatever it dies of.

use std::sync::{Arc, Mutex, PoisonError};

use judge_abi::device::{Device, MemoryInfo};

use crate::score::Bytes;

/// Less than this share of the device free, as its inverse, is nothing left: allocations fail before the last byte is gone.
const NOTHING_LEFT: u64 = 64;

/// The least that was seen free.
pub(super) struct Watch {
    device: Arc<dyn Device>,
    least: Mutex<Option<MemoryInfo>>,
}

impl Watch {
    pub(super) fn new(device: Arc<dyn Device>) -> Self {
        Self { device, least: Mutex::new(None) }
    }

    /// Looks once. A device that does not answer now is somebody else's matter.
    pub(super) fn look(&self) {
        let Ok(Some(now)) = self.device.memory() else { return };
        let mut least = self.least.lock().unwrap_or_else(PoisonError::into_inner);
        if least.is_none_or(|least| now.free < least.free) {
            *least = Some(now);
        }
    }

    /// The device's memory, if there was a time when none of it was left.
    pub(super) fn exhausted(&self) -> Option<Bytes> {
        let least = (*self.least.lock().unwrap_or_else(PoisonError::into_inner))?;
        (least.free < least.total / NOTHING_LEFT).then_some(Bytes(least.total))
    }
}

#[cfg(test)]
mod tests {
    use judge_abi::device::{Buffer, BufferAccess, DeviceError};

    use super::*;

    /// A device of which only the memory is asked.
    struct Shrinking(Mutex<Vec<u64>>);

    impl Device for Shrinking {
        fn allocate(&self, _bytes: usize, _access: BufferAccess) -> Result<Box<dyn Buffer>, DeviceError> {
            Err(DeviceError::Forgets)
        }

        fn flush_caches(&self) -> Result<(), DeviceError> {
            Ok(())
        }

        fn spins(&self) -> bool {
            true
        }

        fn memory(&self) -> Result<Option<MemoryInfo>, DeviceError> {
            Ok(self.0.lock().expect("no panic").pop().map(|free| MemoryInfo { free, total: 6400 }))
        }
    }

    fn watched(free: &[u64]) -> Option<Bytes> {
        let device = Shrinking(Mutex::new(free.iter().rev().copied().collect()));
        let watch = Watch::new(Arc::new(device));
        (0..=free.len()).for_each(|_| watch.look());
        watch.exhausted()
    }

    #[test]
    fn only_a_device_with_nothing_left_is_exhausted_and_stays_so() {
        assert_eq!(watched(&[]), None);
        assert_eq!(watched(&[6000, 100, 6000]), None);
        assert_eq!(watched(&[6000, 99, 6000]), Some(Bytes(6400)));
    }
}
