//! What the names of a file stand for: functions, variables, and which of them may hold an ABI array's address.

pub(crate) mod brackets;
pub(crate) mod c_body;
mod c_calls;
pub(crate) mod c_climb;
pub(crate) mod c_declare;
mod c_directives;
pub(crate) mod c_file;
mod c_flow;
mod c_scope;
mod c_shape;
mod connect;
pub(crate) mod fortran;
mod fortran_constructs;
mod fortran_declare;
mod fortran_flow;
mod fortran_scopes;
mod fortran_storage;
pub(crate) mod model;
pub(crate) mod solve;

pub(crate) use model::*;
