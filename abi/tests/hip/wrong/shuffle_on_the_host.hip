// line 6: a shuffle or vote outside a kernel
#include <hip/hip_runtime.h>
#include <cstdint>

extern "C" void kernel(const double *x, double *y, double *s, double alpha, int64_t n) {
  (void)__shfl(alpha, 0);
}
