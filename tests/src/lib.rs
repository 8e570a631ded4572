//! What the end-to-end tests share: the built judge, and a place to run it. The tests are in `tests/`.
#![forbid(unsafe_code)]

pub mod case;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

/// The root of the repository; `JUDGE_TESTS_ROOT` names another folder with the corpora, on machines without the repository.
#[must_use]
pub fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| {
        let here = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
        std::env::var_os("JUDGE_TESTS_ROOT").map_or_else(here, PathBuf::from)
    })
}

/// The command under test; `JUDGE_BIN` names one that was built elsewhere.
pub fn judge() -> &'static Path {
    static FOUND: OnceLock<PathBuf> = OnceLock::new();
    FOUND.get_or_init(|| executable("JUDGE_BIN", "judge-under-test"))
}

/// The command that takes defences down; `JUDGE_ATTACKS_BIN` names one that was built elsewhere.
pub fn judge_attacks() -> &'static Path {
    static FOUND: OnceLock<PathBuf> = OnceLock::new();
    FOUND.get_or_init(|| executable("JUDGE_ATTACKS_BIN", "judge-attacks"))
}

/// What `variable` names, or this package's executable `name`, which cargo puts one folder above the tests'.
fn executable(variable: &str, name: &str) -> PathBuf {
    let built = || {
        let tests = std::env::current_exe().expect("the path of this test");
        tests.ancestors().nth(2).expect("a folder of executables").join(name)
    };
    std::env::var_os(variable).map_or_else(built, PathBuf::from)
}

/// A folder to run judges in, with a cache of its own.
pub struct Place {
    /// The folder; removed with this value.
    pub folder: tempfile::TempDir,
    _asked: Option<Arc<tempfile::TempDir>>,
}

impl Default for Place {
    fn default() -> Self {
        Self::new()
    }
}

impl Place {
    /// A new one. Its cache holds no more than which compiler is here.
    ///
    /// # Panics
    /// When there is no temporary folder.
    #[must_use]
    pub fn new() -> Self {
        let asked = asked();
        let place = Self { _asked: Some(Arc::clone(&asked)), ..Self::with_empty_cache() };
        copy(asked.path(), &place.folder.path().join("cache")).expect("a copy of a cache");
        place
    }

    /// A new one for judges that have to look for a compiler.
    ///
    /// # Panics
    /// When there is no temporary folder.
    #[must_use]
    pub fn with_empty_cache() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder"), _asked: None }
    }

    /// The command `judge`, with the place's cache and nothing of the caller's that changes its answers.
    #[must_use]
    pub fn command(&self, args: &[&str]) -> Command {
        command(args, self.folder.path(), &self.folder.path().join("cache"))
    }

    /// Runs `judge`.
    ///
    /// # Panics
    /// When it does not start.
    #[must_use]
    pub fn run(&self, args: &[&str]) -> Said {
        Said::of(&self.command(args).output().expect("the judge starts"))
    }

    /// Writes a file here and returns its path.
    ///
    /// # Panics
    /// When it cannot be written.
    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        std::fs::write(&path, contents).expect("the file");
        path.to_string_lossy().into_owned()
    }
}

/// A cache of a judge that looked for a compiler, which takes seconds: one for all places that are there at one time.
fn asked() -> Arc<tempfile::TempDir> {
    static ASKED: Mutex<Weak<tempfile::TempDir>> = Mutex::new(Weak::new());
    let mut known = ASKED.lock().unwrap_or_else(PoisonError::into_inner);
    known.upgrade().unwrap_or_else(|| {
        let cache = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        let source = root().join("tests/submissions/bs2-axpy/accepted/good.c");
        let mut check = command(&["check", &source.to_string_lossy()], cache.path(), cache.path());
        // Where there is no compiler it says so, to whoever needs one.
        let _ = check.output().expect("the judge starts");
        *known = Arc::downgrade(&cache);
        cache
    })
}

fn command(args: &[&str], folder: &Path, cache: &Path) -> Command {
    let mut command = Command::new(judge());
    command.args(args).current_dir(folder).stdin(Stdio::null()).env("JUDGE_CACHE", cache);
    for name in ["JUDGE_SEED", "JUDGE_TOOLCHAIN", "NO_COLOR"] {
        command.env_remove(name);
    }
    command
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to)?
        } else {
            std::fs::copy(entry.path(), to).map(drop)?
        }
    }
    Ok(())
}

/// Whether this machine can compile; a panic when it must (`JUDGE_MUST_WORK=1`).
///
/// # Panics
/// When it must and cannot.
#[must_use]
pub fn compiles(place: &Place) -> bool {
    let doctor = place.run(&["doctor"]);
    let works = doctor.code == Some(0);
    assert!(works || std::env::var("JUDGE_MUST_WORK").as_deref() != Ok("1"), "{doctor:?}");
    works
}

/// How a judge ended and what it said.
#[derive(Debug)]
pub struct Said {
    /// Exit code; none when a signal ended it.
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Said {
    /// Reads a finished process's output.
    #[must_use]
    pub fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self { code: output.status.code(), stdout: text(&output.stdout), stderr: text(&output.stderr) }
    }

    /// Standard output as JSON.
    ///
    /// # Panics
    /// When it is none.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("no JSON ({e}): {self:?}"))
    }
}
