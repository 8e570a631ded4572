//! What a person at a terminal sees, and what a pipe never gets.

use std::process::{Command, Stdio};

use judge_tests::{Place, Said, judge, root};

/// Colours begin with this; so does the bar, with `[2K`.
const ESCAPE: char = '\u{1b}';

/// Runs the judge on a terminal of its own: standard output and standard error together.
fn on_a_terminal(place: &Place, options: &str, environment: &[(&str, &str)]) -> String {
    let file = root().join("tests/submissions/bs2-axpy/accepted/good.c");
    let line = format!("'{}' submit '{}' --task bs2-axpy --sizes n31 {options}", judge().display(), file.display());
    let mut command = Command::new("script");
    command.args(["-qec", &line, "/dev/null"]).stdin(Stdio::null());
    command.env("JUDGE_CACHE", place.folder.path().join("cache")).env("TERM", "xterm").env_remove("NO_COLOR");
    command.envs(environment.iter().copied());
    let said = Said::of(&command.output().expect("script(1), of Debian's bsdutils, starts"));
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.stdout.contains("accepted"), "{said:?}");
    said.stdout
}

#[test]
fn a_terminal_has_colour_and_a_bar_unless_it_is_asked_for_neither() {
    const BAR: &str = "\u{1b}[2K";
    const COLOUR: &str = "\u{1b}[1;32maccepted";
    let place = Place::new();
    for (options, environment, bar, colour) in [
        ("", &[][..], true, true),
        ("--quiet", &[], false, true),
        ("--color never", &[], true, false),
        ("", &[("NO_COLOR", "1")], true, false),
        ("", &[("NO_COLOR", "")], true, true),
        ("--color always", &[("NO_COLOR", "1")], true, true),
    ] {
        let seen = on_a_terminal(&place, options, environment);
        assert_eq!((seen.contains(BAR), seen.contains(COLOUR)), (bar, colour), "{options} {environment:?}: {seen:?}");
    }
    let plain = on_a_terminal(&place, "--quiet --color never", &[]);
    assert!(!plain.contains(ESCAPE), "{plain:?}");
}
