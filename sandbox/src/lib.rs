//! Runs one program in a jail and returns evidence.
