//! Corpora and end-to-end tests over the built binary; the code is in `tests/`.
#![forbid(unsafe_code)]
