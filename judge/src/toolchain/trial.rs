//! The proof that a toolchain works: a target region, compiled, run, and found on the device.

use std::path::{Path, PathBuf};

use super::fact::Fact;
use super::tool::{Ended, Limits, Ran, Tool, ToolError, WORK, Workspace};
use super::{Target, Toolchain};

const SOURCE: &str = include_str!("trial.c");
const NAME: &str = "target region";

/// Builds and runs the trial program for `target`.
///
/// # Errors
/// [`ToolError`] when the jail or a tool cannot be started.
pub(super) fn trial(toolchain: &Toolchain, target: &Target) -> Result<Fact, ToolError> {
    let workspace = Workspace::new(toolchain)?;
    workspace.write("trial.c", SOURCE.as_bytes())?;
    let args: Vec<String> = compile_args(toolchain, target);
    let built = workspace.run(&Tool {
        program: &toolchain.clang,
        args: &args,
        env: &super::tool::environment(toolchain),
        mounts: &toolchain.compile_mounts,
        policy: "compile",
        limits: Limits::default(),
    })?;
    if !built.ok() {
        return Ok(Fact::bad(NAME, format!("does not build: {}", words(&built)), fix_for_build(&words(&built))));
    }
    let program = Path::new(WORK).join("trial");
    let env = [("LD_LIBRARY_PATH", joined(&toolchain.library_path)), ("OMP_TARGET_OFFLOAD", "MANDATORY".to_owned())];
    let ran = workspace.run(&Tool {
        program: &program,
        args: &[],
        env: &env,
        mounts: &toolchain.run_mounts,
        policy: "run-load",
        limits: Limits { wall: std::time::Duration::from_secs(30), ..Limits::default() },
    })?;
    Ok(judge(&ran))
}

fn compile_args(toolchain: &Toolchain, target: &Target) -> Vec<String> {
    let mut args: Vec<String> = ["-O1", "-fPIE", "-fopenmp"].map(str::to_owned).to_vec();
    match target {
        Target::Host { triple } => args.push(format!("-fopenmp-targets={triple}")),
        Target::Nvidia { arch, .. } | Target::Amd { arch, .. } => args.push(format!("--offload-arch={arch}")),
    }
    args.push(format!("--ld-path={}", toolchain.lld.display()));
    args.push(format!("-L{}", toolchain.root.join("lib").display()));
    args.extend(["trial.c", "-o", "trial"].map(str::to_owned));
    args
}

/// What the trial program's words mean.
fn judge(ran: &Ran) -> Fact {
    let said = String::from_utf8_lossy(&ran.stdout).trim().to_owned();
    let number = |word: &str| -> Option<i64> {
        said.split_whitespace().skip_while(|w| *w != word).nth(1).and_then(|n| n.parse().ok())
    };
    match (ran.ended, number("devices"), number("host")) {
        (Ended::Exit(0), Some(devices), Some(0)) => {
            Fact::good(NAME, format!("compiled, run in a jail, on the device; {devices} devices"))
        }
        (Ended::Exit(0), Some(0), _) => Fact::bad(
            NAME,
            "the offload runtime reports no devices",
            "the offload plugin for the host is missing: reinstall the package of libomptarget",
        ),
        (Ended::Exit(0), _, Some(_)) => Fact::bad(
            NAME,
            format!("it ran on the host: {said}"),
            "libomp and libomptarget do not match: install both of one LLVM",
        ),
        _ => Fact::bad(NAME, words(ran), fix_for_run(&words(ran))),
    }
}

/// A tool's end and the end of what it said, on one line.
fn words(ran: &Ran) -> String {
    let text = crate::build::text::clean(&ran.stderr);
    let tail: Vec<&str> = text.lines().rev().take(3).collect();
    let tail: Vec<&str> = tail.into_iter().rev().collect();
    format!("{}: {}", ran.ended, tail.join(" / "))
}

fn fix_for_build(words: &str) -> &'static str {
    const KNOWN: [(&str, &str); 4] = [
        ("omp.h", "apt-get install libomp-22-dev: the compiler finds no omp.h"),
        ("stdio.h", "apt-get install libc6-dev: the compiler finds no C headers"),
        ("libomptarget", "apt-get install liboffload-22-dev: the device runtime is missing"),
        ("unable to find library", "install the -dev package of the library it names"),
    ];
    known(words, &KNOWN).unwrap_or("run `judge doctor` after reinstalling clang; its words are above")
}

fn fix_for_run(words: &str) -> &'static str {
    const KNOWN: [(&str, &str); 3] = [
        ("error while loading shared libraries", "install the library it names; the loader does not find it"),
        (
            "No images found compatible",
            "the offload runtime refuses the device image: use LLVM 22, or CUDA 12 with LLVM 19",
        ),
        ("offload", "libomp and libomptarget do not match: install both of one LLVM"),
    ];
    known(words, &KNOWN).unwrap_or("reinstall the packages of libomp and libomptarget")
}

fn known(words: &str, table: &[(&str, &'static str)]) -> Option<&'static str> {
    table.iter().find(|(sign, _)| words.contains(sign)).map(|(_, fix)| *fix)
}

fn joined(folders: &[PathBuf]) -> String {
    folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(":")
}
