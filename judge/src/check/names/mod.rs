//! What the names of a file stand for: functions, variables, and which of them may hold an ABI array's address.

pub(crate) mod brackets;
pub(crate) mod c_body;
pub(crate) mod c_climb;
pub(crate) mod c_declare;
pub(crate) mod c_file;
pub(crate) mod fortran;
mod fortran_declare;
mod fortran_flow;
pub(crate) mod model;
pub(crate) mod solve;

pub(crate) use model::*;
