//! Records on the shared page where the process faulted, then lets the signal do its work.

use std::ffi::c_void;
use std::sync::OnceLock;

use super::buffers::Buffers;
use super::guard;
use crate::device::CallError;
use crate::page::Page;

static PLACES: OnceLock<Places> = OnceLock::new();

struct Places {
    page: &'static Page,
    buffers: &'static Buffers,
}

const SIGNALS: [libc::c_int; 5] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGABRT];

/// A stack of its own, so that a stack overflow is recorded too.
const STACK_BYTES: usize = 64 * 1024;

/// Installs the handler.
pub(super) fn install(page: &'static Page, buffers: &'static Buffers) {
    let _ = PLACES.set(Places { page, buffers });
    let stack = Box::leak(vec![0_u8; STACK_BYTES].into_boxed_slice());
    let alternate = libc::stack_t { ss_sp: stack.as_mut_ptr().cast(), ss_flags: 0, ss_size: STACK_BYTES };
    // SAFETY: the stack is leaked memory of the length given.
    unsafe { libc::sigaltstack(&raw const alternate, std::ptr::null_mut()) };
    for signal in SIGNALS {
        // SAFETY: a zeroed sigaction is valid; the handler has the three-argument form that SA_SIGINFO asks for and
        // does only async-signal-safe work. SA_RESETHAND restores the default action for the second delivery.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = record as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESETHAND;
            libc::sigaction(signal, &raw const action, std::ptr::null_mut());
        }
    }
}

extern "C" fn record(signal: libc::c_int, info: *mut libc::siginfo_t, _context: *mut c_void) {
    if let Some(places) = PLACES.get() {
        // SAFETY: the kernel passes a valid siginfo; for the memory signals `si_addr` is the faulting address, for the
        // others it is a number that lies in no buffer.
        let address = unsafe { (*info).si_addr() } as usize;
        let closed = guard::is_closed() || places.buffers.on_device();
        places.page.set_fault(signal, places.buffers.index_of(address), closed);
        if signal == libc::SIGABRT && places.buffers.on_device() {
            ask_the_device(places);
        }
    }
    // SAFETY: the default action was restored by SA_RESETHAND; a memory fault repeats by itself, the others are raised.
    unsafe { libc::raise(signal) };
}

/// The offload runtime aborts when a kernel fails, so the reason is asked for here. The driver and the allocator are
/// not async-signal-safe: should they hang, the alarm ends the process, and the signal is on the page already.
fn ask_the_device(places: &Places) {
    const PATIENCE_SECONDS: libc::c_uint = 2;
    // SAFETY: no arguments to get wrong; the default action of SIGALRM ends the process.
    unsafe { libc::alarm(PATIENCE_SECONDS) };
    if let Some(error) = places.buffers.stuck() {
        record_device(places.page, &error);
    }
}

/// Records a kernel's failure on the shared page.
pub(super) fn record_device(page: &Page, error: &CallError) {
    page.set_device_fault(error.code, &format!("{} ({})", error.name, error.text));
}
