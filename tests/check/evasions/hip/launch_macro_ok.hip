#include <hip/hip_runtime.h>
__global__ void work(const double *x, double *y, long n) { long i = threadIdx.x; if (i < n) y[i] = x[i]; }
extern "C" void kernel(const double *x, double *y, long n) {
  hipLaunchKernelGGL(work, dim3(1), dim3(64), 0, 0, x, y, n);
}
