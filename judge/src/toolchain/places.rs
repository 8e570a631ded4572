//! Where the parts that a GPU's code needs may be: CUDA, ROCm's device libraries, OpenMP's device runtime.
//!
//! Only what is complete enough to try is a candidate; which one works is for the trial to say.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::probe::Search;
use super::{Fact, Rocm, Target, TargetKind, Version};

/// The device runtime's name in a folder: an archive since LLVM 21, with bitcode for the compiler beside it; before that bitcode
/// for each architecture.
const ARCHIVE: &str = "libompdevice.a";

/// What a GPU's code may be built with: combinations of the parts in reach, best first; or what is missing, with its fix.
pub(super) struct Combinations {
    /// Every target worth a trial.
    pub(super) targets: Vec<Target>,
    /// What was found and what was not.
    pub(super) facts: Vec<Fact>,
}

/// Combinations for `arch` with the compiler whose folder is `root`.
pub(super) fn combinations(
    search: &Search,
    root: &Path,
    version: Version,
    kind: TargetKind,
    arch: &str,
) -> Combinations {
    let mut facts = Vec::new();
    let runtimes = runtimes(search, root, version, kind, arch, &mut facts);
    let mut targets = Vec::new();
    match kind {
        TargetKind::Host => {}
        TargetKind::Nvidia => {
            for cuda in cuda_folders(search, root, &mut facts) {
                let target =
                    |device_runtime| Target::Nvidia { arch: arch.to_owned(), cuda: cuda.clone(), device_runtime };
                targets.extend(runtimes.iter().cloned().map(target));
            }
        }
        TargetKind::Amd => {
            for rocm in rocm_folders(search, root, arch, &mut facts) {
                let target = |device_runtime| Target::Amd { arch: arch.to_owned(), rocm: rocm.clone(), device_runtime };
                targets.extend(runtimes.iter().cloned().map(target));
            }
        }
    }
    Combinations { targets, facts }
}

/// The folders of device runtimes; a `None` when there is none, since HIP does without.
fn runtimes(
    search: &Search,
    root: &Path,
    version: Version,
    kind: TargetKind,
    arch: &str,
    facts: &mut Vec<Fact>,
) -> Vec<Option<PathBuf>> {
    let (triple, short) = match kind {
        TargetKind::Host => return vec![None],
        TargetKind::Nvidia => ("nvptx64-nvidia-cuda", "nvptx"),
        TargetKind::Amd => ("amdgcn-amd-amdhsa", "amdgpu"),
    };
    let processor = arch.split(':').next().unwrap_or_default();
    let file = if version.major >= 21 { ARCHIVE.to_owned() } else { format!("libomptarget-{short}-{processor}.bc") };
    let own = [root.join("lib").join(triple), root.join("lib")];
    let named = search.library_path.iter().flat_map(|folder| [folder.clone(), folder.join(triple)]);
    let has = |folder: &PathBuf| {
        // Archives of both vendors have one name: the bitcode beside it tells them apart.
        folder.join(&file).is_file()
            && (version.major < 21 || folder.join(format!("libomptarget-{short}.bc")).is_file())
    };
    let mut found: Vec<PathBuf> = own.into_iter().chain(named).filter(has).collect();
    found.dedup();
    let name = format!("device runtime for {kind}");
    if let Some(first) = found.first() {
        facts.push(Fact::good(&name, first.join(&file).display().to_string()));
        return found.into_iter().map(Some).collect();
    }
    facts.push(Fact::missing(
        &name,
        format!("no {triple}/{file} in {} and none in LIBRARY_PATH", root.join("lib").display()),
        format!(
            "Debian packages none: build LLVM {version}'s (openmp/device) for {triple} and name its folder in LIBRARY_PATH; \
             without it only HIP is built for {kind} GPUs"
        ),
    ));
    vec![None]
}

/// Complete CUDA folders.
fn cuda_folders(search: &Search, root: &Path, facts: &mut Vec<Fact>) -> Vec<PathBuf> {
    const NAME: &str = "CUDA";
    const FIX: &str =
        "install CUDA's toolkit (Debian: nvidia-cuda-toolkit), and name another place with --cuda-path or CUDA_PATH";
    let mut found: Vec<PathBuf> = Vec::new();
    let mut incomplete = Vec::new();
    for folder in search.cuda.iter().cloned().chain(std::iter::once(root.join("cuda"))) {
        let missing = missing_of_cuda(&folder);
        let same = |known: &PathBuf| known.canonicalize().ok() == folder.canonicalize().ok();
        if missing.is_empty() && !found.iter().any(same) {
            found.push(folder);
        } else if !missing.is_empty() && missing.len() < CUDA_PARTS.len() {
            incomplete.push(format!("{} has no {}", folder.display(), missing.join(", no ")));
        }
    }
    match found.first() {
        Some(first) => facts.push(Fact::good(NAME, format!("{}{}", first.display(), cuda_version(first)))),
        None if incomplete.is_empty() => facts.push(Fact::missing(NAME, "no ptxas and no libdevice in reach", FIX)),
        None => facts.push(Fact::missing(NAME, incomplete.join("; "), FIX)),
    }
    found
}

/// What clang and libomptarget's build of device code cannot do without.
const CUDA_PARTS: [&str; 2] = ["bin/ptxas", "nvvm/libdevice/libdevice.10.bc"];

fn missing_of_cuda(folder: &Path) -> Vec<&'static str> {
    CUDA_PARTS.into_iter().filter(|part| !folder.join(part).is_file()).collect()
}

/// `, CUDA 12.9`, from the header that clang reads it from; without it clang takes the newest it knows.
fn cuda_version(folder: &Path) -> String {
    let text = std::fs::read_to_string(folder.join("include/cuda.h")).unwrap_or_default();
    let line =
        text.lines().find_map(|line| line.trim().strip_prefix("#define CUDA_VERSION ")?.trim().parse::<u32>().ok());
    match line {
        Some(version) => format!(", CUDA {}.{}", version / 1000, version % 1000 / 10),
        None => ", no include/cuda.h: clang takes it for the newest".to_owned(),
    }
}

/// Device libraries of ROCm that know `arch`.
fn rocm_folders(search: &Search, root: &Path, arch: &str, facts: &mut Vec<Fact>) -> Vec<Rocm> {
    const NAME: &str = "ROCm device libraries";
    let own = root.join("lib/amdgcn-amd-amdhsa/bitcode");
    let folders = search.rocm.iter().flat_map(|root| {
        ["amdgcn/bitcode", "lib/x86_64-linux-gnu/amdgcn/bitcode", "lib/amdgcn/bitcode"]
            .map(|f| (root.clone(), root.join(f)))
    });
    let processor = arch.split(':').next().unwrap_or_default();
    let isa = format!("oclc_isa_version_{}.bc", processor.trim_start_matches("gfx"));
    let mut found = Vec::new();
    let mut other = Vec::new();
    for (root, device_library) in folders.chain(std::iter::once((PathBuf::from("/usr"), own))) {
        if device_library.join(&isa).is_file() {
            let newest = (4..=9).rev().find(|n| device_library.join(format!("oclc_abi_version_{n}00.bc")).is_file());
            // Version 6 is what the oldest compiler that the judge takes for GPUs would write by itself.
            let hip_library = Some(device_library.join("hip.bc")).filter(|file| file.is_file());
            found.push(Rocm { root, device_library, hip_library, code_object: newest.filter(|version| *version < 6) });
        } else if device_library.join("ocml.bc").is_file() {
            other.push(format!("{} has no {isa}", device_library.display()));
        }
    }
    match found.first() {
        Some(first) => facts.push(Fact::good(NAME, first.device_library.join(&isa).display().to_string())),
        None if other.is_empty() => {
            let fix = "apt-get install rocm-device-libs, or install ROCm and name it with ROCM_PATH";
            facts.push(Fact::missing(NAME, "none in reach", fix));
        }
        None => {
            let fix = format!("install device libraries that know {processor}: gfx942 needs ROCm 6");
            facts.push(Fact::missing(NAME, other.join("; "), fix));
        }
    }
    found
}

/// Folders to look for CUDA in, by this process's environment.
pub(super) fn cuda_in_env() -> Vec<PathBuf> {
    let named = ["CUDA_PATH", "CUDA_HOME"].into_iter().filter_map(std::env::var_os).filter(|v| !v.is_empty());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let ptxas =
        std::env::split_paths(&path).map(|folder| folder.join("ptxas")).filter_map(|file| file.canonicalize().ok());
    let beside = ptxas.filter_map(|file| Some(file.parent()?.parent()?.to_owned()));
    let mut numbered: Vec<PathBuf> = std::fs::read_dir("/usr/local")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.file_name().and_then(OsStr::to_str).is_some_and(|name| name.starts_with("cuda-")))
        .collect();
    numbered.sort_by_key(|path| std::cmp::Reverse(numbers(path)));
    let usual = ["/usr/local/cuda", "/usr/lib/cuda"].map(PathBuf::from);
    let [local, debian] = usual;
    named.map(PathBuf::from).chain(beside).chain([local]).chain(numbered).chain([debian]).collect()
}

/// `[12, 4]` of `cuda-12.4`.
fn numbers(path: &Path) -> Vec<u32> {
    let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    name.trim_start_matches("cuda-").split('.').filter_map(|part| part.parse().ok()).collect()
}

/// Folders to look for ROCm in, by this process's environment.
pub(super) fn rocm_in_env() -> Vec<PathBuf> {
    let named = std::env::var_os("ROCM_PATH").filter(|v| !v.is_empty()).map(PathBuf::from);
    named.into_iter().chain(["/opt/rocm", "/usr"].map(PathBuf::from)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LLVM: Version = Version { major: 22, minor: 1, patch: 8 };

    fn touch(path: PathBuf) {
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        std::fs::write(path, "").expect("a file");
    }

    fn bad(made: &Combinations, name: &str) -> Fact {
        made.facts
            .iter()
            .find(|f| f.name == name && f.fix.is_some())
            .unwrap_or_else(|| panic!("{:#?}", made.facts))
            .clone()
    }

    #[test]
    fn every_complete_cuda_goes_with_every_runtime_and_links_to_one_count_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("llvm");
        for part in ["lib/nvptx64-nvidia-cuda/libompdevice.a", "lib/nvptx64-nvidia-cuda/libomptarget-nvptx.bc"] {
            touch(root.join(part));
        }
        let (old, new) = (folder.path().join("cuda-11.8"), folder.path().join("cuda-13.0"));
        for cuda in [&old, &new] {
            CUDA_PARTS.iter().for_each(|part| touch(cuda.join(part)));
        }
        std::fs::create_dir(old.join("include")).expect("a folder");
        std::fs::write(old.join("include/cuda.h"), "#define CUDA_VERSION 11080\n").expect("a header");
        let link = folder.path().join("cuda");
        std::os::unix::fs::symlink(&old, &link).expect("a link");
        let search = Search { cuda: vec![link.clone(), new.clone(), old], ..Search::default() };
        let made = combinations(&search, &root, LLVM, TargetKind::Nvidia, "sm_90");
        let runtime = Some(root.join("lib/nvptx64-nvidia-cuda"));
        let target = |cuda: PathBuf| Target::Nvidia { arch: "sm_90".to_owned(), cuda, device_runtime: runtime.clone() };
        assert_eq!(made.targets, [target(link.clone()), target(new)]);
        assert!(made.facts.iter().any(|f| f.evidence == format!("{}, CUDA 11.8", link.display())), "{:#?}", made.facts);
    }

    #[test]
    fn what_is_missing_of_cuda_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let nothing = combinations(&Search::default(), folder.path(), LLVM, TargetKind::Nvidia, "sm_90");
        assert!(nothing.targets.is_empty());
        assert!(bad(&nothing, "CUDA").evidence.contains("no ptxas"));
        assert!(bad(&nothing, "device runtime for NVIDIA").fix.is_some_and(|fix| fix.contains("LIBRARY_PATH")));
        touch(folder.path().join("cuda/bin/ptxas"));
        let half = combinations(&Search::default(), folder.path(), LLVM, TargetKind::Nvidia, "sm_90");
        assert!(bad(&half, "CUDA").evidence.contains("no nvvm/libdevice/libdevice.10.bc"), "{:#?}", half.facts);
    }

    #[test]
    fn a_device_library_without_the_architecture_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let bitcode = folder.path().join("amdgcn/bitcode");
        for name in ["ocml.bc", "oclc_isa_version_90a.bc", "oclc_abi_version_500.bc"] {
            touch(bitcode.join(name));
        }
        let search = Search { rocm: vec![folder.path().to_owned()], ..Search::default() };
        let made = |arch| combinations(&search, Path::new("/nowhere"), LLVM, TargetKind::Amd, arch);
        assert!(bad(&made("gfx942:xnack-"), "ROCm device libraries").evidence.contains("no oclc_isa_version_942.bc"));
        let targets = made("gfx90a").targets;
        assert!(
            matches!(&targets[..], [Target::Amd { rocm, device_runtime: None, .. }] if rocm.code_object == Some(5))
        );
    }

    #[test]
    fn an_older_compilers_runtime_is_bitcode_for_one_architecture() {
        let folder = tempfile::tempdir().expect("a folder");
        touch(folder.path().join("lib/libomptarget-amdgpu-gfx90a.bc"));
        let old = Version { major: 19, minor: 1, patch: 7 };
        let found = |arch| runtimes(&Search::default(), folder.path(), old, TargetKind::Amd, arch, &mut Vec::new());
        assert_eq!(found("gfx90a:xnack-"), [Some(folder.path().join("lib"))]);
        assert_eq!(found("gfx942"), [None]);
        touch(folder.path().join("lib/libomptarget-nvptx-sm_90.bc"));
        let found = |arch| runtimes(&Search::default(), folder.path(), old, TargetKind::Nvidia, arch, &mut Vec::new());
        assert_eq!(found("sm_90"), [Some(folder.path().join("lib"))]);
        assert_eq!(found("sm_80"), [None]);
    }

    #[test]
    fn numbered_folders_are_ordered_by_number() {
        assert!(numbers(Path::new("/usr/local/cuda-12.10")) > numbers(Path::new("/usr/local/cuda-12.4")));
    }
}
