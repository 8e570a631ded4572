//! A store, a probed toolchain, and a small program that calls what was built.
#![allow(dead_code, reason = "each test program uses a part")]

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use judge::build::{Artifact, BuildError, BuildRequest, Policy, build};
use judge::store::Store;
use judge::toolchain::probe::Search;
use judge::toolchain::tool::Limits;
use judge::toolchain::{Kind, Toolchain, cached_or_probe};
use judge_abi::{Array, DType, Intent, Language, Param, Scalar, Signature};

pub(crate) const GOOD: &str = "#include <stdint.h>\n\
void kernel(double a, const double *x, double *y, int64_t n) {\n\
#pragma omp target teams distribute parallel for is_device_ptr(x, y)\n\
for (int64_t i = 0; i < n; ++i) y[i] += a * x[i];\n}\n";

/// Calls `judge_call` of an axpy object and says whether the answer is right.
const CALLER: &str = r#"
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv) {
    void *object = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!object) { puts(dlerror()); return 1; }
    void (*call)(void **) = (void (*)(void **))dlsym(object, "judge_call");
    enum { N = 100000 };
    static double x[N], y[N];
    for (int i = 0; i < N; i++) { x[i] = i; y[i] = 1; }
    double a = 2, *px = x, *py = y;
    long n = N;
    void *args[] = {&a, &px, &py, &n};
    call(args);
    for (int i = 0; i < N; i++) if (y[i] != 1 + 2.0 * i) { puts("wrong"); return 0; }
    puts("right");
    fflush(stdout);
    __builtin_trap();
}
"#;

pub(crate) fn axpy() -> Signature {
    let array = |name: &str, intent| Param::Array(Array { name: name.to_owned(), dtype: DType::F64, intent });
    let scalar = |name: &str, dtype| Param::Scalar(Scalar { name: name.to_owned(), dtype });
    Signature {
        entry: "kernel".to_owned(),
        params: vec![
            scalar("a", DType::F64),
            array("x", Intent::In),
            array("y", Intent::InOut),
            scalar("n", DType::I64),
        ],
    }
}

/// An array of every type with every intent, and a scalar of every type that may be one.
pub(crate) fn every_type() -> Signature {
    use DType::{Bf16, Bytes, Complex64, Complex128, F16, F32, F64, I32, I64, U32, U64};
    let mut params = vec![Param::Scalar(Scalar { name: "n".to_owned(), dtype: DType::I64 })];
    for dtype in [F64, F32, F16, Bf16, Complex64, Complex128, I32, I64, U32, U64, Bytes] {
        for intent in [Intent::In, Intent::Out, Intent::InOut, Intent::Scratch] {
            let name = format!("{dtype}_{intent:?}");
            params.push(Param::Array(Array { name, dtype, intent }));
        }
    }
    let scalar = |dtype: DType| Param::Scalar(Scalar { name: format!("{dtype}_scalar"), dtype });
    params.extend([F64, F32, I32, I64, U32, U64].map(scalar));
    Signature { entry: "kernel".to_owned(), params }
}

pub(crate) struct Bench {
    pub(crate) store: Store,
    pub(crate) toolchain: Toolchain,
    pub(crate) folder: tempfile::TempDir,
}

impl Bench {
    pub(crate) fn new() -> Self {
        static PROBED: OnceLock<Toolchain> = OnceLock::new();
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(folder.path()).expect("a store");
        let toolchain =
            PROBED.get_or_init(|| cached_or_probe(&store, &Search::from_env(None)).expect("a toolchain")).clone();
        Self { store, toolchain, folder }
    }

    pub(crate) fn build(&self, language: Language, source: &str) -> Result<Artifact, BuildError> {
        self.build_as(language, source, Kind::Submission)
    }

    pub(crate) fn build_as(&self, language: Language, source: &str, kind: Kind) -> Result<Artifact, BuildError> {
        self.with_request(language, source, kind, |request| build(&self.toolchain, &self.store, request))
    }

    pub(crate) fn build_bytes(&self, source: &[u8]) -> Result<Artifact, BuildError> {
        self.with_request(Language::C, "", Kind::Submission, |request| {
            build(&self.toolchain, &self.store, &BuildRequest { source, ..request.clone() })
        })
    }

    pub(crate) fn with_request<T>(
        &self,
        language: Language,
        source: &str,
        kind: Kind,
        then: impl FnOnce(&BuildRequest<'_>) -> T,
    ) -> T {
        then(&BuildRequest {
            source: source.as_bytes(),
            name: if language == Language::Fortran { "mine.f90" } else { "mine.c" },
            language,
            signature: &axpy(),
            target: &self.toolchain.targets[0],
            kind,
            includes: &[],
            policy: Policy::Refuse,
            limits: Limits { wall: Duration::from_secs(20), ..Limits::default() },
        })
    }

    /// What the caller program says about an object. It ends by a trap: unloading is nobody's business here.
    pub(crate) fn call_axpy(&self, object: &Path) -> String {
        let (source, program) = (self.folder.path().join("caller.c"), self.folder.path().join("caller"));
        std::fs::write(&source, CALLER).expect("the caller's source");
        let built = Command::new(&self.toolchain.clang).arg(&source).arg("-o").arg(&program).status().expect("clang");
        assert!(built.success());
        let libraries = std::env::join_paths(&self.toolchain.library_path).expect("folders");
        let ran = Command::new(&program)
            .arg(object)
            .env("LD_LIBRARY_PATH", libraries)
            .env("OMP_TARGET_OFFLOAD", "MANDATORY")
            .output()
            .expect("the caller runs");
        String::from_utf8_lossy(&ran.stdout).trim().to_owned()
    }
}
