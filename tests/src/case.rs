//! A hostile submission on disk: its first comment says why it is hostile and what must become of it.
//!
//! The comment's first lines are prose; then come fields, one a line:
//!
//! | field | meaning |
//! |---|---|
//! | `row: 7` | row of the list of attacks |
//! | `task: bs4-dot` | the task, when it is not bs2-axpy; or its folder, from the root of the repository |
//! | `verdict: a, b` | verdicts allowed, when more than the folder's |
//! | `twin: FILE` | the harmless counterpart in `accepted/` |
//! | `options: --x 1` | further options of `judge submit` |
//! | `names: x` | a word that the reason must hold, in backquotes |
//! | `needs: gpu` | exists on a GPU only |
//! | `gpu: a` | further verdicts allowed on a GPU |
//! | `without check, guard: a, b` | verdicts allowed when these defences are switched off |
//!
//! A file that cannot hold a comment has it beside it, as `FILE.case`.

use std::path::{Path, PathBuf};

use judge::score::Verdict;

/// The task of a case that names none.
const TASK: &str = "bs2-axpy";

/// One submission and what must become of it.
#[derive(Debug, Clone)]
pub struct Case {
    /// The source.
    pub path: PathBuf,
    /// Row of the list of attacks.
    pub row: u32,
    /// Task to submit it to.
    pub task: String,
    /// Its harmless counterpart.
    pub twin: Option<String>,
    /// Further options of `judge submit`.
    pub options: Vec<String>,
    /// A word that the reason must hold.
    pub names: Option<String>,
    /// Verdicts that are right on a GPU alone.
    pub gpu: Vec<String>,
    /// Whether it exists on a GPU only.
    pub needs_gpu: bool,
    /// With every defence up first, then with some of them down.
    pub trials: Vec<Trial>,
}

/// One way to submit a case.
#[derive(Debug, Clone)]
pub struct Trial {
    /// Defences that are switched off.
    pub without: Vec<String>,
    /// Verdicts that are right.
    pub allowed: Vec<String>,
}

impl Case {
    /// Folder and file name.
    #[must_use]
    pub fn name(&self) -> String {
        let part = |p: Option<&std::ffi::OsStr>| p.map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        format!("{}/{}", part(self.path.parent().and_then(Path::file_name)), part(self.path.file_name()))
    }

    /// Whether the plain judge must accept it.
    #[must_use]
    pub fn is_harmless(&self) -> bool {
        self.trials[0].allowed[0] == "accepted"
    }
}

/// Every case under `folder`, in order of rows.
///
/// # Panics
/// When a file's comment is not as the module says.
#[must_use]
pub fn read_all(folder: &Path) -> Vec<Case> {
    let mut cases: Vec<Case> = list(folder)
        .iter()
        .flat_map(|verdict| list(verdict))
        .filter(|path| path.extension().is_none_or(|e| e != "case"))
        .map(|path| read(&path))
        .collect();
    cases.sort_by(|a, b| (a.row, &a.path).cmp(&(b.row, &b.path)));
    for case in &cases {
        let twin = case.twin.as_deref().map(|name| folder.join("accepted").join(name));
        assert!(twin.is_some() || case.is_harmless(), "{} names no twin", case.name());
        assert!(twin.is_none_or(|t| t.is_file()), "the twin of {} does not exist", case.name());
    }
    cases
}

fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("entry").path()).collect();
    paths.sort();
    paths
}

fn read(path: &Path) -> Case {
    let beside = PathBuf::from(format!("{}.case", path.display()));
    let bytes = std::fs::read(if beside.is_file() { &beside } else { path }).expect("a case is readable");
    let text = String::from_utf8_lossy(&bytes);
    let folder = path.parent().and_then(Path::file_name).expect("a folder").to_string_lossy();
    let mut case = Case {
        path: path.to_owned(),
        row: 0,
        task: TASK.to_owned(),
        twin: None,
        options: Vec::new(),
        names: None,
        gpu: Vec::new(),
        needs_gpu: false,
        trials: vec![Trial { without: Vec::new(), allowed: verdicts(&folder) }],
    };
    let mut prose = 0;
    for line in comment(&text) {
        match line.split_once(": ").filter(|(key, _)| is_field(key)) {
            Some((key, value)) => case.set(key, value.trim()),
            None => prose += line.len(),
        }
    }
    assert!(prose > 10, "{} does not say why it is hostile", path.display());
    assert!((1..=46).contains(&case.row), "{} names no row", path.display());
    let plain = &case.trials[0].allowed;
    assert!(plain.iter().any(|v| *v == folder), "{}: {plain:?} leaves out its own folder", path.display());
    case
}

/// The lines of the first comment, without the comment's signs; all lines of a file that is no source.
fn comment(text: &str) -> impl Iterator<Item = &str> {
    let fortran = text.starts_with('!');
    let lines = text.lines().take_while(move |line| !fortran || line.starts_with('!'));
    let end = |line: &&str| line.trim() != "*/";
    lines.take_while(end).map(|line| line.trim_start_matches(['/', '*', ' ', '!']).trim_end())
}

fn is_field(key: &str) -> bool {
    ["row", "task", "verdict", "twin", "options", "names", "needs", "gpu"].contains(&key) || key.starts_with("without ")
}

impl Case {
    fn set(&mut self, key: &str, value: &str) {
        match key {
            "row" => self.row = value.parse().expect("a row is a number"),
            "task" if value.contains('/') => self.task = crate::root().join(value).display().to_string(),
            "task" => value.clone_into(&mut self.task),
            "verdict" => self.trials[0].allowed = verdicts(value),
            "twin" => self.twin = Some(value.to_owned()),
            "options" => self.options = value.split_whitespace().map(str::to_owned).collect(),
            "names" => self.names = Some(value.to_owned()),
            "gpu" => self.gpu = verdicts(value),
            "needs" => self.needs_gpu = value == "gpu",
            _ => {
                let without = words(key.trim_start_matches("without "));
                self.trials.push(Trial { without, allowed: verdicts(value) });
            }
        }
    }
}

fn words(list: &str) -> Vec<String> {
    list.split(',').map(|word| word.trim().to_owned()).collect()
}

fn verdicts(list: &str) -> Vec<String> {
    let verdicts = words(list);
    for verdict in &verdicts {
        assert!(Verdict::ALL.iter().any(|known| known.name() == verdict), "`{verdict}` is no verdict");
    }
    verdicts
}
