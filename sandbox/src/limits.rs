//! What one run may use, and which numbers are refused.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::JailError;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const MIB: u64 = 1 << 20;

/// What one run may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Wall-clock time from the start of the program; time spent paused does not count.
    pub wall: Duration,
    /// Processor time of everything in the jail together.
    pub cpu: Option<Duration>,
    /// Memory of everything in the jail together, private `/tmp` included, in bytes.
    pub memory: u64,
    /// Processes and threads alive at the same time.
    pub processes: u32,
    /// Size of a file that the program writes, in bytes.
    pub file_size: u64,
    /// Open descriptors of one process.
    pub open_files: u64,
    /// Stack of the first thread, in bytes.
    pub stack: u64,
    /// Address space of one process, in bytes. A GPU runtime reserves more than the machine has: leave it out there.
    pub address_space: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            wall: Duration::from_secs(10),
            cpu: None,
            memory: 1 << 30,
            processes: 64,
            file_size: 64 * MIB,
            open_files: 256,
            stack: 8 * MIB,
            address_space: None,
        }
    }
}

impl Limits {
    /// Refuses zero and absurd values, naming the field.
    pub(crate) fn check(&self) -> Result<(), JailError> {
        let spans = [("wall", Some(self.wall)), ("cpu", self.cpu)];
        for (field, value) in spans.into_iter().filter_map(|(field, value)| Some((field, value?))) {
            if value < Duration::from_millis(1) || value > 30 * DAY {
                return Err(JailError::Limit { field, value: format!("{value:?}"), allowed: "1 ms to 30 days" });
            }
        }
        let counts = [
            ("memory", Some(self.memory), MIB, 1 << 50, "1 MiB to 1 PiB"),
            ("processes", Some(u64::from(self.processes)), 1, 1 << 20, "1 to 1048576"),
            ("file_size", Some(self.file_size), 1, 1 << 50, "1 byte to 1 PiB"),
            ("open_files", Some(self.open_files), 8, 1 << 16, "8 to 65536"),
            ("stack", Some(self.stack), 64 << 10, 1 << 40, "64 KiB to 1 TiB"),
            ("address_space", self.address_space, MIB, 1 << 60, "1 MiB to 1 EiB"),
        ];
        for (field, value, low, high, allowed) in counts {
            if let Some(value) = value.filter(|value| !(low..=high).contains(value)) {
                return Err(JailError::Limit { field, value: value.to_string(), allowed });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(change: impl FnOnce(&mut Limits)) -> String {
        let mut limits = Limits::default();
        change(&mut limits);
        limits.check().err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn zero_and_absurd_limits_are_refused_by_name() {
        assert!(Limits::default().check().is_ok());
        assert_eq!(refused(|l| l.wall = Duration::ZERO), "limit `wall` is 0ns; give 1 ms to 30 days");
        assert_eq!(refused(|l| l.memory = 0), "limit `memory` is 0; give 1 MiB to 1 PiB");
        assert!(refused(|l| l.wall = Duration::MAX).contains("`wall`"));
        assert!(refused(|l| l.cpu = Some(Duration::ZERO)).contains("`cpu`"));
        assert!(refused(|l| l.memory = u64::MAX).contains("`memory`"));
        assert!(refused(|l| l.processes = 0).contains("`processes`"));
        assert!(refused(|l| l.processes = u32::MAX).contains("`processes`"));
        assert!(refused(|l| l.file_size = 0).contains("`file_size`"));
        assert!(refused(|l| l.open_files = 0).contains("`open_files`"));
        assert!(refused(|l| l.open_files = u64::MAX).contains("`open_files`"));
        assert!(refused(|l| l.stack = 0).contains("`stack`"));
        assert!(refused(|l| l.address_space = Some(0)).contains("`address_space`"));
    }
}
