//! The judge: check → build → measure → gate → score → report. Each stage is a function from plain data to plain data.
#![forbid(unsafe_code)]

pub mod build;
pub mod check;
pub mod cli;
pub mod defence;
pub mod gate;
#[cfg(test)]
mod generated;
pub mod language;
pub mod measure;
pub mod report;
pub mod score;
pub mod store;
pub mod submit;
pub mod toolchain;
pub mod verify;
