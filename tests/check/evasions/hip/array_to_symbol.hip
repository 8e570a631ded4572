#include <hip/hip_runtime.h>
__constant__ double c[16];
__global__ void k(const double *x, double *y, long n) {
  long i = threadIdx.x;
  if (i < n) y[i] = c[i & 15] * x[i];
}
extern "C" void kernel(const double *x, double *y, long n) {
  hipMemcpyToSymbol(HIP_SYMBOL(c), &x[0], 16 * sizeof(double));
  k<<<1, 256>>>(x, y, n);
}
