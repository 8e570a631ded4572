//! Which shared libraries a program needs, found the way the loader finds them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use object::Endianness;
use object::elf::{DT_NEEDED, DT_RPATH, DT_RUNPATH, DT_SONAME, FileHeader64, PT_INTERP};
use object::read::elf::{Dyn, FileHeader, ProgramHeader};

/// Folders the loader searches last.
const DEFAULT_FOLDERS: [&str; 7] = [
    "/lib/x86_64-linux-gnu",
    "/usr/lib/x86_64-linux-gnu",
    "/lib64",
    "/usr/lib64",
    "/lib",
    "/usr/lib",
    "/usr/local/lib",
];

/// What one ELF file says it needs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Needs {
    /// `DT_NEEDED`, in order.
    pub libraries: Vec<String>,
    /// Folders of `DT_RUNPATH` or `DT_RPATH`, `$ORIGIN` replaced.
    pub folders: Vec<PathBuf>,
    /// `DT_SONAME`: the name it is loaded by.
    pub soname: Option<String>,
    /// The loader it asks for.
    pub loader: Option<PathBuf>,
}

/// The files that `roots` need, themselves included, each under the name the loader opens. Libraries that are not found are left
/// out: the run says so better than a guess.
#[must_use]
pub fn closure(roots: &[PathBuf], library_path: &[PathBuf]) -> Vec<PathBuf> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<PathBuf> = roots.to_vec();
    while let Some(path) = open.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let Some(needs) = needs(&path) else { continue };
        open.extend(needs.loader.clone());
        open.extend(needs.libraries.iter().filter_map(|name| find(name, &needs.folders, library_path)));
    }
    seen.into_iter().collect()
}

/// `DT_SONAME` of the library at `path`.
#[must_use]
pub fn soname(path: &Path) -> Option<String> {
    needs(path)?.soname
}

/// Reads the dynamic section of the file at `path`; `None` when it is no 64-bit ELF file.
#[must_use]
pub fn needs(path: &Path) -> Option<Needs> {
    let data = std::fs::read(path).ok()?;
    let origin = path.canonicalize().ok()?.parent()?.to_owned();
    parse(&data, &origin)
}

/// As [`needs`], over the file's bytes.
#[must_use]
pub fn parse(data: &[u8], origin: &Path) -> Option<Needs> {
    let header = FileHeader64::<Endianness>::parse(data).ok()?;
    let endian = header.endian().ok()?;
    let segments = header.program_headers(endian, data).ok()?;
    let mut needs = Needs::default();
    for segment in segments {
        if segment.p_type(endian) == PT_INTERP {
            let bytes = segment.data(endian, data).ok()?;
            let text = std::str::from_utf8(bytes).ok()?.trim_end_matches('\0');
            needs.loader = Some(PathBuf::from(text));
        }
    }
    let sections = header.sections(endian, data).ok()?;
    let Some((dynamic, link)) = sections.dynamic(endian, data).ok()? else { return Some(needs) };
    let strings = sections.strings(endian, data, link).ok()?;
    for entry in dynamic {
        let tag = entry.tag(endian);
        let Ok(text) = entry.string(endian, strings).map(String::from_utf8_lossy) else { continue };
        if tag == DT_NEEDED {
            needs.libraries.push(text.into_owned());
        } else if tag == DT_SONAME {
            needs.soname = Some(text.into_owned());
        } else if tag == DT_RUNPATH || tag == DT_RPATH {
            let origin = origin.to_string_lossy();
            let list = text.replace("${ORIGIN}", &origin).replace("$ORIGIN", &origin);
            needs.folders.extend(list.split(':').filter(|f| !f.is_empty()).map(PathBuf::from));
        }
    }
    Some(needs)
}

/// Where the loader finds `name`.
fn find(name: &str, folders: &[PathBuf], library_path: &[PathBuf]) -> Option<PathBuf> {
    let defaults = DEFAULT_FOLDERS.iter().map(PathBuf::from);
    let configured = configured_folders();
    folders
        .iter()
        .chain(library_path)
        .cloned()
        .chain(defaults)
        .chain(configured)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

/// Folders named in `/etc/ld.so.conf.d`.
fn configured_folders() -> Vec<PathBuf> {
    let Ok(files) = std::fs::read_dir("/etc/ld.so.conf.d") else { return Vec::new() };
    files
        .flatten()
        .filter_map(|file| std::fs::read_to_string(file.path()).ok())
        .flat_map(|text| {
            text.lines().map(str::trim).filter(|l| l.starts_with('/')).map(PathBuf::from).collect::<Vec<_>>()
        })
        .collect()
}
