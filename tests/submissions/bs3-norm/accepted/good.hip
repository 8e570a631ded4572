// result = x . x: shuffles within a warp, shared memory within a block, one atomic a block.
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

static __global__ void norm(const double *x, double *result, int64_t n) {
  double v = 0;
  for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (int64_t)gridDim.x * blockDim.x)
    v += x[i] * x[i];
  v = block_sum(v);
  if (threadIdx.x == 0)
    atomicAdd(result, v);
}

static __global__ void clear(double *result) { *result = 0; }

extern "C" void kernel(const double *x, double *result, int64_t N) {
  clear<<<1, 1>>>(result);
  int64_t blocks = (N + 1023) / 1024;
  if (blocks > 0)
    norm<<<(unsigned)(blocks < 1024 ? blocks : 1024), 256>>>(x, result, N);
}
