#include <hip/hip_runtime.h>
__global__ void k(const double *x, double *y, long n) {
  long i = threadIdx.x;
  if (i < n) y[i] = x[i];
}
extern "C" void kernel(const double *x, double *y, long n) {
  hipStream_t a, b;
  hipEvent_t e;
  hipStreamCreate(&a);
  hipStreamCreate(&b);
  hipEventCreate(&e);
  k<<<1, 256, 0, b>>>(x, y, n);
  hipEventRecord(e, b);
  hipStreamWaitEvent(a, e, 0);
  k<<<1, 256, 0, a>>>(x, y, n);
  hipStreamSynchronize(a);
}
