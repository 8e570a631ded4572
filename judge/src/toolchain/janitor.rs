//! A temporary folder that goes away with the judge, also when the judge is killed and can no longer remove it itself.

use std::fs::DirBuilder;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Waits for the end of its input, which comes with the end of the judge, however that comes. What runs in the folder then
/// is about to be killed and may write once more: hence the few tries. The folder's name is the judge's own.
const SCRIPT: &str = r#"cat; for try in 1 2 3 4 5 6 7 8 9; do rm -rf -- "$0"; [ -e "$0" ] || exit 0; sleep 0.1; done"#;

/// A folder that only its owner may enter, and a process of a few kilobytes that watches over it.
///
/// The process is in a group of its own, so that what ends the judge does not end it too.
#[derive(Debug)]
pub(super) struct WatchedFolder {
    path: PathBuf,
    janitor: Child,
}

impl WatchedFolder {
    /// A new folder inside `parent`.
    ///
    /// # Errors
    /// When there is no shell to start, or the folder cannot be made.
    pub(super) fn new(parent: &Path) -> io::Result<Self> {
        let path = parent.join(format!("judge-build-{:016x}", random()));
        let mut command = Command::new("/bin/sh");
        command.arg("-c").arg(SCRIPT).arg(&path).env_clear().env("PATH", "/usr/bin:/bin").process_group(0);
        command.current_dir("/").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // First the janitor, then the folder: there is no moment at which the folder has nobody to remove it.
        let mut watched = Self { path, janitor: command.spawn()? };
        if let Err(error) = DirBuilder::new().mode(0o700).create(&watched.path) {
            // What has the name is somebody else's.
            watched.dismiss();
            return Err(error);
        }
        Ok(watched)
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Ends the janitor before it does anything.
    fn dismiss(&mut self) {
        let _ = self.janitor.kill();
        self.path.clear();
    }
}

impl Drop for WatchedFolder {
    fn drop(&mut self) {
        if !self.path.as_os_str().is_empty() {
            // What cannot be removed is left to the janitor's own tries.
            let _ = std::fs::remove_dir_all(&self.path);
        }
        drop(self.janitor.stdin.take());
        // It ends by itself; waiting keeps it from lingering as a zombie.
        let _ = self.janitor.wait();
    }
}

/// The standard library's seed of a hash map: from the kernel's random numbers, another one each time.
fn random() -> u64 {
    std::hash::RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn the_folder_goes_with_its_owner() {
        let parent = tempfile::tempdir().expect("a folder");
        let watched = WatchedFolder::new(parent.path()).expect("a shell");
        std::fs::write(watched.path().join("file"), "x").expect("a file");
        let path = watched.path().to_owned();
        drop(watched);
        assert!(!path.exists());
    }

    #[test]
    fn the_janitor_removes_it_when_nobody_holds_the_pipe_any_more() {
        let parent = tempfile::tempdir().expect("a folder");
        let mut watched = WatchedFolder::new(parent.path()).expect("a shell");
        std::fs::write(watched.path().join("file"), "x").expect("a file");
        drop(watched.janitor.stdin.take());
        let begin = Instant::now();
        while watched.path().exists() && begin.elapsed() < Duration::from_secs(30) {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(!watched.path().exists());
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error() {
        assert!(WatchedFolder::new(Path::new("/nowhere/at/all")).is_err());
    }
}
