// A pointer to a kernel is declared, not called: a functor marked for both sides stays on the device.
#include <hip/hip_runtime.h>
#include <cstdint>
struct Axpy {
  const double *x;
  double *y, alpha;
  __host__ __device__ void operator()(int64_t i) const { y[i] += alpha * x[i]; }
};
template <class F> __global__ void for_each(int64_t n, F f) {
  int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; if (i < n)
    f(i);
}
__global__ void sum(const double *y, double *s, int64_t n) { *s = y[0]; }
extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  for_each<<<4, 4>>>(n, Axpy{x, y, alpha});
  void (*reduce)(const double *, double *, int64_t) = sum;
  reduce<<<1, 128>>>(y, s, n);
}
