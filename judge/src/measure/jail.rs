//! The jail of a runner: what it sees, what it may use.

use std::path::{Path, PathBuf};
use std::time::Duration;

use judge_abi::wire::RunnerDevice;
use judge_sandbox::{Capture, Isolation, Jail, Limits, Policy, ProcMount};

use super::session::{SessionError, Setup};
use super::site::Site;
use crate::defence::Defence;
use crate::toolchain::{Mount, mounts};

/// What every runner on this machine needs to see and to have set.
#[derive(Debug, Clone)]
pub struct Machine {
    /// This executable, which is also the runner.
    pub executable: PathBuf,
    /// Files and folders the runner and the offload runtime load.
    pub mounts: Vec<Mount>,
    /// `LD_LIBRARY_PATH` of the runner.
    pub library_path: String,
    /// Threads of a team on the host.
    pub threads: usize,
    /// Isolation asked for.
    pub isolation: Isolation,
    /// Most host memory a submission may use beyond the judge's buffers, bytes.
    pub memory: u64,
    /// Most bytes a submission may print.
    pub output: u64,
}

/// The runner's own path in its jail.
const RUNNER: &str = "/judge/runner";

/// Private space for device images and the runtime's files.
const TMP_BYTES: u64 = 256 << 20;
const TMP_INODES: u64 = 4096;

/// Bytes of standard error that are kept for the report.
const KEEP: usize = 16 << 10;

/// The first argument that turns this executable into a runner.
pub const RUNNER_ARGUMENT: &str = "__runner";

/// The policy in force from the start of a runner, and the one that a submission's runner narrows itself to.
const fn policies(device: &RunnerDevice) -> (&'static str, &'static str) {
    match device {
        RunnerDevice::Threads | RunnerDevice::HostOffload => ("run-load", "run-call"),
        RunnerDevice::Cuda { .. } | RunnerDevice::Hip { .. } => ("run-load-gpu", "run-call-gpu"),
    }
}

/// A jail for one runner, its descriptors not yet passed on.
pub(super) fn runner(setup: &Setup<'_>, object: &Path) -> Result<Jail, SessionError> {
    let (machine, needs) = (setup.machine, &setup.site.needs);
    let mut jail = Jail::new(RUNNER)
        .arg(RUNNER_ARGUMENT)
        .bind_ro(&machine.executable, RUNNER)
        .bind_ro(setup.object, object)
        .tmp(TMP_BYTES, TMP_INODES)
        .limits(limits(setup))
        .stdout(Capture { keep: KEEP, limit: Some(machine.output) })
        .stderr(Capture { keep: KEEP, limit: None })
        .policy(Policy::named(policies(&setup.site.runner).0)?)
        .proc(if needs.proc { ProcMount::Writable } else { ProcMount::None })
        .sys(needs.sys)
        .isolation(machine.isolation);
    if setup.hostile && setup.defences.has(Defence::Narrow) {
        jail = jail.narrows_to(Policy::named(policies(&setup.site.runner).1)?);
    }
    for node in &needs.nodes {
        jail = jail.device(node);
    }
    for mount in mounts::merged(machine.mounts.clone(), needs.mounts.clone()) {
        jail = jail.bind_ro(&mount.source, &mount.target);
    }
    for (name, value) in environment(machine, setup.site) {
        jail = jail.env(name, value);
    }
    Ok(jail)
}

fn limits(setup: &Setup<'_>) -> Limits {
    let buffers: u64 = setup.extents.iter().sum();
    // Pages of the buffers count for whoever touches them first, which a baseline does on purpose.
    let own = if setup.hostile { setup.site.needs.memory } else { 2 * buffers + TASK_MEMORY };
    let memory = setup.machine.memory.saturating_add(own);
    Limits {
        wall: (setup.total.left() + SLACK).min(LONGEST),
        memory,
        processes: PROCESSES,
        file_size: TMP_BYTES,
        ..Limits::default()
    }
}

/// Time beyond the judgement's own limit, so that whoever returned in time can leave in order.
const SLACK: Duration = Duration::from_secs(10);

/// Longest life that a jail is given, whatever the judgement's limit.
const LONGEST: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Memory that a task's own code may use beyond what a submission may.
const TASK_MEMORY: u64 = 1 << 30;

/// Threads: teams may be oversubscribed on purpose.
const PROCESSES: u32 = 1024;

/// The runner's whole environment. Teams never sleep: a stopped process spins nowhere, and a thread that has to wake first
/// makes times that say nothing. Those of plain host code are pinned; where regions are under way side by side, LLVM's
/// runtime fails an assertion of its own on pinned threads. Beside a GPU there is one host thread, which goes where a core
/// is free.
fn environment(machine: &Machine, site: &Site) -> Vec<(&'static str, String)> {
    let needs = &site.needs;
    let folders = needs.library_path.iter().map(|folder| folder.display().to_string());
    let library_path: Vec<String> = std::iter::once(machine.library_path.clone()).chain(folders).collect();
    let mut environment = vec![
        ("LD_LIBRARY_PATH", library_path.join(":")),
        ("OMP_NUM_THREADS", machine.threads.to_string()),
        ("KMP_BLOCKTIME", "infinite".to_owned()),
        // What it says of teams that this machine cannot form is no output of the submission's.
        ("KMP_WARNINGS", "0".to_owned()),
    ];
    if site.runner == RunnerDevice::Threads {
        environment.extend([("OMP_PROC_BIND", "close".to_owned()), ("OMP_PLACES", "cores".to_owned())]);
    }
    if site.runner == RunnerDevice::HostOffload {
        // LLVM 22 crashes when its helper threads have several regions under way on the host: tasks of the team do not. Told
        // by its other variable, LIBOMP_USE_HIDDEN_HELPER_TASK, it miscounts threads and aborts on teams of 32, 64, 128.
        environment.push(("LIBOMP_NUM_HIDDEN_HELPER_THREADS", "0".to_owned()));
    }
    if site.runner.offloads() {
        environment.push(("OMP_TARGET_OFFLOAD", "MANDATORY".to_owned()));
    }
    environment.extend(needs.environment.iter().cloned());
    environment
}

/// Becomes a runner: what `judge __runner` does inside its jail.
pub fn become_runner() -> ! {
    judge_abi::runner::main(|device| {
        let policy = Policy::named(policies(device).1).map_err(|e| e.to_string())?;
        judge_sandbox::narrow(&policy).map_err(|e| e.to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_of_host_code_are_pinned_and_those_of_the_host_device_are_not() {
        let machine = Machine {
            executable: PathBuf::new(),
            mounts: Vec::new(),
            library_path: String::new(),
            threads: 7,
            isolation: Isolation::Full,
            memory: 0,
            output: 0,
        };
        let offload = Site { runner: RunnerDevice::HostOffload, ..Site::threads() };
        for (site, bound) in [(Site::threads(), Some("close")), (offload, None)] {
            let all = environment(&machine, &site);
            let of = |name| all.iter().find(|(n, _)| *n == name).map(|(_, value)| value.as_str());
            assert_eq!((of("OMP_NUM_THREADS"), of("OMP_PROC_BIND")), (Some("7"), bound));
            assert_eq!(of("OMP_PLACES").is_some(), bound.is_some());
            assert_eq!(of("OMP_TARGET_OFFLOAD").is_some(), bound.is_none());
        }
    }
}
