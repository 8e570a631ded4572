// line 5: launched with more threads in a block than its __launch_bounds__ allow
#include <hip/hip_runtime.h>
#include <cstdint>

__global__ void __launch_bounds__(128) fill(double *y) {
  y[threadIdx.x] = 1;
}

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  fill<<<1, 256>>>(y);
}
