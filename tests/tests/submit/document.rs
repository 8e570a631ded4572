//! What the judge hands out: the document, the text, exit codes.

use judge_tests::{Place, root};
use serde_json::Value;

fn good() -> String {
    root().join("tests/submissions/bs2-axpy/accepted/good.c").to_string_lossy().into_owned()
}

fn submit(place: &Place, more: &[&str]) -> judge_tests::Said {
    let good = good();
    let mut args = vec!["submit", &good, "--task", "bs2-axpy", "--sizes", "n31,small", "--budget", "0.1"];
    args.extend(more);
    place.run(&args)
}

#[test]
fn the_document_fits_its_schema_and_holds_the_evidence() {
    let place = Place::new();
    let said = submit(&place, &["--format", "json"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    let document = said.json();
    let schema = std::fs::read_to_string(root().join("docs/schema.json")).expect("docs/schema.json");
    let schema: Value = serde_json::from_str(&schema).expect("a schema");
    let validator = jsonschema::validator_for(&schema).expect("a valid schema");
    let errors: Vec<String> = validator.iter_errors(&document).map(|e| e.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");

    let evidence = &document["evidence"];
    assert_eq!(evidence["isolation"]["level"], "full");
    assert_eq!(evidence["check"]["preprocessed"], true);
    assert_eq!(evidence["device"]["kind"], "host");
    assert_eq!(document["score"]["comparable"], false);
    let sizes = evidence["sizes"].as_array().expect("sizes");
    assert_eq!(sizes.len(), 2);
    for size in sizes {
        for run in ["a", "b"] {
            assert_eq!(size[run]["launches_min"], 1, "{size}");
            assert_eq!(size[run]["to_device"], 0);
            assert_eq!(size[run]["end"]["how"], "completed");
        }
        assert!(!size["between"].as_array().expect("comparisons").is_empty());
    }
    let timed = &sizes[1];
    for side in ["kernel", "baseline"] {
        assert!(timed[side]["n"].as_u64().expect("samples") >= 3, "{timed}");
        assert!(timed[side]["median"]["value"].as_f64().expect("a median") > 0.0);
    }
    assert!(timed["floor"]["time"].as_u64().expect("a floor") > 0);
    assert!(evidence["handoff"].as_u64().expect("a hand-off") > 0);
    let stages: Vec<&str> =
        evidence["stages"].as_array().expect("stages").iter().filter_map(|s| s["name"].as_str()).collect();
    assert!(stages.contains(&"build") && stages.contains(&"measure"), "{stages:?}");
}

#[test]
fn the_second_build_comes_from_the_cache() {
    let place = Place::new();
    let cached = |said: judge_tests::Said| said.json()["evidence"]["build"]["cached"].clone();
    assert_eq!(cached(submit(&place, &["--format", "json"])), false);
    assert_eq!(cached(submit(&place, &["--format", "json"])), true);
}

#[test]
fn a_speed_up_that_is_not_reached_is_exit_one_and_still_accepted() {
    let place = Place::new();
    let said = submit(&place, &["--format", "json", "--min-speedup", "1000"]);
    assert_eq!(said.code, Some(1));
    assert_eq!(said.json()["verdict"], "accepted");
    let slow = submit(&place, &["--min-speedup", "0.000001"]);
    assert_eq!(slow.code, Some(0), "{slow:?}");
}

#[test]
fn a_pipe_gets_the_report_without_colour_and_without_progress() {
    let place = Place::new();
    let said = submit(&place, &[]);
    assert!(said.stdout.starts_with("accepted  good.c"), "{}", said.stdout);
    for line in ["dry run: host device, speed-up not comparable", "isolation", "launches", "bit-equal"] {
        assert!(said.stdout.contains(line), "{line} in {}", said.stdout);
    }
    assert!(!said.stdout.contains('\x1b'));
    // Another judge may be timing just now; nothing else is said.
    let notes: Vec<&str> = said.stderr.lines().filter(|l| !l.starts_with("judge: waiting for")).collect();
    assert_eq!(notes, Vec::<&str>::new());
    assert!(submit(&place, &["--color", "always"]).stdout.contains('\x1b'));
}

/// More teams than this machine has threads: a GPU forms them all, and libomp says that it cannot.
const MANY_TEAMS: &str = "#include <stdint.h>
#include <stdio.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    fputs(\"its own words\\n\", stderr);
#pragma omp target teams distribute parallel for is_device_ptr(x, y) num_teams(4096) thread_limit(64)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
";

#[test]
fn what_a_submission_prints_is_shown_without_the_runtimes_advice() {
    let place = Place::new();
    let file = place.write("many.c", MANY_TEAMS);
    let said = place.run(&["submit", &file, "--task", "bs2-axpy", "--sizes", "n31", "--format", "json"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    let printed = &said.json()["evidence"]["sizes"][0]["a"]["stderr"];
    let lines: Vec<&str> = printed.as_str().expect("text").lines().collect();
    assert!(!lines.is_empty() && lines.iter().all(|line| *line == "its own words"), "{lines:?}");
}

#[test]
fn a_seed_changes_the_inputs_and_only_its_hash_is_told() {
    let place = Place::new();
    let file = place.write("seed", "987654321987\n");
    let secret = submit(&place, &["--format", "json", "--seed-file", &file]);
    assert_eq!(secret.code, Some(0), "{secret:?}");
    let oracle = place.folder.path().join("cache/v1/oracle");
    assert!(!oracle.exists(), "what the oracle said of a secret input is on disk");
    let text = submit(&place, &["--seed-file", &file]);
    let mut ranked = place.command(&["submit", &good(), "--task", "bs2-axpy", "--sizes", "n31"]);
    let environment = judge_tests::Said::of(&ranked.env("JUDGE_SEED", "987654321987").output().expect("it starts"));
    assert_eq!(environment.code, Some(0), "{environment:?}");
    for said in [&secret, &text, &environment] {
        assert!(!said.stdout.contains("987654321987") && !said.stderr.contains("987654321987"), "{said:?}");
    }
    no_file_holds(&place.folder.path().join("cache"), &[b"987654321987", &987_654_321_987_u64.to_le_bytes()]);
    let public = submit(&place, &["--format", "json"]);
    assert!(oracle.exists(), "what it said of a public one is not kept");
    let hash = |said: &judge_tests::Said| said.json()["evidence"]["seed_sha256"].clone();
    assert_ne!(hash(&secret), hash(&public));
    let bad = place.write("no-seed", "tomorrow");
    let said = submit(&place, &["--seed-file", &bad]);
    assert_eq!(said.code, Some(2));
    assert!(said.stderr.contains("does not hold a seed"), "{}", said.stderr);
}

/// Looks through a folder for secrets.
fn no_file_holds(folder: &std::path::Path, secrets: &[&[u8]]) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            no_file_holds(&path, secrets);
        } else {
            let contents = std::fs::read(&path).expect("readable");
            let holds = |secret: &&[u8]| contents.windows(secret.len()).any(|window| window == *secret);
            assert!(!secrets.iter().any(holds), "{} holds the seed", path.display());
        }
    }
}

#[test]
fn help_and_version_are_no_errors_and_a_wrong_option_is_usage() {
    let place = Place::new();
    for args in [&["--help"][..], &["submit", "--help"]] {
        let said = place.run(args);
        assert_eq!(said.code, Some(0));
        let codes: Vec<&str> = said.stdout.lines().skip_while(|line| *line != "Exit codes:").skip(1).collect();
        assert!((0..4).all(|code| codes[code].starts_with(&format!("  {code}  "))), "{said:?}");
    }
    assert_eq!(place.run(&["--version"]).code, Some(0));
    assert_eq!(place.run(&[]).code, Some(2));
    assert_eq!(place.run(&["submit", &good(), "--task", "bs2-axpy", "--no-such-option"]).code, Some(2));
    for nonsense in ["0", "-1", "nan", "inf"] {
        assert_eq!(submit(&place, &[&format!("--min-speedup={nonsense}")]).code, Some(2), "{nonsense}");
        assert_eq!(submit(&place, &[&format!("--budget={nonsense}")]).code, Some(2), "{nonsense}");
    }
}
