//! What a task is: its file format, inputs, sizes and work model; and the built-in tasks.
//!
//! ```
//! use judge_tasks::{Task, Variant};
//!
//! let task = Task::builtin("bs2-axpy")?;
//! let layout = task.layout(task.size("small")?, Variant::Normal)?;
//! let mut x = vec![0; layout.arrays[0].bytes as usize];
//! task.fill(&layout, 0, 42, &mut x)?;
//! # Ok::<(), judge_tasks::TaskError>(())
//! ```
#![forbid(unsafe_code)]

mod builtin;
pub mod error;
pub mod expr;
mod fill;
mod format;
pub mod gate;
pub mod layout;
mod load;
pub mod rng;
mod task;
mod template;
mod validate;
mod words;

pub use error::TaskError;
pub use format::Role;
pub use gate::{Accumulation, Band, OutputComparison, OutputGate, Terms};
pub use layout::{ArrayLayout, Layout, ScalarValue};
pub use rng::derive;
pub use task::{Size, Sources, Task, Variant};
pub use template::{NameError, Template};

/// The JSON schema of `task.yaml`, for editors.
#[must_use]
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(format::File).into()
}
