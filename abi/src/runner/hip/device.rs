//! Which addresses are the judge's buffers.

use std::sync::OnceLock;

use crate::runner::buffers::Buffers;

static BUFFERS: OnceLock<&'static Buffers> = OnceLock::new();

pub(super) fn set(buffers: &'static Buffers) {
    let _ = BUFFERS.set(buffers);
}

pub(super) fn holds(address: usize) -> bool {
    BUFFERS.get().is_some_and(|buffers| buffers.index_of(address).is_some())
}
