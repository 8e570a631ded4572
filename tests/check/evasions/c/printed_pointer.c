#include <stdio.h>
void kernel(const double *x, double *y, long n) {
  char b[32];
  double *q;
  snprintf(b, 32, "%p", (void *)y);
  sscanf(b, "%p", (void **)&q);
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
