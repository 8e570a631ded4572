#include <stdlib.h>
void kernel(const double *x, double *y, long n) {
  void *h = malloc(8);
  *(double **)h = y;
  double *q = *(double **)h;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
