#include <stdlib.h>
void kernel(const double *x, double *y, long n) {
  double **h = malloc(8);
  h[0] = y;
  double *q = *h;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
