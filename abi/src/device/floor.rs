//! What a device can do at best, measured: the bound below which a time is impossible.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The best rates seen on one device.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Floor {
    /// `b = a`: bytes read and written per second.
    pub copy: f64,
    /// `c = a + s b`: bytes read and written per second.
    pub triad: f64,
    /// Sum of an array: bytes read per second.
    pub read: f64,
    /// Double precision fused multiply-adds on the vector units, counted as two operations each, per second; `None`
    /// where it could not be measured.
    pub fp64: Option<f64>,
    /// Bytes that a call may leave in the caches instead of writing them to memory.
    pub cache_bytes: u64,
}

/// What a call cannot avoid doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Work {
    /// Bytes that come from memory: the caches are flushed before a call.
    pub read: u64,
    /// Bytes stored.
    pub written: u64,
    /// Double precision operations.
    pub flops: u64,
}

impl Floor {
    /// The best bandwidth measured, bytes per second.
    #[must_use]
    pub fn peak(&self) -> f64 {
        self.copy.max(self.triad).max(self.read)
    }

    /// A lower bound for the nanoseconds that `work` takes. Generous to the submission: stores may end in the caches,
    /// memory and arithmetic overlap fully, and matrix units do double precision at twice the vector rate.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "a bound to a few digits")]
    pub fn shortest_ns(&self, work: &Work) -> f64 {
        let bytes = work.read + work.written.saturating_sub(self.cache_bytes);
        let memory = bytes as f64 / self.peak();
        let arithmetic = self.fp64.map_or(0.0, |rate| work.flops as f64 / (2.0 * rate));
        memory.max(arithmetic) * 1e9
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOOR: Floor = Floor { copy: 4e12, triad: 4.1e12, read: 4.2e12, fp64: Some(30e12), cache_bytes: 50_000_000 };

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6 * b
    }

    #[test]
    fn reads_count_in_full_and_stores_beyond_the_caches() {
        let work = Work { read: 4_200_000_000, written: 40_000_000, flops: 0 };
        assert!(close(FLOOR.shortest_ns(&work), 1e6));
        let work = Work { read: 0, written: 4_250_000_000, flops: 0 };
        assert!(close(FLOOR.shortest_ns(&work), 1e6));
    }

    #[test]
    fn arithmetic_bounds_what_memory_does_not() {
        let work = Work { read: 8, written: 8, flops: 60_000_000_000 };
        assert!(close(FLOOR.shortest_ns(&work), 1e6));
        assert!(Floor { fp64: None, ..FLOOR }.shortest_ns(&work) < 1.0);
    }
}
