//! The launch and copy functions of a GPU's own runtime, owned by the runner.
//!
//! An object in HIP for a GPU brings no runtime library. Its kernels' stubs call `cudaLaunchKernel` (clang),
//! `__cudaLaunchKernel` (nvcc of CUDA 13) or `hipLaunchKernel`, and the loader finds these here, in the executable, before it
//! looks anywhere else. Each counts and goes on to the function
//! of the same name in the real library, which [`load`] opened for everyone before the object. Functions that allocate memory
//! are owned as well: what it holds is [`fresh`]'s matter.

use std::ffi::{CStr, c_int, c_void};
use std::path::Path;
use std::sync::OnceLock;

use super::{counters, fresh, shapes};

/// `dim3`, as CUDA and HIP pass it by value.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Dim3 {
    /// Along x.
    pub x: u32,
    /// Along y.
    pub y: u32,
    /// Along z.
    pub z: u32,
}

/// The real library, open for good, as an address: only `dlsym` uses it.
static REAL: OnceLock<usize> = OnceLock::new();

/// `cudaErrorUnknown`, and `hipErrorUnknown`.
const UNKNOWN: c_int = 999;

/// Kinds of `cudaMemcpyKind` and `hipMemcpyKind`.
const HOST_TO_DEVICE: c_int = 1;
const DEVICE_TO_HOST: c_int = 2;
/// The runtime finds out by the pointers; counted as both.
const DEFAULT: c_int = 4;

/// Opens the runtime library for everyone who is loaded later.
pub(super) fn load(library: &Path) -> Result<(), String> {
    // The linker keeps what is used: only objects call these functions.
    std::hint::black_box(OWNED);
    let path = std::ffi::CString::new(library.as_os_str().as_encoded_bytes()).map_err(|e| e.to_string())?;
    // SAFETY: the path is a C string; a vendor's runtime is trusted to run its initialisers.
    let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) };
    if handle.is_null() {
        // SAFETY: after a failure the loader's text is a C string, until this thread's next call to it.
        return Err(unsafe { CStr::from_ptr(libc::dlerror()) }.to_string_lossy().into_owned());
    }
    let _ = REAL.set(handle as usize);
    Ok(())
}

/// Address of the real function called `name`.
fn real(name: &CStr) -> Option<usize> {
    // SAFETY: the handle is open for good and the name is a C string.
    let at = unsafe { libc::dlsym(*REAL.get()? as *mut c_void, name.as_ptr()) };
    (!at.is_null()).then_some(at as usize)
}

/// Who launches passes the address of a stub, which has no name here.
fn launched(grid: Dim3, block: Dim3) {
    counters::launched();
    shapes::tell("kernel", grid, block);
}

fn count(bytes: usize, kind: c_int) {
    if matches!(kind, HOST_TO_DEVICE | DEFAULT) {
        counters::moved_to_device(bytes as u64);
    }
    if matches!(kind, DEVICE_TO_HOST | DEFAULT) {
        counters::moved_from_device(bytes as u64);
    }
}

/// What a vendor's function answers when all went well.
const SUCCESS: c_int = 0;

macro_rules! owned {
    ($($name:ident($($arg:ident: $type:ty),*) $(counts $count:expr)? $(, fills $at:ident by $bytes:ident)?;)*) => {
        $(
            #[doc = concat!("Counts, and calls the real `", stringify!($name), "`.")]
            ///
            /// # Safety
            /// As the vendor's function.
            #[allow(non_snake_case, reason = "the vendors' name")]
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name($($arg: $type),*) -> c_int {
                static AT: OnceLock<Option<usize>> = OnceLock::new();
                let name = const { c_name(concat!(stringify!($name), "\0")) };
                let Some(at) = *AT.get_or_init(|| real(name)) else { return UNKNOWN };
                $($count;)?
                // SAFETY: the library's function of this name has this type.
                let real = unsafe { std::mem::transmute::<usize, unsafe extern "C" fn($($type),*) -> c_int>(at) };
                // SAFETY: the arguments are the caller's own.
                let answer = unsafe { real($($arg),*) };
                $(if answer == SUCCESS && !$at.is_null() {
                    // SAFETY: the function stored a pointer there.
                    fresh::allocated(unsafe { *$at }, $bytes);
                })?
                answer
            }
        )*

        const OWNED: &[*const ()] = &[$($name as *const ()),*];
    };
}

const fn c_name(text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(name) => name,
        Err(_) => c"",
    }
}

type Arguments = *mut *mut c_void;
type Stream = *mut c_void;
type To = *mut c_void;
type From = *const c_void;

owned! {
    cudaLaunchKernel(kernel: From, grid: Dim3, block: Dim3, arguments: Arguments, shared: usize, stream: Stream)
        counts launched(grid, block);
    __cudaLaunchKernel(kernel: From, grid: Dim3, block: Dim3, arguments: Arguments, shared: usize, stream: Stream)
        counts launched(grid, block);
    hipLaunchKernel(kernel: From, grid: Dim3, block: Dim3, arguments: Arguments, shared: usize, stream: Stream)
        counts launched(grid, block);
    cudaMemcpy(to: To, from: From, bytes: usize, kind: c_int) counts count(bytes, kind);
    hipMemcpy(to: To, from: From, bytes: usize, kind: c_int) counts count(bytes, kind);
    cudaMemcpyAsync(to: To, from: From, bytes: usize, kind: c_int, stream: Stream) counts count(bytes, kind);
    hipMemcpyAsync(to: To, from: From, bytes: usize, kind: c_int, stream: Stream) counts count(bytes, kind);
    cudaMemcpyToSymbol(symbol: From, from: From, bytes: usize, offset: usize, kind: c_int) counts count(bytes, kind);
    hipMemcpyToSymbol(symbol: From, from: From, bytes: usize, offset: usize, kind: c_int) counts count(bytes, kind);
    cudaMemcpyFromSymbol(to: To, symbol: From, bytes: usize, offset: usize, kind: c_int) counts count(bytes, kind);
    hipMemcpyFromSymbol(to: To, symbol: From, bytes: usize, offset: usize, kind: c_int) counts count(bytes, kind);
    cudaMalloc(at: *mut To, bytes: usize), fills at by bytes;
    hipMalloc(at: *mut To, bytes: usize), fills at by bytes;
    cudaMallocAsync(at: *mut To, bytes: usize, stream: Stream), fills at by bytes;
    hipMallocAsync(at: *mut To, bytes: usize, stream: Stream), fills at by bytes;
}
