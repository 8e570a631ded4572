//! Score: from evidence to a verdict and a speed-up, as pure functions.

pub mod stats;
mod units;

pub use units::{Bytes, Nanoseconds};
