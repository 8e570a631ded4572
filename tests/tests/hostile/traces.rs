//! What a submission may have left behind: processes, files, mounts, control groups.
//!
//! The test adopts every orphan below it, so a process that outlived its judge is a child of the test that the test did
//! not start.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Judges that are running. Held while one starts, so that none is taken for an orphan.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Judges that were ever started, but for those that were killed: control groups carry their numbers.
static STARTED: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Every file that a case of the corpus leaves on purpose has this in its name.
const MARK: &str = "judge_hostile";

/// Folders that are writable for everyone.
const PLACES: [&str; 6] = ["/", "/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run"];

/// Becomes the parent of everything that is orphaned below this process.
pub(crate) fn adopt_orphans() {
    nix::sys::prctl::set_child_subreaper(true).expect("subreaper");
}

/// Starts a judge.
pub(crate) fn starting(start: impl FnOnce() -> Child) -> Child {
    let mut running = RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let child = start();
    running.insert(child.id());
    STARTED.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(child.id());
    child
}

/// The status of a judge that has ended.
pub(crate) fn ended(child: &mut Child) -> Option<ExitStatus> {
    let mut running = RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let status = child.try_wait().expect("own child")?;
    running.remove(&child.id());
    Some(status)
}

/// A judge that was killed and waited for is no longer running. Its control groups stay until the next one starts.
pub(crate) fn forget(child: &Child) {
    let mut running = RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    STARTED.lock().unwrap_or_else(std::sync::PoisonError::into_inner).remove(&child.id());
    running.remove(&child.id());
}

/// Control groups of judges that have ended by themselves.
pub(crate) fn groups() -> Vec<String> {
    let ended: BTreeSet<u32> = {
        let running = RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let started = STARTED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        started.difference(&running).copied().collect()
    };
    let mut found = Vec::new();
    groups_below(Path::new("/sys/fs/cgroup"), &|owner| ended.contains(&owner), &mut found);
    found
}

/// A jail's group is called `jail-…-OWNER-…`.
fn groups_below(folder: &Path, is_ours: &dyn Fn(u32) -> bool, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten().filter(|entry| entry.path().is_dir()) {
        let name = entry.file_name().to_string_lossy().into_owned();
        match name.strip_prefix("jail-").map(|rest| rest.split('-').nth(1).and_then(|owner| owner.parse().ok())) {
            Some(Some(owner)) if is_ours(owner) => found.push(entry.path().display().to_string()),
            Some(_) => {}
            None => groups_below(&entry.path(), is_ours, found),
        }
    }
}

/// Peak of the resident memory of a process.
pub(crate) fn memory_kib(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|l| l.trim().strip_suffix("kB")?.trim().parse().ok()).unwrap_or(0)
}

/// How long the kernel may take on a busy machine to end what died with its judge.
const PATIENCE: Duration = Duration::from_secs(10);

/// Processes that outlived their judge. They get a moment: the kernel kills a namespace's processes one by one.
pub(crate) fn orphans() -> Vec<String> {
    let started = Instant::now();
    loop {
        let found = {
            let running = RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            children(std::process::id()).into_iter().filter(|(pid, ..)| !running.contains(pid)).collect::<Vec<_>>()
        };
        reap(&found);
        let alive = found.iter().filter(|(_, state, _)| *state != 'Z').map(|(pid, state, name)| {
            let words = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            format!("{name} ({pid}, {state}) {}", String::from_utf8_lossy(&words).replace('\0', " "))
        });
        let alive: Vec<String> = alive.collect();
        if alive.is_empty() || started.elapsed() > PATIENCE {
            return alive;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Adopted processes that have ended are nobody else's to wait for.
fn reap(found: &[(u32, char, String)]) {
    for (pid, state, _) in found {
        if *state == 'Z'
            && let Ok(pid) = i32::try_from(*pid)
        {
            let _ =
                nix::sys::wait::waitpid(nix::unistd::Pid::from_raw(pid), Some(nix::sys::wait::WaitPidFlag::WNOHANG));
        }
    }
}

/// Process, state and name of every child of a process.
pub(crate) fn children(parent: u32) -> Vec<(u32, char, String)> {
    let entries = std::fs::read_dir("/proc").expect("/proc");
    entries.flatten().filter_map(|entry| child_of(parent, &entry.file_name().to_string_lossy())).collect()
}

fn child_of(parent: u32, entry: &str) -> Option<(u32, char, String)> {
    let pid: u32 = entry.parse().ok()?;
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name is in parentheses and may hold anything.
    let (head, tail) = stat.rsplit_once(')')?;
    let mut fields = tail.split_whitespace();
    let state = fields.next()?.chars().next()?;
    let of: u32 = fields.next()?.parse().ok()?;
    (of == parent).then(|| (pid, state, head.split_once('(').map_or("", |(_, name)| name).to_owned()))
}

/// Files that a case left where everyone can write, or that anyone left in `folder`, beyond `expected`.
pub(crate) fn files(folder: &Path, expected: &[&str]) -> Vec<String> {
    let names = |place: &Path| -> Vec<String> {
        let entries = std::fs::read_dir(place).into_iter().flatten().flatten();
        entries.map(|e| e.path().display().to_string()).collect()
    };
    let marked = PLACES.iter().flat_map(|p| names(Path::new(p))).filter(|name| name.contains(MARK));
    let own = names(folder).into_iter().filter(|n| !expected.iter().any(|e| n.ends_with(&format!("/{e}"))));
    marked.chain(own).collect()
}

/// Mount points that are the judge's: in its cache, or with its name.
pub(crate) fn mounts(cache: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string("/proc/self/mountinfo").expect("mountinfo");
    let points = text.lines().filter_map(|line| line.split(' ').nth(4));
    points.filter(|p| p.contains("judge") || Path::new(p).starts_with(cache)).map(str::to_owned).collect()
}
