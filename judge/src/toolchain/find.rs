//! Where compilers may be: a folder that was named, `PATH`, `/usr/lib/llvm-NN`.

use std::path::PathBuf;

use super::probe::Search;

/// Newest version looked for by number.
const NEWEST: u32 = 40;

/// Every clang that may serve, best first: the named folder's only, else those of `PATH` and `llvm-NN`, newest number first.
#[must_use]
pub(super) fn candidates(search: &Search) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    let mut add = |file: PathBuf| {
        // A link to something else, ccache say, is no compiler whose neighbours can be asked for.
        if let Ok(real) = file.canonicalize()
            && real.is_file()
            && real.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"clang"))
            && !found.contains(&real)
        {
            found.push(real);
        }
    };
    if let Some(folder) = &search.named {
        // Either the folder of the programs or the one above it.
        for name in ["bin/clang", "clang"] {
            add(folder.join(name));
        }
        return found;
    }
    let folders: Vec<PathBuf> =
        search.path.iter().flat_map(std::env::split_paths).filter(|f| f.is_absolute()).collect();
    for folder in &folders {
        add(folder.join("clang"));
    }
    for version in (super::OLDEST..=NEWEST).rev() {
        for folder in &folders {
            add(folder.join(format!("clang-{version}")));
        }
        if let Some(system) = &search.system {
            add(system.join(format!("llvm-{version}/bin/clang")));
        }
    }
    found
}
