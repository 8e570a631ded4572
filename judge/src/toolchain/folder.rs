//! A folder that jailed programs write to. It is opened before any of them runs; names are looked up below that
//! descriptor, and no link is followed.

use std::fs::{File, Permissions};
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path};

use nix::errno::Errno;
use nix::fcntl::{OFlag, OpenHow, ResolveFlag, open, openat2};
use nix::sys::stat::{Mode, mkdirat};
use nix::sys::statvfs::fstatvfs;
use nix::unistd::{UnlinkatFlags, unlinkat};

/// An open folder.
#[derive(Debug)]
pub(super) struct Folder(OwnedFd);

impl Folder {
    /// Opens `path`, which the caller made.
    ///
    /// # Errors
    /// The system's reason.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlag::O_DIRECTORY | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
        Ok(Self(open(path, flags, Mode::empty())?))
    }

    /// Creates a file in place of what has its name, and the folders above it.
    ///
    /// # Errors
    /// The system's reason; a link among the folders is one.
    pub(super) fn put(&self, name: &str, contents: &[u8]) -> io::Result<()> {
        let path = Path::new(name);
        let file = path.file_name().ok_or(Errno::EINVAL)?;
        let mut folder = self.0.try_clone()?;
        for part in path.parent().into_iter().flat_map(Path::components) {
            let Component::Normal(part) = part else { return Err(Errno::EINVAL.into()) };
            match mkdirat(&folder, part, Mode::from_bits_truncate(0o755)) {
                Ok(()) | Err(Errno::EEXIST) => folder = below(&folder, Path::new(part), OFlag::O_DIRECTORY)?,
                Err(error) => return Err(error.into()),
            }
        }
        match unlinkat(&folder, file, UnlinkatFlags::NoRemoveDir) {
            Ok(()) | Err(Errno::ENOENT) => {}
            Err(error) => return Err(error.into()),
        }
        let created = below(&folder, Path::new(file), OFlag::O_WRONLY | OFlag::O_CREAT | OFlag::O_EXCL)?;
        let mut created = File::from(created);
        created.set_permissions(Permissions::from_mode(0o644))?;
        created.write_all(contents)
    }

    /// The contents of a regular file of at most `limit` bytes; a pipe does not block.
    ///
    /// # Errors
    /// The system's reason, and anything else than such a file.
    pub(super) fn take(&self, name: &str, limit: u64) -> io::Result<Vec<u8>> {
        let file = File::from(below(&self.0, Path::new(name), OFlag::O_RDONLY | OFlag::O_NONBLOCK)?);
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        let mut contents = Vec::new();
        file.take(limit + 1).read_to_end(&mut contents)?;
        if contents.len() as u64 > limit {
            return Err(io::Error::other(format!("larger than {limit} bytes")));
        }
        Ok(contents)
    }

    /// Whether there is no room for what a compiler writes. What it wrote before it failed may be gone again.
    pub(super) fn is_full(&self) -> bool {
        /// Less than a small object and its temporary files take.
        const ROOM: u64 = 1 << 20;
        fstatvfs(&self.0).is_ok_and(|disk| {
            let no_file_more = disk.files() > 0 && disk.files_available() == 0;
            no_file_more || disk.blocks_available() * disk.fragment_size() < ROOM
        })
    }
}

fn below(folder: &OwnedFd, name: &Path, flags: OFlag) -> io::Result<OwnedFd> {
    let creates = if flags.contains(OFlag::O_CREAT) { Mode::from_bits_truncate(0o600) } else { Mode::empty() };
    let resolve = ResolveFlag::RESOLVE_BENEATH | ResolveFlag::RESOLVE_NO_SYMLINKS;
    let how = OpenHow::new().flags(flags | OFlag::O_CLOEXEC).mode(creates).resolve(resolve);
    Ok(openat2(folder, name, how)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn strangers() -> (tempfile::TempDir, std::path::PathBuf, Folder) {
        let outer = tempfile::tempdir().expect("a folder");
        let path = outer.path().join("work");
        std::fs::create_dir(&path).expect("a folder");
        let folder = Folder::open(&path).expect("opened");
        (outer, path, folder)
    }

    #[test]
    fn what_is_put_is_taken_and_replaces_what_was_there() {
        let (_outer, path, folder) = strangers();
        folder.put("a/b/c", b"one").expect("put");
        folder.put("a/b/c", b"two").expect("put again");
        assert_eq!(folder.take("a/b/c", 3).expect("taken"), b"two");
        assert!(folder.take("a/b/c", 2).is_err(), "larger than the limit");
        assert_eq!(std::fs::read(path.join("a/b/c")).expect("read"), b"two");
    }

    #[test]
    fn no_link_is_followed() {
        let (outer, path, folder) = strangers();
        std::fs::write(outer.path().join("secret"), "secret").expect("a file");
        symlink("../secret", path.join("link")).expect("a link");
        symlink("..", path.join("up")).expect("a link");
        assert!(folder.take("link", 100).is_err() && folder.take("up/secret", 100).is_err());
        assert!(folder.take("../secret", 100).is_err() && folder.put("../new", b"").is_err());
        assert!(folder.put("up/new", b"").is_err(), "a link among the folders");
        folder.put("link", b"mine").expect("a link is replaced");
        assert_eq!(std::fs::read(outer.path().join("secret")).expect("read"), b"secret");
        assert!(!outer.path().join("new").exists());
    }

    #[test]
    fn a_pipe_or_a_folder_is_no_file() {
        let (_outer, path, folder) = strangers();
        nix::unistd::mkfifo(&path.join("pipe"), Mode::S_IRWXU).expect("a pipe");
        std::fs::create_dir(path.join("folder")).expect("a folder");
        assert!(folder.take("pipe", 100).is_err() && folder.take("folder", 100).is_err());
    }

    #[test]
    fn a_folder_that_is_moved_away_stays_the_one_that_was_opened() {
        let (outer, path, folder) = strangers();
        std::fs::rename(&path, outer.path().join("moved")).expect("moved");
        symlink("/", &path).expect("a link");
        folder.put("file", b"here").expect("put");
        assert_eq!(std::fs::read(outer.path().join("moved/file")).expect("read"), b"here");
    }
}
