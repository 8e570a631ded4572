//! An OpenMP tool (OMPT, OpenMP 5.2 chapter 19) inside the runner: counts target regions and bytes moved.
//!
//! libomp looks for `ompt_start_tool` in the executable; the `judge` binary exports it.

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::{counters, guard};

static ACTIVE: AtomicBool = AtomicBool::new(false);

/// Whether the runtime promised to call back for every target event.
pub(crate) fn is_active() -> bool {
    ACTIVE.load(Ordering::Acquire)
}

type Interface = unsafe extern "C" fn();
type Lookup = unsafe extern "C" fn(*const c_char) -> Option<Interface>;
type SetCallback = unsafe extern "C" fn(c_int, Interface) -> c_int;

/// `ompt_start_tool_result_t`.
#[repr(C)]
#[derive(Debug)]
pub struct StartToolResult {
    initialize: unsafe extern "C" fn(Lookup, c_int, *mut u64) -> c_int,
    finalize: unsafe extern "C" fn(*mut u64),
    tool_data: u64,
}

/// Enumerators of `ompt_callbacks_t`, `ompt_scope_endpoint_t`, `ompt_target_data_op_t` and `ompt_set_result_t`.
const CALLBACK_TARGET_EMI: c_int = 33;
const CALLBACK_TARGET_DATA_OP_EMI: c_int = 34;
const CALLBACK_TARGET_SUBMIT_EMI: c_int = 35;
const SCOPE_BEGIN: c_int = 1;
const TRANSFER_TO_DEVICE: c_int = 2;
const TRANSFER_FROM_DEVICE: c_int = 3;
const SET_ALWAYS: c_int = 5;
const TARGET_REGION: c_int = 1;
const TARGET_REGION_NOWAIT: c_int = 9;

/// The entry point of an OpenMP tool. Called by the runtime when it initialises.
#[unsafe(no_mangle)]
pub extern "C" fn ompt_start_tool(_version: c_uint, _runtime: *const c_char) -> *mut StartToolResult {
    Box::into_raw(Box::new(StartToolResult { initialize, finalize, tool_data: 0 }))
}

unsafe extern "C" fn initialize(lookup: Lookup, _initial_device: c_int, _data: *mut u64) -> c_int {
    // SAFETY: `lookup` takes a C string and returns the entry point of that name, or null.
    let Some(set) = (unsafe { lookup(c"ompt_set_callback".as_ptr()) }) else { return 0 };
    // SAFETY: the entry point named `ompt_set_callback` has this type.
    let set = unsafe { std::mem::transmute::<Interface, SetCallback>(set) };
    // SAFETY: each callback is passed as the generic function type and called by the runtime at its own type, which is
    // the one it is defined with below.
    let all_always = unsafe {
        let target = std::mem::transmute::<TargetEmi, Interface>(on_target);
        let data_op = std::mem::transmute::<TargetDataOpEmi, Interface>(on_data_op);
        let submit = std::mem::transmute::<TargetSubmitEmi, Interface>(on_submit);
        [
            set(CALLBACK_TARGET_EMI, target),
            set(CALLBACK_TARGET_DATA_OP_EMI, data_op),
            set(CALLBACK_TARGET_SUBMIT_EMI, submit),
        ]
        .iter()
        .all(|&answer| answer == SET_ALWAYS)
    };
    ACTIVE.store(all_always, Ordering::Release);
    1
}

unsafe extern "C" fn finalize(_data: *mut u64) {}

type TargetEmi = unsafe extern "C" fn(c_int, c_int, c_int, *mut u64, *mut u64, *mut u64, *const c_void);
type TargetDataOpEmi = unsafe extern "C" fn(
    c_int,
    *mut u64,
    *mut u64,
    *mut u64,
    c_int,
    *mut c_void,
    c_int,
    *mut c_void,
    c_int,
    usize,
    *const c_void,
);
type TargetSubmitEmi = unsafe extern "C" fn(c_int, *mut u64, *mut u64, c_uint);

unsafe extern "C" fn on_target(
    kind: c_int,
    endpoint: c_int,
    device: c_int,
    _task: *mut u64,
    _target_task: *mut u64,
    _target: *mut u64,
    _return_address: *const c_void,
) {
    let region = kind == TARGET_REGION || kind == TARGET_REGION_NOWAIT;
    if endpoint == SCOPE_BEGIN && region && device < 0 {
        counters::launched_on_host();
    }
}

unsafe extern "C" fn on_submit(endpoint: c_int, _target: *mut u64, _host_op: *mut u64, _teams: c_uint) {
    // Begin and end of one submit run on one thread, and submits do not nest.
    thread_local!(static BEGAN: std::cell::Cell<Option<Instant>> = const { std::cell::Cell::new(None) });
    if endpoint == SCOPE_BEGIN {
        counters::launched();
        guard::enter();
        BEGAN.set(Some(Instant::now()));
    } else {
        if let Some(began) = BEGAN.take() {
            counters::spent(began.elapsed());
        }
        guard::exit();
    }
}

unsafe extern "C" fn on_data_op(
    endpoint: c_int,
    _target_task: *mut u64,
    _target: *mut u64,
    _host_op: *mut u64,
    kind: c_int,
    _source: *mut c_void,
    _source_device: c_int,
    _dest: *mut c_void,
    _dest_device: c_int,
    bytes: usize,
    _return_address: *const c_void,
) {
    let count: fn(u64) = match kind {
        TRANSFER_TO_DEVICE => counters::moved_to_device,
        TRANSFER_FROM_DEVICE => counters::moved_from_device,
        _ => return,
    };
    if endpoint == SCOPE_BEGIN {
        count(bytes as u64);
        guard::enter();
    } else {
        guard::exit();
    }
}
