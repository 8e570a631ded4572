//! A build's place in the cache.

use std::path::Path;
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
        // In the compiler's words, which are kept too.
        .part("name", request.name.as_bytes())
        // The raw text too: code for the device's side of an #if is not in the host's preprocessed text.
        .part("source", request.source)
        .part("preprocessed", &preprocessed.text)
        .part("shim", shim::source(request.signature, arm(request)).as_bytes())
        .part("policy", format!("{:?}", request.policy == Policy::Refuse).as_bytes());
    for flag in arguments(toolchain, request).iter().chain(&link) {
        key = key.part("flag", flag.as_bytes());
    }
    key.finish()
}

/// What decides everything that is compiled for a target: the judge, the toolchain, and what of the target is no flag.
pub(super) fn begin(what: &str, toolchain: &Toolchain, request: &BuildRequest<'_>) -> KeyBuilder {
    let key = KeyBuilder::new(what)
        // Of this program, its own rules, headers and rewriting: another judge might refuse what this one links.
        .part("judge", format!("{:?}", Stamp::of(Path::new("/proc/self/exe"))).as_bytes())
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

#[cfg(test)]
mod tests {
    use judge_abi::{Array, DType, Intent, Language, Param, Signature};

    use super::*;
    use crate::toolchain::tool::Limits;
    use crate::toolchain::{Target, fixture};

    /// The least change of each thing that decides what is made.
    #[test]
    fn whatever_decides_what_is_made_changes_the_key() {
        let signature = |dtype| {
            let array = Array { name: "x".to_owned(), dtype, intent: Intent::In };
            Signature { entry: "kernel".to_owned(), params: vec![Param::Array(array)] }
        };
        let (doubles, floats) = (signature(DType::F64), signature(DType::F32));
        let toolchain = fixture();
        let (host, gpu) = (toolchain.host(), |arch: &str| Target::Nvidia {
            arch: arch.to_owned(),
            cuda: "/cuda".into(),
            device_runtime: None,
        });
        let (first, second) = (gpu("sm_80"), gpu("sm_90"));
        let request = BuildRequest {
            source: b"#define A 1\n",
            name: "mine.c",
            language: Language::C,
            signature: &doubles,
            target: &host,
            kind: Kind::Submission,
            includes: &[],
            policy: Policy::Refuse,
            limits: Limits::default(),
        };
        let seen = |text: &[u8]| Preprocessed { text: text.to_owned(), file: "judge_submission.c".to_owned() };
        let same = seen(b"text");
        let of = |request: &BuildRequest<'_>| key(&toolchain, request, &same);
        let compiler = Toolchain { identity: Key::of(b"another"), ..toolchain.clone() };
        let processor = Toolchain { host_cpu: "another".to_owned(), ..toolchain.clone() };
        let baseline = BuildRequest { kind: Kind::Baseline, ..request.clone() };
        let keys = [
            of(&request),
            of(&BuildRequest { source: b"#define A  1\n", ..request.clone() }),
            key(&toolchain, &request, &seen(b"text ")),
            of(&BuildRequest { name: "yours.c", ..request.clone() }),
            of(&BuildRequest { language: Language::Cxx, ..request.clone() }),
            of(&BuildRequest { signature: &floats, ..request.clone() }),
            of(&BuildRequest { target: &first, ..request.clone() }),
            of(&BuildRequest { target: &second, ..request.clone() }),
            of(&BuildRequest { policy: Policy::Ignore, ..request.clone() }),
            of(&baseline),
            key(&compiler, &request, &same),
            key(&processor, &baseline, &same),
        ];
        for (i, one) in keys.iter().enumerate() {
            assert!(keys[..i].iter().all(|other| other != one), "change {i} leaves the key as it is");
        }
        assert_eq!(of(&request), keys[0]);
        assert_eq!(key(&processor, &request, &same), keys[0], "a submission is built for no processor in particular");
    }
}
