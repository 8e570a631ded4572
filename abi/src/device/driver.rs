//! What the CUDA and HIP drivers have in common: device memory that travels between processes as a descriptor.

use std::fmt;
use std::os::fd::{BorrowedFd, OwnedFd};

/// A driver call that failed, in the driver's own words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{call}: {name}{}", in_words(.name, .text))]
pub struct CallError {
    /// The function.
    pub call: &'static str,
    /// The number it returned.
    pub code: u32,
    /// The enumerator of that number.
    pub name: String,
    /// The driver's sentence for it.
    pub text: String,
}

/// The driver's sentence in parentheses; nothing where it only repeats the name, as HIP's does for some.
fn in_words(name: &str, text: &str) -> String {
    if text == name { String::new() } else { format!(" ({text})") }
}

/// Why a driver library is of no use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// None of the file names can be loaded.
    #[error("cannot load {library}: {reason}")]
    Missing {
        /// The first file name asked for.
        library: &'static str,
        /// The loader's answer.
        reason: String,
    },
    /// The library lacks a function.
    #[error("{library} has no {symbol}: it is too old")]
    Symbol {
        /// The file name.
        library: &'static str,
        /// The function.
        symbol: &'static str,
    },
}

/// An allocation of the driver's, not yet mapped anywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Handle(pub(crate) u64);

/// Bytes of device memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
pub struct MemoryInfo {
    /// Not allocated by anyone.
    pub free: u64,
    /// On the device.
    pub total: u64,
}

/// One device through its driver, with the context in which its addresses are good.
///
/// Addresses are device addresses, lengths are bytes. Every call works from any thread. Copies have ended when they
/// return.
pub(crate) trait Driver: Send + Sync + fmt::Debug {
    /// What allocations are rounded up to.
    ///
    /// # Errors
    /// The driver's answer.
    fn granularity(&self) -> Result<usize, CallError>;
    /// Allocates `bytes`, a multiple of the granularity.
    ///
    /// # Errors
    /// The driver's answer.
    fn create(&self, bytes: usize) -> Result<Handle, CallError>;
    /// Gives an allocation back; mappings keep it alive.
    ///
    /// # Errors
    /// The driver's answer.
    fn release(&self, handle: Handle) -> Result<(), CallError>;
    /// A descriptor that stands for the allocation in any process.
    ///
    /// # Errors
    /// The driver's answer.
    fn export(&self, handle: Handle) -> Result<OwnedFd, CallError>;
    /// The allocation behind a descriptor.
    ///
    /// # Errors
    /// The driver's answer.
    fn import(&self, fd: BorrowedFd<'_>) -> Result<Handle, CallError>;
    /// Reserves `bytes` of addresses and maps `handle` there.
    ///
    /// # Errors
    /// The driver's answer.
    fn map(&self, handle: Handle, bytes: usize, writable: bool) -> Result<u64, CallError>;
    /// Undoes [`Driver::map`].
    ///
    /// # Errors
    /// The driver's answer.
    fn unmap(&self, address: u64, bytes: usize) -> Result<(), CallError>;
    /// Host to device.
    ///
    /// # Errors
    /// The driver's answer.
    fn copy_in(&self, address: u64, source: &[u8]) -> Result<(), CallError>;
    /// Device to host.
    ///
    /// # Errors
    /// The driver's answer.
    fn copy_out(&self, address: u64, dest: &mut [u8]) -> Result<(), CallError>;
    /// Device to device; the ranges do not overlap. Not waited for: [`Driver::synchronise`].
    ///
    /// # Errors
    /// The driver's answer.
    fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<(), CallError>;
    /// Sets bytes to `value`. Not waited for: [`Driver::synchronise`].
    ///
    /// # Errors
    /// The driver's answer.
    fn set(&self, address: u64, value: u8, bytes: usize) -> Result<(), CallError>;
    /// Waits for everything in the context.
    ///
    /// # Errors
    /// The driver's answer, also for an earlier kernel that failed.
    fn synchronise(&self) -> Result<(), CallError>;
    /// The error that the context is stuck with, asked without waiting and without taking a lock of ours.
    fn stuck(&self) -> Option<CallError>;
    /// Device memory.
    ///
    /// # Errors
    /// The driver's answer.
    fn memory(&self) -> Result<MemoryInfo, CallError>;
    /// Whether `code` means that the device has no memory left.
    fn is_out_of_memory(&self, code: u32) -> bool;
}

/// A table of functions found in a library at run time: `name(argument: type) = "symbol";` each. Every call returns the
/// driver's status; anything but zero is a [`CallError`] with the name and text that the method `describe` gives it.
/// `texts` are functions from a status to a static string.
macro_rules! function_table {
    (
        $(#[$doc:meta])* $table:ident
        texts { $( $text:ident = $text_symbol:literal; )* }
        $( $name:ident($($arg:ident: $type:ty),*) = $symbol:literal; )*
    ) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub(crate) struct $table {
            $( $text: unsafe extern "C" fn(std::ffi::c_int) -> *const std::ffi::c_char, )*
            $( $name: unsafe extern "C" fn($($type),*) -> std::ffi::c_int, )*
        }

        impl $table {
            /// Loads the first of `files` that can be loaded and finds every function in it. Never unloaded: drivers
            /// keep threads.
            pub(crate) fn load(files: &[&'static str]) -> Result<Self, $crate::device::LoadError> {
                let (library, file) = $crate::device::driver::open(files)?;
                Ok(Self {
                    $( $text: {
                        // SAFETY: the symbol has the type the driver's interface documents for it.
                        let found = unsafe { library.get(concat!($text_symbol, "\0").as_bytes()) };
                        *found.map_err(|_| $crate::device::LoadError::Symbol { library: file, symbol: $text_symbol })?
                    }, )*
                    $( $name: {
                        // SAFETY: the symbol has the type the driver's interface documents for it.
                        let found = unsafe { library.get(concat!($symbol, "\0").as_bytes()) };
                        *found.map_err(|_| $crate::device::LoadError::Symbol { library: file, symbol: $symbol })?
                    }, )*
                })
            }

            $(
                /// The driver's function of this name; the caller upholds what its documentation asks of the arguments.
                #[allow(dead_code, clippy::too_many_arguments, reason = "the driver's interface as it is")]
                pub(crate) unsafe fn $name(&self, $($arg: $type),*) -> Result<(), $crate::device::CallError> {
                    // SAFETY: the caller's promise.
                    let code = unsafe { (self.$name)($($arg),*) };
                    if code == 0 { Ok(()) } else { Err(self.describe($symbol, code)) }
                }
            )*
        }
    };
}
pub(crate) use function_table;

/// Loads the first of `files` that can be loaded, for good; the error is the first file's.
pub(crate) fn open(
    files: &[&'static str],
) -> Result<(std::mem::ManuallyDrop<libloading::Library>, &'static str), LoadError> {
    let mut first = None;
    for &file in files {
        // SAFETY: driver libraries are the system's own; their initialisers are trusted as the driver is.
        match unsafe { libloading::Library::new(file) } {
            Ok(library) => return Ok((std::mem::ManuallyDrop::new(library), file)),
            Err(e) => first = first.or(Some(LoadError::Missing { library: file, reason: e.to_string() })),
        }
    }
    Err(first.unwrap_or(LoadError::Missing { library: "a driver", reason: "no file name".to_owned() }))
}

/// A C string that a driver owns, or `fallback` when there is none.
///
/// # Safety
/// `text` is null or points to a string that outlives the call.
pub(crate) unsafe fn driver_text(text: *const std::ffi::c_char, fallback: &str) -> String {
    if text.is_null() {
        return fallback.to_owned();
    }
    // SAFETY: the caller's promise.
    unsafe { std::ffi::CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::CallError;

    #[test]
    fn a_failed_call_is_not_named_twice() {
        let says = |text: &str| {
            CallError { call: "hipInit", code: 101, name: "hipErrorInvalidDevice".into(), text: text.into() }
                .to_string()
        };
        assert_eq!(says("invalid device ordinal"), "hipInit: hipErrorInvalidDevice (invalid device ordinal)");
        assert_eq!(says("hipErrorInvalidDevice"), "hipInit: hipErrorInvalidDevice");
    }
}
