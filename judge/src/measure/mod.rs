//! Runs a built kernel and its baseline under the judge's clock.

pub mod placement;
