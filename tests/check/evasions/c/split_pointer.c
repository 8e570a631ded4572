#include <stdint.h>
void kernel(const double *x, double *y, long n) {
  uint32_t hi = (uintptr_t)y >> 32, lo = (uint32_t)(uintptr_t)y;
  double *q = (double *)((uintptr_t)hi << 32 | lo);
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
