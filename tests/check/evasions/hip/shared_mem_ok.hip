#include <hip/hip_runtime.h>
__global__ void work(const double *x, double *y, long n) {
  __shared__ double t[64];
  t[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = t[63 - threadIdx.x];
}
extern "C" void kernel(const double *x, double *y, long n) {
  work<<<1, 64>>>(x, y, n);
}
