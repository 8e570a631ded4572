//! What the end-to-end tests share: the built judge, and a place to run it. The tests are in `tests/`.
#![forbid(unsafe_code)]

pub mod case;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

/// The root of the repository; `JUDGE_TESTS_ROOT` names another folder with the corpora, on machines without the repository.
#[must_use]
pub fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| {
        let here = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
        std::env::var_os("JUDGE_TESTS_ROOT").map_or_else(here, PathBuf::from)
    })
}

/// The plain `judge`, built once; `JUDGE_BIN` names one that was built elsewhere.
///
/// # Panics
/// When it does not build.
pub fn judge() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| std::env::var_os("JUDGE_BIN").map_or_else(build, PathBuf::from))
}

fn build() -> PathBuf {
    build_with(&[], "judge-under-test")
}

/// The judge, built with `options` of cargo's and kept beside cargo's own file as `name`: another build, with other features, may
/// replace the file that cargo names.
///
/// # Panics
/// When it does not build.
#[must_use]
pub fn build_with(options: &[&str], name: &str) -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--locked", "--package", "judge", "--bin", "judge", "--message-format", "json"])
        .args(options)
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "the judge does not build with {options:?}");
    let messages = String::from_utf8_lossy(&output.stdout);
    let built = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .find_map(|message| Some(PathBuf::from(message.get("executable")?.as_str()?)))
        .expect("cargo names the executable");
    let kept = built.with_file_name(name);
    let copy = built.with_file_name(format!("{name}-{}", std::process::id()));
    std::fs::copy(&built, &copy).and_then(|_| std::fs::rename(&copy, &kept)).expect("the executable is copied");
    kept
}

/// A folder to run judges in, with a cache of its own.
pub struct Place {
    /// The folder; removed with this value.
    pub folder: tempfile::TempDir,
}

impl Default for Place {
    fn default() -> Self {
        Self::new()
    }
}

impl Place {
    /// A new one.
    ///
    /// # Panics
    /// When there is no temporary folder.
    #[must_use]
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    /// The command `judge`, with the place's cache and nothing of the caller's that changes its answers.
    #[must_use]
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(judge());
        command.args(args).current_dir(self.folder.path()).stdin(Stdio::null());
        command.env("JUDGE_CACHE", self.folder.path().join("cache"));
        for name in ["JUDGE_SEED", "JUDGE_TOOLCHAIN", "NO_COLOR"] {
            command.env_remove(name);
        }
        command
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
