// launches 5
// A kernel over any callable; kernels through pointers, in namespaces, overloaded, with structs by value.
#include <hip/hip_runtime.h>
#include <cassert>
#include <cstdint>

namespace blas {
template <class F> __global__ void for_each(int64_t n, F f) {
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < n; i += (int64_t)blockDim.x * gridDim.x)
    f(i);
}
namespace detail {
struct Axpy {
  const double *x;
  double *y, alpha;
  __device__ void operator()(int64_t i) const { y[i] += alpha * x[i]; }
};
__host__ __device__ constexpr int64_t half(int64_t n) { return n / 2; }
} // namespace detail
} // namespace blas

namespace {
template <unsigned BLOCK, class T = double> __global__ void sum(const T *y, T *s, int64_t n) {
  static_assert((BLOCK & (BLOCK - 1)) == 0, "a power of two");
  __shared__ T part[BLOCK];
  T own = T();
  for (int64_t i = threadIdx.x; i < n; i += BLOCK)
    own += y[i];
  part[threadIdx.x] = own;
  __syncthreads();
  if constexpr (BLOCK >= 128) {
    if (threadIdx.x < BLOCK / 2)
      part[threadIdx.x] += part[threadIdx.x + BLOCK / 2];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    T all = T();
    for (unsigned t = 0; t < (BLOCK >= 128 ? BLOCK / 2 : BLOCK); t++)
      all += part[t];
    assert(all == all);
    *s = all;
  }
}
} // namespace

__global__ void scale(double *s, double factor) { *s *= factor; }
__global__ void scale(double *s, int divisor) { *s /= divisor; }

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  const int64_t half = blas::detail::half(n);
  dim3 grid, block = 64; // one block of one thread, unless said otherwise
  grid.x = 4;
  blas::for_each<<<grid, block>>>(half, blas::detail::Axpy{x, y, alpha});
  blas::for_each<<<grid, block>>>(n - half, [=] __device__(int64_t i) { y[half + i] += alpha * x[half + i]; });
  void (*reduce)(const double *, double *, int64_t) = sum<128>;
  reduce<<<1, 128>>>(y, s, n);
  scale<<<1, 1>>>(s, 4.0);
  scale<<<dim3{}, dim3{1, 1, 1}>>>(s, 4);
}
