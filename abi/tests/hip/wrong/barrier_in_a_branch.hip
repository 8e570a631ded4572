// __syncthreads in divergent code: in block (0, 0, 0), thread (0, 0, 0) waits at line 7 and thread (16, 0, 0) at line 9;
#include <hip/hip_runtime.h>
#include <cstdint>

__global__ void half(double *y) {
  if (threadIdx.x < 16)
    __syncthreads();
  y[threadIdx.x] = 1;
  __syncthreads();
}

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  half<<<1, 64>>>(y);
}
