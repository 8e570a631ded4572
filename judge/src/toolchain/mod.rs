//! Finds compilers and runtimes, and proves that they work.
