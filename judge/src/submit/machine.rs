//! What the judge knows of the machine it runs on.

use std::path::PathBuf;

use crate::measure::jail::Machine;
use crate::toolchain::{Toolchain, elf, mounts};

use judge_sandbox::Isolation;

/// What a runner on this machine needs.
///
/// # Errors
/// When the path of this executable cannot be told.
pub(crate) fn machine(
    toolchain: &Toolchain,
    isolation: Isolation,
    memory: u64,
    output: u64,
) -> std::io::Result<Machine> {
    let executable = std::env::current_exe()?;
    let own: Vec<PathBuf> = elf::closure(std::slice::from_ref(&executable), &[]);
    let own: Vec<PathBuf> = own.into_iter().filter(|path| *path != executable).collect();
    let mut all = toolchain.run_mounts.clone();
    all.extend(mounts::mounts(&own));
    all.sort();
    all.dedup();
    let library_path = std::env::join_paths(&toolchain.library_path).map_err(std::io::Error::other)?;
    Ok(Machine {
        executable,
        mounts: all,
        library_path: library_path.to_string_lossy().into_owned(),
        threads: threads(),
        isolation,
        memory,
        output,
    })
}

/// Cores that this process may use.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// The processor's name.
pub(super) fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, n)| n.trim()));
    format!("{}, {} threads", name.unwrap_or("unknown processor"), threads())
}
