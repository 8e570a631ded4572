#include <hip/hip_runtime.h>
__global__ void work(const double *x, double *y, long n, double a) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
extern "C" void kernel(const double *x, double *y, long n, double a) {
  double *t;
  hipMalloc(&t, 80);
  hipMemset(t, 0, 80);
  work<<<(n + 255) / 256, 256>>>(x, y, n, a);
  hipFree(t);
}
