//! Threaded baselines and higher-precision oracles, as sources, and how they are built.
#![forbid(unsafe_code)]
