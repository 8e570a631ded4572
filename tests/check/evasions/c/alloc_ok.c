#include <omp.h>
void kernel(const double *x, double *y, long n) {
  int d = omp_get_default_device();
  double *t = omp_target_alloc(n * sizeof *t, d);
#pragma omp target teams loop is_device_ptr(x, y, t)
  for (long i = 0; i < n; i++) { t[i] = x[i]; y[i] = t[i]; }
  omp_target_free(t, d);
}
