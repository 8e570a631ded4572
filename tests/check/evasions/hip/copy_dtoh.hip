#include <hip/hip_runtime.h>
__global__ void work(const double *x, double *y, long n) { long i = threadIdx.x; if (i < n) y[i] = x[i]; }
extern "C" void kernel(const double *x, double *y, long n) {
  double h[4];
  hipMemcpyDtoH(h, (hipDeviceptr_t)y, 32);
  work<<<1, 64>>>(x, y, n);
}
