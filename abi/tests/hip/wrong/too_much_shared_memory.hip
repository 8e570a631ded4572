// `fill` at line 10: 65544 bytes of shared memory for a block; 65536 is the most
#include <hip/hip_runtime.h>
#include <cstdint>

__global__ void fill(double *y) {
  y[threadIdx.x] = 1;
}

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  fill<<<1, 64, 65536 + 8>>>(y);
}
