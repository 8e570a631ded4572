// __syncthreads in divergent code: in block (2, 0, 0), thread (0, 0, 0) returned after 1 barriers while thread (1, 0, 0) waits at line 8;
#include <hip/hip_runtime.h>
#include <cstdint>

__global__ void loops(double *y) {
  if (blockIdx.x == 2)
    for (unsigned i = 0; i <= threadIdx.x; i++)
      __syncthreads();
  y[threadIdx.x] = 1;
}

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  loops<<<3, 4>>>(y);
}
