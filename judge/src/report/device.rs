//! The device of a verdict: what it is, what it can do, what it was asked for, and whether it held still.

use judge_abi::device::{DeviceIdentity, DeviceState, Floor as Peaks, MemoryInfo};
use judge_abi::launch::Launch;

use super::page::{Page, Paint};
use crate::score::{Bytes, DeviceKind, Evidence, Size};

/// Memory that may be missing afterwards: drivers keep some for the next context.
const KEPT: u64 = 256 << 20;

/// Lines for the device, its peaks, launches, sensors and memory.
pub(super) fn lines(page: &mut Page, evidence: &Evidence) {
    let Some(device) = &evidence.device else { return };
    let kind = match device.kind {
        DeviceKind::Host => "the host, through the host offload device",
        DeviceKind::Cuda => "an NVIDIA GPU",
        DeviceKind::Hip => "an AMD GPU",
    };
    let about = device.identity.as_ref().map_or_else(String::new, identity);
    page.field("device", &format!("{} ({kind}{about})", device.name));
    if let Some(reason) = &device.chosen {
        page.field("", reason);
    }
    match &device.peaks {
        Some(peaks) => page.field("peaks", &rates(peaks)),
        None if device.kind.is_comparable() && !evidence.sizes.is_empty() => {
            page.marked_field("", Paint::Warn, "the device's peaks cannot be measured: no time is impossible");
        }
        None => {}
    }
    for size in &evidence.sizes {
        size.launches.iter().for_each(|launch| page.field("launch", &shape(&size.name, launch)));
    }
    for size in evidence.sizes.iter().filter(|size| !size.states.is_empty()) {
        states(page, size);
    }
    if let Some([before, after]) = &device.memory {
        memory(page, before, after);
    }
}

fn identity(identity: &DeviceIdentity) -> String {
    let slice = if identity.slice { ", a slice of one" } else { "" };
    let memory = Bytes(identity.memory_bytes);
    format!("{slice}, {}, {}, {memory}, {}", identity.arch, identity.driver, identity.uuid)
}

fn rates(peaks: &Peaks) -> String {
    let gigabytes = |rate: f64| format!("{:.0} GB/s", rate / 1e9);
    let fp64 = peaks.fp64.map_or_else(String::new, |rate| format!(", {:.1} TFLOP/s of fp64", rate / 1e12));
    let (copy, triad, read) = (gigabytes(peaks.copy), gigabytes(peaks.triad), gigabytes(peaks.read));
    format!("copy {copy}, triad {triad}, read {read}{fp64}, measured on this device")
}

fn shape(size: &str, launch: &Launch) -> String {
    let list = |n: [u32; 3]| if n[1] * n[2] == 1 { n[0].to_string() } else { format!("{}×{}×{}", n[0], n[1], n[2]) };
    let mode = if launch.mode.is_empty() { String::new() } else { format!(", {}", launch.mode) };
    format!("{} at {size}: {} teams of {} threads{mode}", launch.kernel, list(launch.grid), list(launch.block))
}

/// The clock and temperature around the timed calls, and what moved.
fn states(page: &mut Page, size: &Size) {
    let range = |of: fn(&DeviceState) -> u32| {
        let values = || size.states.iter().map(of);
        let (least, most) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
        if least == most { least.to_string() } else { format!("{least}–{most}") }
    };
    page.field("sensors", &format!("{}: {} MHz, {} °C", size.name, range(|s| s.sm_mhz), range(|s| s.celsius)));
    let mut warnings: Vec<String> = size.states.windows(2).flat_map(|pair| pair[0].warnings(&pair[1])).collect();
    warnings.sort();
    warnings.dedup();
    for warning in warnings {
        page.marked_field("", Paint::Warn, &format!("size {}: {warning}", size.name));
    }
}

fn memory(page: &mut Page, before: &MemoryInfo, after: &MemoryInfo) {
    let free = format!("{} of {} free before, {} after", Bytes(before.free), Bytes(before.total), Bytes(after.free));
    page.field("memory", &free);
    if after.free + KEPT < before.free {
        page.marked_field(
            "",
            Paint::Warn,
            "less is free than before: another process took it, or it did not come back",
        );
    }
}
