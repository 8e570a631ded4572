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

/// Kernels that show what HIP on the host can do. Three of them choose a device, or set an array from the host.
#[test]
fn kernels_that_run_right_are_accepted() {
    let files = hip_files("abi/tests/hip/right");
    assert!(files.len() >= 17);
    let Some(reports) = judged(&files) else { return };
    for (file, report) in files.iter().zip(&reports) {
        let name = file.file_name().expect("a name").to_string_lossy();
        let by_rule = match &*name {
            "device_queries.hip" => "J304",
            "dynamic_shared_memory.hip" | "streams_and_events.hip" => "J209",
            _ => "",
        };
        let errors = codes(report, "error");
        assert!(errors.iter().all(|e| e == by_rule), "{name}: {errors:?}");
    }
}
