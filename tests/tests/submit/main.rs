//! `judge submit` as a person meets it: verdicts, documents, exit codes, bad input.

mod bad_input;
mod devices;
mod document;
mod total_limit;
mod verdicts;
