//! What the documentation says of the command line is what the command line says.

use std::fmt::Write;

use clap::{Command, CommandFactory};

use super::Cli;
use crate::score::Verdict;

/// The help of a command and of all below it. `path` is what a person types.
fn help(command: &mut Command, path: &str, text: &mut String) {
    let _ = writeln!(text, "\n## {path}\n\n```text");
    for line in command.render_long_help().to_string().trim_end().lines() {
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.push_str("```\n");
    for below in command.get_subcommands_mut().filter(|below| below.get_name() != "help") {
        help(below, &format!("{path} {}", below.get_name()), text);
    }
}

#[test]
fn the_commands_in_the_documentation_are_the_current_ones() {
    let mut cli = Cli::command().term_width(100);
    cli.build();
    let mut text = "# Commands\n\nWhat `judge --help` says, and each command's own.\n".to_owned();
    help(&mut cli, "judge", &mut text);
    crate::generated::assert_current("docs/commands.md", &text);
}

#[test]
fn the_readme_explains_every_verdict_once() {
    let readme = include_str!("../../../README.md");
    let rows = readme.lines().skip_while(|line| !line.starts_with("| verdict ")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let mut named: Vec<&str> =
        rows.filter_map(|row| row.split('|').nth(1)).flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    let mut all: Vec<&str> = Verdict::ALL.iter().map(|verdict| verdict.name()).collect();
    named.sort_unstable();
    all.sort_unstable();
    assert_eq!(named, all);
}
