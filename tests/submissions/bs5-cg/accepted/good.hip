// x += alpha p; r -= alpha Ap; rr = r . r, in one sweep: shuffles, shared memory, one atomic a block.
#include <hip/hip_runtime.h>
#include <cstdint>

// The sum over the block, right in its first thread.
static __device__ double block_sum(double v) {
  __shared__ double part[32];
  for (int delta = warpSize / 2; delta > 0; delta /= 2)
    v += __shfl_down(v, delta);
  int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize, warps = blockDim.x / warpSize;
  if (lane == 0)
    part[warp] = v;
  __syncthreads();
  v = lane < warps ? part[lane] : 0;
  for (int delta = warpSize / 2; delta > 0; delta /= 2)
    v += __shfl_down(v, delta);
  return v;
}

static __global__ void update(const double *p, const double *Ap, double *x, double *r, double *rr, double alpha, int64_t n) {
  double v = 0;
  for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (int64_t)gridDim.x * blockDim.x) {
    x[i] += alpha * p[i];
    double next = r[i] - alpha * Ap[i];
    r[i] = next;
    v += next * next;
  }
  v = block_sum(v);
  if (threadIdx.x == 0)
    atomicAdd(rr, v);
}

static __global__ void clear(double *rr) { *rr = 0; }

extern "C" void kernel(const double *p, const double *Ap, double *x, double *r, double *rr, double alpha, int64_t N) {
  clear<<<1, 1>>>(rr);
  int64_t blocks = (N + 1023) / 1024;
  if (blocks > 0)
    update<<<(unsigned)(blocks < 1024 ? blocks : 1024), 256>>>(p, Ap, x, r, rr, alpha, N);
}
