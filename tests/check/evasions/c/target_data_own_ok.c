#include <stdlib.h>
void kernel(const double *x, double *y, long n) {
  double *t = malloc(n * sizeof *t);
#pragma omp target data map(alloc: t[0:n])
  {
#pragma omp target teams loop is_device_ptr(x)
    for (long i = 0; i < n; i++) t[i] = x[i];
#pragma omp target teams loop is_device_ptr(y)
    for (long i = 0; i < n; i++) y[i] = t[i];
  }
  free(t);
}
