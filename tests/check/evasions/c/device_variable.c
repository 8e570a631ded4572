#include <omp.h>
void kernel(const double *x, double *y, long n) {
  const int d = omp_get_default_device();
#pragma omp target teams loop is_device_ptr(x, y) device(d)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
