#include <hip/hip_runtime.h>
struct Put {
  double *y;
  __host__ __device__ void operator()(long i) const { y[i] = 1; }
};
template <class F> __global__ void each(long n, F f) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
extern "C" void kernel(const double *x, double *y, long n) {
  Put f{y};
  each<<<64, 256>>>(n, f);
  f(0);
  (void)x;
}
