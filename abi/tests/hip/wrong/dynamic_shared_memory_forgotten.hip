// line 15: the kernel writes past the dynamic shared memory that this launch gives it
#include <hip/hip_runtime.h>
#include <cstdint>

__global__ void reverse(double *y) {
  extern __shared__ double part[];
  part[threadIdx.x] = y[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = part[blockDim.x - 1 - threadIdx.x];
}

// The first launch is right.
extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  reverse<<<1, 64, 64 * sizeof(double)>>>(y);
  reverse<<<1, 64>>>(y);
}
