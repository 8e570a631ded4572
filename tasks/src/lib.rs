//! What a task is: its file format, inputs, sizes and work model; and the built-in tasks.
#![forbid(unsafe_code)]
