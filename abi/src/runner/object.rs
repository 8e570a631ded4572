//! The submission's shared object: loaded once, never unloaded.

use std::ffi::{c_int, c_void};
use std::mem::ManuallyDrop;
use std::path::Path;

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW, Symbol};

use super::StartError;
use super::shapes::{self, Shapes};

type CallFn = unsafe extern "C" fn(*mut *mut c_void);
type WarmFn = unsafe extern "C" fn() -> c_int;
#[cfg(target_arch = "x86_64")]
type BindFn = unsafe extern "C" fn(*const c_void);
type TouchFn = unsafe extern "C" fn(*mut c_void, usize);

/// Entry points that the generated shim defines.
#[derive(Debug)]
pub(super) struct Object {
    path: String,
    call: CallFn,
    warm: Option<WarmFn>,
    #[cfg(target_arch = "x86_64")]
    bind: Option<BindFn>,
    touch: Option<TouchFn>,
    shapes: Shapes,
}

impl Object {
    /// Loads `path` for itself alone. The runtimes come with it, by its list of needed libraries: loaded one by one
    /// beforehand, libomp does not find libomptarget and reports no devices.
    pub(super) fn load(path: &Path) -> Result<Self, StartError> {
        let library = open(path)?;
        let name = path.display().to_string();
        let missing = || StartError::Symbol { path: name.clone(), symbol: "judge_call" };
        Ok(Self {
            call: symbol::<CallFn>(&library, b"judge_call\0").map(|s| *s).ok_or_else(missing)?,
            warm: symbol::<WarmFn>(&library, b"judge_warm\0").map(|s| *s),
            #[cfg(target_arch = "x86_64")]
            bind: symbol::<BindFn>(&library, b"judge_hip_bind\0").map(|s| *s),
            touch: symbol::<TouchFn>(&library, b"judge_touch\0").map(|s| *s),
            // Found in the offload runtime, which the object needs.
            shapes: Shapes::new(symbol::<shapes::SetInfo>(&library, shapes::SET_INFO).map(|s| *s)),
            path: name.clone(),
        })
    }

    /// Runs a trivial target region, which loads every device image and starts the runtime's threads.
    pub(super) fn warm(&self) -> Result<(), StartError> {
        let warm = self.warm.ok_or_else(|| StartError::Symbol { path: self.path.clone(), symbol: "judge_warm" })?;
        // SAFETY: the shim defines `int judge_warm(void)`.
        match unsafe { warm() } {
            0 => Ok(()),
            _ => Err(StartError::WarmedOnHost),
        }
    }

    /// Gives a HIP object the table through which it asks for launches.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn bind(&self, table: *const c_void) -> Result<(), StartError> {
        let missing = || StartError::Symbol { path: self.path.clone(), symbol: "judge_hip_bind" };
        let bind = self.bind.ok_or_else(missing)?;
        // SAFETY: the shim defines `void judge_hip_bind(const void *)`, which keeps the address of the table,
        // a static.
        unsafe { bind(table) };
        Ok(())
    }

    /// Calls the kernel; `values[i]` holds the bits of parameter `i`.
    pub(super) fn call(&self, values: &mut [u64]) {
        let mut args: [*mut c_void; crate::page::MAX_PARAMS] = [std::ptr::null_mut(); crate::page::MAX_PARAMS];
        for (arg, value) in args.iter_mut().zip(values) {
            *arg = std::ptr::from_mut(value).cast();
        }
        // SAFETY: the shim defines `void judge_call(void **)`, generated from the signature that the parameter list of
        // the configuration came from; it reads each value at its exact type. What the submission does in there is
        // contained by the process, not by Rust.
        unsafe { (self.call)(args.as_mut_ptr()) };
    }

    /// The switch for the shapes of its launches.
    pub(super) fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// Lets the object's own threads touch a buffer first, when its shim knows how.
    pub(super) fn touch(&self, start: *mut u8, bytes: usize) {
        if let Some(touch) = self.touch {
            // SAFETY: the shim defines `void judge_touch(void *, size_t)`, which only reads.
            unsafe { touch(start.cast(), bytes) };
        }
    }
}

/// Never unloaded: dropping the last image would free device memory under running threads.
fn open(path: &Path) -> Result<ManuallyDrop<Library>, StartError> {
    // SAFETY: loading runs initialisers; those of the runtimes are trusted, and the submission's object has none but
    // the offload registration (checked before linking).
    let library = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) };
    library
        .map(ManuallyDrop::new)
        .map_err(|e| StartError::Load { path: path.display().to_string(), reason: reason(&e) })
}

/// The loader's own words, which the error holds behind its own.
fn reason(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

fn symbol<T>(library: &Library, name: &[u8]) -> Option<Symbol<T>> {
    // SAFETY: the callers name symbols whose types the shim fixes.
    unsafe { library.get(name) }.ok()
}
