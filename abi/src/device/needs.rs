//! What a runner's jail must show and set, so that a device's driver works in there.

use std::path::{Path, PathBuf};

/// A library of the driver's that is opened by name at run time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DriverLibrary {
    /// The file.
    pub file: PathBuf,
    /// The names it is opened by.
    pub names: &'static [&'static str],
}

/// Everything beyond an ordinary jail that a device asks for; nothing on the host.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RunnerNeeds {
    /// Environment variables.
    pub environment: Vec<(&'static str, String)>,
    /// Device nodes, readable and writable.
    pub nodes: Vec<PathBuf>,
    /// Libraries, to be found on the runner's library path.
    pub libraries: Vec<DriverLibrary>,
    /// Whether the driver reads `/proc` and names its threads there.
    pub proc: bool,
    /// Whether the driver reads `/sys`.
    pub sys: bool,
}

/// The file behind the loaded library whose name begins with `prefix`.
pub(crate) fn loaded(prefix: &str) -> Option<PathBuf> {
    mapped(&std::fs::read_to_string("/proc/self/maps").ok()?, prefix)
}

fn mapped(maps: &str, prefix: &str) -> Option<PathBuf> {
    let files = maps.lines().filter_map(|line| line.find('/').map(|at| Path::new(&line[at..])));
    let named = |path: &&Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix));
    files.filter(|path| !path.to_string_lossy().ends_with(" (deleted)")).find(named).map(Path::to_owned)
}

/// The file `name` beside `library`, when it is there.
pub(crate) fn beside(library: &Path, name: &str) -> Option<PathBuf> {
    Some(library.with_file_name(name)).filter(|path| path.exists())
}

/// Those of `nodes` that exist.
pub(crate) fn existing(nodes: impl IntoIterator<Item = PathBuf>) -> Vec<PathBuf> {
    nodes.into_iter().filter(|node| node.exists()).collect()
}

/// The minor number in the text of `/proc/driver/nvidia/gpus/BUS/information`.
pub(crate) fn nvidia_minor(information: &str) -> Option<u32> {
    information.lines().find_map(|line| line.strip_prefix("Device Minor:")?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loaded_library_is_found_in_the_map() {
        let maps = "7f00-7f01 r--p 00000000 08:01 12 /usr/lib/libc.so.6\n\
                    7f02-7f03 r-xp 00000000 08:01 13 /usr/local/nvidia/lib64/libcuda.so.580.159.04\n\
                    7f04-7f05 rw-p 00000000 00:00 0\n";
        assert_eq!(mapped(maps, "libcuda.so"), Some(PathBuf::from("/usr/local/nvidia/lib64/libcuda.so.580.159.04")));
        assert_eq!(mapped(maps, "libamdhip64.so"), None);
        assert!(loaded("libc").is_some());
    }

    #[test]
    fn the_minor_number_is_read() {
        assert_eq!(nvidia_minor("Model: \t\t NVIDIA H200\nDevice Minor: \t 3\nGPU Firmware: \t 580\n"), Some(3));
        assert_eq!(nvidia_minor("Model: x\n"), None);
    }
}
