#include <hip/hip_runtime.h>
__global__ void work(const double *x, double *y, const double *t, long n) { long i = threadIdx.x; if (i < n) y[i] = x[i] + t[0]; }
extern "C" void kernel(const double *x, double *y, long n) {
  double h[1] = {2}, *t;
  hipMalloc((void **)&t, sizeof h);
  hipMemcpy(t, h, sizeof h, hipMemcpyHostToDevice);
  work<<<1, 64>>>(x, y, t, n);
  hipFree(t);
}
