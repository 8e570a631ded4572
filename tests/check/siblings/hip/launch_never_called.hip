#include <hip/hip_runtime.h>
__global__ void work(const double *x, double *y, long n, double a) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
static void go(const double *x, double *y, long n, double a) { work<<<1, 256>>>(x, y, n, a); }
extern "C" void kernel(const double *x, double *y, long n, double a) {
  (void)x;
}
