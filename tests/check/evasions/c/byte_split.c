#include <stdint.h>
void kernel(const double *x, double *y, long n) {
  unsigned char b[8];
  uintptr_t u = (uintptr_t)y, v = 0;
  for (int i = 0; i < 8; i++) b[i] = (unsigned char)(u >> 8 * i);
  for (int i = 0; i < 8; i++) v |= (uintptr_t)b[i] << 8 * i;
  double *q = (double *)v;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
