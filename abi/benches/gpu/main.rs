//! What the judge's clock, buffers and contexts cost on a GPU, and how its time compares with the device's own.
//!
//! `JUDGE_GPU=1 cargo bench -p judge-abi --bench gpu`; needs a clang that builds for the device (`$JUDGE_GPU_CLANG`).
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

#[path = "../../tests/gpu/mod.rs"]
mod gpu;
mod pause;
#[path = "../../tests/rig/mod.rs"]
mod rig;

use std::time::{Duration, Instant};

use judge_abi::device::{BufferAccess, Choice, CudaDevice, Device, Nvml, Poison};
use judge_abi::page::{Order, settle};
use judge_abi::wire::RunnerDevice;

use gpu::{OFFSET, Rig, has_gpu, mode};

pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

fn main() {
    rig::run_if_asked();
    if !has_gpu() {
        return;
    }
    let start = Instant::now();
    let device = CudaDevice::open(&Choice::First).expect("a device");
    println!("judge's context {:.3} s", start.elapsed().as_secs_f64());
    println!("{:?}", device.identity());
    let nvml = Nvml::open(&device.identity().uuid).expect("sensors");
    let before = nvml.state().expect("state");
    floor(&device);
    memory(&device);
    runner(&device);
    truth(&device);
    pause::table(&device);
    let after = nvml.state().expect("state");
    println!("before {before:?}\nafter  {after:?}\nwarnings {:?}", before.warnings(&after));
}

fn floor(device: &CudaDevice) {
    for _ in 0..2 {
        let start = Instant::now();
        let floor = device.measure_floor().expect("floor").expect("kernels");
        let gb = |rate: f64| rate / 1e9;
        println!(
            "floor in {:.3} s: copy {:.0} GB/s, triad {:.0} GB/s, read {:.0} GB/s, fp64 {:.0} GFLOP/s",
            start.elapsed().as_secs_f64(),
            gb(floor.copy),
            gb(floor.triad),
            gb(floor.read),
            floor.fp64.map_or(0.0, gb)
        );
    }
}

/// The judge's own handling of one buffer of 1 GiB.
fn memory(device: &CudaDevice) {
    const BYTES: usize = 1 << 30;
    let contents = vec![1_u8; BYTES];
    let mut seen = vec![0_u8; BYTES];
    let mut buffer = timed("allocate 1 GiB", || device.allocate(BYTES, BufferAccess::Output).expect("buffer"));
    timed("keep 1 GiB (host to device)", || buffer.keep(0, &contents).expect("keep"));
    timed("restore 1 GiB", || buffer.restore(0, 0).expect("restore"));
    timed("fill 1 GiB", || buffer.fill(0..BYTES, Poison::GUARD).expect("fill"));
    timed("read 1 GiB (device to host), first touch", || buffer.read(0, &mut seen).expect("read"));
    timed("read 1 GiB (device to host)", || buffer.read(0, &mut seen).expect("read"));
    timed("flush", || device.flush_caches().expect("flush"));
    timed("export", || buffer.export().expect("export"));
}

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    println!("{what}: {:.3} ms", start.elapsed().as_secs_f64() * 1e3);
    result
}

fn rig(device: &CudaDevice, source: &'static str) -> Rig {
    let object = gpu::object(source, device.identity().arch.as_str());
    Rig::start(device, RunnerDevice::Cuda { ordinal: 0 }, object)
}

/// An OpenMP kernel in a runner: start to ready, first call, later calls.
fn runner(device: &CudaDevice) {
    gpu::object(gpu::SOURCE, device.identity().arch.as_str());
    let mut rig = timed("runner, spawn to ready", || rig(device, gpu::SOURCE).ready());
    let mut times = Vec::new();
    for _ in 0..200 {
        times.push(rig.send(Order::Empty, &[], PATIENCE).expect("empty").elapsed_ns);
    }
    println!("hand-off alone: {}", Spread::of(&times));
    times.clear();
    let first = rig.call(mode::LAUNCH, PATIENCE).expect("first").elapsed_ns;
    for _ in 0..200 {
        times.push(rig.call(mode::LAUNCH, PATIENCE).expect("call").elapsed_ns);
    }
    println!("OpenMP axpy, n = 2^20: first {:.1} us, then {}", first as f64 * 1e-3, Spread::of(&times));
    for between in [Between::Flush, Between::FlushAndSettle] {
        times.clear();
        for _ in 0..100 {
            between.run(device, &mut rig);
            times.push(rig.call(mode::LAUNCH, PATIENCE).expect("call").elapsed_ns);
        }
        println!("  after {between:?}: {}", Spread::of(&times));
    }
    times.clear();
    for _ in 0..200 {
        times.push(rig.call(mode::EMPTY_REGION, PATIENCE).expect("call").elapsed_ns);
    }
    println!("OpenMP, empty target region: {}", Spread::of(&times));
}

/// What the judge does between two calls.
#[derive(Debug, Clone, Copy)]
enum Between {
    Nothing,
    Flush,
    FlushAndSettle,
}

impl Between {
    fn run(self, device: &CudaDevice, rig: &mut Rig) {
        if !matches!(self, Self::Nothing) {
            rig.y.restore(0, OFFSET).expect("restore");
            device.flush_caches().expect("flush");
        }
        if matches!(self, Self::FlushAndSettle) {
            rig.send(Order::Settle, &[settle::ALL], PATIENCE).expect("settle");
        }
    }
}

/// The judge's time of a call against CUDA events around the same launch.
fn truth(device: &CudaDevice) {
    const SPIN: u64 = 0;
    const TELL: u64 = 1;
    let mut rig = rig(device, gpu::TRUTH).ready();
    let mhz = u64::from(device.identity().clock_khz) / 1000;
    let mut overhead = None;
    println!("kernel  between         judge                    events                   judge-events    net of empty");
    for (name, microseconds, runs) in
        [("empty", 0, 300), ("10 us", 10, 300), ("100 us", 100, 300), ("10 ms", 10_000, 60)]
    {
        for between in [Between::Nothing, Between::Flush, Between::FlushAndSettle] {
            let (mut judge, mut events, mut bias) = (Vec::new(), Vec::new(), Vec::new());
            for run in 0..runs + 20 {
                between.run(device, &mut rig);
                let args = |what| [OFFSET as u64, OFFSET as u64, microseconds * mhz, 0, what];
                let ns = rig.send(Order::Call, &args(SPIN), PATIENCE).expect("spin").elapsed_ns;
                rig.send(Order::Call, &args(TELL), PATIENCE).expect("tell");
                if run >= 20 {
                    let device_ns = (rig.ends()[0] * 1e6) as u64;
                    judge.push(ns);
                    events.push(device_ns);
                    bias.push(ns.saturating_sub(device_ns));
                }
            }
            let bias = Spread::of(&bias);
            let base = *overhead.get_or_insert(bias.median);
            println!(
                "{name:<7} {:<15} {:<24} {:<24} {:<9.2} us    {:+.2} us",
                format!("{between:?}"),
                Spread::of(&judge).to_string(),
                Spread::of(&events).to_string(),
                bias.median * 1e-3,
                (bias.median - base) * 1e-3
            );
        }
    }
}

/// Median and coefficient of variation of nanoseconds, the latter from the median absolute deviation.
pub(crate) struct Spread {
    pub(crate) median: f64,
    cv: f64,
}

impl Spread {
    pub(crate) fn of(times: &[u64]) -> Self {
        let median_of = |mut values: Vec<f64>| {
            values.sort_by(f64::total_cmp);
            values[values.len() / 2]
        };
        let median = median_of(times.iter().map(|&t| t as f64).collect());
        let mad = median_of(times.iter().map(|&t| (t as f64 - median).abs()).collect());
        Self { median, cv: 1.4826 * mad / median.max(1.0) }
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.2} us CV {:.2} %", self.median * 1e-3, self.cv * 100.0)
    }
}
