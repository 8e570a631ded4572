#include <hip/hip_runtime.h>
__global__ void work(const double *x, double *y, long n, double a) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
extern "C" void kernel(const double *x, double *y, long n, double a) {
  double *t;
  hipMalloc(&t, n * 8);
  hipMemcpy(t, x, n * 8, hipMemcpyDeviceToDevice);
  work<<<(n + 255) / 256, 256>>>(x, y, n, a);
  hipFree(t);
}
