//! The project itself: what it depends on and under which licences, what its crates have in common, what `make` and CI do.

use std::path::Path;
use std::process::Command;

use judge_tests::{Said, root};
use serde_json::Value;

/// What cargo knows of the members and of everything they depend on here.
fn metadata() -> Value {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let platform = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let mut command = Command::new(cargo);
    command.args(["metadata", "--locked", "--offline", "--format-version", "1", "--filter-platform", &platform]);
    Said::of(&command.current_dir(root()).output().expect("cargo starts")).json()
}

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).expect("a list")
}

/// The names of the workspace's crates, which are also their folders' but for a prefix.
fn members(all: &Value) -> Vec<&Value> {
    list(&all["packages"]).iter().filter(|package| package["source"].is_null()).collect()
}

fn folder(member: &Value) -> &Path {
    let manifest = member["manifest_path"].as_str().expect("a path");
    Path::new(manifest).parent().expect("a folder")
}

/// Whether a licence expression can be met with what `allowed` names; `/` is the old way to write OR.
fn is_met(expression: &str, allowed: &[String]) -> bool {
    let expression = expression.replace(" / ", " OR ").replace('/', " OR ");
    let expression = expression.trim();
    for (word, all) in [(" OR ", false), (" AND ", true)] {
        let parts = outside(expression, word);
        if parts.len() > 1 {
            let met = |part: &&str| is_met(part, allowed);
            return if all { parts.iter().all(met) } else { parts.iter().any(met) };
        }
    }
    match expression.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => is_met(inner, allowed),
        None => allowed.iter().any(|name| name == expression),
    }
}

/// Splits where `word` stands outside of parentheses.
fn outside<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    let (mut parts, mut begin, mut depth) = (Vec::new(), 0, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ if depth == 0 && text[at..].starts_with(word) => {
                parts.push(&text[begin..at]);
                begin = at + word.len();
            }
            _ => {}
        }
    }
    parts.push(&text[begin..]);
    parts
}

#[test]
fn licence_expressions_are_read() {
    let allowed = ["MIT", "Zlib"].map(str::to_owned);
    for (expression, met) in [
        ("MIT", true),
        ("GPL-3.0 OR MIT", true),
        ("Apache-2.0/MIT", true),
        ("(GPL-3.0 OR MIT) AND Zlib", true),
        ("(GPL-3.0 OR MIT) AND ISC", false),
        ("GPL-3.0 WITH GCC-exception-3.1", false),
        ("MIT-0", false),
    ] {
        assert_eq!(is_met(expression, &allowed), met, "{expression}");
    }
}

#[test]
fn dependencies_are_what_deny_toml_allows() {
    let policy = text("deny.toml");
    let allow = policy.lines().find_map(|line| line.strip_prefix("allow = ")).expect("a list of licences");
    let allowed: Vec<String> = serde_json::from_str(allow).expect("a list of texts");
    let all = metadata();
    for package in list(&all["packages"]) {
        let name = package["name"].as_str().expect("a name");
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(is_met(licence, &allowed), "{name} is under {licence}, which deny.toml does not allow");
        let source = package["source"].as_str();
        let known = source.is_none_or(|source| source == "registry+https://github.com/rust-lang/crates.io-index");
        assert!(known, "{name} comes from {source:?}");
    }
    for member in members(&all) {
        for dependency in list(&member["dependencies"]) {
            let wild = dependency["req"] == "*" && dependency["path"].is_null();
            assert!(!wild, "{} takes any version of {}", member["name"], dependency["name"]);
        }
    }
}

#[test]
fn crates_share_licence_oldest_compiler_and_lints() {
    let all = metadata();
    let oldest = members(&all)[0]["rust_version"].as_str().expect("an oldest compiler").to_owned();
    for member in members(&all) {
        let name = member["name"].as_str().expect("a name");
        assert_eq!(member["license"], "MIT OR Apache-2.0", "{name}");
        assert_eq!(member["rust_version"], oldest.as_str(), "{name}");
        let manifest = std::fs::read_to_string(folder(member).join("Cargo.toml")).expect("a manifest");
        assert!(manifest.contains("[lints]\nworkspace = true"), "{name} has the workspace's lints");
        let library = std::fs::read_to_string(folder(member).join("src/lib.rs")).expect("a library");
        let safe = !matches!(name, "judge-abi" | "judge-sandbox");
        assert_eq!(library.contains("#![forbid(unsafe_code)]"), safe, "{name}: only abi and sandbox have unsafe code");
    }
    assert!(text("README.md").contains(&format!("Rust ({oldest} or newer)")), "README says {oldest}");
    assert!(text("judge/fuzz/Cargo.toml").contains(&format!("rust-version = \"{oldest}\"")));
    for (file, words) in [("LICENSE-MIT", "MIT License"), ("LICENSE-APACHE", "Apache License")] {
        assert!(text(file).contains(words) && text("README.md").contains(file), "{file}");
    }
}

#[test]
fn make_and_ci_have_their_targets() {
    for target in ["deps", "demo", "test", "bench", "lint"] {
        let made = Command::new("make").args(["--dry-run", target]).current_dir(root()).output().expect("make starts");
        let said = Said::of(&made);
        assert_eq!(said.code, Some(0), "{target}: {said:?}");
        assert!(said.stdout.contains(".ci/deps"), "{target} installs what it needs: {said:?}");
    }
    let ci = text(".ci/run");
    let must = ci.find("export JUDGE_MUST_WORK=1").expect("nothing is skipped");
    assert!(ci.find("\nmake test").is_some_and(|test| must < test), "{ci}");
}

/// `make deps` with nothing to do, and with something that it may not do.
#[test]
fn deps_reads_one_list_and_says_what_it_installs() {
    let run = |command: &mut Command| Said::of(&command.output().expect("it starts"));
    let is_package = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let packages = text(".ci/packages.txt").lines().filter(is_package).count();
    let said = run(&mut Command::new(root().join(".ci/deps")));
    if std::env::var_os("JUDGE_MUST_WORK").is_none() && said.code != Some(0) {
        return;
    }
    assert_eq!((said.code, said.stdout), (Some(0), format!("deps: all {packages} packages are installed\n")));
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::copy(root().join(".ci/deps"), folder.path().join("deps")).expect("a copy");
    std::fs::write(folder.path().join("packages.txt"), "# two\nmake\n\nno-such-package\n").expect("a list");
    std::fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("permissions");
    let mut command = Command::new("bash");
    if nix::unistd::geteuid().is_root() {
        command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "bash"]);
    }
    // Without sudo: only what is below /bin.
    let said = run(command.arg(folder.path().join("deps")).env("PATH", path_without_sudo(folder.path())));
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.stdout.contains("deps: installing no-such-package"), "{said:?}");
    assert!(said.stderr.contains("need root") && said.stderr.contains("apt-get install no-such-package"), "{said:?}");
}

/// A folder with the few programs that the script uses.
fn path_without_sudo(folder: &Path) -> std::path::PathBuf {
    let path = folder.join("bin");
    std::fs::create_dir(&path).expect("a folder");
    for name in ["bash", "dirname", "sed", "dpkg-query", "id", "setpriv"] {
        let real = ["/usr/bin", "/bin"].map(|folder| Path::new(folder).join(name)).into_iter().find(|p| p.exists());
        std::os::unix::fs::symlink(real.expect("a program"), path.join(name)).expect("a link");
    }
    path
}
