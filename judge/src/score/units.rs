//! Quantities with their units.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A span of time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Nanoseconds(pub u64);

impl Nanoseconds {
    /// In seconds.
    #[must_use]
    pub fn seconds(self) -> f64 {
        self.0 as f64 * 1e-9
    }
}

impl From<std::time::Duration> for Nanoseconds {
    fn from(duration: std::time::Duration) -> Self {
        Self(u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX))
    }
}

impl fmt::Display for Nanoseconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&scaled(self.0 as f64, 1e3, &["ns", "µs", "ms", "s"]))
    }
}

/// An amount of memory or traffic.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&scaled(self.0 as f64, 1024.0, &["B", "KiB", "MiB", "GiB", "TiB"]))
    }
}

/// Three significant digits with the largest unit that keeps the number at least one.
fn scaled(mut value: f64, step: f64, units: &[&str]) -> String {
    let mut unit = 0;
    while value >= step && unit + 1 < units.len() {
        value /= step;
        unit += 1;
    }
    let decimals = match (unit, value) {
        (0, _) => 0,
        (_, v) if v < 10.0 => 2,
        (_, v) if v < 100.0 => 1,
        _ => 0,
    };
    format!("{value:.decimals$} {}", units[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_read_well() {
        for (time, text) in
            [(0, "0 ns"), (999, "999 ns"), (1234, "1.23 µs"), (45_678_000, "45.7 ms"), (123_456_000_000, "123 s")]
        {
            assert_eq!(Nanoseconds(time).to_string(), text);
        }
        for (bytes, text) in [(96, "96 B"), (4096, "4.00 KiB"), (1 << 30, "1.00 GiB"), (64 << 20, "64.0 MiB")] {
            assert_eq!(Bytes(bytes).to_string(), text);
        }
        assert_eq!(format!("{:>9}|", Bytes(96)), "     96 B|");
    }
}
