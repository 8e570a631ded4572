#include <hip/hip_runtime.h>
__global__ void work(const double *x, double *y, long n, double a) {
  asm volatile("s_nop 0");
  y[0] = a * x[0] + n;
}
extern "C" void kernel(const double *x, double *y, long n, double a) {
  work<<<(n + 255) / 256, 256>>>(x, y, n, a);
}
