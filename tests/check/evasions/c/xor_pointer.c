#include <stdint.h>
void kernel(const double *x, double *y, long n) {
  uintptr_t k = 0x55, u = (uintptr_t)y ^ k;
  double *q = (double *)(u ^ k);
#pragma omp target teams loop map(tofrom: q[0:n]) is_device_ptr(x)
  for (long i = 0; i < n; i++) q[i] = x[i];
}
