#include <hip/hip_runtime.h>
__global__ void copy(const double *x, double *y, long n) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i];
}
extern "C" void kernel(const double *x, double *y, long n) {
  static double h[8];
  (void)hipHostRegister(h, sizeof h, hipHostRegisterMapped);
  copy<<<(unsigned)((n + 255) / 256), 256>>>(x, y, n);
}
