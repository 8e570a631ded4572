#include <stdint.h>
void kernel(const double *x, double *y, long n) {
  uintptr_t u = (uintptr_t)y;
  u += 0;
  double *q = (double *)u;
  #pragma omp target teams loop map(tofrom: q[0:n]) is_device_ptr(x)
  for (long i = 0; i < n; i++) q[i] = x[i];
}
