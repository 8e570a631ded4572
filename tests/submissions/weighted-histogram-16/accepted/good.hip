// Each block adds up in shared memory, then adds its sums to the table. The order is open, and the band allows for it.
#include <hip/hip_runtime.h>
#include <cstdint>

enum { BINS = 16, THREADS = 256 };

static __global__ void __launch_bounds__(THREADS) histogram(const uint32_t *bin, const double *w, double *sums, int64_t n) {
  __shared__ double own[BINS];
  if (threadIdx.x < BINS)
    own[threadIdx.x] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x; i < n; i += (int64_t)gridDim.x * THREADS)
    atomicAdd(&own[bin[i]], w[i]);
  __syncthreads();
  if (threadIdx.x < BINS)
    atomicAdd(&sums[threadIdx.x], own[threadIdx.x]);
}

static __global__ void clear(double *sums) { sums[threadIdx.x] = 0; }

extern "C" void kernel(const uint32_t *bin, const double *w, double *sums, int64_t N) {
  clear<<<1, BINS>>>(sums);
  int64_t blocks = (N + 16 * THREADS - 1) / (16 * THREADS);
  if (blocks > 0)
    histogram<<<(unsigned)(blocks < 2048 ? blocks : 2048), THREADS>>>(bin, w, sums, N);
}
