//! The runner's threads, and one launch spread over them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use super::contract::Launch;
use super::place::Misuse;
use super::worker::Worker;
use crate::runner::beside::{self, Owner};

/// A launch under way. Blocks are handed out in order, so a block may wait in a loop for one before it.
#[derive(Debug)]
struct Job {
    launch: *const Launch,
    blocks: u64,
    next: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    /// The job to help with, when there is one, and its number.
    job: Option<(u64, Borrowed)>,
    number: u64,
    helpers: usize,
}

/// A job on the launching thread's stack, which waits for its helpers.
#[derive(Debug, Clone, Copy)]
struct Borrowed(*const Job);

// SAFETY: the job is read through atomics and immutable fields; its owner outlives every helper's use.
unsafe impl Send for Borrowed {}

/// Threads that help with launches.
#[derive(Debug)]
pub(super) struct Pool {
    state: Mutex<State>,
    work: Condvar,
    quiet: Condvar,
    own: Mutex<Own>,
    fail: fn(&Misuse) -> !,
}

/// The launching thread's worker.
#[derive(Debug)]
struct Own(Box<Worker>);

// SAFETY: a worker's pointers lead to its own fibers and to the launch under way; the mutex gives it to one thread at a
// time, and between launches no fiber is suspended in the middle of anything.
unsafe impl Send for Own {}

impl Pool {
    /// Starts a helper for each processor but one. `fail` ends the process.
    pub(super) fn start(warp: u32, fail: fn(&Misuse) -> !) -> &'static Self {
        static POOL: OnceLock<Pool> = OnceLock::new();
        let pool = POOL.get_or_init(|| Self {
            state: Mutex::default(),
            work: Condvar::new(),
            quiet: Condvar::new(),
            own: Mutex::new(Own(Worker::new(warp))),
            fail,
        });
        let (ready, begun) = std::sync::mpsc::channel();
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        for _ in 1..processors {
            // A helper that cannot be started is one less.
            let ready = ready.clone();
            let _ = std::thread::Builder::new().name("hip".to_owned()).spawn(move || {
                // Sent and dropped: the loop below ends when every helper is here.
                let _ = ready.send(());
                drop(ready);
                beside::begin(Owner::Device);
                pool.help(warp);
            });
        }
        drop(ready);
        // A thread's first steps are system calls that the runner is about to give up.
        while begun.recv().is_ok() {}
        pool
    }

    /// Runs every block of `launch`; returns when all are done.
    pub(super) fn run(&self, launch: &Launch, blocks: u64) {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        let job = Job { launch, blocks, next: AtomicU64::new(0) };
        if blocks > 1 {
            let mut state = self.lock();
            state.number += 1;
            state.job = Some((state.number, Borrowed(&raw const job)));
            drop(state);
            self.work.notify_all();
        }
        self.blocks(&mut own.0, &job);
        // Who has not begun to help by now never sees the job.
        let mut state = self.lock();
        state.job = None;
        while state.helpers > 0 {
            state = self.quiet.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn help(&self, warp: u32) {
        let mut worker = Worker::new(warp);
        let mut seen = 0;
        loop {
            let mut state = self.lock();
            let job = loop {
                match state.job {
                    Some((number, job)) if number != seen => {
                        seen = number;
                        break job;
                    }
                    _ => state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner),
                }
            };
            state.helpers += 1;
            drop(state);
            // SAFETY: `run` does not leave while this helper is counted.
            self.blocks(&mut worker, unsafe { &*job.0 });
            let mut state = self.lock();
            state.helpers -= 1;
            if state.helpers == 0 {
                self.quiet.notify_all();
            }
        }
    }

    fn blocks(&self, worker: &mut Box<Worker>, job: &Job) {
        let worker: *mut Worker = &raw mut **worker;
        loop {
            let block = job.next.fetch_add(1, Ordering::Relaxed);
            if block >= job.blocks {
                return;
            }
            // SAFETY: the worker is this thread's alone, and the launch lives as long as the job.
            if let Err(misuse) = unsafe { Worker::run(worker, &*job.launch, block) } {
                (self.fail)(&misuse);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
