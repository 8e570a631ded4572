//! What the jail's tests share: a small program, jails around it, and running everything as an ordinary user too.
#![allow(dead_code, reason = "every test file uses its own part")]

use std::error::Error;
use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use judge_sandbox::{Evidence, Jail, Limits, Policy};

pub(crate) type Outcome = Result<(), Box<dyn Error>>;

/// The ids of the ordinary user: reserved for nobody in particular.
const ORDINARY: &str = "4242";

/// Compiles a program of `tests/programs` once per test process.
pub(crate) fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        if let Some(path) = std::env::var_os("JAIL_TEST_PROGRAM") {
            return path.into();
        }
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/act.c");
        let target = scratch().join("act");
        let mut compiler = Command::new("gcc");
        compiler.args(["-O1", "-w", "-static", "-pthread", "-o"]).arg(&target).arg(source);
        let status = compiler.status().expect("these tests need gcc");
        assert!(status.success(), "gcc: {status}");
        target
    })
}

/// A folder of this test process, removed by nobody but the temporary folder's owner.
pub(crate) fn scratch() -> &'static Path {
    static SCRATCH: OnceLock<PathBuf> = OnceLock::new();
    SCRATCH.get_or_init(|| {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let folder = if folder.is_dir() && !is_ordinary() { folder } else { std::env::temp_dir() };
        let folder = folder.join(format!("jail-tests-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a scratch folder");
        folder
    })
}

fn is_ordinary() -> bool {
    std::env::var_os("JAIL_TEST_ORDINARY").is_some()
}

/// A jail that shows the small program alone.
pub(crate) fn jail(policy: &str, words: &[&str]) -> Result<Jail, Box<dyn Error>> {
    let limits = Limits { memory: 256 << 20, ..Limits::default() };
    Ok(Jail::new("/act").bind_ro(program(), "/act").args(words).limits(limits).policy(Policy::named(policy)?))
}

/// Runs the small program under a policy.
pub(crate) fn run(policy: &str, words: &[&str]) -> Result<Evidence, Box<dyn Error>> {
    Ok(jail(policy, words)?.spawn()?.wait())
}

/// The line that the program wrote.
pub(crate) fn line(evidence: &Evidence) -> String {
    evidence.stdout.text().trim_end().to_owned()
}

/// Runs every other test of the calling file once more, as an ordinary user, when the tests run as root.
pub(crate) fn repeat_as_ordinary_user(this_test: &str) -> Outcome {
    // The file system tells whose process this is.
    if std::fs::metadata("/proc/self")?.uid() != 0 {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o777))?;
    let (tests, act) = (folder.path().join("tests"), folder.path().join("act"));
    std::fs::copy(std::env::current_exe()?, &tests)?;
    std::fs::copy(program(), &act)?;
    let (sources, runner) = (folder.path().join("programs"), folder.path().join("narrowing"));
    std::fs::create_dir(&sources)?;
    for source in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs"))?.flatten() {
        std::fs::copy(source.path(), sources.join(source.file_name()))?;
    }
    let built = std::env::current_exe()?.ancestors().nth(2).map(|folder| folder.join("examples/narrowing"));
    std::fs::copy(built.ok_or("no build folder")?, &runner)?;
    let run = || {
        Command::new("setpriv")
            .args([format!("--reuid={ORDINARY}"), format!("--regid={ORDINARY}"), "--clear-groups".to_owned()])
            .arg(&tests)
            .args(["--skip", this_test])
            .env("JAIL_TEST_PROGRAM", &act)
            .env("JAIL_TEST_ORDINARY", "1")
            .env("JAIL_TEST_SOURCES", &sources)
            .env("JAIL_TEST_RUNNER", &runner)
            .env("TMPDIR", folder.path())
            .current_dir("/")
            .output()
    };
    let mut output = run()?;
    // A process that was forked while the copy was written holds it open until its own exec.
    while String::from_utf8_lossy(&output.stderr).contains("Text file busy") {
        output = run()?;
    }
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "as an ordinary user:\n{text}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(!text.contains("running 0 tests"), "{text}");
    Ok(())
}
