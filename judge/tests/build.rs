//! Builds real sources with this machine's compiler.

use judge::build::{BuildError, BuildRequest, Policy, build};
use judge::store::Store;
use judge::toolchain::probe::Search;
use judge::toolchain::{Kind, Toolchain, cached_or_probe};
use judge_abi::{Array, DType, Intent, Language, Param, Scalar, Signature};

fn axpy() -> Signature {
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

const GOOD: &str = "#include <stdint.h>\n\
void kernel(double a, const double *x, double *y, int64_t n) {\n\
#pragma omp target teams distribute parallel for is_device_ptr(x, y)\n\
for (int64_t i = 0; i < n; ++i) y[i] += a * x[i];\n}\n";

struct Bench {
    store: Store,
    toolchain: Toolchain,
    _folder: tempfile::TempDir,
}

fn bench() -> Bench {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path()).expect("a store");
    let toolchain = cached_or_probe(&store, &Search::from_env(None)).expect("a toolchain");
    Bench { store, toolchain, _folder: folder }
}

impl Bench {
    fn build(&self, language: Language, source: &str) -> Result<judge::build::Artifact, BuildError> {
        let signature = axpy();
        build(
            &self.toolchain,
            &self.store,
            &BuildRequest {
                source: source.as_bytes(),
                name: "mine.c",
                language,
                signature: &signature,
                target: &self.toolchain.targets[0],
                kind: Kind::Submission,
                policy: Policy::Refuse,
            },
        )
    }
}

#[test]
fn an_honest_kernel_builds_and_is_found_again() {
    let bench = bench();
    let first = bench.build(Language::C, GOOD).expect("it builds");
    assert!(!first.cached && first.path.is_file());
    assert_eq!((first.resources.images, first.resources.regions.len()), (1, 1));
    let second = bench.build(Language::C, GOOD).expect("it is there");
    assert!(second.cached);
    assert_eq!(first.sha256, second.sha256);
    eprintln!("{:?} {:?}", first.wall, second.wall);
}
