#include <hip/hip_runtime.h>
__global__ void copy(const double *x, double *y, long n) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i];
}
extern "C" void kernel(const double *x, double *y, long n) {
  double *t = nullptr, h[4] = {0};
  (void)hipMalloc(&t, sizeof h);
  (void)hipMemcpyAsync(t, h, sizeof h, hipMemcpyHostToDevice, 0);
  copy<<<(unsigned)((n + 255) / 256), 256>>>(x, y, n);
  (void)hipFree(t);
}
