#include <omp.h>
void kernel(const double *x, double *y, long n, double a) {
  double h[2] = {0}, g[2];
  int d = omp_get_initial_device();
  omp_target_memcpy(g, h, 16, 0, 0, d, d);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
