//! An OpenMP tool (OMPT, OpenMP 5.2 chapter 19) inside the runner: counts target regions and bytes moved.
//!
//! libomp looks for `ompt_start_tool` in the executable; the `judge` binary exports it.

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::beside::{self, Owner};
use super::{counters, fresh, guard};

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
const CALLBACK_THREAD_BEGIN: c_int = 1;
const CALLBACK_PARALLEL_BEGIN: c_int = 3;
const CALLBACK_TASK_CREATE: c_int = 5;
const CALLBACK_TASK_SCHEDULE: c_int = 6;
const CALLBACK_IMPLICIT_TASK: c_int = 7;
const CALLBACK_SYNC_REGION_WAIT: c_int = 16;
const CALLBACK_TARGET_EMI: c_int = 33;
const CALLBACK_TARGET_DATA_OP_EMI: c_int = 34;
const CALLBACK_TARGET_SUBMIT_EMI: c_int = 35;
const SCOPE_BEGIN: c_int = 1;
const SCOPE_END: c_int = 2;
const ALLOCATE: c_int = 1;
const TRANSFER_TO_DEVICE: c_int = 2;
const TRANSFER_FROM_DEVICE: c_int = 3;
const DELETE: c_int = 4;
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
        let thread = std::mem::transmute::<ThreadBegin, Interface>(on_thread);
        let parallel = std::mem::transmute::<ParallelBegin, Interface>(on_parallel);
        let created = std::mem::transmute::<TaskCreate, Interface>(on_task_created);
        let scheduled = std::mem::transmute::<TaskSchedule, Interface>(on_task_scheduled);
        let implicit = std::mem::transmute::<ImplicitTask, Interface>(on_implicit_task);
        let wait = std::mem::transmute::<SyncRegion, Interface>(on_wait);
        [
            set(CALLBACK_THREAD_BEGIN, thread),
            set(CALLBACK_PARALLEL_BEGIN, parallel),
            set(CALLBACK_TASK_CREATE, created),
            set(CALLBACK_TASK_SCHEDULE, scheduled),
            set(CALLBACK_IMPLICIT_TASK, implicit),
            set(CALLBACK_SYNC_REGION_WAIT, wait),
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
        beside::region_begins();
        guard::enter();
        BEGAN.set(Some(Instant::now()));
    } else {
        if let Some(began) = BEGAN.take() {
            counters::spent(began.elapsed());
        }
        guard::exit();
        beside::region_ends();
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
    dest: *mut c_void,
    _dest_device: c_int,
    bytes: usize,
    _return_address: *const c_void,
) {
    let count: Option<fn(u64)> = match kind {
        TRANSFER_TO_DEVICE => Some(counters::moved_to_device),
        TRANSFER_FROM_DEVICE => Some(counters::moved_from_device),
        ALLOCATE | DELETE => None,
        _ => return,
    };
    // The runtime's work, and the poison's: not the submission's.
    match (endpoint, count) {
        (SCOPE_BEGIN, Some(count)) => {
            count(bytes as u64);
            beside::begin(Owner::Device);
            guard::enter();
        }
        (SCOPE_BEGIN, None) => beside::begin(Owner::Device),
        (SCOPE_END, Some(_)) => {
            guard::exit();
            beside::end();
        }
        (SCOPE_END, None) => {
            if kind == ALLOCATE {
                fresh::allocated(dest, bytes);
            }
            beside::end();
        }
        _ => {}
    }
}

/// Kinds of thread, ends of a task, of `ompt_thread_t` and `ompt_task_status_t`.
const THREAD_INITIAL: c_int = 1;
const TASK_COMPLETE: c_int = 1;
const TASK_YIELD: c_int = 2;
const TASK_CANCEL: c_int = 3;
const TASK_DETACH: c_int = 4;
const TASK_SWITCH: c_int = 7;

/// What the data of a parallel region or an explicit task that begins inside a target region holds.
const OF_THE_DEVICE: u64 = 1;

type ThreadBegin = unsafe extern "C" fn(c_int, *mut u64);
type ParallelBegin = unsafe extern "C" fn(*mut u64, *const c_void, *mut u64, c_uint, c_int, *const c_void);
type TaskCreate = unsafe extern "C" fn(*mut u64, *const c_void, *mut u64, c_int, c_int, *const c_void);
type TaskSchedule = unsafe extern "C" fn(*mut u64, c_int, *mut u64);
type ImplicitTask = unsafe extern "C" fn(c_int, *mut u64, *mut u64, c_uint, c_uint, c_int);
type SyncRegion = unsafe extern "C" fn(c_int, c_int, *mut u64, *mut u64, *const c_void);

unsafe extern "C" fn on_thread(kind: c_int, _thread: *mut u64) {
    if kind != THREAD_INITIAL {
        beside::idle();
    }
}

unsafe extern "C" fn on_parallel(
    _task: *mut u64,
    _frame: *const c_void,
    parallel: *mut u64,
    _requested: c_uint,
    _flags: c_int,
    _return_address: *const c_void,
) {
    // SAFETY: the runtime passes the data of the region that begins.
    unsafe { mark(parallel) };
}

unsafe extern "C" fn on_task_created(
    _task: *mut u64,
    _frame: *const c_void,
    new: *mut u64,
    _flags: c_int,
    _dependences: c_int,
    _return_address: *const c_void,
) {
    // SAFETY: the runtime passes the data of the task that it makes, or null.
    unsafe { mark(new) };
}

/// Notes in the data of a region or task whose code it is: its creator's.
///
/// # Safety
/// `data` is null or the runtime's own.
unsafe fn mark(data: *mut u64) {
    // SAFETY: as above.
    if let Some(data) = unsafe { data.as_mut() } {
        *data = if beside::owner() == Owner::Device { OF_THE_DEVICE } else { 0 };
    }
}

/// Whose code it is that a region's or task's data was marked for.
///
/// # Safety
/// `data` is null or the runtime's own.
unsafe fn owner_of(data: *const u64) -> Owner {
    // SAFETY: as above.
    let marked = unsafe { data.as_ref() } == Some(&OF_THE_DEVICE);
    if marked { Owner::Device } else { Owner::Host }
}

unsafe extern "C" fn on_task_scheduled(_prior: *mut u64, status: c_int, next: *mut u64) {
    match status {
        // SAFETY: the runtime passes the data of the task that begins, or null.
        TASK_SWITCH | TASK_YIELD => beside::begin(unsafe { owner_of(next) }),
        TASK_COMPLETE | TASK_CANCEL | TASK_DETACH => beside::end(),
        _ => {}
    }
}

unsafe extern "C" fn on_implicit_task(
    endpoint: c_int,
    parallel: *mut u64,
    _task: *mut u64,
    _threads: c_uint,
    _index: c_uint,
    _flags: c_int,
) {
    if endpoint == SCOPE_BEGIN {
        // What begins inside a region of the device is the device's; the data of a league of one team is never marked.
        // SAFETY: the runtime passes the data of the parallel region, or null.
        let owner = if beside::owner() == Owner::Device { Owner::Device } else { unsafe { owner_of(parallel) } };
        beside::share_begins(owner);
    } else {
        beside::share_ends();
    }
}

unsafe extern "C" fn on_wait(
    _kind: c_int,
    endpoint: c_int,
    _parallel: *mut u64,
    _task: *mut u64,
    _return_address: *const c_void,
) {
    if endpoint == SCOPE_BEGIN { beside::wait_begins() } else { beside::wait_ends() }
}
