//! Decides from the source alone whether a submission may be built.
