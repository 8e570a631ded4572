//! One thread of the processor that runs blocks, and the threads of a block that wait for each other.
//!
//! A block's threads run one after the other in a loop on one stack. A thread that has to wait keeps that stack, and the loop
//! goes on with the next thread on another. So a kernel without barriers is a plain loop, and one with barriers needs as
//! many stacks as threads. When nothing can run, whatever waits is released: the lanes of each warp that are at one place,
//! or the whole block at its barrier.

use std::ffi::c_void;

use super::contract::{Block, Dim, Lanes, Launch};
use super::fiber::{Fiber, switch};
use super::place::{Misuse, Place};

/// Why a thread waits.
#[derive(Debug, Clone, Copy)]
enum Reason {
    Barrier,
    /// A warp operation, and the bits this lane brings.
    Warp(u64),
}

#[derive(Debug, Clone, Copy)]
struct Waiting {
    thread: u32,
    fiber: usize,
    reason: Reason,
    place: Place,
}

/// Runs blocks. Its first field is the block that the object sees: the address of one is the address of the other.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Worker {
    block: Block,
    launch: *const Launch,
    warp: u32,
    fibers: Vec<Fiber>,
    idle: Vec<usize>,
    running: usize,
    home: *mut u8,
    arrived: Option<Waiting>,
    waiting: Vec<Waiting>,
    ready: Vec<Waiting>,
    /// One per warp: what its lanes brought last.
    lanes: Vec<Lanes>,
    /// One per thread: barriers it came to.
    barriers: Vec<u32>,
}

impl Worker {
    /// A worker for objects whose warps have `warp` lanes. It must stay where it is.
    pub(super) fn new(warp: u32) -> Box<Self> {
        Box::new(Self {
            block: Block { index: Dim::ZERO, next: 0, threads: 0 },
            launch: std::ptr::null(),
            warp,
            fibers: Vec::new(),
            idle: Vec::new(),
            running: 0,
            home: std::ptr::null_mut(),
            arrived: None,
            waiting: Vec::new(),
            ready: Vec::new(),
            lanes: Vec::new(),
            barriers: Vec::new(),
        })
    }

    /// Runs block number `index` of `launch`.
    ///
    /// # Safety
    /// `worker` is valid, used by this thread alone, and `launch` is a live launch of the object.
    pub(super) unsafe fn run(worker: *mut Self, launch: &Launch, index: u64) -> Result<(), Misuse> {
        // SAFETY: while fibers run, they reach the worker through the block's address, so no reference to it is kept
        // across a switch: every borrow below ends with its statement.
        unsafe {
            let threads = u32::try_from(launch.block.count()).unwrap_or(u32::MAX);
            (*worker).launch = launch;
            (*worker).block = Block { index: launch.grid.position(index), next: 0, threads };
            (*worker).barriers.clear();
            (*worker).barriers.resize(threads as usize, 0);
            loop {
                while Self::has_threads(worker) {
                    let fiber = Self::fiber(worker)?;
                    Self::resume(worker, fiber);
                }
                if (*worker).waiting.is_empty() {
                    return Ok(());
                }
                (*worker).release(launch.block)?;
                while let Some(next) = (*worker).ready.pop() {
                    Self::resume(worker, next.fiber);
                }
            }
        }
    }

    /// Whether the block has threads that nobody has started. The object's loop counts them.
    unsafe fn has_threads(worker: *const Self) -> bool {
        // SAFETY: as in `run`.
        unsafe { (*worker).block.next < (*worker).block.threads }
    }

    unsafe fn fiber(worker: *mut Self) -> Result<usize, Misuse> {
        // SAFETY: as in `run`; no fiber runs here.
        let this = unsafe { &mut *worker };
        if let Some(fiber) = this.idle.pop() {
            return Ok(fiber);
        }
        this.fibers.push(Fiber::new(main, worker.cast()).map_err(Misuse::NoStack)?);
        Ok(this.fibers.len() - 1)
    }

    /// Goes on with a fiber until its loop is done or its thread waits.
    unsafe fn resume(worker: *mut Self, fiber: usize) {
        // SAFETY: as in `run`; the stack was saved by `suspend` or is new, and is loaded once.
        unsafe {
            (*worker).running = fiber;
            let stack = (&(*worker).fibers)[fiber].stack;
            switch(&raw mut (*worker).home, stack);
            match (*worker).arrived.take() {
                Some(waiting) => (*worker).waiting.push(waiting),
                None => (*worker).idle.push(fiber),
            }
        }
    }

    /// Leaves the running fiber; returns when it is resumed.
    unsafe fn suspend(worker: *mut Self, arrived: Option<Waiting>) {
        // SAFETY: as in `run`; `home` was saved by the `resume` that loaded this fiber.
        unsafe {
            (*worker).arrived = arrived;
            let running = (*worker).running;
            let stack = &raw mut (&mut (*worker).fibers)[running].stack;
            switch(stack, (*worker).home);
        }
    }

    /// A thread of the block comes to a barrier.
    ///
    /// # Safety
    /// `block` is the one that the calling fiber's worker gave out.
    pub(super) unsafe fn barrier(block: *mut Block, thread: u32, place: Place) {
        let worker = block.cast::<Self>();
        // SAFETY: the block is the worker's first field.
        unsafe {
            let barriers = &mut (*worker).barriers;
            if let Some(count) = barriers.get_mut(thread as usize) {
                *count += 1;
            }
            let fiber = (*worker).running;
            Self::suspend(worker, Some(Waiting { thread, fiber, reason: Reason::Barrier, place }));
        }
    }

    /// A lane comes to a warp operation; returns what the lanes at the same place brought.
    ///
    /// # Safety
    /// As for [`Worker::barrier`].
    pub(super) unsafe fn exchange(block: *mut Block, thread: u32, value: u64, place: Place) -> *const Lanes {
        let worker = block.cast::<Self>();
        // SAFETY: the block is the worker's first field; its warp's lanes were made when it was released.
        unsafe {
            let fiber = (*worker).running;
            Self::suspend(worker, Some(Waiting { thread, fiber, reason: Reason::Warp(value), place }));
            &raw const (&(*worker).lanes)[(thread / (*worker).warp) as usize]
        }
    }

    /// Moves to `ready` whoever may go on, now that nobody runs.
    fn release(&mut self, dim: Dim) -> Result<(), Misuse> {
        if self.waiting.iter().any(|w| matches!(w.reason, Reason::Warp(_))) {
            self.release_warps();
            return Ok(());
        }
        self.check_barrier(dim)?;
        self.ready.append(&mut self.waiting);
        // `ready` is taken from its end: low threads first.
        self.ready.sort_unstable_by_key(|w| std::cmp::Reverse(w.thread));
        Ok(())
    }

    /// In each warp, the lanes at the place of the lowest waiting lane meet, as after a divergent branch.
    fn release_warps(&mut self) {
        let warps = self.block.threads.div_ceil(self.warp) as usize;
        self.lanes.clear();
        self.lanes.resize(warps, Lanes::NONE);
        self.waiting.sort_unstable_by_key(|w| w.thread);
        let (warp, lanes, ready) = (self.warp, &mut self.lanes, &mut self.ready);
        let mut chosen: Option<(u32, Place)> = None;
        self.waiting.retain(|w| {
            let Reason::Warp(value) = w.reason else { return true };
            let (own, lane) = (w.thread / warp, (w.thread % warp) as usize);
            let place = match chosen {
                Some((of, place)) if of == own => place,
                _ => {
                    chosen = Some((own, w.place));
                    w.place
                }
            };
            if place != w.place {
                return true;
            }
            let lanes = &mut lanes[own as usize];
            lanes.mask |= 1 << lane;
            lanes.value[lane] = value;
            ready.push(*w);
            false
        });
        self.ready.reverse();
    }

    /// All that wait are at barriers: it must be the same one for every thread that has not returned, and no thread may
    /// have returned in between two. Returning before the first is the usual `if (i >= n) return;`.
    fn check_barrier(&self, dim: Dim) -> Result<(), Misuse> {
        let Some(first) = self.waiting.first() else { return Ok(()) };
        let at = |thread: u32| dim.position(thread.into());
        if let Some(other) = self.waiting.iter().find(|w| w.place != first.place) {
            return Err(Misuse::TwoBarriers {
                block: self.block.index,
                threads: [at(first.thread), at(other.thread)],
                places: [first.place, other.place],
            });
        }
        let reached = self.barriers[first.thread as usize];
        let early = self.barriers.iter().position(|&count| count != 0 && count < reached);
        early.map_or(Ok(()), |thread| {
            Err(Misuse::LeftEarly {
                block: self.block.index,
                threads: [at(u32::try_from(thread).unwrap_or(0)), at(first.thread)],
                passed: self.barriers[thread],
                place: first.place,
            })
        })
    }
}

/// The life of a fiber: one loop over threads after the other.
unsafe extern "C" fn main(argument: *mut c_void) -> ! {
    let worker = argument.cast::<Worker>();
    loop {
        // SAFETY: `resume` set the launch and the block, which live until this fiber has left for the last time.
        unsafe {
            let launch = (*worker).launch;
            ((*launch).run)(launch, &raw mut (*worker).block);
            Worker::suspend(worker, None);
        }
    }
}
