//! From bytes to tokens: lexing, preprocessing, line markers, positions.

pub(crate) mod condition;
pub(crate) mod fortran_lines;
pub(crate) mod lex_c;
pub(crate) mod lex_fortran;
pub(crate) mod lines;
pub(crate) mod macros;
pub(crate) mod preprocess;
pub(crate) mod token;
