use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::time::{Duration, SystemTime};

use super::*;

fn store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path()).expect("a store");
    (folder, store)
}

fn age(path: &Path, hours: u64) {
    let file = fs::File::open(path).expect("an entry");
    file.set_modified(SystemTime::now() - Duration::from_secs(hours * 3600)).expect("a time");
}

#[test]
fn what_was_put_is_got_and_kinds_are_apart() {
    let (_folder, store) = store();
    let key = KeyBuilder::new("test").part("a", b"b").finish();
    assert_eq!(store.get(Kind::Build, &key).expect("readable"), None);
    store.put(Kind::Build, &key, b"one").expect("written");
    store.put(Kind::Build, &key, b"two").expect("replaced");
    assert_eq!(store.get(Kind::Build, &key).expect("readable").as_deref(), Some(&b"two"[..]));
    assert_eq!(store.get(Kind::Oracle, &key).expect("readable"), None);
}

#[test]
fn parts_do_not_run_together() {
    let key = |parts: &[(&str, &[u8])]| parts.iter().fold(KeyBuilder::new("t"), |k, (l, c)| k.part(l, c)).finish();
    assert_ne!(key(&[("a", b"bc")]), key(&[("ab", b"c")]));
    assert_ne!(key(&[("a", b"b"), ("c", b"d")]), key(&[("a", b"bcd")]));
    assert_ne!(KeyBuilder::new("x").finish(), KeyBuilder::new("y").finish());
}

#[test]
fn a_damaged_blob_counts_as_absent_and_is_written_again() {
    let (_folder, store) = store();
    let (key, path) = store.put_blob(b"object").expect("written");
    assert_eq!(key, Key::of(b"object"));
    fs::write(&path, b"objec").expect("damage");
    assert_eq!(store.blob(&key).expect("readable"), None);
    store.put_blob(b"object").expect("written again");
    assert_eq!(store.blob(&key).expect("readable"), Some(path));
}

#[test]
fn a_damaged_entry_counts_as_absent_wherever_the_damage_is() {
    let (_folder, store) = store();
    let key = KeyBuilder::new("test").finish();
    store.put(Kind::Oracle, &key, b"its words").expect("written");
    let path = store.path(Kind::Oracle, &key);
    let whole = fs::read(&path).expect("an entry");
    let flipped = |at: usize| whole.iter().enumerate().map(|(i, b)| b ^ u8::from(i == at)).collect::<Vec<u8>>();
    let longer = [&whole[..], b"x"].concat();
    for damaged in [vec![], whole[..9].to_vec(), whole[..whole.len() - 1].to_vec(), longer, flipped(0), flipped(40)] {
        fs::write(&path, &damaged).expect("damage");
        assert_eq!(store.get(Kind::Oracle, &key).expect("readable"), None, "{damaged:?}");
    }
    fs::write(&path, &whole).expect("mended");
    assert_eq!(store.get(Kind::Oracle, &key).expect("readable").as_deref(), Some(&b"its words"[..]));
}

#[test]
fn the_longest_unused_go_first_and_recent_ones_stay() {
    let (_folder, store) = store();
    let store = store.with_bound(250);
    let keys: Vec<Key> = (0..4).map(|n| KeyBuilder::new("test").part("n", &[n]).finish()).collect();
    for key in &keys[..3] {
        store.put(Kind::Build, key, &[0; 100]).expect("written");
    }
    // All three are recent: nothing goes, though the bound is passed.
    assert!(keys[..3].iter().all(|key| store.path(Kind::Build, key).is_file()));
    age(&store.path(Kind::Build, &keys[0]), 5);
    age(&store.path(Kind::Build, &keys[1]), 9);
    age(&store.path(Kind::Build, &keys[2]), 7);
    store.get(Kind::Build, &keys[1]).expect("readable").expect("there, and recent now");
    store.put(Kind::Build, &keys[3], &[0; 100]).expect("written");
    let left: Vec<bool> = keys.iter().map(|key| store.path(Kind::Build, key).is_file()).collect();
    assert_eq!(left, [false, true, false, true]);
}

#[test]
fn what_a_killed_judge_left_is_no_entry_and_goes_in_time() {
    let (_folder, store) = store();
    store.put_blob(b"x").expect("written");
    let left = store.folder().join("tmp/.tmpABC");
    fs::write(&left, b"half").expect("a leftover");
    store.prune().expect("pruned");
    assert!(left.is_file(), "it may belong to a judge that is writing now");
    age(&left, 48);
    store.prune().expect("pruned");
    assert!(!left.exists());
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let error = Store::open(Path::new("/dev/null/cache")).expect_err("not a folder");
    assert!(error.to_string().contains("/dev/null/cache") && error.to_string().contains("JUDGE_CACHE"), "{error}");
}

/// Root passes over permissions, so a mount says no; where mounting is not allowed, permissions do.
fn made_read_only(folder: &Path) -> Box<dyn Fn()> {
    let path = folder.to_owned();
    if nix::unistd::geteuid().is_root() {
        let mount = |args: &[&str]| Command::new("mount").args(args).arg(&path).status().is_ok_and(|s| s.success());
        let done = Command::new("mount").arg("--bind").arg(&path).arg(&path).status().is_ok_and(|s| s.success())
            && mount(&["-o", "remount,bind,ro"]);
        assert!(done, "cannot mount here: run the tests with CAP_SYS_ADMIN or as an ordinary user");
        Box::new(move || assert!(Command::new("umount").arg(&path).status().is_ok_and(|s| s.success())))
    } else {
        fs::set_permissions(&path, Permissions::from_mode(0o500)).expect("permissions");
        Box::new(move || fs::set_permissions(&path, Permissions::from_mode(0o700)).expect("permissions"))
    }
}

#[test]
fn a_read_only_cache_still_answers_and_says_why_it_cannot_write() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path()).expect("a store");
    let (key, _) = store.put_blob(b"object").expect("written");
    let undo = made_read_only(store.folder());
    let again = Store::open(folder.path()).expect("opens read-only");
    let found = again.blob(&key);
    let refused = again.put_blob(b"another");
    undo();
    assert!(found.expect("readable").is_some());
    let error = refused.expect_err("read-only");
    assert!(matches!(error, StoreError::ReadOnly { .. }), "{error}");
    assert!(error.to_string().contains("read-only") && error.to_string().contains("JUDGE_CACHE"), "{error}");
}

#[test]
fn a_full_disk_leaves_no_half_entry() {
    if !nix::unistd::geteuid().is_root() {
        assert!(std::env::var_os("JUDGE_MUST_WORK").is_none(), "a full disk needs root to mount one");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k", "none"]).arg(folder.path()).status();
    assert!(mounted.is_ok_and(|status| status.success()), "cannot mount a small disk");
    let store = Store::open(folder.path()).expect("a store");
    let refused = store.put_blob(&[7; 200_000]);
    let left: Vec<_> = fs::read_dir(store.folder().join("tmp")).expect("a folder").collect();
    let small = store.put_blob(b"small");
    assert!(Command::new("umount").arg(folder.path()).status().is_ok_and(|status| status.success()));
    let error = refused.expect_err("no room");
    assert!(matches!(error, StoreError::Full { .. }), "{error}");
    assert!(error.to_string().contains("full"), "{error}");
    assert!(left.is_empty() && small.is_ok());
}
