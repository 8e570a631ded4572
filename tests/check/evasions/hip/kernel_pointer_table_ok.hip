#include <hip/hip_runtime.h>
__global__ void copy(const double *x, double *y, long n) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i];
}
extern "C" void kernel(const double *x, double *y, long n) {
  void (*table[2])(const double *, double *, long) = {copy, copy};
  table[n & 1]<<<64, 256>>>(x, y, n);
}
