//! Version 1: a hierarchy of folders for each controller.

use std::path::Path;
use std::time::Duration;

use super::{Controller, Counts, Setting, keyed, number};
use crate::Limits;

/// What is written to a fresh group with these controllers, in order.
pub(super) fn settings(limits: &Limits, controllers: &[Controller]) -> Vec<Setting> {
    let setting = |file, value: u64, optional| Setting { file, value: value.to_string(), optional };
    let of = |controller: &Controller| match controller {
        // The sum with swap may not be below the first, and exists only where swap is counted.
        Controller::Memory => vec![
            setting("memory.limit_in_bytes", limits.memory, false),
            setting("memory.memsw.limit_in_bytes", limits.memory, true),
        ],
        Controller::Processes => vec![setting("pids.max", limits.processes.into(), false)],
        Controller::CpuTime => Vec::new(),
    };
    controllers.iter().flat_map(of).collect()
}

/// What a group with these controllers has counted.
pub(super) fn counts(folder: &Path, controllers: &[Controller]) -> Counts {
    let mut counts = Counts::default();
    for controller in controllers {
        match controller {
            Controller::Memory => {
                counts.peak_memory = number(folder, "memory.max_usage_in_bytes");
                counts.oom_kills = keyed(folder, "memory.oom_control", "oom_kill").unwrap_or_default();
            }
            Controller::CpuTime => counts.cpu = number(folder, "cpuacct.usage").map(Duration::from_nanos),
            Controller::Processes => {}
        }
    }
    counts
}
