// `child` at line 6: launched from a kernel, which a judged kernel may not do
#include <hip/hip_runtime.h>
#include <cstdint>

__global__ void child(double *y) { y[0] = 1; }
__global__ void parent(double *y) { child<<<1, 1>>>(y); }

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  parent<<<1, 1>>>(y);
}
