//! The process that maps submitted code: loads one shared object and calls it when the judge says *go*.
//!
//! It holds no clock the judge believes, no pristine input and no expected output. It leaves by `_exit`, never unloads,
//! and says what it is doing on the shared page so that the judge can name the step in which it died.

mod beside;
mod buffers;
mod counters;
mod fault;
mod fresh;
pub mod gpu_launches;
mod guard;
#[cfg(target_arch = "x86_64")]
mod hip;
mod object;
pub mod ompt;
mod shapes;

use std::io::Read;
use std::os::fd::{FromRawFd, OwnedFd};
use std::time::Instant;

use crate::device::CallError;
use crate::page::{CallReport, Order, Page, Phase, settle};
use crate::wire::{CONFIG_FD, Launcher, ParamConfig, RunnerConfig, RunnerDevice};

use buffers::Buffers;
use object::Object;

/// Exit status when the object could not be loaded or its device code not run.
pub const STATUS_OBJECT: i32 = 70;

/// Exit status when the machine lacks something that no object can be blamed for.
pub const STATUS_MACHINE: i32 = 72;

/// Exit status when a kernel failed on the device.
pub const STATUS_DEVICE: i32 = 73;

/// Exit status when a HIP kernel was stopped because what it does would hang or mean nothing on a GPU.
pub const STATUS_MISUSE: i32 = 74;

/// A step of the runner's start that failed; its text is left on the page.
#[derive(Debug, thiserror::Error)]
enum StartError {
    #[error("cannot map buffer {index}: {source}")]
    Buffer { index: usize, source: crate::map::MapError },
    #[error(transparent)]
    Device(#[from] crate::device::OpenError),
    #[error("no device memory for the runner: {0}")]
    DeviceMemory(crate::device::DeviceError),
    #[error("cannot map buffer {index} on the device: {source}")]
    DeviceBuffer { index: usize, source: crate::device::CallError },
    #[error("cannot load {path}: {reason}")]
    Load { path: String, reason: String },
    #[error("cannot load the GPU's runtime library {path}: {reason}")]
    Runtime { path: String, reason: String },
    #[error("{path} does not define {symbol}")]
    Symbol { path: String, symbol: &'static str },
    #[error("the warm-up target region ran on the host: no offload device is usable")]
    WarmedOnHost,
    #[error("the OpenMP runtime did not count the warm-up target region: its tools interface (OMPT) does not work")]
    NoTools,
    #[cfg(not(target_arch = "x86_64"))]
    #[error("HIP on the host needs an x86-64 processor")]
    Processor,
    #[error("cannot narrow system calls: {reason}")]
    Narrow { reason: String },
}

/// Runs as the runner until the judge says leave. `narrow` installs, on every thread, the system call filter of the
/// call stage for the device it is given.
///
/// Never returns. Exit status 0 after an orderly leave, [`STATUS_OBJECT`] or [`STATUS_MACHINE`] when a start step failed
/// (its text is on the page), 71 when there is no configuration to read, [`STATUS_DEVICE`] when a kernel failed on the
/// device (its name is on the page), [`STATUS_MISUSE`] when the runner stopped a HIP kernel (the reason is on the page).
pub fn main(narrow: fn(&RunnerDevice) -> Result<(), String>) -> ! {
    let Some((config, page)) = read_config() else { leave(71) };
    // Handlers and kernels reach the page until the process ends.
    let page: &'static Page = Box::leak(Box::new(page));
    match start(&config, page, narrow) {
        Ok((object, buffers)) => serve(&config, page, &object, buffers),
        Err(error) => {
            page.set_message(&error.to_string());
            leave(match error {
                StartError::Load { .. } | StartError::Symbol { .. } | StartError::WarmedOnHost => STATUS_OBJECT,
                StartError::Buffer { .. }
                | StartError::Device(_)
                | StartError::DeviceMemory(_)
                | StartError::DeviceBuffer { .. }
                | StartError::NoTools
                | StartError::Runtime { .. }
                | StartError::Narrow { .. } => STATUS_MACHINE,
                #[cfg(not(target_arch = "x86_64"))]
                StartError::Processor => STATUS_MACHINE,
            })
        }
    }
}

fn read_config() -> Option<(RunnerConfig, Page)> {
    let mut text = String::new();
    std::fs::File::from(inherited(CONFIG_FD)).read_to_string(&mut text).ok()?;
    let config: RunnerConfig = serde_json::from_str(&text).ok()?;
    let page = Page::open(&inherited(config.page_fd)).ok()?;
    Some((config, page))
}

/// Takes over a descriptor that the judge passed on under this number.
fn inherited(fd: i32) -> OwnedFd {
    // SAFETY: the jail passes exactly the descriptors the configuration names, each is taken over once, and a wrong
    // number only makes the first operation on it fail.
    unsafe { OwnedFd::from_raw_fd(fd) }
}

fn start(
    config: &RunnerConfig,
    page: &'static Page,
    narrow: fn(&RunnerDevice) -> Result<(), String>,
) -> Result<(Object, &'static Buffers), StartError> {
    page.set_phase(Phase::Mapping);
    let buffers = Buffers::map(&config.device, &config.buffers)?;
    fault::install(page, buffers);
    fresh::arm(buffers);
    page.set_phase(Phase::Loading);
    if let Launcher::HipRuntime { library } = &config.launcher {
        let failed = |reason| StartError::Runtime { path: library.display().to_string(), reason };
        gpu_launches::load(library).map_err(failed)?;
    }
    let object = Object::load(&config.object)?;
    page.set_phase(Phase::Warming);
    match &config.launcher {
        Launcher::OpenMp if config.device.offloads() => {
            object.warm()?;
            if !ompt::is_active() || counters::totals().launches == 0 {
                return Err(StartError::NoTools);
            }
        }
        Launcher::OpenMp | Launcher::HipRuntime { .. } => {}
        #[cfg(target_arch = "x86_64")]
        Launcher::HipOnHost { warp } => object.bind(hip::start(page, buffers, *warp))?,
        #[cfg(not(target_arch = "x86_64"))]
        Launcher::HipOnHost { .. } => return Err(StartError::Processor),
    }
    if config.device == RunnerDevice::HostOffload {
        guard::arm(buffers);
    }
    if config.narrow {
        page.set_phase(Phase::Narrowing);
        narrow(&config.device).map_err(|reason| StartError::Narrow { reason })?;
    }
    Ok((object, buffers))
}

fn serve(config: &RunnerConfig, page: &Page, object: &Object, buffers: &Buffers) -> ! {
    let mut sequence = 0;
    let mut values = vec![0_u64; config.params.len()];
    page.set_phase(Phase::Ready);
    loop {
        sequence = page.wait_go(sequence);
        let (order, guarded) = page.command();
        let mut report = CallReport::default();
        match order {
            Some(Order::Call) => {
                arguments(config, page, buffers, &mut values);
                report = call(page, object, buffers, &mut values, guarded);
                object.shapes().print(false);
                fresh::poison(false);
            }
            Some(Order::Touch) => touch(object, buffers),
            Some(Order::Settle) => settle(page, object, buffers),
            Some(Order::Describe) => object.shapes().print(true),
            Some(Order::Poison) => fresh::poison(true),
            Some(Order::Leave) => {
                page.done(sequence);
                leave(0);
            }
            // What nobody ordered is answered too: the judge waits for the word.
            Some(Order::Empty) | None => {}
        }
        page.set_report(&report);
        page.set_phase(Phase::Ready);
        page.done(sequence);
    }
}

/// Steps that are not asked for, or that a described call would list, are left out.
fn settle(page: &Page, object: &Object, buffers: &Buffers) {
    let steps = page.arg(0);
    if steps & settle::AWAKE != 0 {
        or_leave(page, buffers.keep_awake());
    }
    if steps & settle::TOUCH != 0 && buffers.on_device() && !object.shapes().are_printed() {
        touch(object, buffers);
        or_leave(page, buffers.synchronise());
    }
}

fn touch(object: &Object, buffers: &Buffers) {
    for (start, bytes) in buffers.iter() {
        object.touch(start as *mut u8, bytes);
    }
}

fn arguments(config: &RunnerConfig, page: &Page, buffers: &Buffers, values: &mut [u64]) {
    let mut arrays = buffers.iter();
    for (index, (value, param)) in values.iter_mut().zip(&config.params).enumerate() {
        let word = page.arg(index);
        *value = match param {
            ParamConfig::Scalar => word,
            ParamConfig::Array => arrays.next().map_or(0, |(start, _)| start.wrapping_add(word)),
        };
    }
}

fn call(page: &Page, object: &Object, buffers: &Buffers, values: &mut [u64], guarded: bool) -> CallReport {
    page.set_phase(Phase::Calling);
    let before = counters::totals();
    if guarded {
        guard::close();
    }
    guard::watch();
    let start = Instant::now();
    object.call(values);
    page.set_phase(Phase::Synchronising);
    or_leave(page, buffers.synchronise());
    let runner_ns = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
    guard::unwatch();
    let guard_ns = if guarded { guard::open() } else { 0 };
    let after = counters::totals();
    CallReport {
        launches: after.launches.wrapping_sub(before.launches),
        host_launches: after.host_launches.wrapping_sub(before.host_launches),
        to_device: after.to_device.wrapping_sub(before.to_device),
        from_device: after.from_device.wrapping_sub(before.from_device),
        region_ns: after.region_ns.wrapping_sub(before.region_ns),
        runner_ns,
        guard_ns,
        beside_ns: after.beside_ns.wrapping_sub(before.beside_ns),
        aside_ns: after.aside_ns.wrapping_sub(before.aside_ns),
        launcher_ns: after.launcher_ns.wrapping_sub(before.launcher_ns),
    }
}

/// A device that failed cannot be used again by this process: names the failure and leaves.
fn or_leave(page: &Page, answer: Result<(), CallError>) {
    if let Err(error) = answer {
        fault::record_device(page, &error);
        leave(STATUS_DEVICE);
    }
}

fn leave(status: i32) -> ! {
    // SAFETY: `_exit` runs no handlers of the submission or of the offload runtime, which may hang or crash there.
    unsafe { libc::_exit(status) }
}
