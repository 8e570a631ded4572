#include <hip/hip_runtime.h>
#define CAT(a, b) a##b
#define FETCH(d, s, n) CAT(hipMem, cpyAsync)(d, s, n, hipMemcpyDeviceToHost, 0)
__global__ void work(const double *x, double *y, long n) { long i = threadIdx.x; if (i < n) y[i] = x[i]; }
extern "C" void kernel(const double *x, double *y, long n) {
  double h[4];
  FETCH(h, y, 32);
  hipDeviceSynchronize();
  work<<<1, 64>>>(x, y, n);
}
