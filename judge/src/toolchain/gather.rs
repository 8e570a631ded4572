//! Collects what one clang brings along: its runtimes, linker, headers, and the files behind them.

use std::path::{Path, PathBuf};

use super::fact::Fact;
use super::identity::{Stamp, identity};
use super::mounts::mounts;
use super::{OLDEST, Target, Toolchain, Version, ask, elf};

/// What is known of a clang before it is tried.
pub(super) struct Gathered {
    pub(super) facts: Vec<Fact>,
    /// Absent when something it cannot do without is missing.
    pub(super) toolchain: Option<Toolchain>,
}

/// Looks at everything beside `clang`, a real path.
pub(super) fn gather(clang: &Path) -> Gathered {
    let mut facts = Vec::new();
    let toolchain = parts(clang, &mut facts);
    Gathered { facts, toolchain }
}

fn parts(clang: &Path, facts: &mut Vec<Fact>) -> Option<Toolchain> {
    let version = version(clang, facts)?;
    let root = clang.parent()?.parent()?.to_owned();
    let host_triple = ask::ask(clang, &["-print-target-triple"]).ok()?;
    let major = version.major;

    let libomp = library(clang, "libomp.so", "OpenMP runtime", &format!("apt-get install libomp-{major}-dev"), facts);
    let offload = if major >= 22 { format!("liboffload-{major}-dev") } else { format!("libomp-{major}-dev") };
    let install = format!("apt-get install {offload}");
    let libomptarget = library(clang, "libomptarget.so", "offload runtime", &install, facts);
    let lld = program(clang, "ld.lld", "linker", &format!("apt-get install lld-{major}"), facts);
    let install = format!("apt-get install clang-tools-{major}");
    let wrapper = program(clang, "clang-linker-wrapper", "offload linker", &install, facts);
    let packager = ask::program(clang, "llvm-offload-binary").or_else(|| ask::program(clang, "clang-offload-packager"));
    let packager = found(packager, "device image extractor", &install, facts);
    let libc = ask::file(clang, "libc.so");
    let libc = found(libc, "C library for linking", "apt-get install libc6-dev", facts);
    let flang = fortran(clang, version, facts);
    let (libomp, libomptarget, lld) = (libomp?, libomptarget?, lld?);
    let (wrapper, packager, libc) = (wrapper?, packager?, libc?);
    if hidden(&root) {
        let evidence = format!("{} lies in /tmp, which every jail has for itself", root.display());
        facts.push(Fact::bad("compiler's folder", evidence, "move it to another folder"));
        return None;
    }
    runtime_version(&libomp, version, facts);

    let mut library_path: Vec<PathBuf> =
        [&libomp, &libomptarget].iter().filter_map(|l| l.parent()).map(Path::to_owned).collect();
    library_path.dedup();
    let programs: Vec<PathBuf> =
        [clang, &lld, &wrapper, &packager].into_iter().map(Path::to_owned).chain(flang.clone()).collect();
    let program_files = elf::closure(&programs, &[]);
    let run_files = elf::closure(&run_roots(&libomp, &libomptarget, clang), &library_path);

    let mut compile = vec![root.clone()];
    compile.extend(ask::header_folders(clang));
    compile.extend(libc.parent().map(Path::to_owned));
    compile.extend(library_path.iter().cloned());
    compile.extend(program_files.iter().chain(&run_files).cloned());
    // The loader's own list: some libraries lie where only it leads.
    compile.push(PathBuf::from("/etc/ld.so.cache"));
    let mut run = run_files.clone();
    // libomptarget loads its partner by the unversioned name to hand it the tools' callbacks, and says nothing without it.
    run.push(libomp.clone());
    run.push(PathBuf::from("/etc/ld.so.cache"));

    let mut files: Vec<Stamp> = program_files.iter().chain(&run_files).filter_map(|path| Stamp::of(path)).collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files.dedup();
    let identity = identity(&version.to_string(), &files);
    Some(Toolchain {
        version,
        root,
        clang: clang.to_owned(),
        lld,
        packager,
        flang,
        targets: vec![Target::Host { triple: host_triple.clone() }],
        lacking: Vec::new(),
        host_triple,
        libomp,
        libomptarget,
        library_path,
        compile_mounts: mounts(&compile),
        run_mounts: mounts(&run),
        host_cpu: host_cpu(),
        files,
        identity,
    })
}

/// Whether a jail's own `/tmp` would lie over the path.
pub(super) fn hidden(path: &Path) -> bool {
    path.canonicalize().is_ok_and(|real| real.starts_with("/tmp"))
}

/// The libraries a built object may be linked with: the allow-list of `DT_NEEDED`, by the files behind it.
fn run_roots(libomp: &Path, libomptarget: &Path, clang: &Path) -> Vec<PathBuf> {
    let system = ["libc.so.6", "libm.so.6"].iter().filter_map(|name| ask::file(clang, name));
    // What is linked is `libomp.so`; what is loaded is the name inside it. libomptarget looks libomp up by the first, and
    // without it reports no launch to a tool.
    let libraries = [libomp, libomptarget].into_iter();
    let names = libraries.flat_map(|library| [Some(library.to_owned()), loaded_name(library)]).flatten();
    names.chain(system).collect()
}

/// The path under which the loader opens a library: its folder and its `DT_SONAME`.
fn loaded_name(library: &Path) -> Option<PathBuf> {
    let path = library.parent()?.join(elf::soname(library)?);
    path.is_file().then_some(path)
}

fn version(clang: &Path, facts: &mut Vec<Fact>) -> Option<Version> {
    const NAME: &str = "C and C++ compiler";
    let install = "apt-get install clang-22 lld-22 clang-tools-22 liboffload-22-dev libomp-22-dev";
    let text = match ask::ask(clang, &["-dumpversion"]) {
        Ok(text) => text,
        Err(why) => {
            facts.push(Fact::bad(NAME, format!("{} does not run: {why}", clang.display()), install));
            return None;
        }
    };
    match text.parse::<Version>() {
        Ok(version) if version.major >= OLDEST => {
            facts.push(Fact::good(NAME, format!("{}, LLVM {version}", clang.display())));
            Some(version)
        }
        Ok(version) => {
            let evidence = format!("{} is LLVM {version}; at least {OLDEST} is needed", clang.display());
            facts.push(Fact::bad(NAME, evidence, install));
            None
        }
        Err(_) => {
            facts.push(Fact::bad(NAME, format!("{} gives its version as {text:?}", clang.display()), install));
            None
        }
    }
}

fn library(clang: &Path, file: &str, name: &str, fix: &str, facts: &mut Vec<Fact>) -> Option<PathBuf> {
    found_as(ask::file(clang, file), name, file, fix, facts)
}

fn program(clang: &Path, file: &str, name: &str, fix: &str, facts: &mut Vec<Fact>) -> Option<PathBuf> {
    found_as(ask::program(clang, file), name, file, fix, facts)
}

fn found(path: Option<PathBuf>, name: &str, fix: &str, facts: &mut Vec<Fact>) -> Option<PathBuf> {
    found_as(path, name, "it", fix, facts)
}

fn found_as(path: Option<PathBuf>, name: &str, file: &str, fix: &str, facts: &mut Vec<Fact>) -> Option<PathBuf> {
    facts.push(match &path {
        Some(path) => Fact::good(name, path.display().to_string()),
        None => Fact::bad(name, format!("the compiler does not find {file}"), fix),
    });
    path
}

fn fortran(clang: &Path, version: Version, facts: &mut Vec<Fact>) -> Option<PathBuf> {
    const NAME: &str = "Fortran compiler";
    /// flang 19 silently drops `has_device_addr` regions and crashes on assumed size.
    const OLDEST_FLANG: u32 = 22;
    let install = "apt-get install flang-22; without it Fortran submissions cannot be judged";
    if version.major < OLDEST_FLANG {
        let evidence = format!("LLVM {version}; flang drops device clauses before {OLDEST_FLANG}");
        facts.push(Fact::missing(NAME, evidence, install));
        return None;
    }
    let flang = clang.with_file_name("flang");
    if flang.is_file() {
        facts.push(Fact::good(NAME, flang.display().to_string()));
        Some(flang)
    } else {
        facts.push(Fact::missing(NAME, format!("no {}", flang.display()), install));
        None
    }
}

/// LLVM's packages may bring an older host runtime; older than 19 it lacks what the offload runtime calls.
fn runtime_version(libomp: &Path, version: Version, facts: &mut Vec<Fact>) {
    let Ok(real) = libomp.canonicalize() else { return };
    let text = real.display().to_string();
    let Some(rest) = text.split("llvm-").nth(1) else { return };
    let Some(found) = rest.split('/').next().and_then(|number| number.parse::<u32>().ok()) else { return };
    let evidence = format!("{text} is LLVM {found}'s");
    facts.push(if found < OLDEST {
        Fact::bad("OpenMP runtime's age", evidence, format!("apt-get install libomp-{}-dev", version.major))
    } else {
        Fact::good("OpenMP runtime's age", evidence)
    });
}

/// Model and feature list of the processor: what `-march=native` depends on.
pub(super) fn host_cpu() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = |name: &str| {
        text.lines().find(|line| line.starts_with(name)).and_then(|line| line.split(':').nth(1)).unwrap_or("").trim()
    };
    let flags = crate::store::Key::of(line("flags").as_bytes());
    format!("{} {}", line("model name"), &flags.hex()[..16])
}
