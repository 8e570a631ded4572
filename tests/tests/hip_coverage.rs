//! What contest kernels use of HIP, through the whole judge: on the host here, and on a GPU where `JUDGE_GPU=1` says that there
//! is one.
#![allow(clippy::print_stderr, reason = "a table of verdicts for whoever runs it with --nocapture")]

use std::path::PathBuf;
use std::sync::Mutex;

use judge_tests::{Place, compiles, root};

/// What the kernels must cover between them, as it stands in a source.
const COVERED: [&str; 27] = [
    "<<<",
    "hipLaunchKernelGGL(",
    "extern __shared__",
    "__shared__ double",
    "__syncthreads()",
    "__launch_bounds__(",
    "__shfl(",
    "__shfl_down(",
    "__shfl_up(",
    "__shfl_xor(",
    "__ballot(",
    "atomicAdd(",
    "atomicCAS(",
    "__hip_atomic_fetch_add(",
    "cooperative_groups",
    "tiled_partition<",
    "hipStreamCreate(",
    "hipStreamSynchronize(",
    "hipEventRecord(",
    "hipStreamWaitEvent(",
    "hipMalloc(",
    "hipFree(",
    "hipMemset(",
    "hipMemcpyDeviceToDevice",
    "hipGetLastError(",
    "hipGetErrorString(",
    "hipGetDeviceProperties(",
];

fn kernels() -> Vec<PathBuf> {
    let folder = root().join("abi/tests/hip/right");
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    all.sort();
    all
}

#[test]
fn the_kernels_cover_what_contest_kernels_use() {
    let text: String = kernels().iter().map(|path| std::fs::read_to_string(path).expect("a source")).collect();
    let missing: Vec<&str> = COVERED.into_iter().filter(|word| !text.contains(word)).collect();
    assert!(missing.is_empty(), "no kernel has {missing:?}");
}

#[test]
fn every_kernel_is_accepted_on_the_host() {
    let place = Place::new();
    if compiles(&place) {
        all_accepted(&place, "host", 2);
    }
}

#[test]
fn every_kernel_is_accepted_on_a_gpu() {
    if std::env::var_os("JUDGE_GPU").is_some_and(|v| v == "1") {
        all_accepted(&Place::new(), "cuda", 6);
    } else {
        eprintln!("left out: needs a GPU (set JUDGE_GPU=1 on a machine that has one)");
    }
}

/// A kernel that declares more shared memory than a block has is told so in one sentence, on the host and for a GPU.
#[test]
fn too_much_shared_memory_is_one_sentence() {
    let place = Place::new();
    if !compiles(&place) {
        return;
    }
    let file = place.write(
        "big.hip",
        "#include <hip/hip_runtime.h>\n#include <cstdint>\n\
         __global__ void fill(double *y) {\n__shared__ double tile[5000], other[4000];\n\
         tile[threadIdx.x * 7] = 1;\nother[threadIdx.x] = 2;\n__syncthreads();\n\
         y[threadIdx.x] = tile[threadIdx.x] + other[threadIdx.x + 1];\n}\n\
         extern \"C\" void kernel(const double *x, double *y, double alpha, double beta, int64_t N) {\nfill<<<1, 64>>>(y);\n}\n",
    );
    for target in [&["--device", "host"][..], &["--arch", "gfx90a"]] {
        let said = place.run(&[&["build", &file, "--task", "bs2-axpy"][..], target].concat());
        let sentence = "`fill` declares 72000 bytes of shared memory; a block has 65536";
        let ready = said.code == Some(1) && said.stderr.contains(sentence);
        assert!(ready || said.stderr.contains("rocm-device-libs"), "{target:?}: {said:?}");
    }
}

#[test]
fn a_wait_of_the_whole_grid_is_refused_in_words() {
    let place = Place::new();
    if !compiles(&place) {
        return;
    }
    let launch = |device: &str, host: &str| {
        format!(
            "#include <hip/hip_runtime.h>\n#include <hip/hip_cooperative_groups.h>\n#include <cstdint>\n\
             __global__ void fill(double *y) {{\n{device}\ny[threadIdx.x] = 1;\n}}\n\
             extern \"C\" void kernel(const double *x, double *y, double alpha, double beta, int64_t N) {{\n{host}\n}}\n"
        )
    };
    for text in [
        launch("auto all = cooperative_groups::this_grid();", "fill<<<1, 64>>>(y);"),
        launch("", "void *args[] = {&y};\nhipLaunchCooperativeKernel(fill, dim3(1), dim3(64), args, 0, nullptr);"),
    ] {
        let file = place.write("grid.hip", &text);
        let said = place.run(&["build", &file, "--task", "bs2-axpy", "--device", "host"]);
        let sentence = "blocks cannot wait for each other here: split the kernel in two launches";
        assert!(said.code == Some(1) && said.stderr.contains(sentence), "{said:?}");
    }
}

/// Submits every kernel, `workers` at a time.
fn all_accepted(place: &Place, device: &str, workers: usize) {
    let task = root().join("tests/coverage/hip").to_string_lossy().into_owned();
    let (todo, wrong) = (Mutex::new(kernels()), Mutex::new(Vec::new()));
    let submit = |file: PathBuf| {
        let file = file.to_string_lossy();
        let options = ["--task", &task, "--device", device, "--sizes", "n1003", "--format", "json"];
        let said = place.run(&[&["submit", &file][..], &options].concat());
        let document = said.json();
        eprintln!("{device:4} {:18} {file}", document["verdict"].to_string());
        (document["verdict"] != "accepted").then(|| format!("{file}: {} ({})", document["verdict"], document["reason"]))
    };
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let Some(next) = todo.lock().expect("no panic").pop() else { return };
                    let fault = submit(next);
                    wrong.lock().expect("no panic").extend(fault);
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no panic");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
