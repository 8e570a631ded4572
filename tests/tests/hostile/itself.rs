//! Rows 45 and 46: the judge without what it needs, and the judge killed.

use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::bench::{Bench, SECRET_FILE, folder, honest};
use crate::program::{Answer, Submit};
use crate::traces;

fn submit(bench: &Bench, options: &[&str], env: Vec<(&str, OsString)>) -> Answer {
    let options: Vec<String> = options.iter().map(|&o| o.to_owned()).collect();
    let folder = folder();
    Submit { file: honest().into(), options: &options, env, ..bench.plain(folder.path()) }.run()
}

fn assert_judge_error(answer: &Answer, what: &str) {
    assert_eq!(answer.code, Some(3), "{what}: {}", answer.describe());
    assert_eq!(answer.field("verdict"), "judge-error", "{what}: {}", answer.describe());
}

#[test]
fn a_missing_toolchain_is_the_judges_fault() {
    let Some(bench) = Bench::open() else { return };
    let nothing = tempfile::tempdir().expect("folder");
    let answer = submit(&bench, &["--toolchain", &nothing.path().display().to_string()], vec![]);
    assert_judge_error(&answer, "no compiler");
}

#[test]
fn a_missing_device_is_the_judges_fault() {
    let Some(bench) = Bench::open() else { return };
    if std::env::var_os("JUDGE_GPU").is_none() {
        assert_judge_error(&submit(&bench, &["--device", "cuda"], vec![]), "no CUDA device");
    }
}

#[test]
fn a_disk_that_is_full_or_not_writable_is_the_judges_fault() {
    let Some(bench) = Bench::open() else { return };
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("file");
    let cache = |path: &Path| vec![("JUDGE_CACHE", path.as_os_str().to_owned())];
    assert_judge_error(&submit(&bench, &[], cache(&file.join("cache"))), "a cache below a file");
    assert_judge_error(&submit(&bench, &[], cache(Path::new("/proc/judge"))), "a cache in /proc");
    if !nix::unistd::geteuid().is_root() {
        assert!(std::env::var_os("JUDGE_MUST_WORK").is_none(), "only root can make a full disk here");
        return;
    }
    let small = folder.path().join("small");
    std::fs::create_dir(&small).expect("folder");
    let mount = nix::mount::mount(Some("none"), &small, Some("tmpfs"), nix::mount::MsFlags::empty(), Some("size=16k"));
    mount.expect("a small tmpfs");
    let answer = submit(&bench, &[], cache(&small));
    nix::mount::umount(&small).expect("unmounted");
    assert_judge_error(&answer, "a full disk");
}

#[test]
fn a_machine_without_namespaces_is_the_judges_fault() {
    let Some(bench) = Bench::open() else { return };
    // Inside a user namespace, its own limit on process namespaces can be set to none.
    let script = "echo 0 > /proc/sys/user/max_pid_namespaces && exec \"$@\"";
    let under = ["unshare", "--user", "--map-root-user", "sh", "-c", script, "sh"];
    let folder = folder();
    let answer = Submit { file: honest().into(), under: &under, ..bench.plain(folder.path()) }.run();
    assert_judge_error(&answer, "no process namespaces");
}

#[test]
fn limits_that_mean_nothing_are_a_mistake_of_whoever_calls() {
    let Some(bench) = Bench::open() else { return };
    for option in ["--time-limit", "--total-limit", "--memory-limit"] {
        for value in ["0", "-1", "1e40", "nan", "99999999999999999999999", ""] {
            let answer = submit(&bench, &[&format!("{option}={value}")], vec![]);
            assert_eq!(answer.code, Some(2), "{option}={value}: {}", answer.describe());
            let said = String::from_utf8_lossy(&answer.stderr).into_owned();
            assert!(said.contains(option), "{option}={value}: {said}");
        }
    }
}

/// Moments at which the judge is killed.
const KILLS: u32 = 24;

/// The first moments come fast: the check and the build; later ones while it measures.
fn moment(number: u32) -> Duration {
    Duration::from_millis(u64::from(number * number) * 4)
}

/// A compiler that takes its time over the first question.
fn slow_compiler() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("folder");
    let clang = folder.path().join("bin/clang");
    std::fs::create_dir(folder.path().join("bin")).expect("folder");
    let script = folder.path().join("script");
    std::fs::write(&script, "#!/bin/sh\nexec sleep 1000\n").expect("a compiler");
    // By another process: a program that this one writes is busy while a child of another test's holds its descriptor.
    assert!(Command::new("install").args([script, clang]).status().expect("install runs").success());
    folder
}

#[test]
fn a_judge_that_is_killed_while_it_asks_a_compiler_leaves_no_compiler() {
    traces::adopt_orphans();
    let (compiler, folder, cache) = (slow_compiler(), folder(), tempfile::tempdir().expect("cache"));
    let options = ["--toolchain".to_owned(), compiler.path().display().to_string()];
    let submit = Submit {
        file: honest().into(),
        task: "bs2-axpy",
        format: "json",
        options: &options,
        folder: folder.path().to_owned(),
        cache: cache.path().to_owned(),
        ..Submit::default()
    };
    let mut child = submit.start();
    let started = Instant::now();
    while !traces::children(child.id()).iter().any(|(.., name)| name == "sleep") {
        assert!(started.elapsed() < Duration::from_secs(30), "the compiler is never asked");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("killed");
    child.wait().expect("own child");
    traces::forget(&child);
    assert_eq!(traces::orphans(), Vec::<String>::new());
}

#[test]
fn a_killed_judge_leaves_nothing_and_can_be_run_again() {
    let Some(bench) = Bench::open() else { return };
    let cache = tempfile::tempdir().expect("cache");
    for number in 0..KILLS {
        let folder = folder();
        let submit = Submit { file: honest().into(), cache: cache.path().to_owned(), ..bench.plain(folder.path()) };
        let mut child = submit.start();
        std::thread::sleep(moment(number));
        let finished = traces::ended(&mut child).is_some();
        let _ = child.kill();
        let status = child.wait().expect("own child");
        assert!(finished || status.signal() == Some(9), "killed after {:?}: {status}", moment(number));
        if !finished {
            traces::forget(&child);
        }
        let orphans = traces::orphans();
        assert!(orphans.is_empty(), "killed after {:?}, it left {orphans:?}", moment(number));
        let files = traces::files(folder.path(), &[SECRET_FILE]);
        assert!(files.is_empty(), "killed after {:?}, it left {files:?}", moment(number));
    }
    assert_eq!(traces::mounts(cache.path()).into_iter().collect::<Vec<_>>(), Vec::<String>::new());
    let folder = folder();
    let answer = Submit { file: honest().into(), cache: cache.path().to_owned(), ..bench.plain(folder.path()) }.run();
    assert_eq!(answer.field("verdict"), "accepted", "after {KILLS} kills: {}", answer.describe());
}
