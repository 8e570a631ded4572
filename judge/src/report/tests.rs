//! What people read, verdict by verdict, and what machines read.

use super::*;
use crate::score::fixture::{accepted, found, spoil};
use crate::score::{Device, DeviceKind, Evidence};

fn report(change: impl FnOnce(&mut Evidence)) -> String {
    let mut evidence = accepted();
    change(&mut evidence);
    text(&Document::of(evidence), false)
}

#[test]
fn each_verdict_reads_well() {
    for verdict in Verdict::ALL {
        let text = text(&Document::of(found(verdict)), false);
        assert!(text.lines().any(|line| line.starts_with("hint: ")), "nothing to try next: {text}");
        insta::assert_snapshot!(verdict.name(), text);
    }
}

#[test]
fn a_dry_run_says_so() {
    let host = |evidence: &mut Evidence| {
        evidence.device = Some(Device::named("AMD EPYC".to_owned(), DeviceKind::Host));
    };
    let text = report(host);
    assert!(text.contains("dry run: host device, speed-up not comparable"), "{text}");
    insta::assert_snapshot!("dry-run", text);
}

#[test]
fn without_a_timed_size_it_says_how_to_have_one() {
    let text = report(|evidence| evidence.sizes.iter_mut().for_each(|size| size.kernel = None));
    assert!(text.contains("nothing was timed: no speed-up") && text.contains("hint: name a timed size"), "{text}");
}

#[test]
fn too_slow_is_accepted_and_says_so() {
    insta::assert_snapshot!("too-slow", report(|evidence| evidence.limits.min_speedup = Some(500.0)));
}

#[test]
fn colour_changes_nothing_but_colour() {
    for verdict in Verdict::ALL {
        let mut evidence = accepted();
        spoil(&mut evidence, verdict);
        let document = Document::of(evidence);
        let coloured = text(&document, true);
        assert!(coloured.starts_with("\u{1b}[1;3"));
        let mut stripped = String::new();
        let mut rest = coloured.as_str();
        while let Some((before, after)) = rest.split_once("\u{1b}[") {
            stripped.push_str(before);
            rest = after.split_once('m').unwrap().1;
        }
        stripped.push_str(rest);
        assert_eq!(stripped.replace(" \n", "\n"), text(&document, false).replace(" \n", "\n"));
    }
}

/// Puts `text` wherever a submission can put text.
fn infest(evidence: &mut Evidence, text: &str) {
    evidence.submission.file = text.to_owned();
    spoil(evidence, Verdict::Rejected);
    spoil(evidence, Verdict::BuildFailed);
    evidence.check.as_mut().unwrap().findings[0].message = text.to_owned();
    let build = evidence.build.as_mut().unwrap();
    build.resources = vec![text.to_owned()];
    let failed = build.failed.as_mut().unwrap();
    (failed.reason, failed.output) = (text.to_owned(), text.to_owned());
    let run = evidence.sizes[0].a.as_mut().unwrap();
    run.stderr = text.to_owned();
    run.end = crate::score::End::CompletedThenFailed { what: text.to_owned() };
}

#[test]
fn a_submission_cannot_steer_the_terminal_or_pose_as_the_judge() {
    let hostile = "\u{1b}]0;owned\u{7}\0\r\u{202e}\u{9b}2J\naccepted  dot.c";
    let mut evidence = accepted();
    infest(&mut evidence, hostile);
    let document = Document::of(evidence);
    let text = text(&document, false);
    assert!(!text.chars().any(|c| c != '\n' && plain::steers(c)), "{text:?}");
    assert!(!text.lines().any(|line| line.starts_with("accepted")), "{text}");
    let json = json(&document);
    assert!(json.bytes().all(|b| b == b'\n' || (b' '..=b'~').contains(&b)));
    assert_eq!(serde_json::from_str::<Document>(&json).unwrap().evidence, document.evidence);
}

#[test]
fn json_reads_back() {
    for verdict in Verdict::ALL {
        let mut evidence = accepted();
        spoil(&mut evidence, verdict);
        let document = Document::of(evidence);
        let read: Document = serde_json::from_str(&json(&document)).unwrap();
        // The score is derived, and the reader may be one unit in the last place off.
        assert_eq!((read.verdict, &read.evidence), (verdict, &document.evidence));
        assert_eq!(Document::of(read.evidence), document);
    }
}

#[test]
fn the_schema_in_the_documentation_is_the_current_one() {
    crate::generated::assert_current("docs/schema.json", &schema());
}
