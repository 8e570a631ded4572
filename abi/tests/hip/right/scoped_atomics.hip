// launches 3
// The compiler's atomics with an order and a scope: sums, maxima, bits, an exchange, a lock-free maximum of doubles by compare and
// exchange, a 64-bit sum without a scope, and a flag that one thread raises when its data are there.
#include <hip/hip_runtime.h>
#include <cstdint>

static __device__ double sum, largest;
static __device__ int64_t count, most;
static __device__ unsigned bits, blocks_done;
static __device__ uint64_t plain;

__global__ void clear() {
  sum = 0, largest = -1, count = 0, most = -1, bits = 0, blocks_done = 0, plain = 0;
}

__global__ void axpy(const double *x, double *y, double alpha, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += alpha * x[i];
}

__global__ void add(const double *y, double *s, int64_t n) {
  __shared__ unsigned last;
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    __hip_atomic_fetch_add(&sum, y[i], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    __hip_atomic_fetch_add(&count, 2, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    __hip_atomic_fetch_sub(&count, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    atomicAdd(&plain, (uint64_t)1);
    __hip_atomic_fetch_max(&most, i, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    __hip_atomic_fetch_or(&bits, 1u << i % 32, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    double seen = __hip_atomic_load(&largest, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    while (seen < y[i] && !__hip_atomic_compare_exchange_weak(&largest, &seen, y[i], __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                                              __HIP_MEMORY_SCOPE_AGENT))
      ;
  }
  __syncthreads();
  if (threadIdx.x == 0)
    last = __hip_atomic_fetch_add(&blocks_done, 1u, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT) == gridDim.x - 1;
  __syncthreads();
  if (last && threadIdx.x == 0) {
    bool right = __hip_atomic_load(&count, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) == n;
    right &= most == n - 1 && plain == (uint64_t)n && bits == ~0u && __hip_atomic_load(&largest, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) > 0;
    double was = __hip_atomic_exchange(&sum, 0.0, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    __hip_atomic_store(s, right ? was : -1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
  }
}

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  unsigned blocks = (n + 255) / 256;
  clear<<<1, 1>>>();
  axpy<<<blocks, 256>>>(x, y, alpha, n);
  add<<<blocks, 256>>>(y, s, n);
}
