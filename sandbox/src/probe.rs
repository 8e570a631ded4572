//! What this machine offers a jail, by trying it.

use std::io;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cgroup::{self, Controller};
use crate::isolation::Accounting;
use crate::{Isolation, Jail, JailError, Policy, ProcMount, Step, explain, landlock, sys};

/// What was found out about one layer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Layer {
    /// The layer, as a person calls it.
    pub name: String,
    /// Whether a jail can use it here.
    pub available: bool,
    /// Whether a full jail cannot do without it.
    pub required: bool,
    /// What was seen.
    pub evidence: String,
    /// What a person can do when it is missing.
    pub fix: Option<String>,
}

/// Tries every layer of a full jail.
///
/// Starts a few short-lived processes and leaves nothing behind.
#[must_use]
pub fn probe() -> Vec<Layer> {
    let mut layers = vec![
        tree("namespaces and file tree", true, |jail| jail.tmp(1 << 20, 10)),
        tree("/proc in the jail", false, |jail| jail.proc(ProcMount::ReadOnly)),
        tree("/sys in the jail", false, |jail| jail.sys(true)),
        files(),
        filter(),
    ];
    layers.extend([
        counted("memory limit", Controller::Memory),
        counted("process limit", Controller::Processes),
        counted("processor time", Controller::CpuTime),
    ]);
    layers
}

/// A jail that shows no program gets as far as looking for it, and no further.
fn tree(name: &str, required: bool, add: impl FnOnce(Jail) -> Jail) -> Layer {
    let layer = |available, evidence, fix| Layer { name: name.to_owned(), available, required, evidence, fix };
    let policy = match Policy::named("compile") {
        Ok(policy) => policy,
        Err(error) => return layer(false, error.to_string(), None),
    };
    match add(Jail::new("/nothing").policy(policy).isolation(Isolation::WithoutLandlock)).spawn() {
        Err(JailError::Setup { step: Step::Program, .. }) => layer(true, "a jail was built".to_owned(), None),
        Err(JailError::Missing { reason, fix, .. }) => layer(false, reason, Some(fix)),
        Err(JailError::Setup { step, fix, source, .. }) => layer(false, format!("cannot {step}: {source}"), fix),
        Err(error) => layer(false, chain(&error), None),
        Ok(running) => {
            drop(running);
            layer(false, "a program ran that is not there".to_owned(), None)
        }
    }
}

/// An error with the reasons below it.
fn chain(error: &dyn std::error::Error) -> String {
    let reasons = std::iter::successors(error.source(), |reason| reason.source());
    reasons.fold(error.to_string(), |text, reason| format!("{text}: {reason}"))
}

fn files() -> Layer {
    let (available, evidence, fix) = match landlock::version() {
        Ok(version) => (true, format!("version {version}"), None),
        Err(error) => match explain::landlock_missing(Isolation::Full, &error) {
            JailError::Missing { reason, fix, .. } => (false, reason, Some(fix)),
            other => (false, other.to_string(), None),
        },
    };
    Layer { name: "Landlock".to_owned(), available, required: true, evidence, fix }
}

fn filter() -> Layer {
    const GET_ACTION_AVAILABLE: libc::c_uint = 2;
    let action = libc::SECCOMP_RET_USER_NOTIF;
    // SAFETY: the operation reads one action from the pointer.
    let asked =
        sys::check(unsafe { libc::syscall(libc::SYS_seccomp, GET_ACTION_AVAILABLE, 0, std::ptr::from_ref(&action)) });
    let (available, evidence, fix) = match asked {
        Ok(_) => (true, "filters can report to the caller".to_owned(), None),
        Err(errno) => {
            let fix = "use Linux 5.0 or later with CONFIG_SECCOMP_FILTER".to_owned();
            (false, io::Error::from_raw_os_error(errno).to_string(), Some(fix))
        }
    };
    Layer { name: "system-call filter".to_owned(), available, required: true, evidence, fix }
}

/// Without a control group a resource is sampled, so none is required.
fn counted(name: &str, wanted: Controller) -> Layer {
    let found = cgroup::survey().into_iter().find(|(controller, ..)| *controller == wanted);
    let available = found.is_some();
    let evidence = found.map_or_else(
        || "no control group can be created here: sampled instead".to_owned(),
        |(_, version, folder)| {
            let version = if version == Accounting::CgroupV2 { 2 } else { 1 };
            format!("control groups version {version} below {}", folder.display())
        },
    );
    let fix = (!available).then(|| {
        "run as root, or below a delegated group: `systemd-run --user --scope -p Delegate=yes judge …`".to_owned()
    });
    Layer { name: name.to_owned(), available, required: false, evidence, fix }
}
