// Three steps: how many each block keeps, where each block starts, then each block writes its indices in order.
#include <hip/hip_runtime.h>
#include <cstdint>

enum { THREADS = 256, EACH = 8, TILE = THREADS * EACH };

static __device__ bool passes(uint32_t key) { return key % 8 == 0; }

// The sum over the threads before this one; the sum over all comes to every thread.
static __device__ uint32_t sum_before(uint32_t own, uint32_t *all) {
  __shared__ uint32_t sums[THREADS];
  sums[threadIdx.x] = own;
  __syncthreads();
  for (unsigned step = 1; step < THREADS; step *= 2) {
    uint32_t left = threadIdx.x >= step ? sums[threadIdx.x - step] : 0;
    __syncthreads();
    sums[threadIdx.x] += left;
    __syncthreads();
  }
  *all = sums[THREADS - 1];
  uint32_t before = sums[threadIdx.x] - own;
  __syncthreads();
  return before;
}

static __global__ void __launch_bounds__(THREADS) count_blocks(const uint32_t *keys, uint32_t *work, int64_t n) {
  __shared__ uint32_t sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  uint32_t own = 0;
  for (int e = 0; e < EACH; e++) {
    int64_t i = (int64_t)blockIdx.x * TILE + e * THREADS + threadIdx.x;
    own += i < n && passes(keys[i]);
  }
  atomicAdd(&sum, own);
  __syncthreads();
  if (threadIdx.x == 0)
    work[blockIdx.x] = sum;
}

static __global__ void __launch_bounds__(THREADS) starts(uint32_t *work, uint32_t *count, int64_t blocks) {
  uint32_t start = 0, all;
  for (int64_t first = 0; first < blocks; first += THREADS) {
    int64_t b = first + threadIdx.x;
    uint32_t own = b < blocks ? work[b] : 0, before = sum_before(own, &all);
    if (b < blocks)
      work[b] = start + before;
    start += all;
  }
  if (threadIdx.x == 0)
    *count = start;
}

static __global__ void __launch_bounds__(THREADS) keep(const uint32_t *keys, const uint32_t *work, uint32_t *kept, int64_t n) {
  int64_t first = (int64_t)blockIdx.x * TILE + threadIdx.x * EACH;
  uint32_t own = 0, all;
  for (int64_t i = first; i < first + EACH && i < n; i++)
    own += passes(keys[i]);
  uint32_t at = work[blockIdx.x] + sum_before(own, &all);
  for (int64_t i = first; i < first + EACH && i < n; i++)
    if (passes(keys[i]))
      kept[at++] = (uint32_t)i;
}

extern "C" void kernel(const uint32_t *keys, uint32_t *count, uint32_t *kept, uint32_t *work, int64_t N) {
  int64_t blocks = (N + TILE - 1) / TILE;
  if (blocks > 0)
    count_blocks<<<(unsigned)blocks, THREADS>>>(keys, work, N);
  starts<<<1, THREADS>>>(work, count, blocks);
  if (blocks > 0)
    keep<<<(unsigned)blocks, THREADS>>>(keys, work, kept, N);
}
