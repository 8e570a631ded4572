//! Sums as kernels form them: honest orders of addition, and faults.
#![allow(dead_code, unreachable_pub, reason = "the test and the table each include these files and use a part")]

pub mod arithmetic;
pub mod data;
pub mod faults;
pub mod sums;
