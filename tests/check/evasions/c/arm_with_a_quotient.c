#include <stdint.h>
static double *pick(double *a, double *b, int k) { return k && b ? a : b; }
void kernel(const double *x, double *y, long n) {
  double *q = (n < 0, pick(y, y, 1));
  double *r = n == 3 && y ? q + n / 3 : q;
#pragma omp target teams distribute parallel for is_device_ptr(x) map(tofrom: r[0:n])
  for (long i = 0; i < n/4; i++) r[i] = x[i];
}
