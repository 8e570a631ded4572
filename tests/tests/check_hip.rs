//! HIP as the compiler's preprocessor leaves it: the corpora again, and every kernel that the host runs right.

use std::path::PathBuf;

use judge_tests::{Place, compiles};
use serde_json::Value;

fn hip_files(folder: &str) -> Vec<PathBuf> {
    let listing = std::fs::read_dir(judge_tests::root().join(folder)).expect("a folder").flatten();
    let mut files: Vec<_> = listing.map(|f| f.path()).filter(|f| f.extension().is_some_and(|e| e == "hip")).collect();
    files.sort();
    files
}

/// What the judge says of each file, in order; `None` on a machine without a compiler.
fn judged(files: &[PathBuf]) -> Option<Vec<Value>> {
    let place = Place::new();
    if !compiles(&place) {
        return None;
    }
    let names: Vec<_> = files.iter().map(|f| f.to_string_lossy().into_owned()).collect();
    let mut args = vec!["check", "--format", "json"];
    args.extend(names.iter().map(String::as_str));
    let reports = place.run(&args).json()["files"].as_array().expect("files").clone();
    assert_eq!(reports.len(), files.len());
    assert!(reports.iter().any(|r| !codes(r, "note").contains(&"J004".to_owned())), "nothing was preprocessed");
    Some(reports)
}

fn codes(report: &Value, level: &str) -> Vec<String> {
    let findings = report["findings"].as_array().expect("findings").iter().filter(|f| f["level"] == level);
    findings.map(|f| f["code"].as_str().expect("a code").to_owned()).collect()
}

#[test]
fn cases_keep_their_verdicts() {
    for corpus in ["siblings", "evasions"] {
        let files = hip_files(&format!("tests/check/{corpus}/hip"));
        let Some(reports) = judged(&files) else { return };
        let table = judge_tests::root().join("tests/check").join(corpus).join("expected.tsv");
        let table = std::fs::read_to_string(table).expect("expected.tsv");
        for (file, report) in files.iter().zip(&reports) {
            let name = format!("hip/{}", file.file_name().expect("a name").to_string_lossy());
            let row = table.lines().map(|r| r.split('\t').collect::<Vec<_>>()).find(|r| r[0] == name);
            let row = row.unwrap_or_else(|| panic!("{name} has no row"));
            let errors = codes(report, "error");
            assert_eq!(row[1] == "refuse", !errors.is_empty(), "{name}: {errors:?}");
            let hit = |code: &&str| errors.iter().any(|e| e == code);
            assert!(row[1] == "accept" || row[2].split('|').any(|c| hit(&c)), "{name}: {errors:?}");
        }
    }
}

/// Kernels that show what HIP can do.
#[test]
fn kernels_that_run_right_are_accepted() {
    let files = hip_files("abi/tests/hip/right");
    assert!(files.len() >= 17);
    let Some(reports) = judged(&files) else { return };
    for (file, report) in files.iter().zip(&reports) {
        let errors = codes(report, "error");
        assert!(errors.is_empty(), "{}: {errors:?}", file.display());
    }
}

/// NVIDIA's compiler sees CUDA's names behind HIP's: every file has the same findings under them, at the same lines.
#[test]
fn names_of_cuda_are_judged_alike() {
    let place = Place::new();
    for folder in ["tests/check/siblings/hip", "tests/check/evasions/hip", "abi/tests/hip/right"] {
        for file in hip_files(folder) {
            let text = std::fs::read_to_string(&file).expect("a source");
            let judged = |name: &str, text: &str| {
                let file = place.write(name, text);
                let report = place.run(&["check", "--no-preprocess", "--format", "json", &file]).json();
                let findings = report["files"][0]["findings"].as_array().expect("findings").clone();
                findings.iter().map(|f| (f["code"].to_string(), f["line"].to_string())).collect::<Vec<_>>()
            };
            let cuda = judged("cuda.hip", &of_cuda(&text));
            assert_eq!(judged("hip.hip", &text), cuda, "{}", file.display());
        }
    }
}

/// The text with `cudaName` for every `hipName`.
fn of_cuda(text: &str) -> String {
    let mut parts = text.split("hip");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let begins = !out.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let names = begins && part.starts_with(|c: char| c.is_ascii_uppercase());
        out.push_str(if names { "cuda" } else { "hip" });
        out.push_str(part);
    }
    out
}
