//! The judge's own kernels on an AMD device, compiled for it by HIP's run-time compiler where that is installed.

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::sync::Arc;

use super::api::{LIBRARY, describe};
use super::runtime::Runtime;
use crate::device::driver::{driver_text, function_table};
use crate::device::peaks::{Kernel, Stopwatch, THREADS};
use crate::device::{CallError, LoadError};

/// `hipModule_t`, `hipFunction_t`, `hipEvent_t`, `hiprtcProgram`: opaque.
type Opaque = *mut c_void;

const DEFAULT_STREAM: Opaque = std::ptr::null_mut();

/// File names of the compiler, newest first.
const COMPILER: &[&str] =
    &["libhiprtc.so.7", "libhiprtc.so.6", "libhiprtc.so.5", "libhiprtc.so", "/opt/rocm/lib/libhiprtc.so"];

function_table! {
    /// The run-time compiler.
    Compiler
    texts { error_text = "hiprtcGetErrorString"; }
    create(
        program: *mut Opaque, source: *const c_char, name: *const c_char, headers: c_int, texts: *const *const c_char,
        names: *const *const c_char
    ) = "hiprtcCreateProgram";
    compile(program: Opaque, count: c_int, options: *const *const c_char) = "hiprtcCompileProgram";
    code_size(program: Opaque, bytes: *mut usize) = "hiprtcGetCodeSize";
    code(program: Opaque, code: *mut c_char) = "hiprtcGetCode";
}

function_table! {
    /// Modules and events of the runtime.
    Modules
    texts {
        error_name = "hipGetErrorName";
        error_text = "hipGetErrorString";
    }
    load_module(module: *mut Opaque, image: *const c_void) = "hipModuleLoadData";
    function(function: *mut Opaque, module: Opaque, name: *const c_char) = "hipModuleGetFunction";
    launch(
        function: Opaque, grid_x: c_uint, grid_y: c_uint, grid_z: c_uint, block_x: c_uint, block_y: c_uint,
        block_z: c_uint, shared: c_uint, stream: Opaque, params: *mut *mut c_void, extra: *mut *mut c_void
    ) = "hipModuleLaunchKernel";
    event_create(event: *mut Opaque) = "hipEventCreate";
    event_record(event: Opaque, stream: Opaque) = "hipEventRecord";
    event_synchronize(event: Opaque) = "hipEventSynchronize";
    event_elapsed(milliseconds: *mut f32, start: Opaque, end: Opaque) = "hipEventElapsedTime";
}

impl Compiler {
    fn describe(&self, call: &'static str, code: c_int) -> CallError {
        // SAFETY: the function returns a static string for every number.
        let text = unsafe { driver_text((self.error_text)(code), "unknown to this compiler") };
        CallError { call, code: code.unsigned_abs(), name: format!("error {code}"), text }
    }
}

impl Modules {
    fn describe(&self, call: &'static str, code: c_int) -> CallError {
        describe(call, code, self.error_name, self.error_text)
    }
}

/// The loaded kernels; they live as long as the process.
pub(super) struct Kernels {
    modules: Modules,
    runtime: Arc<Runtime>,
    /// In the order of [`Kernel`].
    functions: [Opaque; 4],
    events: [Opaque; 2],
}

impl Kernels {
    /// Compiles them for the target id `arch`; nothing where there is no compiler.
    pub(super) fn load(runtime: &Arc<Runtime>, arch: &str) -> Result<Option<Self>, CallError> {
        let found = || -> Result<_, LoadError> { Ok((Compiler::load(COMPILER)?, Modules::load(LIBRARY)?)) };
        let Ok((compiler, modules)) = found() else { return Ok(None) };
        let code = compile(&compiler, arch)?;
        runtime.enter()?;
        let mut module = std::ptr::null_mut();
        // SAFETY: the compiler made the image, which the runtime copies.
        unsafe { modules.load_module(&raw mut module, code.as_ptr().cast()) }?;
        let find = |name: &CStr| {
            let mut function = std::ptr::null_mut();
            // SAFETY: the module is loaded and the name is a C string.
            unsafe { modules.function(&raw mut function, module, name.as_ptr()) }.map(|()| function)
        };
        let event = || {
            let mut event = std::ptr::null_mut();
            // SAFETY: `event` is live.
            unsafe { modules.event_create(&raw mut event) }.map(|()| event)
        };
        let functions = [find(c"judge_copy")?, find(c"judge_triad")?, find(c"judge_read")?, find(c"judge_fp64")?];
        let events = [event()?, event()?];
        Ok(Some(Self { modules, runtime: Arc::clone(runtime), functions, events }))
    }
}

fn compile(compiler: &Compiler, arch: &str) -> Result<Vec<u8>, CallError> {
    let source = CString::new(include_str!("floor.hip")).unwrap_or_default();
    let option = CString::new(format!("--offload-arch={arch}")).unwrap_or_default();
    let options = [option.as_ptr()];
    let (mut program, mut bytes) = (std::ptr::null_mut(), 0);
    // SAFETY: every pointer is live, texts are C strings, and there are no headers. A program is small: it stays.
    unsafe {
        let none = std::ptr::null();
        compiler.create(&raw mut program, source.as_ptr(), c"floor.hip".as_ptr(), 0, none, none)?;
        compiler.compile(program, 1, options.as_ptr())?;
        compiler.code_size(program, &raw mut bytes)?;
    }
    let mut code = vec![0_u8; bytes];
    // SAFETY: the space is as long as the compiler asked for.
    unsafe { compiler.code(program, code.as_mut_ptr().cast()) }?;
    Ok(code)
}

impl Stopwatch for Kernels {
    fn seconds(&self, kernel: Kernel, streams: [u64; 3], n: u64, blocks: u32) -> Result<f64, CallError> {
        let (api, [start, end]) = (&self.modules, self.events);
        let ([mut a, mut b, mut s], mut n, mut milliseconds) = (streams, n, 0.0);
        let mut params: [*mut c_void; 4] =
            [(&raw mut a).cast(), (&raw mut b).cast(), (&raw mut s).cast(), (&raw mut n).cast()];
        let function = self.functions[kernel as usize];
        self.runtime.enter()?;
        // SAFETY: every kernel takes three addresses and a count; the streams hold `n` elements, as their owner made them; the
        // events are this kernel's until it has ended.
        unsafe {
            api.event_record(start, DEFAULT_STREAM)?;
            let (params, extra) = (params.as_mut_ptr(), std::ptr::null_mut());
            api.launch(function, blocks, 1, 1, THREADS, 1, 1, 0, DEFAULT_STREAM, params, extra)?;
            api.event_record(end, DEFAULT_STREAM)?;
            api.event_synchronize(end)?;
            api.event_elapsed(&raw mut milliseconds, start, end)?;
        }
        Ok(f64::from(milliseconds) * 1e-3)
    }
}
