//! The proof that a toolchain works: a target region, compiled, run, and found on the device.

use std::path::{Path, PathBuf};
use std::time::Duration;

use judge_abi::Language;

use super::fact::Fact;
use super::flags::offload;
use super::gpu::{DRIVER_FOLDER, Gpu, driver_mounts};
use super::known::{fix_for_build, fix_for_run};
use super::tool::{self, Ended, Limits, Ran, Tool, ToolError, WORK, Workspace};
use super::{Target, TargetKind, Toolchain, mounts};

const SOURCE: &str = include_str!("trial.c");

/// Builds the trial program for `target` and runs it in a jail: on the host, or on `gpu`.
///
/// # Errors
/// [`ToolError`] when the jail or a tool cannot be started.
pub(super) fn trial(toolchain: &Toolchain, target: &Target, gpu: Option<&Gpu>) -> Result<Fact, ToolError> {
    let workspace = match built(toolchain, target)? {
        Ok(workspace) => workspace,
        Err(refused) => return Ok(refused),
    };
    let program = Path::new(WORK).join("trial");
    let mut library_path = toolchain.library_path.clone();
    library_path.extend(gpu.map(|_| PathBuf::from(DRIVER_FOLDER)));
    let mut env = vec![("LD_LIBRARY_PATH", joined(&library_path)), ("OMP_TARGET_OFFLOAD", "MANDATORY".to_owned())];
    let mut mounts = toolchain.run_mounts.clone();
    if let Some(gpu) = gpu {
        env.extend(gpu.needs.environment.iter().cloned());
        mounts = mounts::merged(mounts, driver_mounts(&gpu.needs));
    }
    let ran = workspace.run(&Tool {
        program: &program,
        args: &[],
        env: &env,
        mounts: &mounts,
        policy: if gpu.is_some() { "run-load-gpu" } else { "run-load" },
        device: gpu.map(|gpu| &gpu.needs),
        limits: Limits { wall: Duration::from_secs(30), ..Limits::default() },
    })?;
    Ok(judge(&name(target), &ran))
}

/// Builds the trial program for `target`; the error says what the compiler could not do.
///
/// # Errors
/// [`ToolError`] when the jail or a tool cannot be started.
pub(super) fn built(toolchain: &Toolchain, target: &Target) -> Result<Result<Workspace, Fact>, ToolError> {
    let workspace = Workspace::new(toolchain)?;
    workspace.write("trial.c", SOURCE.as_bytes())?;
    let built = workspace.run(&Tool {
        program: &toolchain.clang,
        args: &compile_args(toolchain, target),
        env: &tool::environment(toolchain, target),
        mounts: &toolchain.mounts_for(target),
        policy: "compile",
        device: None,
        limits: Limits::default(),
    })?;
    if built.ok() {
        return Ok(Ok(workspace));
    }
    let words = words(&built);
    Ok(Err(Fact::bad(&name(target), format!("does not build: {words}"), fix_for_build(&words))))
}

fn name(target: &Target) -> String {
    match target.kind() {
        TargetKind::Host => "target region".to_owned(),
        kind => format!("target region on {kind}"),
    }
}

fn compile_args(toolchain: &Toolchain, target: &Target) -> Vec<String> {
    let mut args: Vec<String> = ["-O1", "-fPIE"].map(str::to_owned).to_vec();
    let offload = offload(Language::C, target);
    args.extend(offload.compile.into_iter().chain(offload.link));
    args.push(format!("--ld-path={}", toolchain.lld.display()));
    args.push(format!("-L{}", toolchain.root.join("lib").display()));
    args.extend(["trial.c", "-o", "trial"].map(str::to_owned));
    args
}

/// What the trial program's words mean.
fn judge(name: &str, ran: &Ran) -> Fact {
    let said = String::from_utf8_lossy(&ran.stdout).trim().to_owned();
    let number = |word: &str| -> Option<i64> {
        said.split_whitespace().skip_while(|w| *w != word).nth(1).and_then(|n| n.parse().ok())
    };
    match (ran.ended, number("devices"), number("host")) {
        (Ended::Exit(0), Some(devices), Some(0)) => {
            Fact::good(name, format!("compiled, run in a jail, on the device; {devices} devices"))
        }
        (Ended::Exit(0), Some(0), _) => Fact::bad(
            name,
            "the offload runtime reports no devices",
            "libomptarget has no plugin for the device, or its plugin does not find the driver: reinstall the package of libomptarget",
        ),
        (Ended::Exit(0), _, Some(_)) => Fact::bad(
            name,
            format!("it ran on the host: {said}"),
            "libomp and libomptarget do not match: install both of one LLVM",
        ),
        _ => Fact::bad(name, words(ran), fix_for_run(&words(ran))),
    }
}

/// A tool's end and the end of what it said, on one line.
fn words(ran: &Ran) -> String {
    let text = crate::build::text::clean(&ran.stderr);
    let tail: Vec<&str> = text.lines().rev().take(3).collect();
    let tail: Vec<&str> = tail.into_iter().rev().collect();
    format!("{}: {}", ran.ended, tail.join(" / "))
}

fn joined(folders: &[PathBuf]) -> String {
    folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(":")
}

#[cfg(test)]
mod tests {
    use super::super::Outcome;
    use super::*;

    /// Only a region that ran on the device makes a toolchain usable.
    #[test]
    fn what_the_trial_says_decides() {
        for (ended, stdout, stderr, outcome, evidence, fix) in [
            (Ended::Exit(0), "devices 4 host 0", "", Outcome::Good, "on the device; 4 devices", None),
            (Ended::Exit(0), "devices 4 host 1", "", Outcome::Bad, "it ran on the host", Some("both of one LLVM")),
            (Ended::Exit(0), "devices 0 host 1", "", Outcome::Bad, "no devices", Some("libomptarget has no plugin")),
            (Ended::Exit(0), "", "", Outcome::Bad, "exit code 0", Some("reinstall")),
            (
                Ended::Exit(127),
                "",
                "trial: error while loading shared libraries: libomp.so.5: cannot open shared object file",
                Outcome::Bad,
                "exit code 127: trial: error while loading",
                Some("install the library it names"),
            ),
            (Ended::Signal(11), "devices 4 host 0", "", Outcome::Bad, "signal 11", Some("reinstall")),
            (Ended::Time, "", "", Outcome::Bad, "time limit", Some("reinstall")),
        ] {
            let (stdout, stderr) = (stdout.as_bytes().to_vec(), stderr.as_bytes().to_vec());
            let fact = judge("target region", &Ran { ended, stdout, stderr, wall: Duration::ZERO, memory: 0 });
            assert_eq!(fact.outcome, outcome, "{fact:?}");
            assert!(fact.evidence.contains(evidence), "{evidence}: {fact:?}");
            assert_eq!(fact.fix.is_some(), fix.is_some(), "{fact:?}");
            assert!(fix.is_none_or(|fix| fact.fix.as_ref().is_some_and(|told| told.contains(fix))), "{fact:?}");
        }
    }
}
