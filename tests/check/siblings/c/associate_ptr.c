#include <omp.h>
void kernel(const double *x, double *y, long n, double a) {
  omp_target_associate_ptr(&a, y, 8, 0, 0);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
