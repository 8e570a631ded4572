//! The generated C file that calls an entry with its exact types: the one symbol a runner needs.

use std::fmt::Write;

use crate::prototype::c::{self, Spelling};
use crate::{Param, Signature};

/// The symbol by which a runner calls the entry.
pub const CALL: &str = "judge_call";

/// The symbol by which a runner makes the offload runtime load its images and start its threads.
pub const WARM: &str = "judge_warm";

/// The symbol by which a runner lets the object's own threads, on the device where there is one, touch memory first.
pub const TOUCH: &str = "judge_touch";

/// What the shim has to do besides calling the entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arm {
    /// OpenMP offload: waits for tasks, `target nowait` ones included, and warms the runtime up.
    Offload,
    /// Threaded host code: touches memory by the threads that will use it.
    Threads,
    /// HIP on the host's own processor: holds what the runner's launch table is reached through.
    HipOnHost,
    /// Anything whose caller synchronises the device.
    Plain,
}

impl Arm {
    /// The symbols that an object with this shim exports, and no others.
    #[must_use]
    pub const fn exports(self) -> &'static [&'static str] {
        match self {
            Self::Offload => &[CALL, WARM, TOUCH],
            Self::Threads => &[CALL, TOUCH],
            Self::HipOnHost => &[CALL, crate::hip::BIND],
            Self::Plain => &[CALL],
        }
    }
}

const EXPORT: &str = "__attribute__((visibility(\"default\")))";

/// Returns 0 when the region ran on a device. The header is needed: it gives `omp_is_initial_device` a variant for device
/// code, without which the host device answers as the host.
///
/// The loop starts as many threads as a later region will find. It has no teams: LLVM 22's runtime fails an assertion of its own
/// when a thread that once launched teams later has others launch theirs in a parallel region.
const WARM_BODY: &str = "
#include <omp.h>
EXPORTED int judge_warm(void)
{
    int on_host = 1, sum = 0;
    #pragma omp target map(from: on_host)
    on_host = omp_is_initial_device();
    #pragma omp target parallel for map(tofrom: sum) reduction(+: sum)
    for (int i = 0; i < 4096; i++)
        sum += i;
    return on_host || sum != 4096 * 4095 / 2;
}
";

/// One load a page by a thread of every team, and more teams than a device runs at a time: each of its processors finds the
/// addresses, and the caches get a few bytes of each page. 2 MiB is what GPUs map at a time.
const DEVICE_TOUCH_BODY: &str = "
EXPORTED void judge_touch(void *start, __SIZE_TYPE__ bytes)
{
    enum { TEAMS = 512, THREADS = 128, PAGE = 2 << 20 };
    const volatile char *at = start;
    #pragma omp target teams distribute parallel for num_teams(TEAMS) thread_limit(THREADS) is_device_ptr(at) device(0)
    for (int thread = 0; thread < TEAMS * THREADS; thread++)
        for (__SIZE_TYPE__ page = thread % THREADS; page * PAGE < bytes; page += THREADS)
            (void)at[page * PAGE];
}
";

/// One load a page, in the schedule that the baselines use.
const TOUCH_BODY: &str = "
EXPORTED void judge_touch(void *start, __SIZE_TYPE__ bytes)
{
    const volatile char *at = start;
    #pragma omp parallel for schedule(static)
    for (__SIZE_TYPE__ page = 0; page < bytes; page += 4096)
        (void)at[page];
}
";

/// C source of `void judge_call(void **args)`, and of what else `arm` needs.
///
/// `args[i]` points to the value of parameter `i`; an array's value is its device pointer.
#[must_use]
pub fn source(signature: &Signature, arm: Arm) -> String {
    let values: Vec<String> = signature.params.iter().enumerate().map(|(i, p)| argument(i, p)).collect();
    let list = if values.is_empty() { String::new() } else { format!("\n        {}", values.join(",\n        ")) };
    let mut text = c::header(signature);
    let _ =
        write!(text, "\n{EXPORT} void {CALL}(void **args)\n{{\n    (void)args;\n    {}({list});\n", signature.entry);
    if arm == Arm::Offload {
        text.push_str("    #pragma omp taskwait\n");
    }
    text.push_str("}\n");
    match arm {
        Arm::Offload => text.push_str(&[WARM_BODY, DEVICE_TOUCH_BODY].concat().replace("EXPORTED", EXPORT)),
        Arm::Threads => text.push_str(&TOUCH_BODY.replace("EXPORTED", EXPORT)),
        Arm::HipOnHost => text.push_str(crate::hip::CPU_OBJECT),
        Arm::Plain => {}
    }
    text
}

fn argument(index: usize, param: &Param) -> String {
    let kind = c::param_type(param, Spelling::Compiler);
    let gap = if kind.ends_with('*') { "" } else { " " };
    format!("*({kind}{gap}*)args[{index}]")
}
