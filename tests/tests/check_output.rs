//! Formats of `judge check`: SARIF against its schema, the others against what their readers need.

use std::path::Path;

use judge::check::output::{File, github, json, junit, sarif, text};
use judge::check::{Source, check};
use judge::language::Language;

/// A few files with findings of every level, names and texts that need escaping among them.
fn files() -> Vec<File> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("check");
    let names = [
        "cases/c/c03_map_on_continuation.c",
        "cases/cpp/p05_struct_copy_alias.cpp",
        "cases/f90/f23_fixed_beyond_col72.f",
        "siblings/c/latin1_comment.c",
        "siblings/c/no_kernel.c",
        "siblings/c/one_team.c",
    ];
    let mut files: Vec<File> = names.iter().map(|n| file(n, std::fs::read(corpus.join(n)).expect("a case"))).collect();
    files.push(file(
        "odd <name>, 100%:\"&.c",
        b"void kernel(double *y) {\n#pragma omp target \x1b[31m <>&\"'\n}\n".to_vec(),
    ));
    files
}

fn file(name: &str, bytes: Vec<u8>) -> File {
    let language = Language::of(Path::new(name)).expect("a known extension");
    let report = check(&Source { name, language, text: &bytes }, None, None);
    File { name: name.to_owned(), text: bytes, report }
}

#[test]
fn sarif_validates_against_its_schema() {
    // A later edition of the schema corrects this pattern, which is no regular expression of ECMA 262.
    let (wrong, right) = ("^[a-zA-Z]{2}|^[a-zA-Z]{2}-[a-zA-Z]{2}]?$", "^[a-zA-Z]{2}(-[a-zA-Z]{2})?$");
    let schema = include_str!("../check/sarif-2.1.0.json").replace(wrong, right);
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    for files in [files(), Vec::new()] {
        let log: serde_json::Value = serde_json::from_str(&sarif::render(&files)).expect("the log is JSON");
        let errors: Vec<String> =
            validator.iter_errors(&log).map(|e| format!("{e} at {}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{errors:#?}");
    }
    let broken = serde_json::json!({"version": "2.1.0", "runs": [{"results": []}]});
    assert!(!validator.is_valid(&broken), "the schema refuses a run without a tool");
}

#[test]
fn sarif_points_at_the_directive() {
    let log: serde_json::Value = serde_json::from_str(&sarif::render(&files())).expect("JSON");
    let results = log["runs"][0]["results"].as_array().expect("results");
    let map = results.iter().find(|r| r["ruleId"] == "J201").expect("the map is found");
    assert_eq!(map["locations"][0]["physicalLocation"]["region"]["startLine"], 3);
    assert_eq!(map["locations"][0]["physicalLocation"]["region"]["endLine"], 5);
}

#[test]
fn json_says_what_is_refused() {
    let output: serde_json::Value = serde_json::from_str(&json::render(&files())).expect("JSON");
    assert_eq!(output["version"], json::VERSION);
    assert_eq!(output["refused"], true);
    assert_eq!(output["files"][0]["findings"][1]["code"], "J201");
    assert_eq!(output["files"][3]["refused"], false);
}

#[test]
fn github_commands_are_one_line_each() {
    let text = github::render(&files());
    assert!(text.lines().all(|l| ["::error ", "::warning ", "::notice "].iter().any(|c| l.starts_with(c))), "{text}");
    assert!(text.contains("file=odd <name>%2C 100%25%3A\"&.c,"), "{text}");
}

#[test]
fn junit_is_well_formed() {
    let xml = junit::render(&files());
    let mut open = Vec::new();
    for tag in xml.split('<').skip(2) {
        let (tag, rest) = tag.split_once('>').expect("every tag closes");
        assert!(!rest.contains('\u{1b}') && !rest.contains('>'), "{rest}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name.to_owned()));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap_or_default().to_owned());
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(xml.contains("tests=\"7\""));
}

#[test]
fn text_cannot_disturb_a_terminal() {
    let text = text::render_all(&files(), false);
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    assert!(text.contains("error[J201]: this map moves `y`"), "{text}");
    assert!(text.contains("help: "), "{text}");
}
