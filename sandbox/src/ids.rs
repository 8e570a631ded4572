//! Who the program is outside the jail.

use std::fs;

/// The program's user and group inside the jail; never root.
const INSIDE: u32 = 1000;

/// First of the host ids that jails of a root caller use; one per caller's process id.
const OUTSIDE: u32 = 0x7000_0000;

/// The unprivileged ids that every system reserves.
const NOBODY: u32 = 65534;

/// The program's user and group, and the maps between inside and outside.
#[derive(Debug, Clone)]
pub(crate) struct Ids {
    /// Whether the launcher must become `uid` and `gid`, because the caller is root.
    pub(crate) drop_root: bool,
    /// The program's user on the host.
    pub(crate) uid: u32,
    /// The program's group on the host.
    pub(crate) gid: u32,
    pub(crate) uid_map: String,
    pub(crate) gid_map: String,
}

impl Ids {
    /// The caller's own ids, or for root an unprivileged one.
    pub(crate) fn of_caller() -> Self {
        // SAFETY: these calls take nothing and cannot fail.
        let (uid, gid) = unsafe { (libc::geteuid(), libc::getegid()) };
        let unprivileged = if uid == 0 { unprivileged_id() } else { None };
        let (drop_root, uid, gid) = match unprivileged {
            Some(id) => (true, id, id),
            None => (false, uid, gid),
        };
        Self { drop_root, uid, gid, uid_map: format!("{INSIDE} {uid} 1"), gid_map: format!("{INSIDE} {gid} 1") }
    }
}

/// An id that the caller, being root, may take in its own user namespace, and that nothing else should use.
fn unprivileged_id() -> Option<u32> {
    let maps = ["/proc/self/uid_map", "/proc/self/gid_map"].map(|path| fs::read_to_string(path).unwrap_or_default());
    let own = OUTSIDE + std::process::id() % (1 << 24);
    [own, NOBODY].into_iter().find(|id| maps.iter().all(|map| maps_id(map, *id)))
}

/// Whether a map, in the format of `/proc/self/uid_map`, covers the inside id.
fn maps_id(map: &str, id: u32) -> bool {
    map.lines().any(|line| {
        let mut fields = line.split_whitespace().map(str::parse::<u64>);
        match (fields.next(), fields.next(), fields.next()) {
            (Some(Ok(inside)), Some(Ok(_)), Some(Ok(count))) => (inside..inside + count).contains(&u64::from(id)),
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_id_maps() {
        assert!(maps_id("         0          0 4294967295\n", OUTSIDE));
        assert!(maps_id("0 100000 65536", NOBODY));
        assert!(!maps_id("0 100000 65536", OUTSIDE));
        assert!(!maps_id("0 1000 1", NOBODY));
        assert!(!maps_id("", 0));
        assert!(!maps_id("nonsense", 0));
    }
}
