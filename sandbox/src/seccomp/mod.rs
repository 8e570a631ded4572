//! The system-call filter: compiled from a policy, installed in the child, answered by the caller.

mod bpf;
mod filter;
mod narrow;
mod notify;
pub(crate) mod syscalls;

pub(crate) use filter::Filter;
pub use narrow::{NarrowError, narrow};
pub(crate) use notify::{Listener, Next};
