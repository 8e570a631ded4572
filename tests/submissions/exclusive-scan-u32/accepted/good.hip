// Three steps: the sum of each block, a scan of the sums by one block, then each block from where it starts. Within a block,
// warps scan by shuffles and their sums meet in shared memory.
#include <hip/hip_runtime.h>
#include <cstdint>

enum { THREADS = 256, EACH = 8, TILE = THREADS * EACH };

// The sum over the threads before this one; the sum over all comes to every thread.
static __device__ uint32_t sum_before(uint32_t own, uint32_t *all) {
  __shared__ uint32_t warps[THREADS / 32];
  int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize, count = THREADS / warpSize;
  uint32_t sum = own;
  for (int step = 1; step < warpSize; step *= 2) {
    uint32_t left = __shfl_up(sum, step);
    sum += lane >= step ? left : 0;
  }
  if (lane == warpSize - 1)
    warps[warp] = sum;
  __syncthreads();
  uint32_t before = sum - own;
  *all = 0;
  for (int w = 0; w < count; w++) {
    before += w < warp ? warps[w] : 0;
    *all += warps[w];
  }
  __syncthreads();
  return before;
}

static __global__ void __launch_bounds__(THREADS) sum_blocks(const uint32_t *value, uint32_t *work, int64_t n) {
  uint32_t own = 0, all;
  for (int e = 0; e < EACH; e++) {
    int64_t i = (int64_t)blockIdx.x * TILE + e * THREADS + threadIdx.x;
    own += i < n ? value[i] : 0;
  }
  sum_before(own, &all);
  if (threadIdx.x == 0)
    work[blockIdx.x] = all;
}

static __global__ void __launch_bounds__(THREADS) starts(uint32_t *work, int64_t blocks) {
  uint32_t start = 0, all;
  for (int64_t first = 0; first < blocks; first += THREADS) {
    int64_t b = first + threadIdx.x;
    uint32_t before = sum_before(b < blocks ? work[b] : 0, &all);
    if (b < blocks)
      work[b] = start + before;
    start += all;
  }
}

static __global__ void __launch_bounds__(THREADS) scan_blocks(const uint32_t *value, const uint32_t *work, uint32_t *scan,
                                                              int64_t n) {
  int64_t first = (int64_t)blockIdx.x * TILE + threadIdx.x * EACH;
  uint32_t own[EACH], sum = 0, all;
  for (int e = 0; e < EACH; e++) {
    own[e] = first + e < n ? value[first + e] : 0;
    sum += own[e];
  }
  uint32_t running = work[blockIdx.x] + sum_before(sum, &all);
  for (int e = 0; e < EACH && first + e < n; e++) {
    scan[first + e] = running;
    running += own[e];
  }
}

extern "C" void kernel(const uint32_t *value, uint32_t *scan, uint32_t *work, int64_t N) {
  int64_t blocks = (N + TILE - 1) / TILE;
  if (blocks == 0)
    return;
  sum_blocks<<<(unsigned)blocks, THREADS>>>(value, work, N);
  starts<<<1, THREADS>>>(work, blocks);
  scan_blocks<<<(unsigned)blocks, THREADS>>>(value, work, scan, N);
}
