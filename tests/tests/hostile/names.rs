//! Rows 12, 14, 17, 18: files whose name, kind or size is the attack. Their contents are honest.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;

use crate::bench::{Bench, SECRET_FILE, folder, honest};
use crate::program::{Answer, Submit};
use crate::traces;

/// Names that a shell, a format string, a command line or a terminal would take for something else.
const NAMES: [&[u8]; 14] = [
    b"two words.c",
    b"$(touch judge_hostile_shell).c",
    b"`touch judge_hostile_shell`.c",
    b";touch judge_hostile_shell;.c",
    b"|touch judge_hostile_shell;.c",
    b"%s%n%x%p.c",
    b"-o.c",
    b"@arguments.c",
    b"quotes'\"`.c",
    b"new\nline.c",
    b"escape\x1b]0;owned\x07\x1b[31m.c",
    b"\xff\xfe\xc3.c",
    b"*.c",
    b"back\\slash.c",
];

/// Control characters other than a line's end would drive the terminal of whoever reads.
fn assert_plain(text: &[u8], what: &str) {
    let text = String::from_utf8(text.to_vec()).unwrap_or_else(|e| panic!("{what} is not UTF-8: {e}"));
    let odd = text.chars().find(|c| c.is_control() && *c != '\n');
    assert!(odd.is_none(), "{what} holds {odd:?}: {text:?}");
}

fn submit(bench: &Bench, folder: &Path, name: &OsString, format: &str) -> Answer {
    Submit { file: name.clone(), format, ..bench.plain(folder) }.run()
}

#[test]
fn no_shell_and_no_terminal_ever_sees_a_name() {
    let Some(bench) = Bench::open() else { return };
    for name in NAMES.map(|name| OsString::from_vec(name.to_vec())) {
        let folder = folder();
        std::fs::copy(honest(), folder.path().join(&name)).expect("a submission");
        let answer = submit(&bench, folder.path(), &name, "json");
        assert_eq!(answer.field("verdict"), "accepted", "{name:?}: {}", answer.describe());
        std::fs::write(folder.path().join(&name), "int kernel;\n#error no\n").expect("a broken submission");
        let answer = submit(&bench, folder.path(), &name, "text");
        assert_eq!(answer.code, Some(1), "{name:?}: {}", answer.describe());
        assert_plain(&answer.stdout, "standard output");
        assert_plain(&answer.stderr, "standard error");
        let files = traces::files(folder.path(), &[SECRET_FILE]);
        assert_eq!(files.len(), 1, "{name:?} left {files:?}");
    }
}

#[test]
fn odd_bytes_in_sources_and_output_do_not_reach_the_terminal() {
    let Some(bench) = Bench::open() else { return };
    for case in judge_tests::case::read_all(&crate::bench::corpus()).iter().filter(|c| c.row == 12) {
        let answer = bench.submit(&case.path, &[], "text");
        assert!(matches!(answer.code, Some(0 | 1)), "{}: {}", case.name(), answer.describe());
        assert_plain(&answer.stdout, &case.name());
        assert_plain(&answer.stderr, &case.name());
    }
}

#[test]
fn what_is_no_regular_file_is_refused_at_once() {
    let Some(bench) = Bench::open() else { return };
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir(path("folder.c")).expect("folder");
    nix::unistd::mkfifo(&path("fifo.c"), nix::sys::stat::Mode::S_IRWXU).expect("fifo");
    std::os::unix::fs::symlink("/dev/zero", path("endless.c")).expect("link");
    std::os::unix::fs::symlink("nowhere.c", path("dangling.c")).expect("link");
    std::os::unix::fs::symlink("loop.c", path("loop.c")).expect("link");
    std::os::unix::net::UnixListener::bind(path("socket.c")).expect("socket");
    for name in ["folder.c", "fifo.c", "endless.c", "dangling.c", "loop.c", "socket.c", "missing.c"] {
        let answer = submit(&bench, folder.path(), &name.into(), "text");
        assert!(matches!(answer.code, Some(1 | 2)), "{name}: {}", answer.describe());
        assert!(
            String::from_utf8_lossy(&answer.stderr).contains(name) || answer.code == Some(1),
            "{name}: {}",
            answer.describe()
        );
    }
}

#[test]
fn a_source_of_100_mb_is_refused_without_being_compiled() {
    let Some(bench) = Bench::open() else { return };
    let folder = folder();
    let mut source = vec![b' '; 100 << 20];
    source.extend(std::fs::read(honest()).expect("honest source"));
    std::fs::write(folder.path().join("large.c"), source).expect("a large file");
    let answer = submit(&bench, folder.path(), &"large.c".into(), "json");
    assert_eq!(answer.field("verdict"), "rejected", "{}", answer.describe());
}
