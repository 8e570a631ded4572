//! The verdict as a pure function of evidence.
