//! What the judge's work between two calls costs the next one: a copy of 1 GiB after each part of that work, by the device's
//! events and by the judge's clock.

use std::time::Duration;

use judge_abi::device::{Buffer, BufferAccess, CudaDevice, Device};
use judge_abi::page::{Order, settle};
use judge_abi::shim;
use judge_abi::wire::RunnerDevice;
use judge_abi::{Array, DType, Intent, Param, Scalar, Signature};

use crate::gpu::{self, OFFSET, Rig};
use crate::{PATIENCE, Spread};

/// Elements of each array: 512 MiB.
const ELEMENTS: usize = 1 << 26;
const BYTES: usize = 2 * 8 * ELEMENTS;
const RUNS: usize = 21;
/// Runs that are not counted.
const WARM_UPS: usize = 3;

/// One part of what the judge does between two calls.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// Nothing, for as long as comparing outputs takes.
    Idle,
    /// All cores read memory, as when outputs are compared: the processor's caches hold nothing of the runtime.
    HostWork,
    /// A few bytes are read in the judge's context.
    OtherContext,
    /// The arrays are restored.
    Restore,
    /// The device's cache is flushed by writing other memory.
    FlushByWriting,
    /// The device's cache is flushed as the judge does: by reading other memory.
    Flush,
    /// The runner keeps the device busy for a moment.
    Awake,
    /// The object's device code looks at every page of the arrays.
    Touch,
}

use Step::{Awake, Flush, FlushByWriting, HostWork, Idle, OtherContext, Restore, Touch};

/// The last row is what the judge does, the one before it what it did when the cache was flushed by writing.
const ROWS: &[&[Step]] = &[
    &[],
    &[Idle],
    &[Idle, Awake],
    &[HostWork],
    &[HostWork, Touch],
    &[OtherContext],
    &[OtherContext, Touch],
    &[Restore],
    &[Restore, FlushByWriting],
    &[Restore, Flush],
    &[Restore, FlushByWriting, Awake],
    &[Restore, Flush, Awake],
    &[Restore, Flush, Touch],
    &[Restore, Flush, Awake, Touch],
    &[HostWork, Restore, Flush, Awake],
    &[HostWork, Restore, Flush, Touch],
    &[HostWork, Restore, FlushByWriting, Awake],
    &[HostWork, Restore, Flush, Awake, Touch],
];

/// Prints the table.
pub(crate) fn table(device: &CudaDevice) {
    let source =
        [shim::source(&signature(), shim::Arm::Offload), include_str!("../../tests/kernels/pause.c").to_owned()];
    let object = gpu::object(Box::leak(source.concat().into_boxed_str()), device.identity().arch.as_str());
    let rig = Rig::sized(device, RunnerDevice::Cuda { ordinal: 0 }, object, ELEMENTS).ready();
    let cache = usize::try_from(device.identity().l2_bytes).expect("a cache");
    let mut other = device.allocate(2 * cache, BufferAccess::Output).expect("memory");
    other.keep(0, &vec![0; 2 * cache]).expect("memory");
    let mut pause = Pause { device, rig, other, host: vec![1; BYTES / 8] };
    println!("\na copy of {} MiB after what the judge does between two calls, us and GB/s", BYTES >> 20);
    println!(
        "{:<48} {:>16} {:>16} {:>16} {:>12}",
        "", "driver, events", "driver, judge", "OpenMP, judge", "empty region"
    );
    for steps in ROWS {
        let (events, driver) = pause.by_driver(steps);
        let (openmp, empty) = (pause.time(steps, OPENMP), pause.time(steps, EMPTY));
        let name = format!("{steps:?}");
        let rate = |us: f64| format!("{us:8.1} {:7.0}", BYTES as f64 * 1e-3 / us);
        println!("{name:<48} {:>16} {:>16} {:>16} {empty:12.1}", rate(events), rate(driver), rate(openmp));
    }
}

/// Modes of the kernel.
const DRIVER: u64 = 0;
const TELL: u64 = 1;
const OPENMP: u64 = 2;
const EMPTY: u64 = 3;

struct Pause<'a> {
    device: &'a CudaDevice,
    rig: Rig,
    other: Box<dyn Buffer>,
    host: Vec<u64>,
}

impl Pause<'_> {
    /// Microseconds of the driver's copy, by its events and by the judge's clock.
    fn by_driver(&mut self, steps: &[Step]) -> (f64, f64) {
        let (mut events, mut judge) = (Vec::new(), Vec::new());
        for run in 0..RUNS + WARM_UPS {
            let ns = self.after(steps, DRIVER);
            self.call(TELL);
            if run >= WARM_UPS {
                judge.push(ns);
                events.push((self.rig.ends()[0] * 1e6) as u64);
            }
        }
        (Spread::of(&events).median * 1e-3, Spread::of(&judge).median * 1e-3)
    }

    /// Microseconds of a mode by the judge's clock.
    fn time(&mut self, steps: &[Step], mode: u64) -> f64 {
        let all: Vec<u64> = (0..RUNS + WARM_UPS).map(|_| self.after(steps, mode)).collect();
        Spread::of(&all[WARM_UPS..]).median * 1e-3
    }

    fn after(&mut self, steps: &[Step], mode: u64) -> u64 {
        for step in steps {
            self.step(*step);
        }
        self.call(mode)
    }

    fn call(&mut self, mode: u64) -> u64 {
        let args = [OFFSET as u64, OFFSET as u64, ELEMENTS as u64, 0, mode];
        let told = self.rig.send(Order::Call, &args, PATIENCE);
        told.unwrap_or_else(|e| panic!("mode {mode}: {e:?}, {}", self.rig.last_words())).elapsed_ns
    }

    fn step(&mut self, step: Step) {
        match step {
            Idle => std::thread::sleep(Duration::from_millis(40)),
            HostWork => read_by_all_cores(&self.host),
            OtherContext => drop(self.rig.ends()),
            Restore => [&self.rig.x, &self.rig.y].into_iter().for_each(|b| b.restore(0, OFFSET).expect("restore")),
            FlushByWriting => self.other.restore(0, 0).expect("write"),
            Flush => self.device.flush_caches().expect("flush"),
            Awake => self.settle(settle::AWAKE),
            Touch => self.settle(settle::TOUCH),
        }
    }

    fn settle(&mut self, steps: u64) {
        self.rig.send(Order::Settle, &[steps], PATIENCE).expect("settle");
    }
}

fn read_by_all_cores(data: &[u64]) {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for part in data.chunks(data.len().div_ceil(threads)) {
            scope.spawn(move || std::hint::black_box(part.iter().fold(0_u64, |sum, word| sum.wrapping_add(*word))));
        }
    });
}

fn signature() -> Signature {
    let array = |name: &str, intent| Param::Array(Array { name: name.to_owned(), dtype: DType::F64, intent });
    let scalar = |name: &str, dtype| Param::Scalar(Scalar { name: name.to_owned(), dtype });
    Signature {
        entry: "kernel".to_owned(),
        params: vec![
            array("x", Intent::In),
            array("y", Intent::Out),
            scalar("n", DType::I64),
            scalar("a", DType::F64),
            scalar("mode", DType::I64),
        ],
    }
}
