//! A build's place in the cache.

use std::time::Instant;

use judge_abi::shim;
use serde::{Deserialize, Serialize};

use super::compile::{arguments, arm};
use super::link::Linked;
use super::{Artifact, BuildError, BuildRequest, Policy, Preprocessed, Resources};
use crate::store::{Key, KeyBuilder, Kind as Entry, Store};
use crate::toolchain::identity::Stamp;
use crate::toolchain::{Kind, Toolchain, flags};

/// What is kept of a build besides the object itself.
#[derive(Debug, Serialize, Deserialize)]
struct Record {
    object: Key,
    text: String,
    resources: Resources,
}

/// Everything that decides what a build makes.
pub(super) fn key(toolchain: &Toolchain, request: &BuildRequest<'_>, preprocessed: &Preprocessed) -> Key {
    let link = flags(toolchain, request.language, request.target, request.kind).link;
    let mut key = begin("build", toolchain, request)
        // The raw text too: code for the device's side of an #if is not in the host's preprocessed text.
        .part("source", request.source)
        .part("preprocessed", &preprocessed.text)
        .part("shim", shim::source(request.signature, arm(request)).as_bytes())
        .part("Fortran run-time calls", judge_abi::fortran::HOST_DEVICE.as_bytes())
        .part("Fortran functions for NVIDIA", judge_abi::fortran::nvptx::DEVICE.as_bytes())
        .part("allowed functions", super::allow::LIST.as_bytes())
        .part("policy", format!("{:?}", request.policy == Policy::Refuse).as_bytes());
    for flag in arguments(toolchain, request).iter().chain(&link) {
        key = key.part("flag", flag.as_bytes());
    }
    key.finish()
}

/// What decides everything that is compiled for a target: the judge, the toolchain, and what of the target is no flag.
pub(super) fn begin(what: &str, toolchain: &Toolchain, request: &BuildRequest<'_>) -> KeyBuilder {
    let key = KeyBuilder::new(what)
        .part("judge", env!("CARGO_PKG_VERSION").as_bytes())
        .part("toolchain", toolchain.identity.hex().as_bytes());
    if request.kind != Kind::Submission {
        return key.part("processor", toolchain.host_cpu.as_bytes());
    }
    let stamp = |key: KeyBuilder, file| key.part("device file", format!("{:?}", Stamp::of(file)).as_bytes());
    request.target.files().iter().fold(key, |key, file| stamp(key, file))
}

/// The artifact of an earlier build.
pub(super) fn load(store: &Store, key: &Key, begin: Instant) -> Result<Option<Artifact>, BuildError> {
    let Some(text) = store.get(Entry::Build, key)? else { return Ok(None) };
    let Ok(record) = serde_json::from_slice::<Record>(&text) else { return Ok(None) };
    let Some(path) = store.blob(&record.object)? else { return Ok(None) };
    Ok(Some(Artifact {
        path,
        sha256: record.object,
        cached: true,
        wall: begin.elapsed(),
        text: record.text,
        resources: record.resources,
    }))
}

/// Stores a new build: the object first, so that no record points at nothing.
pub(super) fn save(store: &Store, key: &Key, linked: &Linked, begin: Instant) -> Result<Artifact, BuildError> {
    let (object, path) = store.put_blob(&linked.contents)?;
    let record = Record { object: object.clone(), text: linked.text.clone(), resources: linked.resources.clone() };
    let json = serde_json::to_vec(&record).map_err(|error| BuildError::Object(error.to_string()))?;
    store.put(Entry::Build, key, &json)?;
    Ok(Artifact {
        path,
        sha256: object,
        cached: false,
        wall: begin.elapsed(),
        text: record.text,
        resources: record.resources,
    })
}
