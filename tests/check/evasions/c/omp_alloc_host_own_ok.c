#include <stdlib.h>
void kernel(const double *x, double *y, long n) {
  double *h = malloc(64);
  h[0] = 1;
#pragma omp target teams loop is_device_ptr(x, y) map(to: h[0:8])
  for (long i = 0; i < n; i++) y[i] = x[i] * h[0];
  free(h);
}
