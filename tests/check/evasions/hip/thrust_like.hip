#include <hip/hip_runtime.h>
#include <algorithm>
__global__ void copy(const double *x, double *y, long n) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i];
}
extern "C" void kernel(const double *x, double *y, long n) {
  copy<<<(unsigned)((n + 255) / 256), 256>>>(x, y, n);
  std::fill(y, y + n, 0.0);
}
