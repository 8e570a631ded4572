//! A program that lives in a jail: it loads a library, warms up, narrows its own policy and calls one function.
//!
//! Usage: `narrowing LIBRARY FUNCTION`. Exits with what the function returned, or with 100 and more when the way
//! there failed. The crate's tests run it.

use std::ffi::{CString, c_int};

use judge_sandbox::{Policy, narrow};

/// Looks up a function that takes nothing and returns an `int`.
fn function(library: *mut libc::c_void, name: &str) -> Option<extern "C" fn() -> c_int> {
    let name = CString::new(name).ok()?;
    // SAFETY: the handle came from `dlopen` and is never closed.
    let address = unsafe { libc::dlsym(library, name.as_ptr()) };
    // SAFETY: the caller of this example names functions of this type.
    (!address.is_null()).then(|| unsafe { std::mem::transmute::<*mut libc::c_void, extern "C" fn() -> c_int>(address) })
}

fn outcome() -> c_int {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), Some(name)) = (arguments.next().and_then(|path| CString::new(path).ok()), arguments.next()) else {
        return 100;
    };
    let Ok(policy) = Policy::named("run-call") else { return 101 };
    // SAFETY: loads a library, which runs its constructors.
    let library = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    if library.is_null() {
        return 102;
    }
    let (Some(warm), Some(call)) = (function(library, "warm"), function(library, &name)) else { return 103 };
    if warm() != 0 {
        return 104;
    }
    if narrow(&policy).is_err() {
        return 105;
    }
    call()
}

fn main() {
    let code = outcome();
    // SAFETY: leaves at once; unloading is not what a narrowed process should do.
    unsafe { libc::_exit(code) }
}
