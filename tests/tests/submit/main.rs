//! `judge submit` as a person meets it: verdicts, documents, exit codes, bad input.

mod bad_input;
mod devices;
mod document;
mod one_at_a_time;
mod terminal;
mod total_limit;
mod verdicts;
