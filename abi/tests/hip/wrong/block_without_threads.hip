// `fill` at line 10: a block of (0, 1, 1) has no threads
#include <hip/hip_runtime.h>
#include <cstdint>

__global__ void fill(double *y) {
  y[threadIdx.x] = 1;
}

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  fill<<<1, (unsigned)(n / 100000)>>>(y);
}
