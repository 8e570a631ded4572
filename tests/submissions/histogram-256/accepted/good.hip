// Each block counts in shared memory and adds its counts to the table.
#include <hip/hip_runtime.h>
#include <cstdint>

enum { BINS = 256 };

static __global__ void __launch_bounds__(BINS) histogram(const uint32_t *keys, uint32_t *counts, int64_t n) {
  __shared__ uint32_t own[BINS];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * BINS + threadIdx.x; i < n; i += (int64_t)gridDim.x * BINS)
    atomicAdd(&own[keys[i]], 1u);
  __syncthreads();
  if (own[threadIdx.x] != 0)
    atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

static __global__ void clear(uint32_t *counts) { counts[threadIdx.x] = 0; }

extern "C" void kernel(const uint32_t *keys, uint32_t *counts, int64_t N) {
  clear<<<1, BINS>>>(counts);
  int64_t blocks = (N + 16 * BINS - 1) / (16 * BINS);
  if (blocks > 0)
    histogram<<<(unsigned)(blocks < 2048 ? blocks : 2048), BINS>>>(keys, counts, N);
}
