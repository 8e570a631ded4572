#include <hip/hip_runtime.h>
template <int B> __global__ void work(const double *x, double *y, long n) { long i = threadIdx.x; if (i < n) y[i] = x[i]; }
extern "C" void kernel(const double *x, double *y, long n) {
  work<64><<<dim3(1), dim3(64), 0, nullptr>>>(x, y, n);
  hipLaunchKernelGGL((work<64>), dim3(1), dim3(64), 0, 0, x, y, n);
}
