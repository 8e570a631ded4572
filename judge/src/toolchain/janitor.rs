//! Removes a temporary folder when this process is killed and can no longer do it itself.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Waits for the end of its input, which comes with the end of the judge, however that comes. What runs in the folder then
/// is about to be killed and may write once more: hence the few tries. The folder's name is the judge's own.
const SCRIPT: &str = r#"cat; for try in 1 2 3 4 5 6 7 8 9; do rm -rf -- "$0"; [ -e "$0" ] || exit 0; sleep 0.1; done"#;

/// A process of a few kilobytes in a group of its own, so that what ends the judge does not end it too.
#[derive(Debug)]
pub(super) struct Janitor(Child);

impl Janitor {
    /// Watches over `folder`.
    ///
    /// # Errors
    /// When there is no shell to start.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        let mut command = Command::new("/bin/sh");
        command.arg("-c").arg(SCRIPT).arg(folder).env_clear().env("PATH", "/usr/bin:/bin").process_group(0);
        command.current_dir("/").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().map(Self)
    }
}

impl Drop for Janitor {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        // It ends by itself; waiting keeps it from lingering as a zombie.
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn the_folder_goes_when_nobody_holds_the_pipe_any_more() {
        let folder = tempfile::tempdir().expect("a folder");
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).expect("a folder");
        std::fs::write(inner.join("file"), "x").expect("a file");
        let janitor = Janitor::new(&inner).expect("a shell");
        assert!(inner.exists());
        drop(janitor);
        let begin = Instant::now();
        while inner.exists() && begin.elapsed() < Duration::from_secs(5) {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(!inner.exists());
    }
}
