//! Records on the shared page where the process faulted, then lets the signal do its work.

use std::ffi::c_void;
use std::sync::OnceLock;

use super::buffers::Buffers;
use super::guard;
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
        places.page.set_fault(signal, places.buffers.index_of(address), guard::is_closed());
    }
    // SAFETY: the default action was restored by SA_RESETHAND; a memory fault repeats by itself, the others are raised.
    unsafe { libc::raise(signal) };
}
