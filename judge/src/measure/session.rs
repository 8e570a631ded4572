//! One jailed runner with its buffers, from start to end.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use judge_abi::device::{BufferAccess, Device, DeviceError};
use judge_abi::link::{Answer, Command, Link, Silence};
use judge_abi::map::{MapError, memfd};
use judge_abi::page::{DeviceFault, Fault, Order, Phase, settle};
use judge_abi::wire::{BufferConfig, CONFIG_FD, ParamConfig, RunnerConfig};
use judge_abi::{Intent, Param, Signature};
use judge_sandbox::{Evidence as JailEvidence, JailError, Running};

use super::arena::{Arena, access};
use super::device_memory::Watch;
use super::jail::{self, Machine};
use super::placement;
use super::shared_array::{self, SharedArray, device_error};
use super::site::Site;
use super::total::Total;
use crate::defence::{Defence, Defences};
use crate::score::{Bytes, Overrun};

/// How long a runner may take to leave once it is told to.
const LEAVE_DEADLINE: Duration = Duration::from_secs(2);

/// What to run.
#[derive(Clone, Copy)]
pub struct Setup<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// The built object.
    pub object: &'a Path,
    /// Its parameter list.
    pub signature: &'a Signature,
    /// For each array, the largest extent in bytes of all the sizes it will be called with.
    pub extents: &'a [u64],
    /// Where it runs.
    pub site: &'a Site,
    /// Buffers that others use as well, instead of new ones, for arrays of these names.
    pub arena: Option<&'a Arena>,
    /// Whether the code is a submission's: its system calls are narrowed before the first call.
    pub hostile: bool,
    /// Defences against it; all of them, except in tests.
    pub defences: Defences,
    /// Longest time from its start to its first call: loading the object and warming up.
    pub load: Duration,
    /// The whole judgement's time, of which the process has its part.
    pub total: &'a Arc<Total>,
}

/// A runner that could not be started.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The jail could not be made.
    #[error("starting the runner: {0}")]
    Jail(#[from] JailError),
    /// A policy of the jail is broken.
    #[error("the jail's policy: {0}")]
    Policy(#[from] judge_sandbox::PolicyError),
    /// Shared memory could not be made.
    #[error("sharing memory with the runner: {0}")]
    Memory(#[from] MapError),
    /// A buffer could not be had or used.
    #[error("device buffer `{array}`: {source}")]
    Device {
        /// The array.
        array: String,
        /// Why.
        source: DeviceError,
    },
    /// The runner could not be stopped or continued.
    #[error("stopping and continuing the runner: {0}")]
    Pause(#[source] std::io::Error),
    /// The device's caches could not be flushed.
    #[error("flushing the device's caches: {0}")]
    Flush(#[source] DeviceError),
    /// An extent does not fit this machine's address space.
    #[error("array `{array}` of {bytes} bytes does not fit in memory; choose a smaller size")]
    TooLarge {
        /// The array.
        array: String,
        /// Its extent.
        bytes: u64,
    },
    /// The configuration could not be passed on.
    #[error("passing the runner its configuration: {0}")]
    Config(std::io::Error),
}

/// How a runner ended before the judge told it to.
#[derive(Debug, Clone)]
pub struct Ended {
    /// What it was doing.
    pub phase: Phase,
    /// Why the judge heard nothing more.
    pub silence: Silence,
    /// Where it faulted, by its own word.
    pub fault: Option<Fault>,
    /// The kernel that failed on the device, in the driver's words.
    pub device_fault: Option<DeviceFault>,
    /// The device's memory, when none of it was left at some time.
    pub exhausted: Option<Bytes>,
    /// The text it left.
    pub message: Option<String>,
    /// What the jail saw.
    pub jail: JailEvidence,
}

/// A started runner.
pub struct Session {
    device: Arc<dyn Device>,
    watch: Watch,
    link: Link,
    running: Running,
    arrays: Vec<SharedArray>,
    params: Vec<ParamConfig>,
    defences: Defences,
    shares_memory: bool,
    total: Arc<Total>,
    hostile: bool,
}

impl Session {
    /// Starts a runner and waits until it is ready.
    ///
    /// # Errors
    /// [`SessionError`] when the judge cannot set it up. The inner result is how the runner ended, when it ended instead
    /// of becoming ready.
    pub fn start(setup: &Setup<'_>) -> Result<Result<Self, Box<Ended>>, SessionError> {
        let arrays = shared_array::allocate(setup)?;
        let (link, page) = Link::new(setup.site.device.spins())?;
        let params: Vec<ParamConfig> = setup
            .signature
            .params
            .iter()
            .map(|p| if matches!(p, Param::Array(_)) { ParamConfig::Array } else { ParamConfig::Scalar })
            .collect();
        let object = PathBuf::from("/judge/kernel.so");
        let first_buffer = CONFIG_FD + 2;
        let config = RunnerConfig {
            page_fd: CONFIG_FD + 1,
            object: object.clone(),
            device: setup.site.runner.clone(),
            launcher: setup.site.launcher.clone(),
            buffers: (first_buffer..)
                .zip(&arrays)
                .map(|(fd, a)| BufferConfig {
                    fd,
                    bytes: a.buffer.bytes(),
                    writable: access(setup.defences, a.intent) == BufferAccess::Output,
                })
                .collect(),
            params: params.clone(),
            narrow: setup.hostile && setup.defences.has(Defence::Narrow),
        };
        let mut jail = jail::runner(setup, &object)?.fd(config_file(&config)?, CONFIG_FD).fd(page, CONFIG_FD + 1);
        for (fd, array) in (first_buffer..).zip(&arrays) {
            let exported = array.buffer.export().map_err(|source| device_error(&array.name, source))?;
            jail = jail.fd(exported, fd);
        }
        let running = jail.spawn()?;
        let (defences, shares_memory) = (setup.defences, setup.arena.is_some());
        let device = Arc::clone(&setup.site.device);
        let watch = Watch::new(Arc::clone(&device));
        let (total, hostile) = (Arc::clone(setup.total), setup.hostile);
        let session = Self { device, watch, link, running, arrays, params, defences, shares_memory, total, hostile };
        let began = Instant::now();
        let ready = session.link.wait_ready(setup.load.min(setup.total.left()), || session.is_alive());
        session.charge(began);
        Ok(match ready {
            Ok(()) => Ok(session),
            Err(silence) => Err(Box::new(session.ended(silence))),
        })
    }

    /// Defences against the object.
    #[must_use]
    pub fn defences(&self) -> Defences {
        self.defences
    }

    /// Whether the arrays lie in an arena.
    #[must_use]
    pub fn shares_memory(&self) -> bool {
        self.shares_memory
    }

    /// Keeps `contents` as set `set` of the `index`-th array.
    ///
    /// # Errors
    /// When the device has no memory for it.
    pub fn keep(&mut self, index: usize, set: usize, contents: Arc<Vec<u8>>) -> Result<(), SessionError> {
        let array = &mut self.arrays[index];
        array.buffer.keep_shared(set, contents).map_err(|source| device_error(&array.name, source))
    }

    /// Writes `contents` to the bytes at `offset` of the `index`-th array.
    ///
    /// # Errors
    /// When the device refuses.
    pub fn write(&self, index: usize, offset: usize, contents: &[u8]) -> Result<(), SessionError> {
        let array = &self.arrays[index];
        let written = array.buffer.write(placement::ARRAY_OFFSET + offset, contents);
        written.map_err(|source| device_error(&array.name, source))
    }

    /// Makes the arrays, of `bytes[i]` bytes each, what a call on set `set` must find: inputs restored, outputs and
    /// workspaces poisoned, guard regions intact.
    ///
    /// # Errors
    /// When the device refuses.
    pub fn prepare(&self, set: usize, bytes: &[u64]) -> Result<(), SessionError> {
        for (array, &bytes) in self.arrays.iter().zip(bytes) {
            let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
            array.prepare(set, bytes, self.defences).map_err(|source| device_error(&array.name, source))?;
        }
        Ok(())
    }

    /// Leaves nothing of the arrays in the device's caches.
    ///
    /// # Errors
    /// When the device refuses.
    pub fn flush(&self) -> Result<(), SessionError> {
        self.device.flush_caches().map_err(SessionError::Flush)
    }

    /// Makes the runner the one that used the device last: the judge did, when it prepared a call. On the host, wakes it: it
    /// stood still.
    ///
    /// # Errors
    /// How the runner ended, when it did.
    pub fn settle(&mut self) -> Result<(), Silence> {
        if self.device.spins() {
            self.send(Order::Settle, &[settle::ALL], false, Duration::from_secs(60)).map(drop)
        } else {
            self.handoff().map(drop)
        }
    }

    /// Has the shape of each launch of the next call printed to the runner's standard error.
    ///
    /// # Errors
    /// How the runner ended, when it did.
    pub fn describe_launches(&mut self) -> Result<(), Silence> {
        self.send(Order::Describe, &[], false, Duration::from_secs(10)).map(drop)
    }

    /// Has what the next call allocates on the device for itself poisoned. Costs time inside the call: not for timed ones.
    ///
    /// # Errors
    /// How the runner ended, when it did.
    pub fn poison_allocations(&mut self) -> Result<(), Silence> {
        if self.defences.has(Defence::Poison) {
            self.send(Order::Poison, &[], false, Duration::from_secs(10))?;
        }
        Ok(())
    }

    /// Calls the object: `scalars` hold the scalar parameters' bits, in order.
    ///
    /// # Errors
    /// How the runner ended, when it did.
    pub fn call(&mut self, scalars: &[u64], guard: bool, deadline: Duration) -> Result<Answer, Silence> {
        let mut scalars = scalars.iter();
        let args: Vec<u64> = self
            .params
            .iter()
            .map(|p| match p {
                ParamConfig::Array => placement::ARRAY_OFFSET as u64,
                ParamConfig::Scalar => scalars.next().copied().unwrap_or(0),
            })
            .collect();
        self.send(Order::Call, &args, guard, deadline)
    }

    /// An empty order: the hand-off itself.
    ///
    /// # Errors
    /// How the runner ended, when it did.
    pub fn handoff(&mut self) -> Result<Answer, Silence> {
        self.send(Order::Empty, &[], false, Duration::from_secs(10))
    }

    /// Lets the object's own threads touch every page of the buffers before anyone else does.
    ///
    /// # Errors
    /// How the runner ended, when it did.
    pub fn touch(&mut self) -> Result<(), Silence> {
        self.send(Order::Touch, &[], false, Duration::from_secs(60)).map(drop)
    }

    /// Sends an order, and waits no longer than the whole judgement may.
    fn send(&mut self, order: Order, args: &[u64], guard: bool, deadline: Duration) -> Result<Answer, Silence> {
        let left = self.total.left();
        if left.is_zero() {
            return Err(Silence::Deadline);
        }
        let began = Instant::now();
        let answer = self.send_within(order, args, guard, deadline.min(left));
        self.charge(began);
        answer
    }

    fn charge(&self, began: Instant) {
        if self.hostile {
            self.total.charge(began.elapsed());
        }
    }

    fn send_within(&mut self, order: Order, args: &[u64], guard: bool, deadline: Duration) -> Result<Answer, Silence> {
        let (running, watch) = (&self.running, &self.watch);
        let alive = || {
            watch.look();
            !running.is_finished()
        };
        self.link.send(&Command { order, args, guard }, deadline, alive)
    }

    /// Copies the bytes at `offset` of the `index`-th array.
    ///
    /// # Errors
    /// When the device refuses.
    pub fn read(&self, index: usize, offset: usize, dest: &mut [u8]) -> Result<(), SessionError> {
        let array = &self.arrays[index];
        let read = array.buffer.read(placement::ARRAY_OFFSET + offset, dest);
        read.map_err(|source| device_error(&array.name, source))
    }

    /// The first byte at which the `index`-th array no longer holds `contents`. Read part by part: a copy of a
    /// large array costs more than the comparison.
    ///
    /// # Errors
    /// When the device refuses.
    pub fn differs(&self, index: usize, contents: &[u8]) -> Result<Option<usize>, SessionError> {
        const PART: usize = 8 << 20;
        let mut seen = vec![0; PART.min(contents.len())];
        for (part, then) in contents.chunks(PART).enumerate() {
            let now = &mut seen[..then.len()];
            self.read(index, part * PART, now)?;
            if now != then {
                let at = now.iter().zip(then).position(|(a, b)| a != b);
                return Ok(at.map(|at| part * PART + at));
            }
        }
        Ok(None)
    }

    /// The first store into a guard region around arrays of `bytes[i]` bytes since [`Session::prepare`].
    ///
    /// # Errors
    /// When the device refuses.
    pub fn overrun(&self, bytes: &[u64]) -> Result<Option<Overrun>, SessionError> {
        for (array, &bytes) in self.arrays.iter().zip(bytes).filter(|(a, _)| a.intent != Intent::In) {
            let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
            let overrun = array.overrun(bytes).map_err(|source| device_error(&array.name, source))?;
            if overrun.is_some() {
                return Ok(overrun);
            }
        }
        Ok(None)
    }

    /// Stops every thread of the runner until [`Session::resume`]: two programs that are timed in turn share no core.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn pause(&self) -> Result<(), SessionError> {
        self.running.pause().map_err(SessionError::Pause)
    }

    /// Lets the runner go on.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn resume(&self) -> Result<(), SessionError> {
        self.running.resume().map_err(SessionError::Pause)
    }

    /// Kills what is left and says how the runner ended.
    #[must_use]
    pub fn ended(self, silence: Silence) -> Ended {
        let (phase, fault, message) = (self.link.phase(), self.link.fault(), self.link.message());
        let (device_fault, exhausted) = (self.link.device_fault(), self.watch.exhausted());
        Ended { phase, silence, fault, device_fault, exhausted, message, jail: self.stop() }
    }

    /// Tells the runner to leave, gives it a moment, and ends it.
    #[must_use]
    pub fn finish(mut self) -> JailEvidence {
        // A runner that will not leave is killed; its results stand.
        if self.send_within(Order::Leave, &[], false, LEAVE_DEADLINE).is_ok() {
            let end = Instant::now() + LEAVE_DEADLINE;
            while !self.running.is_finished() && Instant::now() < end {
                std::thread::sleep(Duration::from_micros(200));
            }
        }
        self.stop()
    }

    fn stop(self) -> JailEvidence {
        if !self.running.is_finished() {
            self.running.kill();
        }
        self.running.wait()
    }

    /// Whether the process is still there.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        !self.running.is_finished()
    }
}

fn config_file(config: &RunnerConfig) -> Result<std::os::fd::OwnedFd, SessionError> {
    use std::io::{Seek, Write};
    let text = serde_json::to_vec(config).map_err(|e| SessionError::Config(e.into()))?;
    let mut file = std::fs::File::from(memfd(c"judge-config", text.len())?);
    file.write_all(&text).and_then(|()| file.rewind()).map_err(SessionError::Config)?;
    Ok(file.into())
}
