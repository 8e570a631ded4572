#include <hip/hip_runtime.h>
__device__ double s[4];
__global__ void work(const double *x, double *y, long n) { long i = threadIdx.x; if (i < n) y[i] = x[i]; }
extern "C" void kernel(const double *x, double *y, long n) {
  hipMemcpyToSymbol(HIP_SYMBOL(s), y, 32);
  work<<<1, 64>>>(x, y, n);
}
