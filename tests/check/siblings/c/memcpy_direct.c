#include <omp.h>
void kernel(const double *x, double *y, long n, double a) {
  double h;
  omp_target_memcpy(&h, y, 8, 0, 0, omp_get_initial_device(), omp_get_default_device());
  a += h;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
