//! Finds the folders below which this process may create groups.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Controller, Place, stale};
use crate::isolation::Accounting;

/// Version 2 needs to have both of these to be of use.
const NEEDED: [&str; 2] = ["memory", "pids"];

/// The controllers of version 1 and what they are to us.
const VERSION_1: [(&str, Controller); 3] =
    [("memory", Controller::Memory), ("pids", Controller::Processes), ("cpuacct", Controller::CpuTime)];

/// Every usable place. With version 2 there is at most one, and it does everything.
pub(super) fn find() -> Vec<Place> {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let (mounts, own) = (read("/proc/self/mountinfo"), read("/proc/self/cgroup"));
    if let Some(folder) = version_2(&mounts, &own) {
        let controllers = vec![Controller::Memory, Controller::Processes, Controller::CpuTime];
        return vec![Place { folder, version: Accounting::CgroupV2, controllers }];
    }
    let mut places: Vec<Place> = Vec::new();
    for (name, controller) in VERSION_1 {
        let Some(folder) = hierarchy(&mounts, &own, Some(name)).map(|(mount, path)| mount.join(path)) else { continue };
        if let Some(known) = places.iter_mut().find(|place| place.folder == folder) {
            known.controllers.push(controller);
        } else if can_create(&folder) {
            places.push(Place { folder, version: Accounting::CgroupV1, controllers: vec![controller] });
        }
    }
    places
}

/// Whether a group can be created here, which only an attempt tells: permission, a read-only mount, a quota.
fn can_create(folder: &Path) -> bool {
    let trial = folder.join(stale::fresh_name());
    fs::create_dir(&trial).is_ok() && fs::remove_dir(&trial).is_ok()
}

/// The nearest folder, from the own one up, that passes the needed controllers on and lets us create groups.
fn version_2(mounts: &str, own: &str) -> Option<PathBuf> {
    let (mount, path) = hierarchy(mounts, own, None)?;
    let start = mount.join(path);
    start
        .ancestors()
        .take_while(|folder| folder.starts_with(&mount))
        .find(|folder| has(folder, "cgroup.controllers") && passes_on(folder) && can_create(folder))
        .map(Path::to_owned)
}

fn has(folder: &Path, file: &str) -> bool {
    let text = fs::read_to_string(folder.join(file)).unwrap_or_default();
    NEEDED.iter().all(|needed| text.split_whitespace().any(|word| word == *needed))
}

/// Whether groups below get the controllers, if need be after asking for that.
fn passes_on(folder: &Path) -> bool {
    if has(folder, "cgroup.subtree_control") {
        return true;
    }
    let ask = || fs::write(folder.join("cgroup.subtree_control"), "+memory +pids");
    match ask() {
        Ok(()) => true,
        // A group with members passes nothing on. When the only member is this process it can step down.
        Err(error) if error.kind() == io::ErrorKind::ResourceBusy => step_down(folder) && ask().is_ok(),
        Err(_) => false,
    }
}

fn step_down(folder: &Path) -> bool {
    let members = fs::read_to_string(folder.join("cgroup.procs")).unwrap_or_default();
    if members.trim() != std::process::id().to_string() {
        return false;
    }
    let own = folder.join(stale::fresh_name());
    fs::create_dir(&own).is_ok() && fs::write(own.join("cgroup.procs"), "0").is_ok()
}

/// Where a hierarchy is mounted and this process's path below that; `None` stands for version 2.
fn hierarchy(mounts: &str, own: &str, controller: Option<&str>) -> Option<(PathBuf, PathBuf)> {
    let kind = if controller.is_some() { "cgroup" } else { "cgroup2" };
    let has = |list: &str| controller.is_none_or(|wanted| list.split(',').any(|name| name == wanted));
    let path = own.lines().find_map(|line| {
        let mut fields = line.splitn(3, ':');
        let (_, controllers, path) = (fields.next()?, fields.next()?, fields.next()?);
        (controllers.is_empty() == controller.is_none() && has(controllers)).then_some(path)
    })?;
    mounts.lines().find_map(|line| {
        let (left, right) = line.split_once(" - ")?;
        let mut right = right.split(' ');
        let (file_system, options) = (right.next()?, right.nth(1)?);
        let mut left = left.split(' ').skip(3);
        let (root, point) = (left.next()?, left.next()?);
        if file_system != kind || !has(options) {
            return None;
        }
        // A container may see only the part of the hierarchy below `root`.
        let below = Path::new(path).strip_prefix(root).ok()?;
        Some((PathBuf::from(point), below.to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
22 1 0:20 / /proc rw - proc proc rw
32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct
35 31 0:32 /inner /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory
41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
";
    const OWN: &str = "8:cpu,cpuacct:/\n4:memory:/inner/job\n1:name=systemd:/x\n0::/user/shell\n";

    fn find(controller: Option<&str>) -> Option<PathBuf> {
        hierarchy(MOUNTS, OWN, controller).map(|(mount, path)| mount.join(path))
    }

    #[test]
    fn finds_the_own_group_in_each_hierarchy() {
        assert_eq!(find(Some("memory")), Some("/sys/fs/cgroup/memory/job".into()));
        assert_eq!(find(Some("cpuacct")), Some("/sys/fs/cgroup/cpu,cpuacct".into()));
        assert_eq!(find(None), Some("/sys/fs/cgroup/unified/user/shell".into()));
        assert_eq!(find(Some("pids")), None);
    }

    #[test]
    fn a_group_outside_the_visible_part_is_of_no_use() {
        assert_eq!(hierarchy(MOUNTS, "4:memory:/elsewhere\n", Some("memory")), None);
        assert_eq!(hierarchy("", "", None), None);
    }
}
