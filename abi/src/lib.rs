//! Both sides of the contract with a kernel: signature, shim source, wire messages, buffers, devices, runner.
//!
//! | module | side | what |
//! |---|---|---|
//! | [`dtype`], [`signature`] | both | the parameter list as data |
//! | [`prototype`], [`shim`], [`language`] | judge | what a submitter must write, and what calls it |
//! | [`fortran`] | judge | the host device's run-time calls, the interface check |
//! | [`hip`] | judge | headers for HIP without a GPU, and the rewrites they need |
//! | [`wire`], [`page`] | both | what the processes tell each other |
//! | [`device`], [`link`] | judge | buffers and the hand-off |
//! | [`launch`] | both | the shape of a launch, as runtimes say it |
//! | [`runner`] | runner | maps buffers, loads the object, calls it |

pub mod device;
pub mod dtype;
pub mod fortran;
pub mod hip;
pub mod language;
pub mod launch;
pub mod link;
pub mod map;
pub mod page;
pub mod prototype;
pub mod runner;
pub mod shim;
pub mod signature;
mod widest;
pub mod wire;

pub use dtype::DType;
pub use language::Language;

pub use signature::{Array, Intent, Param, Scalar, Signature};
pub use widest::{Work, widest};
