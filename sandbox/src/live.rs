//! Every jail of this process, so that one call ends them all.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::running::Shared;

/// Jails that may still run, and whether new ones may start.
static LIVE: Mutex<(bool, Vec<Weak<Shared>>)> = Mutex::new((false, Vec::new()));

/// Ends every jail of this process and lets none start any more: for a process that is about to end.
pub fn shut_down() {
    let mut live = LIVE.lock().unwrap_or_else(PoisonError::into_inner);
    live.0 = true;
    live.1.iter().filter_map(Weak::upgrade).for_each(|jail| jail.kill());
}

/// Whether [`shut_down`] was called: what waits for something else than a jail is to give up then.
#[must_use]
pub fn is_shut_down() -> bool {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner).0
}

/// Notes a started jail; one that starts during a shut-down ends at once.
pub(crate) fn register(jail: &Arc<Shared>) {
    let mut live = LIVE.lock().unwrap_or_else(PoisonError::into_inner);
    live.1.retain(|other| other.strong_count() > 0);
    live.1.push(Arc::downgrade(jail));
    if live.0 {
        jail.kill();
    }
}
