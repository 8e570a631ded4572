#include <stdlib.h>
struct N { double *p; };
void kernel(const double *x, double *y, long n) {
  void *h = malloc(sizeof(struct N));
  ((struct N *)h)->p = y;
  double *q = ((struct N *)h)->p;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
