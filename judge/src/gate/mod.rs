//! When is an output right, and when do two runs agree?
