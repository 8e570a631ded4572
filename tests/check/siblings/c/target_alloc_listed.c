#include <omp.h>
void kernel(const double *x, double *y, long n, double a) {
  double *t = omp_target_alloc(n * sizeof *t, omp_get_default_device());
#pragma omp target teams distribute parallel for is_device_ptr(x, t)
  for (long i = 0; i < n; i++)
    t[i] = x[i];
#pragma omp target teams distribute parallel for is_device_ptr(y, t)
  for (long i = 0; i < n; i++)
    y[i] += a * t[i];
  omp_target_free(t, omp_get_default_device());
}
