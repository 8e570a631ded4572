// launches 2
#include <hip/hip_runtime.h>
#include <cstdint>

__device__ int least = 1 << 30, ones;
__device__ unsigned greatest, bits;
__device__ unsigned long long count;
__device__ float singles;
__device__ double swapped;

__global__ void axpy(const double *x, double *y, double alpha, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  y[i] += alpha * x[i];
  atomicMin(&least, (int)i + 3);
  atomicMax(&greatest, (unsigned)i);
  atomicAdd(&count, 1ULL);
  atomicOr(&bits, 1u << (i % 10));
  atomicAdd(&singles, 1.0f);
  atomicSub(&ones, 1);
  // An addition by compare and swap, as for types without one.
  unsigned long long *at = (unsigned long long *)&swapped, old = *at, seen;
  do {
    seen = old;
    old = atomicCAS(at, seen, (unsigned long long)__double_as_longlong(y[i] + __longlong_as_double((long long)seen)));
  } while (old != seen);
}

__global__ void check(double *s, int64_t n) {
  bool right = least == 3 && greatest == n - 1 && count == (unsigned long long)n && bits == 1023 && singles == n && ones == -n;
  *s = right ? swapped : -1;
  // For the next call.
  least = 1 << 30, greatest = 0, count = 0, bits = 0, singles = 0, ones = 0, swapped = 0;
}

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  axpy<<<(n + 255) / 256, 256>>>(x, y, alpha, n);
  check<<<1, 1>>>(s, n);
}
