//! Stacks of their own for the threads of a block, and the switch between them.

use std::ffi::c_void;
use std::io;
use std::ptr::NonNull;

/// Usable bytes of a stack. A GPU thread has no deep stack; printing from one needs the most.
const STACK_BYTES: usize = 128 * 1024;
/// Below each stack: an overflow is a fault instead of another thread's data.
const GUARD_BYTES: usize = 4096;

/// What a fiber runs first. It never returns; it switches away for the last time.
pub(super) type Main = unsafe extern "C" fn(*mut c_void) -> !;

/// A suspended stack.
#[derive(Debug)]
pub(super) struct Fiber {
    memory: NonNull<u8>,
    /// Where its registers are, while it is suspended.
    pub(super) stack: *mut u8,
}

impl Fiber {
    /// A fiber that will call `main(argument)` when it is first switched to.
    pub(super) fn new(main: Main, argument: *mut c_void) -> io::Result<Self> {
        let memory = map()?;
        // SAFETY: both offsets lie in or just past the mapping of GUARD_BYTES + STACK_BYTES.
        let stack = unsafe {
            let top = memory.as_ptr().add(GUARD_BYTES + STACK_BYTES).cast::<usize>();
            // What `switch` pops: r15 r14 r13 r12 rbx rbp, then its return address. Two words above keep the stack aligned
            // to 16 bytes at the call in `begin`.
            let frame = top.sub(9);
            frame.write_bytes(0, 9);
            frame.add(2).write(main as usize);
            frame.add(3).write(argument as usize);
            frame.add(6).write(begin as *const () as usize);
            frame.cast::<u8>()
        };
        Ok(Self { memory, stack })
    }
}

impl Drop for Fiber {
    fn drop(&mut self) {
        // SAFETY: the mapping is this fiber's, and a dropped fiber is never switched to.
        unsafe { libc::munmap(self.memory.as_ptr().cast(), GUARD_BYTES + STACK_BYTES) };
    }
}

fn map() -> io::Result<NonNull<u8>> {
    let bytes = GUARD_BYTES + STACK_BYTES;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: a fresh anonymous mapping aliases nothing; the guard is its first page.
    unsafe {
        let start = libc::mmap(std::ptr::null_mut(), bytes, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
        if start == libc::MAP_FAILED || libc::mprotect(start, GUARD_BYTES, libc::PROT_NONE) != 0 {
            return Err(io::Error::last_os_error());
        }
        NonNull::new(start.cast::<u8>()).ok_or_else(io::Error::last_os_error)
    }
}

/// Saves the running stack at `save` and goes on at `load`.
///
/// # Safety
/// `load` was saved by this function or made by [`Fiber::new`], on this thread, and has not been loaded since; `save` may be
/// written.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn switch(save: *mut *mut u8, load: *mut u8) {
    std::arch::naked_asm!(
        "push rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "mov [rdi], rsp",
        "mov rsp, rsi",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
    )
}

/// The first code on a new stack: `main` is in r13, its argument in r12.
#[unsafe(naked)]
unsafe extern "C" fn begin() {
    std::arch::naked_asm!("mov rdi, r12", "call r13", "ud2")
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Pair {
        home: *mut u8,
        fiber: *mut u8,
        count: u32,
    }

    #[repr(align(16))]
    struct Aligned(#[allow(dead_code, reason = "only its address counts")] u128);

    unsafe extern "C" fn counts(argument: *mut c_void) -> ! {
        let pair = argument.cast::<Pair>();
        loop {
            let aligned = std::hint::black_box(Aligned(0));
            assert_eq!((&raw const aligned).addr() % 16, 0);
            // SAFETY: the test below keeps the pair alive and loads only what was saved.
            unsafe {
                (*pair).count += 1;
                switch(&raw mut (*pair).fiber, (*pair).home);
            }
        }
    }

    #[test]
    fn a_fiber_goes_on_where_it_left_off() {
        let mut pair = Pair { home: std::ptr::null_mut(), fiber: std::ptr::null_mut(), count: 0 };
        let fiber = Fiber::new(counts, (&raw mut pair).cast()).expect("a stack");
        pair.fiber = fiber.stack;
        for expected in 1..=1000 {
            // SAFETY: the fiber's stack was made or saved, and is loaded once each time.
            unsafe { switch(&raw mut pair.home, pair.fiber) };
            assert_eq!(pair.count, expected);
        }
    }
}
