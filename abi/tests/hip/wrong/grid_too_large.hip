// `fill` at line 10: a grid of (1, 65536, 1) blocks is too large: at most (2147483647, 65535, 65535)
#include <hip/hip_runtime.h>
#include <cstdint>

__global__ void fill(double *y) {
  y[threadIdx.x] = 1;
}

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  fill<<<dim3(1, 65536), 64>>>(y);
}
