// A tree over (value, index) pairs in shared memory, a pair a block, then one block over those: of equal values the
// smaller index wins, so that any order gives one answer.
#include <hip/hip_runtime.h>
#include <cstdint>

enum { THREADS = 256, MOST = 1024 };

struct Least {
  double value;
  int64_t index; // -1: nothing yet

  __device__ Least first(Least other) const {
    bool own = other.index < 0 || (index >= 0 && (value < other.value || (value == other.value && index < other.index)));
    return own ? *this : other;
  }
};

// The least over the block, right in its first thread.
static __device__ Least of_block(Least own) {
  __shared__ Least part[THREADS];
  part[threadIdx.x] = own;
  __syncthreads();
  for (unsigned half = THREADS / 2; half > 0; half /= 2) {
    if (threadIdx.x < half)
      part[threadIdx.x] = part[threadIdx.x].first(part[threadIdx.x + half]);
    __syncthreads();
  }
  return part[0];
}

static __global__ void blocks_least(const double *a, Least *parts, int64_t n) {
  Least own = {INFINITY, -1};
  for (int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x; i < n; i += (int64_t)gridDim.x * THREADS)
    own = own.first({a[i], i});
  own = of_block(own);
  if (threadIdx.x == 0)
    parts[blockIdx.x] = own;
}

static __global__ void least(const Least *parts, double *value, int64_t *index, int count) {
  Least own = {INFINITY, -1};
  for (int i = threadIdx.x; i < count; i += THREADS)
    own = own.first(parts[i]);
  own = of_block(own);
  if (threadIdx.x == 0) {
    *value = own.value;
    *index = own.index;
  }
}

extern "C" void kernel(const double *a, double *value, int64_t *index, int64_t N) {
  int64_t wanted = (N + 4 * THREADS - 1) / (4 * THREADS);
  int blocks = wanted < 1 ? 1 : wanted < MOST ? (int)wanted : MOST;
  Least *parts;
  if (hipMalloc(&parts, blocks * sizeof *parts) != hipSuccess)
    return;
  blocks_least<<<blocks, THREADS>>>(a, parts, N);
  least<<<1, THREADS>>>(parts, value, index, blocks);
  hipFree(parts);
}
