//! Records on the shared page where the process faulted, then lets the signal do its work.

use std::ffi::c_void;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

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

/// Whether a thread has begun to record its fault. Others may fault at the same moment, and wait for the record.
static RECORDING: AtomicBool = AtomicBool::new(false);

/// How often they look for it, some tenths of a second. A fault of the handler's own would wait for ever.
const OTHERS_LOOK: u32 = 10_000_000;

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
        // does only async-signal-safe work.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = record as *const () as usize;
            // A narrowed process cannot restore the default action. After an abort the kernel does it; of faults it does
            // so when they are blocked, and not before: another thread's fault would end the process unrecorded.
            let reset = if signal == libc::SIGABRT { libc::SA_RESETHAND } else { 0 };
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | reset;
            libc::sigaction(signal, &raw const action, std::ptr::null_mut());
        }
    }
}

extern "C" fn record(signal: libc::c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // Set before the handler is installed.
    let Some(places) = PLACES.get() else { return };
    if RECORDING.swap(true, Ordering::AcqRel) {
        // Its end would be the other thread's too.
        let mut looks = 0..OTHERS_LOOK;
        while places.page.fault().is_none() && looks.next().is_some() {
            std::hint::spin_loop();
        }
    } else {
        // SAFETY: the kernel passes a valid siginfo; for the memory signals `si_addr` is the faulting address, for the
        // others it is a number that lies in no buffer.
        let address = unsafe { (*info).si_addr() } as usize;
        let closed = guard::is_closed() || places.buffers.on_device();
        places.page.set_fault(signal, places.buffers.index_of(address), closed);
        if signal == libc::SIGABRT && places.buffers.on_device() {
            ask_the_device(places);
        }
    }
    // SAFETY: the kernel passes the context that it goes back to. A fault repeats then; blocked, it ends the process. An
    // abort is raised again, by default action now.
    unsafe {
        if signal == libc::SIGABRT {
            libc::raise(signal);
        } else {
            libc::sigaddset(&raw mut (*context.cast::<libc::ucontext_t>()).uc_sigmask, signal);
        }
    }
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
