#include <stdint.h>
static void f(double *p, long n) {
  (void)p;
#pragma omp target update to(p[0:n])
}
void kernel(const double *x, double *y, long n) {
  f(y + n / 2, n); f(&y[n / 2 * 2], n);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n/4; i++) y[i] = x[i];
}
