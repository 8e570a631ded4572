//! Whether what is to be measured fits in memory, before it is tried.

use super::MeasureError;
use crate::score::Bytes;

/// Holds an estimated need against what is free.
///
/// # Errors
/// When it is more.
pub fn fits(sizes: String, need: u64) -> Result<(), MeasureError> {
    match available() {
        Some(available) if need > available => {
            Err(MeasureError::Memory { size: sizes, need: Bytes(need), available: Bytes(available) })
        }
        _ => Ok(()),
    }
}

/// `MemAvailable`, in bytes.
pub fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|l| l.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}
