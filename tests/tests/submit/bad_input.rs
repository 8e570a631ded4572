//! Bad input: one clear sentence that says what is wrong, where, and what to do; and the right exit code.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;

use judge_tests::{Place, Said, judge, root};

const GOOD: &str = "tests/submissions/bs2-axpy/accepted/good.c";

fn good() -> String {
    root().join(GOOD).to_string_lossy().into_owned()
}

/// Usage errors: exit code 2, one line, on standard error.
#[track_caller]
fn usage(said: &Said, words: &[&str]) {
    assert_eq!(said.code, Some(2), "{said:?}");
    assert_eq!(said.stdout, "", "{said:?}");
    for word in words {
        assert!(said.stderr.contains(word), "{word:?} in {said:?}");
    }
    assert!(!said.stderr.contains("panicked"), "{said:?}");
}

/// The judge's own failures: exit code 3, verdict `judge-error`, and the sentence in the report.
#[track_caller]
fn judge_error(said: &Said, words: &[&str]) {
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.stdout.starts_with("judge-error"), "{said:?}");
    // Lines of the report are folded.
    let text = said.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    for word in words {
        assert!(text.contains(word), "{word:?} in {said:?}");
    }
}

#[test]
fn files_that_are_no_submission() {
    let place = Place::new();
    let submit = |file: &str| place.run(&["submit", file, "--task", "bs2-axpy"]);
    usage(&submit("/no/such/file.c"), &["/no/such/file.c", "No such file"]);
    std::fs::create_dir(place.folder.path().join("folder.c")).expect("a folder");
    for folder in ["folder.c", "."] {
        usage(&submit(folder), &[folder, ": it is not a regular file"]);
    }
    place.write("empty.c", "");
    let empty = submit("empty.c");
    assert_eq!(empty.code, Some(1), "{empty:?}");
    assert!(empty.stdout.contains("the source is empty [J001]"), "{empty:?}");
    place.write("kernel.txt", "void kernel(void) {}");
    usage(&submit("kernel.txt"), &["kernel.txt", "extension", ".c, .cpp"]);
    place.write("unreadable.c", "x");
    nix::unistd::mkfifo(&place.folder.path().join("pipe.c"), nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
    usage(&submit("pipe.c"), &["pipe.c: it is not a regular file"]);
    for (name, to, words) in [
        ("endless.c", "/dev/zero", "it is not a regular file"),
        ("loop.c", "loop.c", "symbolic links"),
        ("dangling.c", "nowhere", "No such file"),
    ] {
        std::os::unix::fs::symlink(to, place.folder.path().join(name)).expect("a link");
        usage(&submit(name), &[name, words]);
    }
}

/// A secret seed that cannot be read must never become the public one.
#[test]
fn seeds_that_are_none() {
    let place = Place::new();
    place.write("words", "four");
    nix::unistd::mkfifo(&place.folder.path().join("pipe"), nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
    for (file, words) in [
        ("/no/such/seed", "No such file"),
        ("/dev/zero", "not a regular file"),
        ("pipe", "not a regular file"),
        ("words", "does not hold a seed"),
    ] {
        usage(
            &place.run(&["submit", &good(), "--task", "bs2-axpy", "--seed-file", file]),
            &["--seed-file", file, words],
        );
    }
    for seed in ["", "-1", "18446744073709551616"].map(OsStr::new).into_iter().chain([OsStr::from_bytes(b"\xff")]) {
        let mut command = place.command(&["submit", &good(), "--task", "bs2-axpy"]);
        usage(&Said::of(&command.env("JUDGE_SEED", seed).output().expect("it starts")), &["JUDGE_SEED"]);
    }
}

#[test]
fn a_file_over_the_limit_is_refused_with_the_limit() {
    let place = Place::new();
    let large = place.write("large.c", "int x;\n".repeat(150_000));
    let said = place.run(&["submit", &large, "--task", "bs2-axpy"]);
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.stdout.contains("1 MiB") || said.stdout.contains("1048576"), "{said:?}");
}

#[test]
fn a_file_that_may_not_be_read() {
    let place = Place::new();
    let secret = place.write("secret.c", "void kernel(void) {}");
    let run = |command: &mut Command| Said::of(&command.output().expect("it starts"));
    std::fs::set_permissions(&secret, std::os::unix::fs::PermissionsExt::from_mode(0o000)).expect("permissions");
    let mut command = if nix::unistd::geteuid().is_root() {
        // Root reads everything: ask as nobody, with a copy of the judge where nobody can reach it.
        let own = place.folder.path().join("judge");
        // By another process: a program that this one writes is busy while a child of another test's holds its descriptor.
        assert!(Command::new("install").arg(judge()).arg(&own).status().expect("install runs").success());
        let folder = place.folder.path();
        std::fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("permissions");
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "--"]).arg(own);
        command
    } else {
        Command::new(judge())
    };
    let said = run(command.args(["submit", &secret, "--task", "bs2-axpy"]).env("JUDGE_CACHE", "/tmp"));
    usage(&said, &["secret.c", "Permission denied"]);
}

#[test]
fn tasks_that_are_none() {
    let place = Place::new();
    let submit = |task: &str| place.run(&["submit", &good(), "--task", task]);
    usage(&submit("no-such-task"), &["no-such-task", "judge tasks"]);
    usage(&submit("AXPY"), &["did you mean `bs2-axpy`?"]);
    usage(&submit("/no/such/folder"), &["/no/such/folder"]);
    usage(&submit("."), &["./task.yaml", "No such file"]);
    std::fs::create_dir(place.folder.path().join("piped")).expect("a folder");
    nix::unistd::mkfifo(&place.folder.path().join("piped/task.yaml"), nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
    usage(&submit("./piped"), &["piped/task.yaml", "not a regular file"]);
    let sizes = place.run(&["submit", &good(), "--task", "bs2-axpy", "--sizes", "gigantic"]);
    usage(&sizes, &["gigantic", "medium"]);
}

/// A task folder whose yaml is the built-in one with `from` replaced by `to`.
fn altered(place: &Place, name: &str, from: &str, to: &str) -> String {
    let yaml = root().join("tasks/builtin/bs2-axpy/task.yaml");
    let text = std::fs::read_to_string(yaml).expect("the task file");
    assert!(text.contains(from), "`{from}` is in the task file");
    place.write(&format!("{name}/task.yaml"), text.replacen(from, to, 1));
    for source in ["baseline.c", "oracle.c"] {
        let text = std::fs::read(root().join("reference/bs2-axpy").join(source)).expect("a source");
        place.write(&format!("{name}/{source}"), text);
    }
    place.folder.path().join(name).to_string_lossy().into_owned()
}

#[test]
fn broken_task_files_are_told_by_line_and_column() {
    let place = Place::new();
    let cases = [
        ("yaml", "dimensions: [N]", "dimensions: [N", &["task.yaml:", ":"][..]),
        ("name", "extent: N", "extent: M", &["`M`"]),
        ("zero", "extent: N", "extent: N / (N - N)", &["zero"]),
        ("overflow", "extent: N", "extent: N * 9223372036854775807 * 4", &["overflow"]),
        ("negative", "extent: N", "extent: 0 - N - 1", &["negative"]),
        ("key", "dimensions: [N]", "dimensions: [N]\ndimensions: [N]", &["dimensions"]),
        ("type", "dimensions: [N]", "dimensions: 7", &["task.yaml:"]),
    ];
    for (name, from, to, words) in cases {
        let folder = altered(&place, name, from, to);
        let said = place.run(&["submit", &good(), "--task", &folder, "--sizes", "n31"]);
        let text = format!("{}{}", said.stderr, said.stdout);
        assert!(matches!(said.code, Some(2 | 3)), "{name}: {said:?}");
        for word in words {
            assert!(text.contains(word), "{name}: {word:?} in {text}");
        }
        let has_place = text.split("task.yaml:").skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        assert!(has_place, "{name}: a line in {text}");
    }
}

#[test]
fn sizes_that_do_not_fit_memory() {
    let place = Place::new();
    let folder = altered(&place, "huge", "odd(2^30 / 24)", "2^42");
    let said = place.run(&["submit", &good(), "--task", &folder, "--sizes", "large"]);
    judge_error(&said, &["large", "memory", "--sizes"]);
}

#[test]
fn a_machine_without_a_compiler() {
    let place = Place::new();
    let empty = place.folder.path().join("nothing");
    std::fs::create_dir(&empty).expect("a folder");
    let mut command = place.command(&["submit", &good(), "--task", "bs2-axpy"]);
    let said = Said::of(&command.env("JUDGE_TOOLCHAIN", &empty).output().expect("it starts"));
    judge_error(&said, &["compiler"]);
    let mut doctor = place.command(&["doctor"]);
    let said = Said::of(&doctor.env("JUDGE_TOOLCHAIN", &empty).output().expect("it starts"));
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.stdout.contains("fix:"), "{said:?}");
}

#[test]
fn a_cache_that_cannot_be_written() {
    let place = Place::new();
    place.write("file", "");
    let cache = place.folder.path().join("file/cache").to_string_lossy().into_owned();
    let said = place.run(&["submit", &good(), "--task", "bs2-axpy", "--sizes", "n31", "--cache", &cache]);
    judge_error(&said, &["cache", "file"]);
    let mut nowhere = place.command(&["submit", &good(), "--task", "bs2-axpy"]);
    for name in ["JUDGE_CACHE", "XDG_CACHE_HOME", "HOME"] {
        nowhere.env_remove(name);
    }
    let said = Said::of(&nowhere.output().expect("it starts"));
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.stderr.contains("set JUDGE_CACHE"), "{said:?}");
}

#[test]
fn a_disk_that_is_full() {
    let place = Place::with_empty_cache();
    let disk = place.folder.path().join("disk");
    std::fs::create_dir(&disk).expect("a folder");
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=16k", "tmpfs"]).arg(&disk).status();
    if !mounted.is_ok_and(|s| s.success()) {
        assert!(std::env::var_os("JUDGE_MUST_WORK").is_none(), "a small disk cannot be mounted here: run as root");
        return;
    }
    let cache = disk.join("cache").to_string_lossy().into_owned();
    let said = place.run(&["submit", &good(), "--task", "bs2-axpy", "--sizes", "n31", "--cache", &cache]);
    // A compiler without room for its output fails; that is not the submission's fault.
    let mut build = place.command(&["build", &good(), "--task", "bs2-axpy"]);
    let built = Said::of(&build.env("TMPDIR", &disk).output().expect("it starts"));
    let unmounted = Command::new("umount").arg(&disk).status().expect("umount starts");
    assert!(unmounted.success());
    judge_error(&said, &["No space left", "JUDGE_CACHE"]);
    assert_eq!(built.code, Some(3), "{built:?}");
    // Whoever comes first: the judge, who writes the source, or the compiler.
    let told = ["No space left", "is full"].iter().any(|words| built.stderr.contains(words));
    assert!(told && built.stderr.contains("TMPDIR"), "{built:?}");
}
