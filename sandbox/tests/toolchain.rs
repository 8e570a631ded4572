//! The policies against the real thing: LLVM compiles an OpenMP target region in one jail, and another loads it,
//! narrows itself and calls it.

mod common;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use common::{Outcome, repeat_as_ordinary_user, scratch};
use judge_sandbox::{Answer, Capture, Evidence, Exit, Jail, Limits, Policy, ProcMount, Stop};

const COMPILER: &str = "/usr/bin/clang-22";
const LIBRARIES: &str = "/usr/lib/llvm-22/lib:/usr/lib/x86_64-linux-gnu";

/// Whether LLVM is here; without it the test fails only where `JUDGE_MUST_WORK` says so.
fn have_compiler() -> bool {
    let have = Path::new(COMPILER).exists();
    assert!(have || std::env::var_os("JUDGE_MUST_WORK").is_none(), "{COMPILER} is missing");
    have
}

fn system(jail: Jail) -> Jail {
    let limits = Limits {
        wall: Duration::from_secs(120),
        memory: 2 << 30,
        processes: 200,
        file_size: 1 << 30,
        ..Limits::default()
    };
    jail.bind_ro("/usr", "/usr")
        .symlink("usr/lib64", "/lib64")
        .symlink("usr/lib", "/lib")
        .symlink("usr/bin", "/bin")
        .tmp(256 << 20, 1000)
        .limits(limits)
}

/// Compiles `offload.c` in a jail, once per test process.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let out = scratch().join("out");
        std::fs::create_dir_all(&out).expect("a folder for the library");
        let evidence = compile(&out, "offload.c").expect("the jail starts");
        assert_eq!(evidence.exit, Exit::Code(0), "{} {:?}", evidence.stderr.text(), evidence.denials);
        assert_eq!(evidence.denials, [], "an honest build is denied nothing");
        assert_eq!(evidence.processes_left, 0);
        out.join("offload.so")
    })
}

fn compile(out: &Path, source: &str) -> Result<Evidence, Box<dyn std::error::Error>> {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let programs = std::env::var_os("JAIL_TEST_SOURCES").map_or(programs, PathBuf::from);
    let jail = Jail::new(COMPILER)
        .args(["-O2", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu", "-fPIC", "-shared", "-fuse-ld=lld"])
        .args(["-nostartfiles", "-Wl,-z,now,-z,relro,-z,noexecstack", "-o", "/out/offload.so"])
        .arg(format!("/source/{source}"))
        // Without /proc the driver's helpers find each other by this.
        .env("PATH", "/usr/lib/llvm-22/bin:/usr/bin")
        .bind_ro(programs, "/source")
        .bind_rw(out, "/out")
        .policy(Policy::named("compile")?);
    Ok(system(jail).spawn()?.wait())
}

/// Cargo builds examples beside the tests.
fn narrowing() -> PathBuf {
    let own = std::env::current_exe().expect("the test's own path");
    std::env::var_os("JAIL_TEST_RUNNER")
        .map_or_else(|| own.ancestors().nth(2).expect("the build folder").join("examples/narrowing"), PathBuf::from)
}

/// Calls a function after narrowing; `told` says whether the jail's caller knows beforehand to which policy.
fn call(function: &str, told: bool) -> Result<Evidence, Box<dyn std::error::Error>> {
    let mut jail = Jail::new("/runner")
        .args(["/offload.so", function])
        .bind_ro(narrowing(), "/runner")
        .bind_ro(library(), "/offload.so")
        .env("LD_LIBRARY_PATH", LIBRARIES)
        .env("OMP_TARGET_OFFLOAD", "MANDATORY")
        .env("OMP_NUM_THREADS", "2")
        .stderr(Capture { keep: 4096, limit: None })
        .policy(Policy::named("run-load")?);
    if told {
        jail = jail.narrows_to(Policy::named("run-call")?);
    }
    Ok(system(jail).spawn()?.wait())
}

#[test]
fn a_target_region_compiles_loads_and_runs() -> Outcome {
    if !have_compiler() {
        return Ok(());
    }
    let all = ["kernel", "team", "maps_data"].into_iter().flat_map(|function| [(function, false), (function, true)]);
    for (function, told) in all {
        let evidence = call(function, told)?;
        let talk = (evidence.stdout.text(), evidence.stderr.text());
        assert_eq!(evidence.exit, Exit::Code(0), "{function}: {talk:?} {:?}", evidence.denials);
        assert_eq!((evidence.cause, evidence.denials.as_slice()), (None, &[][..]), "{function}: denied something");
        assert!(evidence.narrowed);
    }
    Ok(())
}

#[test]
fn a_narrowed_program_can_do_none_of_what_it_could_before() -> Outcome {
    if !have_compiler() {
        return Ok(());
    }
    for (function, _) in FORBIDDEN {
        let evidence = call(function, false)?;
        assert_eq!(evidence.exit, Exit::Signal(libc::SIGSYS), "{function}: {}", evidence.stderr.text());
        let [denial] = evidence.denials.as_slice() else { panic!("{function}: {:?}", evidence.denials) };
        assert_eq!(denial.number, None, "the kernel answers alone in the second stage");
    }
    for told in [false, true] {
        let refused = call("opens", told)?;
        assert_eq!((refused.exit, refused.denials.as_slice()), (Exit::Code(7), &[][..]), "refused without an end");
        let aborted = call("aborts", told)?;
        assert_eq!((aborted.exit, aborted.denials.as_slice()), (Exit::Signal(libc::SIGABRT), &[][..]));
    }
    Ok(())
}

/// What a narrowed program is ended for, and the call that it makes.
const FORBIDDEN: [(&str, &str); 6] = [
    ("connects", "socket"),
    ("forks", "clone"),
    ("executes", "execve"),
    ("maps_code", "mmap"),
    ("makes_code", "mprotect"),
    ("kills", "kill"),
];

#[test]
fn a_caller_that_knows_of_the_narrowing_learns_which_call_ended_the_program() -> Outcome {
    if !have_compiler() {
        return Ok(());
    }
    for (function, name) in FORBIDDEN {
        let evidence = call(function, true)?;
        assert_eq!(evidence.cause, Some(Stop::Denied), "{function}: {:?}", evidence.exit);
        let [denial] = evidence.denials.as_slice() else { panic!("{function}: {:?}", evidence.denials) };
        assert_eq!((denial.name.as_deref(), denial.answer), (Some(name), Answer::Killed), "{function}");
        assert!(evidence.narrowed);
    }
    Ok(())
}

#[test]
fn only_a_policy_for_the_second_stage_can_be_narrowed_to() -> Outcome {
    let jail = Jail::new("/runner").bind_ro(narrowing(), "/runner").policy(Policy::named("run-load")?);
    let error = jail.narrows_to(Policy::named("run-load")?).spawn().err().ok_or("it started")?;
    assert!(error.to_string().contains("not for one that narrows itself"), "{error}");
    Ok(())
}

#[test]
fn a_compiler_sees_its_inputs_only() -> Outcome {
    if !have_compiler() {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let evidence = compile(folder.path(), "includes_host.c")?;
    assert_eq!(evidence.exit, Exit::Code(1));
    assert!(evidence.stderr.text().contains("file not found"), "{}", evidence.stderr.text());
    assert_eq!(evidence.cause, None);
    Ok(())
}

#[test]
fn a_compiler_may_use_proc() -> Outcome {
    if !have_compiler() {
        return Ok(());
    }
    let jail = Jail::new(COMPILER).arg("--version").policy(Policy::named("compile")?).proc(ProcMount::ReadOnly);
    let evidence = system(jail).spawn()?.wait();
    assert_eq!((evidence.exit, evidence.denials.as_slice()), (Exit::Code(0), &[][..]));
    assert!(evidence.stdout.text().contains("clang version"));
    Ok(())
}

#[test]
fn also_as_an_ordinary_user() -> Outcome {
    if !have_compiler() {
        return Ok(());
    }
    repeat_as_ordinary_user("also_as_an_ordinary_user")
}
