#include <hip/hip_runtime.h>
__global__ void work(const double *x, double *y, long n, double a) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
extern "C" void kernel(const double *x, double *y, long n, double a) {
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
