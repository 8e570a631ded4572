#include <stdio.h>
void kernel(const double *x, double *y, long n, double a) {
  printf("%ld\n", n);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
