//! HIP on the host's own processor: one call of kernels with 2^20 threads, with and without barriers. The first must take
//! less than 20 ms.

#[path = "../tests/rig/mod.rs"]
mod rig;

use rig::Rig;
use rig::hip::{build, start};
use rig::llvm_with;

const N: usize = 1 << 20;

const AXPY: &str = "#include <hip/hip_runtime.h>
#include <cstdint>
__global__ void axpy(const double *x, double *y, double alpha, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += alpha * x[i];
}
extern \"C\" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  axpy<<<(n + 255) / 256, 256>>>(x, y, alpha, n);
}
";

/// One barrier a thread: each thread gets a stack of its own.
const REVERSE: &str = "#include <hip/hip_runtime.h>
#include <cstdint>
__global__ void reverse(double *y) {
  __shared__ double part[256];
  part[threadIdx.x] = y[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  y[blockIdx.x * 256 + threadIdx.x] = part[255 - threadIdx.x];
}
extern \"C\" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) { reverse<<<n / 256, 256>>>(y); }
";

/// Six exchanges a thread.
const BUTTERFLY: &str = "#include <hip/hip_runtime.h>
#include <cstdint>
__global__ void butterfly(double *y) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  double v = y[i];
  for (int mask = 1; mask < 64; mask *= 2)
    v += __shfl_xor(v, mask);
  y[i] = v;
}
extern \"C\" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) { butterfly<<<n / 256, 256>>>(y); }
";

fn main() {
    rig::run_if_asked();
    divan::main();
}

#[divan::bench(sample_count = 20, args = [("axpy", AXPY), ("reverse", REVERSE), ("butterfly", BUTTERFLY)].map(Kernel))]
fn call(bencher: divan::Bencher<'_, '_>, kernel: &Kernel) {
    let Some(llvm) = llvm_with("clang") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let object = build(&llvm, kernel.0.1, folder.path(), 64);
    let mut rig: Rig = start(&llvm, &object, 64, N);
    bencher.bench_local(|| rig.call(false).expect("a call"));
}

/// Name and source.
struct Kernel((&'static str, &'static str));

impl std::fmt::Display for Kernel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.0)
    }
}
