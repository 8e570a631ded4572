//! `judge selftest band`: what it prints, and its exit codes.

use std::fs;
use std::path::Path;
use std::process::Command;

const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/band_vectors.tsv");

/// Exit code, standard output, standard error.
fn band(file: &Path) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_judge")).args(["selftest", "band"]).arg(file).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn every_vector_agrees() {
    let rows = fs::read_to_string(VECTORS).unwrap().lines().count() - 1;
    assert_eq!(band(Path::new(VECTORS)), (0, format!("{rows} rows, 0 mismatches\n"), String::new()));
}

#[test]
fn each_mismatch_is_printed_and_counted() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("wrong.tsv");
    let swapped = fs::read_to_string(VECTORS).unwrap().replace("\tfail\t", "\tpass\t");
    let four: Vec<&str> = swapped.lines().take(4).collect();
    fs::write(&file, four.join("\n")).unwrap();
    let (code, stdout, _) = band(&file);
    assert_eq!(code, 1);
    assert!(stdout.starts_with("line 2: expected pass, judged fail: "), "{stdout}");
    assert!(stdout.ends_with("3 rows, 2 mismatches\n"), "{stdout}");
}

#[test]
fn what_cannot_be_read_is_a_usage_error_that_says_where() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let header = "dtype\tn\tS\ta\tb\tverdict\twhy\tmode\tm\tacc\n";
    for (path, says) in [
        (dir.path().join("absent.tsv"), "No such file"),
        (dir.path().to_owned(), "it is not a regular file"),
        (write("empty.tsv", b""), "line 1: expected a first line with the columns"),
        (write("short.tsv", format!("{header}f64\t1\n").as_bytes()), "line 2: expected 10 columns"),
        (write("binary.tsv", b"dtype\n\xff\n"), "line 2 is not UTF-8"),
    ] {
        let (code, stdout, stderr) = band(&path);
        assert_eq!((code, stdout.as_str()), (2, ""), "{stderr}");
        assert!(stderr.contains(says) && stderr.lines().count() == 1, "{stderr}");
    }
}
