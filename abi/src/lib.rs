//! Both sides of the contract with a kernel: signature, shim source, wire messages, buffers, devices, runner.

pub mod dtype;
pub mod language;
pub mod prototype;
pub mod shim;
pub mod signature;

pub use dtype::DType;
pub use language::Language;
pub use signature::{Array, Intent, Param, Scalar, Signature};
