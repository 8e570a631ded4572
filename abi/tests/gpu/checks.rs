//! What must hold on every GPU, whatever its driver.

use std::time::Duration;

use judge_abi::device::{BufferAccess, Device, DeviceError, Poison};
use judge_abi::link::Silence;

use super::{N, OFFSET, Rig, mode};

const PATIENCE: Duration = Duration::from_secs(60);

/// A kernel's answer, its launch and its bytes; a call's work has ended when the judge sees *done*.
pub(crate) fn answers_and_counts(rig: impl Fn() -> Rig) {
    let mut rig = rig().ready();
    let report = rig.call(mode::LAUNCH, PATIENCE).expect("answer").report;
    assert_eq!((report.launches, report.host_launches, report.to_device, report.from_device), (1, 0, 0, 0));
    assert_eq!(rig.ends(), [3.0, 3.0]);
    let bytes = N as u64 * 8;
    let report = rig.call(mode::COPY_OUT, PATIENCE).expect("answer").report;
    assert_eq!((report.launches, report.to_device, report.from_device), (0, bytes, bytes));
    assert_eq!(rig.ends(), [5.0, 5.0]);
    let report = rig.call(mode::LATE, PATIENCE).expect("answer").report;
    assert_eq!(report.launches, 1);
    assert_eq!(rig.ends(), [2005.0, 2005.0], "every launch is waited for");
    rig.y.restore(0, OFFSET).expect("restore");
    assert_eq!(rig.ends(), [1.0, 1.0]);
}

/// Failing kernels end their runner with the driver's name for it, and nothing else is harmed.
pub(crate) fn failures_are_named_and_contained(rig: impl Fn() -> Rig, name: &str) {
    for failing in [mode::WRITE_INPUT, mode::FAR_PAST_THE_END] {
        let mut sick = rig().ready();
        assert_eq!(sick.call(failing, PATIENCE), Err(Silence::Ended), "mode {failing}");
        let fault = sick.link.device_fault().unwrap_or_else(|| panic!("mode {failing}: {:?}", sick.link.fault()));
        assert!(fault.name.contains(name), "mode {failing}: {fault:?}");
        let mut x = vec![0; N * 8];
        sick.x.read(OFFSET, &mut x).expect("the judge's context is healthy");
        assert!(x.chunks(8).all(|e| e == 1.0_f64.to_le_bytes()), "the input is as it was");
    }
    let mut healthy = rig().ready();
    healthy.call(mode::LAUNCH, PATIENCE).expect("answer");
    assert_eq!(healthy.ends(), [3.0, 3.0]);
}

/// An endless kernel ends at the deadline, and the device serves the next runner.
pub(crate) fn an_endless_kernel_ends_at_the_deadline(rig: impl Fn() -> Rig) {
    let mut endless = rig().ready();
    assert_eq!(endless.call(mode::ENDLESS, Duration::from_secs(2)), Err(Silence::Deadline));
    drop(endless);
    let mut next = rig().ready();
    next.call(mode::LAUNCH, PATIENCE).expect("answer");
    assert_eq!(next.ends(), [3.0, 3.0]);
}

/// Host code that touches a device buffer dies there.
pub(crate) fn a_host_loop_dies_in_the_buffer(rig: impl Fn() -> Rig) {
    let mut rig = rig().ready();
    assert_eq!(rig.call(mode::HOST_LOOP, PATIENCE), Err(Silence::Ended));
    let fault = rig.link.fault().expect("fault");
    assert_eq!(fault.signal, libc::SIGSEGV);
    assert!(fault.buffer.is_some_and(|b| b.guarded), "{fault:?}");
}

/// Fill, keep, restore and read agree with plain memory at odd places and lengths.
pub(crate) fn buffers_behave_like_memory(device: &dyn Device) {
    let bytes = (9 << 20) + 5;
    let mut buffer = device.allocate(bytes, BufferAccess::Output).expect("buffer");
    let mut model = vec![0_u8; bytes];
    buffer.fill(0..bytes, Poison([0; 8])).expect("clear");
    let set: Vec<u8> = (0..(5 << 20) + 3).map(|i: u32| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    buffer.keep(7, &set).expect("keep");
    for (start, length) in [(0, 1), (3, 70_001), (1 << 20, 300_000), (bytes - 65_537, 65_537)] {
        buffer.fill(start..start + length, Poison::GUARD).expect("fill");
        for (i, byte) in model[start..start + length].iter_mut().enumerate() {
            *byte = Poison::GUARD.0[i % 8];
        }
    }
    buffer.restore(7, 777).expect("restore");
    model[777..777 + set.len()].copy_from_slice(&set);
    device.flush_caches().expect("flush");
    device.check_health().expect("health");
    let mut seen = vec![0; bytes];
    buffer.read(0, &mut seen).expect("read");
    assert!(seen == model, "first difference at {:?}", seen.iter().zip(&model).position(|(a, b)| a != b));
}

/// Device memory is accounted for, comes back, and its end is a sentence.
pub(crate) fn memory_is_accounted_for(device: &dyn Device) {
    let free = || device.memory().expect("memory").expect("a device's own").free;
    let before = free();
    let buffer = device.allocate(1 << 30, BufferAccess::Output).expect("a gibibyte");
    assert!(before - free() >= 1 << 30, "{before} before, {} after", free());
    drop(buffer);
    assert!(free() + (64 << 20) >= before, "{before} before, {} after", free());
    let Err(error) = device.allocate(1 << 45, BufferAccess::Output) else { panic!("32 TiB fit") };
    assert!(matches!(error, DeviceError::OutOfMemory { .. }), "{error}");
    assert!(error.to_string().contains("GiB free"), "{error}");
}
