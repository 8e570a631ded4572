#include <stddef.h>
void kernel(const double *x, double *y, long n) {
  const double *z = NULL;
  if (n > 0) z = x;
#pragma omp target teams loop is_device_ptr(z, y)
  for (long i = 0; i < n; i++) y[i] = z[i];
}
