//! Version 2: one folder for every controller.

use std::path::Path;
use std::time::Duration;

use super::{Counts, Setting, keyed, number};
use crate::Limits;

/// What is written to a fresh group, in order.
pub(super) fn settings(limits: &Limits) -> Vec<Setting> {
    let setting = |file, value: u64, optional| Setting { file, value: value.to_string(), optional };
    vec![
        setting("memory.max", limits.memory, false),
        setting("memory.swap.max", 0, true),
        // A run that lost one of its processes is over.
        setting("memory.oom.group", 1, true),
        setting("pids.max", limits.processes.into(), false),
    ]
}

/// What a group has counted.
pub(super) fn counts(folder: &Path) -> Counts {
    Counts {
        cpu: keyed(folder, "cpu.stat", "usage_usec").map(Duration::from_micros),
        peak_memory: number(folder, "memory.peak"),
        oom_kills: keyed(folder, "memory.events", "oom_kill").unwrap_or_default(),
    }
}
