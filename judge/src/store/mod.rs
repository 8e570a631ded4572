//! Files that outlive a run: the content-addressed cache and locks.
