#include <hip/hip_runtime.h>
__global__ void k(const double *x, double *y, long n) {
  long i = threadIdx.x;
  if (i < n) y[i] = x[i];
}
static void go(const double *x, double *y, long n, hipStream_t s) { k<<<1, 256, 0, s>>>(x, y, n); }
static void wait(hipStream_t s) { hipStreamSynchronize(s); }
extern "C" void kernel(const double *x, double *y, long n) {
  hipStream_t a, c;
  hipStreamCreate(&a);
  hipStreamCreate(&c);
  go(x, y, n, a);
  hipStreamSynchronize(a);
  hipStream_t b = c;
  k<<<1, 256, 0, c>>>(x, y, n);
  hipStreamSynchronize(b);
}
