//! The machine-wide timing lock: two judges never time at once, whoever runs them.

use std::fs::{File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use nix::errno::Errno;
use nix::fcntl::{Flock, FlockArg, OFlag};

/// Time between two tries.
const PAUSE: Duration = Duration::from_millis(50);

/// Folders every user may write to and a reboot empties, best first.
const FOLDERS: [&str; 3] = ["/run/lock", "/dev/shm", "/tmp"];

/// The name of the lock's file.
const NAME: &str = "judge-timing.lock";

/// Held while this value lives; the kernel drops it with the process, however that ends.
#[derive(Debug)]
pub struct TimingLock(#[expect(dead_code, reason = "dropping it is its use")] Flock<File>);

/// Who holds the lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// Process id, when this process may see it.
    pub pid: Option<i32>,
    /// Name of its program.
    pub program: Option<String>,
    /// Its user id.
    pub user: Option<u32>,
}

impl std::fmt::Display for Holder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Some(pid) = self.pid else { return f.write_str("a process that is not visible here") };
        write!(f, "process {pid}")?;
        if let Some(program) = &self.program {
            write!(f, " ({program})")?;
        }
        self.user.map_or(Ok(()), |user| write!(f, " of user {user}"))
    }
}

/// Why the lock could not be had.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// The file cannot be opened or made.
    #[error("cannot open the timing lock {}: {source}; remove what is there, as the user whose it is", path.display())]
    Open {
        /// The lock's file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Something else lies at the lock's path.
    #[error("the timing lock {} is not a regular file; remove it", path.display())]
    NotAFile {
        /// The lock's file.
        path: PathBuf,
    },
    /// The caller gave up.
    #[error("interrupted while waiting for {0}")]
    Interrupted(Holder),
    /// The system refused to lock.
    #[error("cannot lock {}: {source}", path.display())]
    Lock {
        /// The lock's file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
}

/// The lock's file on this machine.
#[must_use]
pub fn default_path() -> PathBuf {
    FOLDERS.iter().map(Path::new).find(|folder| folder.is_dir()).unwrap_or(Path::new("/tmp")).join(NAME)
}

impl TimingLock {
    /// Waits for the lock, as long as `goes_on` says so. `on_wait` hears once of each process that is waited for.
    ///
    /// # Errors
    /// [`LockError`] when the file cannot be opened or locked, or the wait was given up.
    pub fn acquire(
        path: &Path,
        goes_on: impl Fn() -> bool,
        mut on_wait: impl FnMut(&Holder),
    ) -> Result<Self, LockError> {
        let mut file = open(path)?;
        let (mut seen, mut told) = (None, None);
        loop {
            match Flock::lock(file, FlockArg::LockExclusiveNonblock) {
                Ok(lock) => return Ok(Self(lock)),
                Err((back, Errno::EWOULDBLOCK | Errno::EINTR)) => file = back,
                Err((_, errno)) => return Err(LockError::Lock { path: path.to_owned(), source: errno.into() }),
            }
            // Seen twice, so that nobody hears of one who is just leaving.
            let now = holder(&file);
            if seen.as_ref() == Some(&now) && told.as_ref() != Some(&now) {
                on_wait(&now);
                told = Some(now.clone());
            }
            if !goes_on() {
                return Err(LockError::Interrupted(now));
            }
            seen = Some(now);
            std::thread::sleep(PAUSE);
        }
    }
}

/// Whether the lock can be asked for, now or when others have left it.
///
/// # Errors
/// [`LockError`] when its file cannot be opened.
pub fn check(path: &Path) -> Result<(), LockError> {
    open(path).map(drop)
}

/// Opens the lock's file, made by whoever came first.
fn open(path: &Path) -> Result<File, LockError> {
    let fail = |source| LockError::Open { path: path.to_owned(), source };
    let flags = (OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK).bits();
    // Without O_CREAT first: fs.protected_regular forbids it on another user's file in a sticky folder.
    let file = loop {
        match OpenOptions::new().read(true).custom_flags(flags).open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            opened => break opened.map_err(fail)?,
        }
        match OpenOptions::new().read(true).write(true).create_new(true).mode(0o444).custom_flags(flags).open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => {
                let file = made.map_err(fail)?;
                // The umask may have taken other users' read permission, and reading is all that locking needs.
                file.set_permissions(Permissions::from_mode(0o444)).map_err(fail)?;
                break file;
            }
        }
    };
    if file.metadata().map_err(fail)?.is_file() { Ok(file) } else { Err(LockError::NotAFile { path: path.to_owned() }) }
}

/// Asks the kernel, not the file: its contents could say anything.
fn holder(file: &File) -> Holder {
    let pid = file.metadata().ok().and_then(|m| {
        let locks = std::fs::read_to_string("/proc/locks").ok()?;
        holder_in(&locks, m.ino())
    });
    let status = pid.and_then(|pid| std::fs::metadata(format!("/proc/{pid}")).ok());
    let program = pid.and_then(|pid| std::fs::read_to_string(format!("/proc/{pid}/comm")).ok());
    Holder {
        pid,
        program: program.map(|name| name.trim_end().chars().filter(|c| !c.is_control()).collect()),
        user: status.map(|m| m.uid()),
    }
}

/// Finds `1: FLOCK  ADVISORY  WRITE 4711 00:1b:42 0 EOF` by inode; a waiter's line has `->` and is skipped.
fn holder_in(locks: &str, inode: u64) -> Option<i32> {
    locks.lines().find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [_, "FLOCK", _, "WRITE", pid, place, ..] = fields[..] else { return None };
        let found: u64 = place.rsplit(':').next()?.parse().ok()?;
        (found == inode).then(|| pid.parse().ok()).flatten().filter(|pid| *pid > 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_holder_is_found_by_inode_and_waiters_are_not_holders() {
        let locks = "1: FLOCK  ADVISORY  WRITE 10 00:1b:41 0 EOF\n1: -> FLOCK  ADVISORY  WRITE 11 00:1b:42 0 EOF\n\
                     2: POSIX  ADVISORY  WRITE 12 00:1b:42 0 EOF\n3: FLOCK  ADVISORY  WRITE 13 00:1b:42 0 EOF\n";
        assert_eq!(holder_in(locks, 42), Some(13));
        assert_eq!(holder_in(locks, 7), None);
    }

    #[test]
    fn a_second_judge_waits_and_is_told_for_whom() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(NAME);
        let first = TimingLock::acquire(&path, || true, |_| panic!("nobody holds it")).expect("the lock");
        let given_up = TimingLock::acquire(&path, || false, |_| {});
        assert!(
            matches!(given_up, Err(LockError::Interrupted(holder)) if holder.pid == Some(std::process::id() as i32))
        );
        let mut first = Some(first);
        let mut told = Vec::new();
        let on_wait = |holder: &Holder| {
            told.push(holder.pid);
            first = None;
        };
        TimingLock::acquire(&path, || true, on_wait).expect("the lock, after the first was dropped");
        assert_eq!(told, [Some(std::process::id() as i32)]);
    }

    #[test]
    fn a_planted_link_or_folder_is_not_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("/etc/hostname", &link).expect("a link");
        assert!(matches!(TimingLock::acquire(&link, || true, |_| {}), Err(LockError::Open { .. })));
        assert!(matches!(TimingLock::acquire(folder.path(), || true, |_| {}), Err(LockError::NotAFile { .. })));
    }
}
