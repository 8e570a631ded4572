//! The last probe's answer, used again while every file it rests on is unchanged.

use std::path::{Path, PathBuf};

use super::identity::Stamp;
use super::probe::{Probe, Search, probe};
use super::tool::ToolError;
use super::{Toolchain, find, gather};
use crate::store::{Key, KeyBuilder, Kind, Store, StoreError};

/// Why no toolchain can be had.
#[derive(Debug, thiserror::Error)]
pub enum ToolchainError {
    /// Nothing usable; the facts say why.
    #[error("no usable compiler: {0}")]
    Unusable(String),
    /// A tool cannot be run.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// The cache cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The toolchain that `search` leads to; probed only when the cache has no answer that still holds.
///
/// # Errors
/// [`ToolchainError`].
pub fn cached_or_probe(store: &Store, search: &Search) -> Result<Toolchain, ToolchainError> {
    let key = key(search);
    if let Some(toolchain) = remembered(store, &key)? {
        return Ok(toolchain);
    }
    let Probe { facts, toolchain } = probe(search)?;
    let Some(toolchain) = toolchain else {
        let bad = facts.iter().filter(|f| f.outcome == super::Outcome::Bad);
        let words: Vec<String> = bad
            .map(|f| format!("{}: {}; {}", f.name, f.evidence, f.fix.as_deref().unwrap_or("see `judge doctor`")))
            .collect();
        return Err(ToolchainError::Unusable(words.join("; ")));
    };
    keep(store, search, &toolchain);
    Ok(toolchain)
}

/// Keeps what a probe found for the judges that come. A cache that cannot be written costs the next one a probe, no more.
pub fn keep(store: &Store, search: &Search, toolchain: &Toolchain) {
    if let Ok(text) = serde_json::to_vec(toolchain) {
        let _ = store.put(Kind::Toolchain, &key(search), &text);
    }
}

/// The stored answer, if every file is still as it was.
fn remembered(store: &Store, key: &Key) -> Result<Option<Toolchain>, StoreError> {
    let Some(text) = store.get(Kind::Toolchain, key)? else { return Ok(None) };
    let Ok(toolchain) = serde_json::from_slice::<Toolchain>(&text) else { return Ok(None) };
    let holds = toolchain.files.iter().all(super::identity::Stamp::holds);
    Ok(holds.then_some(toolchain))
}

/// The judge's version, the processor, the candidates and what lies beside them, and of each GPU what its code is built for
/// and the driver that runs it. What changes any of these asks anew: a part that was installed since, flang say, changes no file
/// that the answer rests on, but its folder.
fn key(search: &Search) -> Key {
    let mut key = KeyBuilder::new("probe").part("judge", env!("CARGO_PKG_VERSION").as_bytes());
    key = key.part("processor", gather::host_cpu().as_bytes());
    for clang in find::candidates(search) {
        key = key.part("clang", clang.as_os_str().as_encoded_bytes());
        let bin = clang.parent();
        let lib = bin.and_then(Path::parent).map(|root| root.join("lib"));
        key = stamped(key, bin.map(Path::to_owned).into_iter().chain(lib));
    }
    if search.gpus.is_empty() {
        return key.finish();
    }
    for gpu in &search.gpus {
        let device = [&gpu.kind.to_string(), gpu.identity.arch.as_str(), &gpu.identity.driver].join(" ");
        key = key.part("gpu", device.as_bytes());
        key = stamped(key, gpu.needs.libraries.iter().map(|library| library.file.clone()));
    }
    // What was not there when nothing worked may have come.
    key = stamped(key, search.cuda.iter().map(|folder| folder.join("bin/ptxas")));
    key = stamped(key, search.rocm.iter().map(|folder| folder.join("amdgcn/bitcode/ocml.bc")));
    key = stamped(key, search.library_path.iter().map(|folder| folder.join("libompdevice.a")));
    key.finish()
}

/// Adds files as they are now, or that they are not there.
fn stamped(key: KeyBuilder, files: impl Iterator<Item = PathBuf>) -> KeyBuilder {
    files.fold(key, |key, file| key.part("file", format!("{:?}", (&file, Stamp::of(&file))).as_bytes()))
}

#[cfg(test)]
mod tests {
    use judge_abi::device::{DeviceArch, DeviceIdentity, RunnerNeeds};

    use super::*;
    use crate::toolchain::{Gpu, TargetKind};

    fn gpu(driver: &str, capability: i32) -> Gpu {
        let identity = DeviceIdentity {
            name: "a GPU".to_owned(),
            uuid: "GPU-1".to_owned(),
            arch: DeviceArch::from_capability(capability, 0).expect("an architecture"),
            slice: false,
            driver: driver.to_owned(),
            memory_bytes: 0,
            l2_bytes: 0,
            multiprocessors: 0,
            clock_khz: 0,
            memory_clock_khz: 0,
            bus_bits: 0,
        };
        Gpu { kind: TargetKind::Nvidia, identity, needs: RunnerNeeds::default() }
    }

    #[test]
    fn another_driver_or_device_is_probed_anew_and_so_is_a_cuda_that_came() {
        let folder = tempfile::tempdir().expect("a folder");
        let of = |gpus: Vec<Gpu>| key(&Search { gpus, cuda: vec![folder.path().to_owned()], ..Search::default() });
        let first = of(vec![gpu("CUDA 12.4", 9)]);
        assert_eq!(first, of(vec![gpu("CUDA 12.4", 9)]));
        assert_ne!(first, of(vec![gpu("CUDA 13.0", 9)]));
        assert_ne!(first, of(vec![gpu("CUDA 12.4", 8)]));
        assert_ne!(first, of(Vec::new()));
        std::fs::create_dir(folder.path().join("bin")).expect("a folder");
        std::fs::write(folder.path().join("bin/ptxas"), "").expect("a file");
        assert_ne!(first, of(vec![gpu("CUDA 12.4", 9)]));
    }

    #[test]
    fn a_part_that_was_installed_since_is_asked_for_anew() {
        let root = tempfile::tempdir().expect("a folder");
        for (folder, file) in [("bin", "clang"), ("lib", "libomp.so")] {
            std::fs::create_dir(root.path().join(folder)).expect("a folder");
            std::fs::write(root.path().join(folder).join(file), "").expect("a file");
        }
        let now = || key(&Search { named: Some(root.path().to_owned()), ..Search::default() });
        let before = now();
        assert_eq!(before, now());
        for part in ["bin/flang", "lib/libomptarget.so"] {
            let before = now();
            std::fs::create_dir(root.path().join(part)).expect("something new");
            assert_ne!(before, now(), "{part}");
        }
    }
}
