//! Finds the library that starts a HIP submission's kernels on a GPU: the submission itself is linked with none.

use std::path::{Path, PathBuf};

use judge_abi::device::RunnerNeeds;

use crate::score;
use crate::toolchain::Target;

/// Where a CUDA folder keeps its runtime.
const IN_CUDA: [&str; 3] = ["lib64", "targets/x86_64-linux/lib", "lib"];

/// Where distributions keep it.
const SYSTEM: [&str; 2] = ["/usr/lib/x86_64-linux-gnu", "/usr/lib64"];

/// The library for `target`.
pub(super) fn library(target: &Target, driver: &RunnerNeeds) -> Result<PathBuf, score::Failure> {
    let (name, found) = match target {
        Target::Host { .. } => ("HIP", None),
        Target::Nvidia { cuda, .. } => ("libcudart.so", cudart(Some(cuda))),
        Target::Amd { .. } => {
            let named =
                |path: &PathBuf| path.file_name().is_some_and(|n| n.to_string_lossy().starts_with("libamdhip64"));
            ("libamdhip64.so", driver.libraries.iter().map(|library| library.file.clone()).find(named))
        }
    };
    found.ok_or_else(|| score::Failure {
        stage: "device".to_owned(),
        message: format!("there is no {name} on this machine, which starts the kernels of a HIP submission"),
        hint: Some("install the GPU's toolkit, or use --device host".to_owned()),
    })
}

/// CUDA's runtime: that of the toolkit that compiles first, then the newest that is installed.
fn cudart(cuda: Option<&Path>) -> Option<PathBuf> {
    let mut installed: Vec<PathBuf> =
        std::fs::read_dir("/usr/local").into_iter().flatten().flatten().map(|e| e.path()).collect();
    installed.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("cuda")));
    installed.sort();
    let kits = cuda.map(Path::to_owned).into_iter().chain(installed.into_iter().rev());
    let folders = kits.flat_map(|kit| IN_CUDA.map(|folder| kit.join(folder)));
    folders.chain(SYSTEM.map(PathBuf::from)).find_map(|folder| runtime_in(&folder))
}

/// `libcudart.so` or the first `libcudart.so.N` in `folder`.
fn runtime_in(folder: &Path) -> Option<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("libcudart.so")));
    files.sort();
    files.into_iter().find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runtime_of_a_toolkit_is_found_wherever_it_keeps_it() {
        let kit = tempfile::tempdir().expect("a folder");
        assert_eq!(runtime_in(kit.path()), None);
        for folder in IN_CUDA {
            let folder = kit.path().join(folder);
            std::fs::create_dir_all(&folder).expect("folders");
            std::fs::write(folder.join("libcudart.so.13"), "").expect("a file");
            assert_eq!(cudart(Some(kit.path())), Some(folder.join("libcudart.so.13")));
            std::fs::remove_file(folder.join("libcudart.so.13")).expect("removed");
        }
    }
}
